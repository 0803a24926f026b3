import type { Climaxes, Moment, Stage } from "../../lib/moments";
import { say } from "../../lib/words.svelte";
import { francs } from "./money";

const texts = {
  en: {
    honest: "The whole truth!",
    caught: "Caught lying!",
    immune: "The Bag is there!",
    impostor: "No Bag at all!",
    pays: "{doubter} had {who}’s luggage opened. {who} pays {money}.",
    receives: "{doubter} had {who}’s luggage opened, and pays {money} for slander.",
    reward: "{informer} gets a reward of {reward}.",
    claims: "The Diplomatic Bag?",
    claimsText: "{who} claims immunity. Who dares to look?",
  },
  fr: {
    honest: "Toute la vérité !",
    caught: "Flagrant délit !",
    immune: "La Valise est là !",
    impostor: "Pas de Valise !",
    pays: "{doubter} a fait ouvrir les bagages de {who}, qui paie {money}.",
    receives: "{doubter} a fait ouvrir les bagages de {who} et lui verse {money} pour diffamation.",
    reward: "{informer} touche une récompense de {reward}.",
    claims: "La Valise Diplomatique ?",
    claimsText: "{who} invoque l’immunité. Qui osera vérifier ?",
  },
};

/** What a seat's money went up by. */
function gain({ before, after }: Stage, seat: number): number {
  return (after["money"]?.[seat] ?? 0) - (before["money"]?.[seat] ?? 0);
}

function verdict(name: "honest" | "caught" | "immune" | "impostor", bad: boolean) {
  return (seat: number, stage: Stage): Moment => {
    const { names, page } = stage;
    const doubter = page.events.find(({ act }) => act === "search" || act === "denounce")?.seat ?? seat;
    const informer = page.news.find((news) => news.name === "informer")?.seat;
    const money = francs(Math.abs(gain(stage, seat)));
    const text = say(texts, bad ? "pays" : "receives", { who: names[seat]!, doubter: names[doubter]!, money });
    const reward =
      informer === undefined
        ? ""
        : ` ${say(texts, "reward", { informer: names[informer]!, reward: francs(gain(stage, informer)) })}`;
    return { title: say(texts, name), text: text + reward, sound: bad ? "stamp" : "coin", bad, at: ".affair" };
  };
}

export const climaxes: Climaxes = {
  acts: {
    "claim-bag": ({ seat }, { names }) => ({
      title: say(texts, "claims"),
      text: say(texts, "claimsText", { who: names[seat!]! }),
      sound: "drum",
      brief: true,
      at: ".post",
    }),
  },
  news: {
    honest: verdict("honest", false),
    defamed: verdict("honest", false),
    caught: verdict("caught", true),
    immune: verdict("immune", false),
    impostor: verdict("impostor", true),
  },
};
