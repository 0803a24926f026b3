/** What the table of Condamnés! is told: the game's record as this viewer may know it. */
export interface CondamnesView {
  seats: number;
  phase: string;
  reason: string | null;
  round: number; // 0 before the first
  moments: number;
  searches: number;
  guard: number | null;
  stolen: string | null;
  holder: number | null; // of the stolen card, as far as the viewer knows
  announced: string | null;
  bearer: number | null; // who has the travelling card
  returned: string | null;
  looked: number | null;
  eyes: number | null; // the guard's own sealed answer
  gaze: number | null; // whom the guard watched in the last moment
  giver: number | null;
  receiver: number | null;
  layer: number | null;
  mark: string | null;
  searched: number | null;
  paid: number;
  found: string | null;
  digging: boolean[];
  caught: number[];
  inspected: boolean[];
  suspects: boolean[];
  held: number[];
  sure: number[];
  seat_at: (number | null)[];
  heaps: number[];
  hand: Record<string, number>; // the cards whose hand the viewer knows
  lies: Record<string, string>;
  noted: Record<string, number>; // the guard's: where they last saw a card that may have moved since
}

export const TEN = 10; // cards in the guard's hand that win (CND-07)
export const ROUNDS = 30; // CND-22

/** The seats clockwise by their places, which may have been changed, from a seat on. */
export function around(view: CondamnesView, from: number): number[] {
  const seats = view.seat_at.filter((seat): seat is number => seat !== null);
  const start = Math.max(0, seats.indexOf(from));
  return [...seats.slice(start), ...seats.slice(0, start)];
}

/** Cards travel to the right (-1) in odd rounds, to the left (1, clockwise) in even ones. */
export function direction(view: CondamnesView): 1 | -1 {
  return view.round % 2 ? -1 : 1;
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
