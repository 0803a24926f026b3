import { elide } from "./elision";
import { recall, remember } from "./storage";
import { plural, type Forms, type Language } from "./plural";

/** Texts in both languages; one with forms is chosen by the value `n`. */
export type Texts<Key extends string = string> = Record<Language, Record<Key, string | Forms>>;
export type Values = Record<string, string | number>;

function preferred(): Language {
  const kept = recall("language");
  if (kept === "en" || kept === "fr") return kept;
  for (const tag of globalThis.navigator?.languages ?? []) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === "en" || language === "fr") return language;
  }
  return "en";
}

class Words {
  language = $state<Language>(preferred());

  switch(language: Language): void {
    this.language = language;
    remember("language", language);
  }
}

/** The language of the page: the browser's, until somebody switches it. */
export const words = new Words();

/** A text in the page's language. `{name}` is a value; numbers are written as the language writes them. */
export function say<Key extends string>(texts: Texts<Key>, key: Key, values: Values = {}): string {
  return phrase(words.language, texts[words.language][key], values);
}

export function phrase(language: Language, text: string | Forms, values: Values = {}): string {
  const form = typeof text === "string" ? text : plural(language, Number(values["n"] ?? 0), text);
  const fitting = language === "fr" ? elide(form, values) : form;
  return fitting.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numeral(value, language) : value;
  });
}

/** A number as a language writes it, below zero with a real minus. */
export function numeral(value: number, language: Language, how: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language, how).format(value).replace("-", "−");
}

/** A sum as a game writes it: one form, or one for each kind of number; `{}` is the number. */
export function amount(forms: string | Record<string, string>, sum: number, sign = sum < 0 ? "−" : ""): string {
  const size = Math.abs(sum);
  const form = typeof forms === "string" ? forms : plural(words.language, size, forms as Forms);
  return sign + form.replace("{}", numeral(size, words.language));
}

/** "A, B and C", as the British write it. */
export function list(items: string[]): string {
  return new Intl.ListFormat(words.language === "en" ? "en-GB" : words.language).format(items);
}
