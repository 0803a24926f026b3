import { expect, test } from "vitest";
import type { PageView } from "../lib/types";
import { latest } from "./lastLines";

const pages = (...told: string[]): PageView[] =>
  told.map((sentence, beat) => ({ beat, told: [sentence], events: [], news: [] }));

test("the last sentences are told as long as there is room", () => {
  expect(latest([])).toBe("");
  expect(latest(pages("Ace passes.", "Moe passes."))).toBe("Ace passes. Moe passes.");
  const long = "a".repeat(80);
  expect(latest(pages("Ace passes.", long, "Moe passes."))).toBe("Moe passes.");
  expect(latest(pages("Ace passes.", "b".repeat(200)))).toBe("b".repeat(200));
});

test("what nobody hears takes no room", () => {
  expect(latest([...pages("Ace passes."), { beat: 1, told: [], events: [], news: [] }])).toBe("Ace passes.");
});
