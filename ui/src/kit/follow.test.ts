import { expect, test } from "vitest";
import { follow, spread, total, type Placed, type Routes } from "./follow";

const routes: Routes = { "hand:": ["row:"], "convoy:": ["hand:"], "store:": ["convoy:"] };

function lay(before: Placed[], now: Record<string, string[]>): Placed[] {
  return follow(before, Object.entries(now), routes);
}

function ids(cards: Placed[], place: string): number[] {
  return cards.filter((card) => card.place === place).map((card) => card.id);
}

test("a card that stays keeps its id, one that is drawn brings it along, and the new one in the row is new", () => {
  const before = lay([], { "row:0": ["wine"], "hand:0": ["tea", "wine"] });
  const after = lay(before, { "row:0": ["tea"], "hand:0": ["tea", "wine", "wine"] });
  const hand = ids(after, "hand:0");
  expect(hand.slice(0, 2)).toEqual(ids(before, "hand:0"));
  expect(hand[2]).toBe(ids(before, "row:0")[0]);
  expect(ids(before, "row:0").concat(ids(before, "hand:0"))).not.toContain(ids(after, "row:0")[0]);
});

test("an open card that a rival takes goes into their hand face down", () => {
  const before = lay([], { "row:0": ["wine"], "hand:1": ["unknown"] });
  const after = lay(before, { "row:0": [], "hand:1": ["unknown", "unknown"] });
  expect(ids(after, "hand:1")).toContain(ids(before, "row:0")[0]);
});

test("a card that is turned over stays the same card", () => {
  const before = lay([], { "convoy:0": ["unknown"], "convoy:1": ["unknown"] });
  const after = lay(before, { "convoy:0": ["unknown"], "convoy:1": ["tea"] });
  expect(after.map((card) => card.id)).toEqual(before.map((card) => card.id));
});

test("cards of different kinds are never taken for each other", () => {
  const before = lay([], { "hand:0": ["tea"] });
  const after = lay(before, { "hand:0": [], "convoy:0": ["wine"] });
  expect(ids(after, "convoy:0")).not.toEqual(ids(before, "hand:0"));
});

test("no two cards have one id, however the table changes", () => {
  let cards: Placed[] = [];
  for (const hand of [["tea", "tea"], ["unknown", "tea", "wine"], [], ["wine", "wine"]]) {
    cards = lay(cards, { "hand:0": hand, "convoy:0": ["tea"], "store:0": ["unknown", "unknown"] });
    expect(new Set(cards.map((card) => card.id)).size).toBe(cards.length);
  }
});

test("numbers by kind are spread in the order of the cards, unknown ones last", () => {
  expect(spread({ unknown: 1, wine: 1, tea: 2 }, ["tea", "wine"])).toEqual(["tea", "tea", "wine", "unknown"]);
  expect(spread(undefined, [])).toEqual([]);
  expect(total({ tea: 2, unknown: 3 })).toBe(5);
});

test("cards that lie as they lay are the same objects, and the list the same list, so that nothing is drawn again", () => {
  const before = lay([], { "row:0": ["wine"], "hand:0": ["tea", "wine"] });
  expect(lay(before, { "row:0": ["wine"], "hand:0": ["tea", "wine"] })).toBe(before);
  const after = lay(before, { "row:0": ["tea"], "hand:0": ["tea", "wine"] });
  expect(after.slice(1).every((card, i) => card === before[i + 1])).toBe(true);
});
