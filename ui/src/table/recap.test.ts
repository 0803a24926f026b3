import { expect, test } from "vitest";
import type { PageView } from "../lib/types";
import { sinceMine } from "./recap";

let beat = 0;
function page(told: string, seats: (number | null)[], news: string[] = []): PageView {
  beat += 1;
  return {
    beat,
    told: told ? [told] : [],
    events: seats.map((seat) => ({ act: "act", seat })),
    news: news.map((name) => ({ name, seat: 0 })),
  };
}
const told = (pages: PageView[]) => pages.flatMap((each) => each.told);

test("the recap begins after my last deed and leaves out what nobody told", () => {
  const pages = [
    page("They begin.", [1]),
    page("I draw.", [0]),
    page("They draw.", [1]),
    page("", [2]),
    page("They send.", [2]),
  ];
  expect(told(sinceMine(pages, 0))).toEqual(["They draw.", "They send."]);
});

test("what came of my last deed, and what others answered with me, is part of it", () => {
  const joint = [page("All answer.", [0, 1]), page("They turn a card.", [1])];
  expect(told(sinceMine(joint, 0))).toEqual(["All answer.", "They turn a card."]);
  const result = [page("I turn a card: seized.", [0], ["seized"])];
  expect(told(sinceMine(result, 0))).toEqual(["I turn a card: seized."]);
});

test("before my first deed it is all that happened, and so it is for a spectator", () => {
  const pages = [page("They begin.", [1]), page("They draw.", [1])];
  expect(told(sinceMine(pages, 0))).toEqual(["They begin.", "They draw."]);
  expect(told(sinceMine(pages, null))).toEqual(["They begin.", "They draw."]);
});
