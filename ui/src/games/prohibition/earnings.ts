/** What every truck earned and lost on the way, read from the log: the view keeps only the sum. */

import type { PageView } from "../../lib/types";
import type { Colour } from "./city";
import { worth } from "./view";

export interface Earnings {
  delivered: Colour[];
  seized: number; // cubes taken
  paid: number; // points that they cost
}

type Told = Pick<PageView, "events" | "news">;

/** By truck, as `seat.truck`. With two players the log names a truck only where there was a choice. */
export function earnings(pages: Told[], seats: number): Map<string, Earnings> {
  const found = new Map<string, Earnings>();
  const points = new Map<string, number>(); // a lower bound is enough: a truck without points pays nothing
  const of = (key: string) => {
    if (!found.has(key)) found.set(key, { delivered: [], seized: 0, paid: 0 });
    return found.get(key)!;
  };
  const fleet = seats === 2 ? 2 : 1;
  let opener = 0;
  let truck = 1;
  let named = 0;
  let last = false;

  for (const { events, news } of pages) {
    for (const { act, move, seat } of events) {
      if (act === "truck") {
        named = Number(move?.slice(6));
        opener ||= named;
      } else if (act === "roll") {
        truck = fleet === 1 ? 1 : named || 3 - (last ? opener : truck);
        named = 0;
      } else if (act === "deliver") {
        const colour = move?.slice(8) as Colour;
        const key = `${seat}.${truck}`;
        of(key).delivered.push(colour);
        points.set(key, (points.get(key) ?? 0) + worth(colour));
      }
    }
    // Whoever loses a cube pays before a bonus is scored.
    for (const { name } of [...news].sort(
      (a, b) => Number(b.name.startsWith("seized")) - Number(a.name.startsWith("seized")),
    )) {
      last ||= name === "last truck";
      const place = Number(name.at(-1)) - 1;
      const key = `${Math.floor(place / fleet)}.${(place % fleet) + 1}`;
      if (name.startsWith("seized")) {
        const had = points.get(key) ?? 0;
        of(key).seized += 1;
        of(key).paid += had > 0 ? 1 : 0;
        points.set(key, Math.max(0, had - 1));
      } else if (name.startsWith("prime scored")) points.set(key, (points.get(key) ?? 0) + 3);
    }
  }
  return found;
}
