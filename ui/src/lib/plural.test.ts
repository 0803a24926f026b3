import { expect, test } from "vitest";
import { plural } from "./plural";

const cards = { one: "{n} card", other: "{n} cards" };
const cartes = { one: "{n} carte", many: "{n} de cartes", other: "{n} cartes" };

test("English counts one thing, and several or none", () => {
  expect([0, 1, 2].map((n) => plural("en", n, cards))).toEqual(["0 cards", "1 card", "2 cards"]);
});

test("French counts none like one", () => {
  expect([0, 1, 2].map((n) => plural("fr", n, cartes))).toEqual(["0 carte", "1 carte", "2 cartes"]);
});

test("numbers are written as the language writes them", () => {
  expect(plural("en", 1234, cards)).toBe("1,234 cards");
  expect(plural("fr", 1234, cartes)).toBe("1\u202f234 cartes");
  expect(plural("fr", 1_000_000, cartes)).toBe("1\u202f000\u202f000 de cartes");
});

test("a form that is not given is the general one", () => {
  expect(plural("fr", 1_000_000, { one: "{n} dollar", other: "{n} dollars" })).toBe("1\u202f000\u202f000 dollars");
});
