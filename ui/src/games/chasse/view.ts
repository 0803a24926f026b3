/** What the table of Chasse is told: the game's record as this viewer may know it. */

export type Side = "red" | "black";

export interface ChasseView {
  match: "no" | "yes";
  leg: number; // 0: seat 0 smuggles; 1: seat 1 does, in the second game of a match
  size: number;
  figures: number;
  all_plaques: number;
  quiet_limit: number;
  phase: "hiding" | "lift" | "move" | "over";
  turn: number;
  to_hide: number;
  quiet: number;
  found: number;
  red_taken: number;
  black_taken: number;
  reason: string | null;
  lifted: string | null;
  points: number[];
  numbers: Record<Side, number[][]>; // by row; 0 is no number
  board: Record<string, string>; // a side by square; "wall" beyond a small board
  plaques: Record<string, number | null>; // null: the viewer doesn't know
  cleared: Record<string, boolean>; // controlled and found empty
}

export const smuggler = (view: ChasseView): number => view.leg;
export const customs = (view: ChasseView): number => 1 - view.leg;

export function sideOf(view: ChasseView, seat: number): Side {
  return seat === smuggler(view) ? "red" : "black";
}

/** The numbers of a side's row, without the empty places. */
export function numbers(view: ChasseView, side: Side, row: number): number[] {
  return (view.numbers[side][row] ?? []).filter((number) => number > 0);
}
