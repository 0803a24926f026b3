/** What the table of Chasse makes of the record. */

import type { ChasseView } from "../../lib/records";

export type Side = "red" | "black";

export const smuggler = (view: ChasseView): number => view.leg;
export const customs = (view: ChasseView): number => 1 - view.leg;

export function sideOf(view: ChasseView, seat: number): Side {
  return seat === smuggler(view) ? "red" : "black";
}

/** The numbers of a side's row, without the empty places. */
export function numbers(view: ChasseView, side: Side, row: number): number[] {
  return (view.numbers[side]?.[row] ?? []).filter((number) => number > 0);
}
