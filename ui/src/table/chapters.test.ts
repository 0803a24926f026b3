import { expect, test } from "vitest";
import type { PageView } from "../lib/types";
import { chapters, pieces } from "./chapters";

const page = (beat: number, told: string[], more: Partial<PageView> = {}): PageView => ({
  beat,
  events: [],
  news: [],
  told,
  ...more,
});

test("the log is grouped by round and turn, and says which clause a sentence follows from", () => {
  const rounds = chapters([
    page(1, ["Ana is drawn as officer."], { round: 1 }),
    page(2, ["Bob declares: wine."], { round: 1, turn: 1 }),
    page(3, []),
    page(4, ["Ana searches.", "Bob pays 300 F."], { round: 1, turn: 1, clauses: ["", "CON-11"] }),
    page(5, ["Éva declares nothing."], { round: 1, turn: 2 }),
    page(6, ["Bob declares nothing."], { round: 2, turn: 1 }),
  ]);
  const told = rounds.map(({ number, turns }) => [
    number,
    turns.map(({ seat, lines }) => [seat, lines.map(({ text }) => text)]),
  ]);
  expect(told).toEqual([
    [
      1,
      [
        [null, ["Ana is drawn as officer."]],
        [1, ["Bob declares: wine.", "Ana searches.", "Bob pays 300 F."]],
        [2, ["Éva declares nothing."]],
      ],
    ],
    [2, [[1, ["Bob declares nothing."]]]],
  ]);
  expect(rounds[0]!.turns[1]!.lines.map(({ clause }) => clause)).toEqual(["", "", "CON-11"]);
});

test("a game without turns and rounds is one plain list, and what is new in it is marked", () => {
  const [first, last] = [page(1, ["One match."]), page(2, ["Two matches."])];
  const rounds = chapters([first, last], [last]);
  expect(rounds).toHaveLength(1);
  expect(rounds[0]!.turns).toHaveLength(1);
  expect(rounds[0]!.turns[0]!.lines.map(({ fresh }) => fresh)).toEqual([false, true]);
});

test("names are found in a sentence as whole words, the longest first, whatever they are made of", () => {
  const names = ["Ana", "Ana Lou", "a.b", "Émile"];
  expect(pieces("Ana Lou pays Émile, not Anatole; a.b isn't axb.", names)).toEqual([
    { text: "Ana Lou", seat: 1 },
    { text: " pays ", seat: null },
    { text: "Émile", seat: 3 },
    { text: ", not Anatole; ", seat: null },
    { text: "a.b", seat: 2 },
    { text: " isn't axb.", seat: null },
  ]);
});
