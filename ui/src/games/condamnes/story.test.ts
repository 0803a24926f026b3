import { expect, test } from "vitest";
import type { EventView, NewsView, PageView } from "../../lib/types";
import { story } from "./story";

let beat = 0;

function page(
  events: [act: string, seat: number, move?: string][],
  news: [name: string, seat: number][] = [],
): PageView {
  return {
    beat: ++beat,
    events: events.map(([act, seat, move]): EventView => ({ act, seat, move: move ?? null })),
    news: news.map(([name, seat]): NewsView => ({ name, seat })),
    told: [],
  };
}

const watches = (seat: number) => page([["watch", 0, `watch ${seat}`]]);

test("a gaze ends the story before it", () => {
  const searched = page([["discard", 0, "discard KS"]], [["not there", 2]]);
  expect(story([watches(1), page([["search", 0, "search 2"]]), searched]).searched).toEqual({ seat: 2, found: false });
  expect(story([watches(1), searched, watches(3)]).searched).toBeNull();
});

test("what is seen with the gaze belongs to it", () => {
  const seen = page(
    [
      ["watch", 0, "watch 2"],
      ["slip", 2, "slip 3"],
      ["tunnel", 1, "tunnel"],
    ],
    [["caught", 2]],
  );
  const told = story([watches(1), seen]);
  expect(told.caught).toBe(2);
  expect(told.tunnels).toEqual(new Map([[1, "announced"]]));
});

test("a tunnel stands, another one is annulled", () => {
  const opened = page([
    ["watch", 0, "watch 3"],
    ["tunnel", 1, "tunnel"],
    ["tunnel", 3, "tunnel"],
  ]);
  const told = story([opened, page([["mark", 1, "mark 3C"]], [["tunnel", 1]]), page([["annul", 0, "annul"]])]);
  expect(told.tunnels).toEqual(
    new Map([
      [1, "stands"],
      [3, "annulled"],
    ]),
  );
});

test("the card that comes back is held against the announced one", () => {
  const back = page([["pass", 4, "pass QH"]], [["face", 0]]);
  expect(story([watches(4), back]).back).toEqual({ card: "QH", by: 4, verdict: "face" });
  // others pass unseen cards: nothing is compared
  expect(story([watches(4), page([["pass", 3]])]).back).toBeNull();
});

test("hands that are looked through", () => {
  const told = story([watches(4), page([["inspect", 0, "inspect 1"]]), page([["inspect", 0, "inspect 3"]])]);
  expect(told.looked).toEqual([1, 3]);
});
