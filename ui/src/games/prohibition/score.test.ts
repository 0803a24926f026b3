import { expect, test } from "vitest";
import type { Play } from "../../lib/play.svelte";
import type { PageView } from "../../lib/types";
import { earnings } from "./earnings";
import finals from "./finals.json";
import { score } from "./score";
import { trucksOf, worth, type ProhibitionView } from "./view";

interface Final {
  view: ProhibitionView;
  scores: number[];
  reason: string;
  pages?: PageView[];
}

const games = finals as unknown as Final[];

test.each(games)("the lines add up to the score of a real game: $scores, $reason", ({ view, scores, pages = [] }) => {
  const lines = score({ view, pages } as unknown as Play);
  expect(lines.map((own) => own.reduce((sum, line) => sum + line.points, 0))).toEqual(scores);
  for (const line of lines.flat()) {
    expect(line.clause).toMatch(/^PRB-\d\d$/);
    expect(line.text).not.toMatch(/\{/);
  }
});

const told = games.filter(({ pages }) => pages);

test.each(told)("the log of a real game tells what every truck delivered and lost: $scores", ({ view, pages = [] }) => {
  const found = earnings(pages, view.seats);
  const inBars = Object.values(view.bars).reduce((sum, bar) => sum + Object.values(bar).reduce((a, b) => a + b, 0), 0);
  expect([...found.values()].reduce((sum, { delivered }) => sum + delivered.length, 0)).toBe(inBars);
  for (let seat = 0; seat < view.seats; seat++) {
    for (const truck of trucksOf(view, seat)) {
      const { delivered, paid, seized } = found.get(truck.key) ?? { delivered: [], paid: 0, seized: 0 };
      const bonuses = truck.points - delivered.reduce((sum, colour) => sum + worth(colour), 0) + paid;
      expect([0, 3, 5, 7, 8, 10, 12, 15]).toContain(bonuses);
      expect(paid).toBeLessThanOrEqual(seized);
    }
  }
});

test("logs of games with one truck and with two are among them", () => {
  expect(new Set(told.map(({ view }) => view.seats))).toEqual(new Set([2, 3, 4]));
});

test("a bonus of 7 with three cubes aboard is worth 4", () => {
  const { view } = games.find(({ view }) => view.seats === 4)!;
  const held = {
    ...view,
    prime: [{ "1": "7" }, {}, {}, {}],
    cargo: [{ "1": { brown: 1, white: 2 } }, {}, {}, {}],
    delivered: [{ "1": true }, {}, {}, {}],
    points: [{}, { "1": 1 }, { "1": 2 }, { "1": 3 }],
  };
  expect(score({ view: held, pages: [] } as unknown as Play)[0]!.map(({ points }) => points)).toEqual([0, 4, 0]);
});

test("of equal scores the cubes lost are told", () => {
  const { view } = games.find(({ view }) => view.seats === 4)!;
  const even = { ...view, prime: [{}, {}, {}, {}], points: [{ "1": 5 }, { "1": 5 }, {}, { "1": 1 }] };
  const lines = score({ view: even, pages: [] } as unknown as Play);
  expect(lines.map((own) => own.some(({ clause }) => clause === "PRB-28"))).toEqual([true, true, false, false]);
});
