import { expect, test } from "vitest";
import { whole } from "./frames";
import type { Frame } from "./types";

const question = { phase: "", clause: "", prompt: "", actors: [] };

test("what a frame leaves out is as it was before", () => {
  const standings = [{ lines: [], points: 3 }];
  const sent: Frame[] = [
    { beat: 0, view: { turn: 0, quiet: 2 }, question, standings },
    { beat: 1, view: { turn: 1 }, question },
    { beat: 2, view: { quiet: 0 }, question, standings: [{ lines: [], points: 4 }] },
  ];
  const told = whole(sent);
  expect(told.map(({ view }) => view)).toEqual([
    { turn: 0, quiet: 2 },
    { turn: 1, quiet: 2 },
    { turn: 1, quiet: 0 },
  ]);
  expect(told.map(({ standings }) => standings[0]!.points)).toEqual([3, 3, 4]);
});
