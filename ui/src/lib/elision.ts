import type { Values } from "./words.svelte";

/** What "de" and "que" lose their last letter before: a vowel, a mute h (Hélène, not Hans), the y of Yves. */
const VOWEL = /^(?:[aeiouœæ]|h[eiouy]|y[^aeiou\W])(?!\d)/i;

/** A French text in which "de" and "que" fit the value that follows: « au tour d’Odette », « au tour de Jules ». */
export function elide(text: string, values: Values): string {
  return text.replaceAll(/\b(d|qu)e (?=\{(\w+)\})/gi, (whole, start: string, name: string) => {
    const value = values[name];
    const plain = typeof value === "string" ? value.normalize("NFKD").replaceAll(/\p{M}/gu, "") : "";
    return VOWEL.test(plain) ? `${start}’` : whole;
  });
}
