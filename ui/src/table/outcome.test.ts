import { expect, test } from "vitest";
import type { OutcomeView } from "../lib/types";
import { headlineOf, winnersOf } from "./outcome";

const end = (scores: number[]) => {
  const ranks = scores.map((points) => 1 + scores.filter((other) => other > points).length);
  return { scores, ranks, reason: "", told: "" } as unknown as OutcomeView;
};

test("the winner is told of having won, the others who did", () => {
  expect(headlineOf(end([3, 5, 1]), 1)).toEqual({ key: "won", seats: [] });
  expect(headlineOf(end([3, 5, 1]), 0)).toEqual({ key: "wonBy", seats: [1] });
  expect(headlineOf(end([3, 5, 1]), null)).toEqual({ key: "wonBy", seats: [1] });
});

test("those who win together are named together", () => {
  expect(headlineOf(end([1, 0, 1, 1]), 2)).toEqual({ key: "wonWith", seats: [0, 3] });
  expect(headlineOf(end([1, 0, 1, 1]), 1)).toEqual({ key: "wonByMany", seats: [0, 2, 3] });
});

test("where nobody has anything, nobody wins", () => {
  expect(headlineOf(end([0, 0, 0]), 0).key).toBe("nobodyWon");
  expect(winnersOf(end([0, 0, 0]))).toEqual([]);
});

test("all with the same points are level", () => {
  expect(headlineOf(end([50, 50]), 0).key).toBe("drawn");
  expect(winnersOf(end([50, 50]))).toEqual([0, 1]);
});
