import { expect, test } from "vitest";
import type { Play } from "../../lib/play.svelte";
import finals from "./finals.json";
import { score } from "./score";
import type { ProhibitionView } from "./view";

const games = finals as unknown as { view: ProhibitionView; scores: number[]; reason: string }[];

test.each(games)("the lines add up to the score of a real game: $scores, $reason", ({ view, scores }) => {
  const lines = score({ view } as unknown as Play);
  expect(lines.map((own) => own.reduce((sum, line) => sum + line.points, 0))).toEqual(scores);
  for (const line of lines.flat()) {
    expect(line.clause).toMatch(/^PRB-\d\d$/);
    expect(line.text).not.toMatch(/\{/);
  }
});

test("a bonus of 7 with three cubes aboard is worth 4", () => {
  const { view } = games.find(({ view }) => view.seats === 4)!;
  const held = {
    ...view,
    prime: [{ "1": "7" }, {}, {}, {}],
    cargo: [{ "1": { brown: 1, white: 2 } }, {}, {}, {}],
    delivered: [{ "1": true }, {}, {}, {}],
    points: [{ "1": 10 }, {}, {}, {}],
  };
  expect(score({ view: held } as unknown as Play)[0]!.map(({ points }) => points)).toEqual([10, 4, 0]);
});
