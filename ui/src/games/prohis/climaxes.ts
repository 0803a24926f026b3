import { total } from "../../kit/follow";
import type { Climaxes, Climax, Stage } from "../../lib/climaxes";
import { say } from "../../lib/words.svelte";
import { dollars } from "./money";
import { inWarehouse, isKind, stars } from "./values";
import texts from "./climaxTexts.json";

const ROAD = ".road";

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What came into a seat's warehouse, in dollars; null where the viewer doesn't know every card. */
function gained({ before, after }: Stage, seat: number): number | null {
  let money = 0;
  for (const [kind, count] of Object.entries<number>(after["warehouses"][seat] ?? {})) {
    const more = count - (before["warehouses"][seat]?.[kind] ?? 0);
    if (more && !isKind(kind)) return null;
    if (isKind(kind)) money += more * inWarehouse[kind];
  }
  return money;
}

function worth(stage: Stage, seat: number): string {
  const money = gained(stage, seat);
  return money ? ` ${say(texts, "worth", { money: dollars(money) })}` : "";
}

function officerOf({ before, word }: Stage): string {
  return word(before["officer"] ?? "officer");
}

function passed(seat: number, stage: Stage): Climax {
  const turned = stage.page.events.find(({ act }) => act === "flip")?.about;
  const trapped = turned !== undefined && turned in stars;
  const values = { who: stage.names[seat]!, card: officerOf(stage) };
  return {
    title: say(texts, trapped ? "trap" : "clean"),
    text: say(texts, trapped ? "trapText" : "cleanText", values) + worth(stage, seat),
    sound: trapped ? "drum" : "stamp",
    bad: trapped,
    at: ROAD,
  };
}

export const climaxes: Climaxes = {
  acts: {
    accept: ({ seat }, { names, before }) => ({
      title: say(texts, "accepted"),
      text: say(texts, "acceptedText", { who: names[seat!]!, n: total(before["bribe"]) }),
      sound: "coin",
      at: ROAD,
    }),
    refuse: ({ seat }, { names }) => ({
      title: say(texts, "refused"),
      text: say(texts, "refusedText", { who: names[seat!]! }),
      sound: "drum",
      bad: true,
      at: ROAD,
    }),
    waive: ({ seat }, stage) => {
      const officer = stage.before["officer"];
      const money = dollars(isKind(officer) ? inWarehouse[officer] : 0);
      return {
        title: say(texts, "waived"),
        text: say(texts, "waivedText", { who: stage.names[seat!]!, card: officerOf(stage), money }),
        sound: "coin",
        at: ROAD,
      };
    },
    flip: ({ move, about }, { page, after, word }) => {
      if (page.news.some(({ name }) => ["seized", "passed", "decoy"].includes(name))) return null;
      const officer = after["officer"];
      const most = Math.min(isKind(officer) ? (stars[officer] ?? 0) : 0, after["convoy"].length);
      const left = most - (after["turned"] as unknown[]).filter(Boolean).length;
      return {
        title: say(texts, "turned", { place: Number(move?.split(" ")[1]) + 1, card: word(about ?? "unknown") }),
        text: left > 0 ? say(texts, "more", { n: left }) : "",
        sound: "flip",
        at: ROAD,
      };
    },
  },
  news: {
    controls: (seat, { names, after, word }) => {
      const officer = after["officer"];
      const n = Math.min(isKind(officer) ? (stars[officer] ?? 0) : 0, after["convoy"].length);
      return {
        title: say(texts, "controls", { who: names[seat]! }),
        text: say(texts, "controlsWith", { card: word(officer), n }),
        sound: "horn",
        at: ROAD,
      };
    },
    unchecked: (seat, stage) => ({
      title: say(texts, "unchecked"),
      text:
        say(texts, "uncheckedText", { who: stage.names[seat]!, n: stage.before["convoy"].length }) + worth(stage, seat),
      sound: "coin",
      brief: true,
      at: ROAD,
    }),
    seized: (seat, stage) => {
      const card = stage.page.events.find(({ act }) => act === "flip")?.about ?? "illegal";
      return {
        title: say(texts, "seized"),
        text:
          say(texts, "seizedText", { who: stage.names[seat]!, card: capital(stage.word(card)) }) + worth(stage, seat),
        sound: "stamp",
        bad: true,
        at: ROAD,
      };
    },
    passed,
    decoy: passed,
  },
};
