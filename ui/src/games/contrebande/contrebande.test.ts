import { expect, test } from "vitest";
import { follow, type Placed } from "../../kit/follow";
import type { PageView } from "../../lib/types";
import type { Stage } from "../../lib/climaxes";
import { climaxes } from "./climaxes";
import { declarations, latestAffair } from "./declarations";
import games from "./fixtures.json"; // real games of the engine, as seat 0 saw them
import type { ContrebandeView } from "../../lib/records";
import { known, places, remembered, routes } from "./places";

const played = games.map(({ view, pages }) => ({
  view: view as unknown as ContrebandeView,
  pages: pages as PageView[],
}));

test("declarations are told one by one, each with its officer and its verdict", () => {
  for (const { pages } of played) {
    const told = declarations(pages);
    expect(told.every((one) => one.officer !== one.declarer)).toBe(true);
    expect(told.filter((one) => one.doubter !== null).every((one) => one.verdict !== null)).toBe(true);
    const doubted = pages.flatMap((page) => page.events).filter(({ act }) => act === "search" || act === "denounce");
    expect(told.filter((one) => one.verdict !== null)).toHaveLength(doubted.length);
  }
});

test("an opened hand is news until the next declaration is signed", () => {
  const { pages } = played[0]!;
  const opened = pages.findIndex((page) => page.news.some(({ name }) => name === "caught"));
  const signed = pages.findIndex(
    (page, i) => i > opened && page.events.some(({ act }) => act === "declared" || act === "claim-bag"),
  );
  expect(latestAffair(declarations(pages.slice(0, opened + 1)))?.verdict).toBe("caught");
  expect(latestAffair(declarations(pages.slice(0, signed)))?.verdict).toBe("caught");
  expect(latestAffair(declarations(pages.slice(0, signed + 1)))).toBeNull();
});

const passedOn = {
  ...played[0]!.view,
  phase: "declaration",
  turn: 1,
  hand: { unknown: 4 },
  discards: { wine: 1 },
  memory: [{ luggage: 2, watch: 1, unknown: 1 }, {}, { unknown: 4 }],
} as ContrebandeView;

test("a hand that I passed on is shown as I remember it, and hidden from everybody else (CON-14)", () => {
  expect(known(passedOn, 0)).toEqual(["luggage", "luggage", "watch", "unknown"]);
  expect(remembered(passedOn, 0)).toBe(true);
  expect(known(passedOn, 2)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  expect(known(passedOn, null)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  expect(remembered(passedOn, null)).toBe(false);
});

test("a discarded card goes from the hand to its place in the suitcase", () => {
  const before = follow([] as Placed[], places({ ...passedOn, hand: { watch: 1 }, turn: 0 }, 0), routes);
  const watch = before.find((card) => card.kind === "watch")!;
  const after = follow(before, places({ ...passedOn, hand: {}, discards: { watch: 1 }, turn: 0 }, 0), routes);
  expect(after.find((card) => card.place === "discard:watch")?.id).toBe(watch.id);
});

test("an opened hand costs what the news says, whatever else was paid, and nothing is said of nothing (CON-12)", () => {
  const opened = (name: string, sum: number) => {
    const page = { events: [{ seat: 0, act: "search", move: "search" }], news: [{ name, seat: 1, whom: 0, sum }] };
    const money = { before: { money: [2000, 2000] }, after: { money: [2000, 2000] } }; // 200 F of duty, as much back
    return climaxes.news![name]!(1, { names: ["Anna", "Bob"], page, ...money } as unknown as Stage)!.text;
  };
  expect(opened("honest", 200)).toBe("Anna had Bob's luggage opened, and pays 200\u00a0F for slander.");
  expect(opened("caught", 450)).toBe("Anna had Bob's luggage opened. Bob pays 450\u00a0F.");
  expect(opened("caught", 0)).toBe("Anna had Bob's luggage opened.");
});
