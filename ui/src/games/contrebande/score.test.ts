import { expect, test } from "vitest";
import type { PageView } from "../../lib/types";
import finals from "./finals.json";
import type { ContrebandeView } from "./places";
import { score } from "./score";

const games = finals as unknown as { view: ContrebandeView; scores: number[]; pages: PageView[] }[];

test.each(games)("what the log tells of payments adds up to every balance of a real game: $scores", (game) => {
  const lines = score({ view: game.view, pages: game.pages });
  expect(lines.map((own) => own.reduce((sum, line) => sum + line.points, 0))).toEqual(game.scores);
  for (const line of lines.flat()) {
    expect(line.clause).toMatch(/^CON-\d\d$/);
    expect(line.text).not.toMatch(/\{/);
  }
});

test("fines, duty, compensation and rewards each have a line with how often they were paid", () => {
  const told = new Set(
    games.flatMap((game) =>
      score(game)
        .flat()
        .map(({ clause }) => clause),
    ),
  );
  expect(told).toEqual(new Set(["CON-04", "CON-10", "CON-11", "CON-12", "CON-15"]));
});
