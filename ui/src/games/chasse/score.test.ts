import { expect, test } from "vitest";
import type { Play } from "../../lib/play.svelte";
import finals from "./finals.json";
import { arrived, known, score } from "./score";
import type { ChasseView } from "./view";

const games = finals as unknown as { view: ChasseView; scores: number[]; reason: string }[];

test.each(games)("the lines add up to the score of a real game: $scores, $reason", ({ view, scores }) => {
  const lines = score({ view } as unknown as Play);
  expect(lines.map((own) => own.reduce((sum, line) => sum + line.points, 0))).toEqual(scores);
  for (const line of lines.flat()) {
    expect(line.clause).toMatch(/^CHA-\d\d$/);
    expect(line.text).not.toMatch(/\{/);
    if (line.clause !== "CHA-01") expect(line.points % 50).toBe(0);
  }
});

test("real games of all kinds are among them", () => {
  expect(new Set(games.map(({ reason }) => reason))).toEqual(new Set(["decided", "quiet", "no customs"]));
});

test("customs don't learn what stands on the finish line", () => {
  const view = {
    ...games[0]!.view,
    phase: "lift",
    points: [0, 0],
    plaques: { a13: null },
    black_taken: 1,
  } as ChasseView;
  expect(arrived(view)).toBeNull();
  expect(known(view, 0)).toEqual({ points: 50, more: true });
  expect(known({ ...view, plaques: { a13: 2 } }, 0)).toEqual({ points: 150, more: false });
});
