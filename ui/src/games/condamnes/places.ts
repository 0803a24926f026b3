import { UNKNOWN, type Routes } from "../../kit/follow";
import { byHand } from "./pack";
import type { CondamnesView } from "../../lib/records";
import { lying } from "./view";

/** Cards go from hand to hand, onto the table and back; all that is new came from the pack. */
export const routes: Routes = {
  "hand:": ["hand:", "laid", "stolen"],
  stolen: ["stolen", "laid", "hand:"],
  laid: ["hand:", "stolen"],
  tunnel: ["laid", "hand:"],
  discard: ["hand:", "stolen"],
};

/** Where the stolen card lies: in the middle until a viewer knows who has it. */
export function stolenPlace(view: CondamnesView): string | null {
  if (view.stolen === null || view.lies[view.stolen] !== "stolen") return null;
  return view.phase === "grab" || view.holder === null ? "stolen" : `stolen:${view.holder}`;
}

/** Every card that lies in view, by place; `before` are the discards in the order in which they came. */
export function places(view: CondamnesView, before: string[]): [string, string[]][] {
  const found: [string, string[]][] = [];
  const where = stolenPlace(view);
  if (where !== null) found.push([where, [view.stolen!]]);
  found.push(["laid", lying(view, "laid")]);
  found.push(["tunnel", lying(view, "table")]);
  found.push(["discard", piled(view, before)]);
  for (let seat = 0; seat < view.seats; seat++) {
    const known = Object.keys(view.hand).filter((card) => view.hand[card] === seat);
    const hidden = Math.max(0, (view.held[seat] ?? 0) - known.length);
    found.push([`hand:${seat}`, [...known.sort(byHand), ...Array<string>(hidden).fill(UNKNOWN)]]);
  }
  return found;
}

/** The discards, those that have just come on top. */
export function piled(view: CondamnesView, before: string[]): string[] {
  const now = lying(view, "discard");
  return [...before.filter((card) => now.includes(card)), ...now.filter((card) => !before.includes(card))];
}
