import { expect, test } from "vitest";
import { follow, type Placed } from "../../kit/follow";
import { phrase } from "../../lib/words.svelte";
import type { PageView } from "../../lib/types";
import games from "./fixtures.json"; // real games of the engine, as seat 0 saw them
import type { ProhisView } from "../../lib/records";
import { places, routes } from "./places";
import { story } from "./story";
import texts from "./texts.json";

const pages = games.pages as PageView[];
const views = games.views as unknown as ProhisView[];

test("every card of a view lies in its place, through a whole game, and none is there twice", () => {
  let cards: Placed[] = [];
  for (const view of views) {
    const wanted = places(view);
    cards = follow(cards, wanted, routes);
    expect(cards.map((card) => card.kind)).toEqual(wanted.flatMap(([, kinds]) => kinds));
    expect(new Set(cards.map((card) => card.id)).size).toBe(cards.length);
  }
});

function until(beat: number) {
  return story(pages.filter((page) => page.beat <= beat));
}

test("a convoy's story is told by what everybody heard", () => {
  const passed = until(30)!;
  expect([passed.owner, passed.controller, passed.bribe, passed.end]).toEqual([0, 2, "refused", "passed"]);
  expect([...passed.turned]).toEqual([
    [1, "legal"],
    [0, "inspector"],
  ]);
  const seized = until(37)!;
  expect(Object.fromEntries(seized.answers)).toEqual({ 0: "captain", 2: "captain", 3: "let-pass" });
  expect([seized.owner, seized.controller, seized.end]).toEqual([1, 0, "seized"]);
  const bribed = until(42)!;
  expect([bribed.owner, bribed.controller, bribed.bribe, bribed.end]).toEqual([2, 0, "accepted", "bribed"]);
  expect(until(51)!.end).toBe("waived");
  expect(until(67)!.end).toBe("unchecked");
});

test("a convoy is old news when somebody has drawn or passed since", () => {
  expect(until(42)!.old).toBe(false);
  expect(until(45)!.old).toBe(true);
  expect(until(21)).toBeNull();
});

test("numbers in the table's texts have their plural forms", () => {
  expect(phrase("en", texts.en.pile, { n: 1 })).toBe("Pile: 1 card");
  expect(phrase("fr", texts.fr.pile, { n: 46 })).toBe("Pioche\u00a0: 46 cartes");
});
