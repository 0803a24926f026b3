import { describe, expect, it } from "vitest";
import type { PlayedView } from "../lib/types";
import { ratesOf } from "./rates";

function game(rank: number, candour: PlayedView["candour"]): PlayedView {
  const players = [
    { name: "Anna", score: 3, rank },
    { name: "Bob", score: 2, rank: rank === 1 ? 2 : 1 },
  ];
  return { table: "t", game: "prohis", seat: 0, ended_at: 0, players, candour };
}

describe("rates", () => {
  it("counts what was claimed, and follows it from the first game to the last", () => {
    const rates = ratesOf([
      game(1, { told: 4, lies: 3, caught: 1 }),
      game(2, { told: 4, lies: 1, right: 2, wrong: 1 }),
    ]);
    expect(rates).toMatchObject({ games: 2, won: 1, told: 8, lies: 4, caught: 1, looked: 3, right: 2 });
    expect(rates.lying).toEqual([0.25, 0.5]);
    expect(rates.catching).toEqual([0, 0.25]);
  });

  it("draws nothing where nothing was claimed", () => {
    expect(ratesOf([game(1, {})])).toMatchObject({ told: 0, lying: [], catching: [] });
  });
});
