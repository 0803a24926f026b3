import { afterEach, expect, test } from "vitest";
import shell from "../texts.json";
import { amount, list, say, words, type Texts } from "./words.svelte";

const texts = {
  en: { cards: { one: "{who} has {n} card", other: "{who} has {n} cards" }, plain: "It costs {price}" },
  fr: { cards: { one: "{who} a {n} carte", other: "{who} a {n} cartes" }, plain: "Cela coûte {price}" },
};

afterEach(() => words.switch("en"));

test("texts follow the language when it is switched", () => {
  expect(say(texts, "cards", { who: "Lulu", n: 0 })).toBe("Lulu has 0 cards");
  words.switch("fr");
  expect(say(texts, "cards", { who: "Lulu", n: 0 })).toBe("Lulu a 0 carte");
  expect(say(texts, "cards", { who: "Lulu", n: 2 })).toBe("Lulu a 2 cartes");
});

test("numbers are written as the language writes them, and words are left alone", () => {
  expect(say(texts, "plain", { price: 12_000 })).toBe("It costs 12,000");
  words.switch("fr");
  expect(say(texts, "plain", { price: 12_000 })).toBe("Cela coûte 12\u202f000");
  expect(say(texts, "plain", { price: "{n} $&" })).toBe("Cela coûte {n} $&");
});

test("lists end as the language ends them", () => {
  expect(list(["A", "B", "C"])).toBe("A, B and C");
  words.switch("fr");
  expect(list(["A", "B", "C"])).toBe("A, B et C");
});

test("French elides before a name that begins with a vowel or a mute h, and before nothing else", () => {
  words.switch("fr");
  for (const name of ["Odette", "Émile", "Hélène", "Hugo", "Yvonne", "Œdipe"]) {
    expect(say(shell, "turnOf", { name })).toBe(`Au tour d’${name}`);
  }
  for (const name of ["Jules", "Hans", "Yann", "a1", "7", "Ω"]) {
    expect(say(shell, "turnOf", { name })).toBe(`Au tour de ${name}`);
  }
  words.switch("en");
  expect(say(shell, "turnOf", { name: "Odette" })).toBe("Odette's turn");
});

const files = import.meta.glob<Texts>(["../**/*exts.json", "../**/coach.json"], { eager: true, import: "default" });

test.each(Object.entries(files))("both languages of %s say the same things of the same values", (_, { en, fr }) => {
  const values = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();
  const named = (texts: Texts["en"]) => Object.entries(texts).map(([key, text]) => [key, values(text)]);
  expect(new Map(named(fr) as [string, string[]][])).toEqual(new Map(named(en) as [string, string[]][]));
});

test("sums are written as the game writes them, with the sign in front", () => {
  expect(amount("${}", -4000)).toBe("−$4,000");
  expect(amount({ one: "{} point", other: "{} points" }, 1)).toBe("1 point");
  words.switch("fr");
  expect(amount({ one: "{} point", other: "{} points" }, 0)).toBe("0 point");
  expect(amount("{}\u202f$", 12000)).toBe("12\u202f000\u202f$");
});
