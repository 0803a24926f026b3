import { expect, test } from "vitest";
import type { Play } from "../../lib/play.svelte";
import { score } from "./score";
import type { CondamnesView } from "./view";

const ended = (reason: string, held: number[], tunnels: string[]) =>
  score({
    view: {
      seats: held.length,
      guard: 1,
      reason,
      held,
      lies: Object.fromEntries(tunnels.map((card) => [card, "table"])),
    } as unknown as CondamnesView,
  } as unknown as Play);

const points = (lines: ReturnType<typeof ended>) => lines.map((own) => own.reduce((sum, line) => sum + line.points, 0));

test("as many tunnels as prisoners: all prisoners win (CND-06)", () => {
  const lines = ended("tunnels", [3, 6, 3], ["3C", "9H"]);
  expect(points(lines)).toEqual([1, 0, 1]);
  expect(lines[0]!.map((line) => line.clause)).toEqual(["CND-06"]);
  expect(lines[1]!.map((line) => line.clause)).toEqual(["CND-07", "CND-06"]);
});

test("ten cards: the guard wins (CND-07)", () => {
  expect(points(ended("ten cards", [3, 10, 3, 3], ["3C"]))).toEqual([0, 1, 0, 0]);
});

test("thirty rounds: nobody wins (CND-22)", () => {
  const lines = ended("rounds", [3, 7, 3], ["3C"]);
  expect(points(lines)).toEqual([0, 0, 0]);
  for (const own of lines) expect(own.at(-1)!.clause).toBe("CND-22");
});

test("every value is filled in", () => {
  for (const line of ended("ten cards", [3, 10, 3], []).flat()) expect(line.text).not.toMatch(/[{}]/);
});
