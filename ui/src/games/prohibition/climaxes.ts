import type { Climaxes, Climax, Stage } from "../../lib/climaxes";
import { say } from "../../lib/words.svelte";
import type { ProhibitionView } from "../../lib/records";
import { trucksOf } from "./view";
import texts from "./climaxTexts.json";

const CITY = ".map";

function streetAt(street: string | null): string {
  return street ? `[data-place="${street}"]` : CITY;
}

/** A truck before and after: news name it by its place among all trucks. */
function truck({ before, after }: Stage, place: number) {
  const fleet = after["seats"] === 2 ? 2 : 1;
  const seat = Math.floor(place / fleet);
  const find = (view: Stage["before"]) => trucksOf(view as ProhibitionView, seat)[place % fleet]!;
  return { was: find(before), now: find(after) };
}

function seized(place: number) {
  return (seat: number, stage: Stage): Climax => {
    const { was, now } = truck(stage, place);
    const person = stage.before["character"] ?? "ness";
    const gone = now.lost.find((colour) => count(now.lost, colour) > count(was.lost, colour)) ?? now.lost.at(-1);
    const paid = was.points - now.points;
    const key = person === "policeman" ? "seizedBy.policeman" : "seizedBy";
    const text = gone ? say(texts, key, { person: stage.word(person), cube: stage.word(gone) }) : "";
    return {
      title: say(texts, "seized", { who: stage.names[seat]! }),
      text: paid > 0 ? `${text} ${say(texts, "costs", { n: paid })}` : text,
      sound: "horn",
      bad: true,
      at: streetAt(now.at),
    };
  };
}

function count<Thing>(things: Thing[], wanted: Thing): number {
  return things.filter((thing) => thing === wanted).length;
}

function prime(scored: boolean, place: number) {
  return (seat: number, stage: Stage): Climax => {
    const { was, now } = truck(stage, place);
    const n = Number(was.prime ?? 0);
    return {
      title: say(texts, scored ? "scored" : "lost", { who: stage.names[seat]! }),
      text: n ? say(texts, scored ? "scoredText" : "lostText", { n }) : "",
      sound: scored ? "coin" : "stamp",
      bad: !scored,
      at: streetAt(now.at),
    };
  };
}

const places = [0, 1, 2, 3];

export const climaxes: Climaxes = {
  news: {
    ...Object.fromEntries(places.map((place) => [`seized ${place + 1}`, seized(place)])),
    ...Object.fromEntries(places.map((place) => [`prime lost ${place + 1}`, prime(false, place)])),
    ...Object.fromEntries(places.map((place) => [`prime scored ${place + 1}`, prime(true, place)])),
    "bar closed": () => ({
      title: say(texts, "closed"),
      text: say(texts, "closedText"),
      sound: "bars",
      bad: true,
      brief: true,
      at: CITY,
    }),
  },
};
