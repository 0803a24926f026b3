import { spread, type Routes } from "../../kit/follow";
import { prohis, type ProhisView } from "../../lib/records";
import { kinds } from "./values";

export type Counts = Record<string, number>;

/** Cards come into hands from the row or back from the road; all that is new came from the pile. */
export const routes: Routes = {
  "hand:": ["row:", "officer", "sealed", "bribe", "convoy:"],
  "convoy:": ["hand:"],
  bribe: ["hand:"],
  sealed: ["hand:"],
  officer: ["sealed", "hand:"],
  "warehouse:": ["convoy:", "bribe", "officer", "hand:"],
};

const onTheRoad = ["bribe", "answer", "decide", "inspection"];

/** Whether a controlling officer lies beside the convoy. */
export function controlled(view: ProhisView): boolean {
  return view.controller !== null && onTheRoad.includes(view.phase);
}

/**
 * Every card that lies in view, by place. A place of the row or of the convoy holds one; an officer that I have played
 * in secret lies face down before me, though the house keeps it in my hand until all answers are opened.
 */
export function places(view: ProhisView, me: number | null = null, played = ""): [string, string[]][] {
  const found: [string, string[]][] = [];
  for (let slot = 0; slot < prohis.row; slot++) {
    const card = view.row[slot];
    found.push([`row:${slot}`, card ? [card] : []]);
  }
  view.convoy.forEach((card, i) => found.push([`convoy:${i}`, card ? [card] : []]));
  if (controlled(view) && view.officer) found.push(["officer", [view.officer]]);
  found.push(["bribe", spread(view.bribe, kinds)]);
  if (played) found.push(["sealed", [played]]);
  for (let seat = 0; seat < view.seats; seat++) {
    const hand = spread(view.hands[seat], kinds);
    if (played && seat === me && hand.includes(played)) hand.splice(hand.indexOf(played), 1);
    found.push([`hand:${seat}`, hand]);
    found.push([`warehouse:${seat}`, spread(view.warehouses[seat], kinds)]);
  }
  return found;
}
