import type { Climaxes } from "../../lib/moments";
import type { PageView } from "../../lib/types";
import { say } from "../../lib/words.svelte";
import { chasse, type ChasseView } from "../../lib/records";
import { customs, smuggler } from "./view";

const texts = {
  en: {
    caught: "Contraband!",
    caughtText: {
      one: "{n} plaque found under the red figure: {points} points for {who}.",
      other: "{n} plaques found under the red figure: {points} points for {who}.",
    },
    empty: "Nothing to declare!",
    emptyText: "{who} loses the controlling figure: {points} points for {other}.",
    arrived: "Across the line!",
    arrivedSecret: "What {who}’s figure carried stays secret.",
    arrivedWith: {
      one: "{who} brought {n} plaque: {points} points.",
      other: "{who} brought {n} plaques: {points} points.",
    },
    arrivedNothing: "{who} brought nothing: a decoy.",
    second: "The sides change",
    secondText: "Now it is {who} who smuggles.",
  },
  fr: {
    caught: "Contrebande !",
    caughtText: {
      one: "{n} plaquette sous la figurine rouge : {points} points pour {who}.",
      other: "{n} plaquettes sous la figurine rouge : {points} points pour {who}.",
    },
    empty: "Rien à déclarer !",
    emptyText: "{who} perd la figurine qui contrôlait : {points} points pour {other}.",
    arrived: "La ligne est franchie !",
    arrivedSecret: "Ce que portait la figurine de {who} reste secret.",
    arrivedWith: {
      one: "{who} apporte {n} plaquette : {points} points.",
      other: "{who} apporte {n} plaquettes : {points} points.",
    },
    arrivedNothing: "{who} n’apporte rien : c’était un leurre.",
    second: "On change de camp",
    secondText: "{who} passe à la contrebande.",
  },
};

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
