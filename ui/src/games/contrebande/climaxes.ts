import type { Climaxes, Climax, Stage } from "../../lib/climaxes";
import { say } from "../../lib/words.svelte";
import { francs } from "./money";
import texts from "./climaxTexts.json";

/** What a seat's money went up by. */
function gain({ before, after }: Stage, seat: number): number {
  return (after["money"]?.[seat] ?? 0) - (before["money"]?.[seat] ?? 0);
}

function verdict(name: "honest" | "caught" | "immune" | "impostor", bad: boolean) {
  return (seat: number, stage: Stage): Climax => {
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
