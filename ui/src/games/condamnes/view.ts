/** What the table of Condamnés! makes of the record. */

import { condamnes, type CondamnesView } from "../../lib/records";

export const { transfer: TEN, rounds: ROUNDS } = condamnes;

/** The seats clockwise by their places, which may have been changed, from a seat on. */
export function around(view: CondamnesView, from: number): number[] {
  const seats = view.seat_at.filter((seat): seat is number => seat !== null);
  const start = Math.max(0, seats.indexOf(from));
  return [...seats.slice(start), ...seats.slice(0, start)];
}

/** Cards travel to the right (-1) or to the left (1, clockwise), by the round (CND-08). */
export function direction(view: CondamnesView): 1 | -1 {
  return condamnes.directions[view.round] ?? 1;
}

/** The seats that the travelling card visits in this round, the guard first and last. */
export function journey(view: CondamnesView): number[] {
  if (view.guard === null) return [];
  const seats = around(view, view.guard);
  const others = seats.slice(1);
  return [view.guard, ...(direction(view) === 1 ? others : others.reverse()), view.guard];
}

/** The cards that lie somewhere, in the order of the pack. */
export function lying(view: CondamnesView, place: string): string[] {
  return Object.entries(view.lies)
    .filter(([, where]) => where === place)
    .map(([card]) => card);
}

export function packed(view: CondamnesView): number {
  return view.heaps.reduce((sum, count) => sum + count, 0);
}

/** Whether a seat belongs to a player who knows what prisoners know. */
export function imprisoned(view: CondamnesView, viewer: number | null): boolean {
  return viewer !== null && view.guard !== null && viewer !== view.guard;
}
