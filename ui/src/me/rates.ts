import type { PlayedView } from "../lib/types";
import { headlineOf } from "../table/outcome";

export interface Rates {
  games: number;
  won: number;
  told: number;
  lies: number;
  caught: number;
  looked: number;
  right: number;
  /** the share of lies among what was claimed, game by game, each with those shortly before it */
  lying: number[];
  /** the same for lies that were caught */
  catching: number[];
}

const WINDOW = 5; // games that one point of a curve is the mean of

/** What a row of games comes to, the last of them first. */
export function ratesOf(games: PlayedView[]): Rates {
  const sum = (count: (game: PlayedView) => number | undefined) =>
    games.reduce((total, game) => total + (count(game) ?? 0), 0);
  const inTime = games.toReversed();
  return {
    games: games.length,
    won: games.filter((game) => ["won", "wonWith"].includes(endOf(game))).length,
    told: sum(({ candour }) => candour.told),
    lies: sum(({ candour }) => candour.lies),
    caught: sum(({ candour }) => candour.caught),
    looked: sum(({ candour }) => (candour.right ?? 0) + (candour.wrong ?? 0)),
    right: sum(({ candour }) => candour.right),
    lying: curve(inTime.map(({ candour }) => [candour.lies ?? 0, candour.told ?? 0])),
    catching: curve(inTime.map(({ candour }) => [candour.caught ?? 0, candour.lies ?? 0])),
  };
}

/** How a game ended for whoever played it. */
export function endOf({ players, seat }: PlayedView): ReturnType<typeof headlineOf>["key"] {
  const [ranks, scores] = [players.map(({ rank }) => rank), players.map(({ score }) => score)];
  return headlineOf({ ranks, scores }, seat).key;
}

/** Shares over a moving window; where there was nothing to count the curve stays where it was. */
function curve(counts: [number, number][]): number[] {
  const found: number[] = [];
  counts.forEach(([, of], at) => {
    if (!of) return;
    const near = counts
      .slice(0, at + 1)
      .filter(([, all]) => all > 0)
      .slice(-WINDOW);
    const [some, all] = near.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    found.push(some / all);
  });
  return found;
}
