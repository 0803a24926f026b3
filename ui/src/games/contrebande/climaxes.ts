import type { Climaxes, Climax, Stage } from "../../lib/climaxes";
import { say } from "../../lib/words.svelte";
import { francs } from "./money";
import texts from "./climaxTexts.json";

function verdict(name: string, title: "honest" | "caught" | "immune" | "impostor", bad: boolean) {
  return (seat: number, { names, page }: Stage): Climax => {
    const doubter = page.events.find(({ act }) => act === "search" || act === "denounce")?.seat ?? seat;
    const sum = page.news.find((news) => news.name === name)?.sum ?? 0;
    const told = sum > 0 ? (bad ? "pays" : "receives") : "opened"; // a smuggler of trifles may have nothing to pay
    const said = { who: names[seat]!, doubter: names[doubter]!, money: francs(sum) };
    const informer = page.news.find((news) => news.name === "informer");
    const reward = informer?.sum
      ? ` ${say(texts, "reward", { informer: names[informer.seat]!, reward: francs(informer.sum) })}`
      : "";
    return {
      title: say(texts, title),
      text: say(texts, told, said) + reward,
      sound: bad ? "stamp" : "coin",
      bad,
      at: ".affair",
    };
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
    honest: verdict("honest", "honest", false),
    defamed: verdict("defamed", "honest", false),
    caught: verdict("caught", "caught", true),
    immune: verdict("immune", "immune", false),
    impostor: verdict("impostor", "impostor", true),
  },
};
