/** Points of PROHIBITION, clause by clause, at the end of a game. */

import { say } from "../../lib/words.svelte";
import type { Score, ScoreLine, Standing } from "..";
import { earnings, type Earnings } from "./earnings";
import { counted } from "./naming";
import { texts } from "./texts";
import { trucksOf, worth, type ProhibitionView, type Truck } from "./view";

const total = (lines: ScoreLine[]) => lines.reduce((sum, line) => sum + line.points, 0);

/** What one truck has earned; its name is told if its player has two. */
function earned(truck: Truck, several: boolean, told: Earnings | undefined): ScoreLine[] {
  const { name, points, prime, cargo, delivered } = truck;
  const lines: ScoreLine[] = [];
  const add = (clause: string, text: string, points: number) =>
    lines.push({ clause, text: several ? say(texts, "score_of_truck", { 0: name, 1: text }) : text, points });
  const cubes = told?.delivered ?? [];
  const value = cubes.reduce((sum, colour) => sum + worth(colour), 0);
  const paid = told?.paid ?? 0;
  add("PRB-20", say(texts, "score_delivered", { 0: cubes.length ? counted(cubes) : say(texts, "none") }), value);
  if (told?.seized) add("PRB-14", say(texts, "score_seized", { n: told.seized }), -paid);
  const bonuses = points - value + paid; // all that is left of the sum
  if (bonuses) add("PRB-21", say(texts, "score_bonuses"), bonuses);
  if (prime && delivered)
    add("PRB-27", say(texts, "score_bonus", { 0: prime }), Math.max(0, Number(prime) - cargo.length));
  else if (prime) add("PRB-27", say(texts, "score_bonus_lost", { 0: prime }), 0);
  if (cargo.length) add("PRB-27", say(texts, "score_cubes", { n: cargo.length }), 0);
  return lines;
}

/** The points that lie open; with two players the weaker truck's. */
export const standing: Standing = (play) => {
  const view = play.view as ProhibitionView;
  return Array.from({ length: view.seats }, (_, seat) => ({
    points: Math.min(...trucksOf(view, seat).map((truck) => truck.points)),
    more: false,
  }));
};

/** By seat, what its points are made of; with two players the weaker truck's. */
export const score: Score = (play) => {
  const view = play.view as ProhibitionView;
  const told = earnings(play.pages, view.seats);
  const seats = Array.from({ length: view.seats }, (_, seat) => {
    const trucks = trucksOf(view, seat);
    const [one, two] = trucks.map((truck) => earned(truck, trucks.length > 1, told.get(truck.key)));
    if (!two) return one!;
    const first = total(one!) <= total(two);
    const text = say(texts, "score_stronger", { 0: first ? 2 : 1, 1: total(first ? two : one!) });
    return [...(first ? one! : two), { clause: "PRB-29", text, points: 0 }];
  });
  const sums = seats.map(total);
  for (const [seat, lines] of seats.entries()) {
    if (sums.some((sum, other) => other !== seat && sum === sums[seat])) {
      const losses = Object.values(view.losses[seat] ?? {}).reduce((sum, lost) => sum + lost, 0);
      lines.push({ clause: "PRB-28", text: say(texts, "score_tie", { n: losses }), points: 0 });
    }
  }
  return seats;
};
