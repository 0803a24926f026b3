import type { Climaxes } from "../../lib/climaxes";
import type { PageView } from "../../lib/types";
import { say } from "../../lib/words.svelte";
import { chasse, type ChasseView } from "../../lib/records";
import { customs, smuggler } from "./view";
import texts from "./climaxTexts.json";

/** The number and the sum that a piece of news tells. */
function told(page: PageView, news: string): { n: number; points: number } {
  const { count, sum } = page.news.find(({ name }) => name === news) ?? {};
  return { n: count ?? 0, points: sum ?? 0 };
}

/** Where a figure ended its move. */
function end(page: PageView): string {
  return page.events.find(({ act }) => act === "to")?.move?.split(" ")[1] ?? "";
}

function squareAt(page: PageView): string {
  return `[data-square="${end(page)}"]`;
}

export const climaxes: Climaxes = {
  news: {
    caught: (seat, { names, page }) => ({
      title: say(texts, "caught"),
      text: say(texts, "caughtText", { ...told(page, "caught"), who: names[seat]! }),
      sound: "stamp",
      bad: true,
      at: squareAt(page),
    }),
    empty: (seat, { names, page, after }) => ({
      title: say(texts, "empty"),
      text: say(texts, "emptyText", {
        who: names[seat]!,
        other: names[smuggler(after as ChasseView)]!,
        points: told(page, "empty").points,
      }),
      sound: "horn",
      at: squareAt(page),
    }),
    arrived: (seat, { names, page, after }) => {
      const square = end(page);
      const plaques = (after as ChasseView).plaques;
      const n = square in plaques ? plaques[square]! : 0;
      const key = n === null ? "arrivedSecret" : n ? "arrivedWith" : "arrivedNothing";
      return {
        title: say(texts, "arrived"),
        text: say(texts, key, { who: names[seat]!, n: n ?? 0, points: chasse.points * (n ?? 0) }),
        sound: "drum",
        at: squareAt(page),
      };
    },
    "second game": (_, { names, after }) => ({
      title: say(texts, "second"),
      text: say(texts, "secondText", { who: names[1 - customs(after as ChasseView)]! }),
      sound: "horn",
      brief: true,
    }),
  },
};
