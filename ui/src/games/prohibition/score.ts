/** Points of PROHIBITION, clause by clause, at the end of a game. */

import { say } from "../../lib/words.svelte";
import type { Score, ScoreLine } from "..";
import { texts } from "./texts";
import { trucksOf, type ProhibitionView, type Truck } from "./view";

const total = (lines: ScoreLine[]) => lines.reduce((sum, line) => sum + line.points, 0);

/** What one truck has earned; its name is told if its player has two. */
function earned(truck: Truck, several: boolean): ScoreLine[] {
  const { name, points, prime, cargo, delivered } = truck;
  const lines: ScoreLine[] = [
    {
      clause: "PRB-20",
      text: several ? say(texts, "score_truck", { 0: name }) : say(texts, "score_delivered"),
      points,
    },
  ];
  if (prime) {
    const text = !delivered
      ? say(texts, "score_bonus_lost", { 0: prime })
      : several
        ? say(texts, "score_bonus_truck", { 0: name, 1: prime })
        : say(texts, "score_bonus", { 0: prime });
    lines.push({ clause: "PRB-27", text, points: delivered ? Math.max(0, Number(prime) - cargo.length) : 0 });
  }
  if (cargo.length) lines.push({ clause: "PRB-27", text: say(texts, "score_cubes", { n: cargo.length }), points: 0 });
  return lines;
}

/** By seat, what its points are made of; with two players the weaker truck's. */
export const score: Score = (play) => {
  const view = play.view as ProhibitionView;
  return Array.from({ length: view.seats }, (_, seat) => {
    const trucks = trucksOf(view, seat);
    const [one, two] = trucks.map((truck) => earned(truck, trucks.length > 1));
    if (!two) return one!;
    const first = total(one!) <= total(two);
    const stronger = first ? two : one!;
    const text = say(texts, "score_stronger", { 0: first ? 2 : 1, 1: total(stronger) });
    return [...(first ? one! : two), { clause: "PRB-29", text, points: 0 }];
  });
};
