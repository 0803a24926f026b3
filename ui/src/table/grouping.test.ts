import { expect, test } from "vitest";
import { counted, grouped, shared } from "./grouping";

const squares = ["a1", "c1", "e1", "g1", "i1"];

test("many choices of one kind share what their labels begin with", () => {
  const choices = squares.map((square) => ({ move: `hide ${square}`, label: `Hide a plaque at ${square}` }));
  const [group] = grouped(choices);
  expect(group!.title).toBe("Hide a plaque at");
  expect(group!.choices.map((choice) => choice.short)).toEqual(squares);
});

test("few choices are simply listed, before the groups", () => {
  const choices = [
    ...squares.map((square) => ({ move: `hide ${square}`, label: `Hide at ${square}` })),
    { move: "pass", label: "Pass" },
  ];
  expect(grouped(choices).map((group) => [group.title, group.choices.length])).toEqual([
    ["", 1],
    ["Hide at", 5],
  ]);
});

test("a label is never shortened to nothing", () => {
  const choices = ["", " more", " still more", " a lot", " all"].map((end, i) => ({
    move: `take ${i}`,
    label: `Take${end}`,
  }));
  expect(grouped(choices).flatMap((group) => group.choices.map((choice) => choice.short))).not.toContain("");
});

test("moves in a row are told once, with how often", () => {
  const [legal, captain] = [
    { move: "load legal", label: "Load legal goods" },
    { move: "load captain", label: "Load a Captain" },
  ];
  expect(counted([legal, legal, captain])).toEqual(["Load legal goods × 2", "Load a Captain"]);
});

test("where something is still to be chosen, the first kind says what", () => {
  const choices = ["g1", "g7"].map((square) => ({ move: `to ${square}`, label: `Move to ${square}` }));
  expect(shared([...choices, { move: "pass", label: "Pass" }])).toBe("Move to");
});
