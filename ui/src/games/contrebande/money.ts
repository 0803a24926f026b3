import { numeral, words } from "../../lib/words.svelte";

const SPACE = { en: "\u00a0", fr: "\u202f" };

/** "1,250 F" and « 1 250 F ». */
export function francs(amount: number): string {
  return `${numeral(amount, words.language)}${SPACE[words.language]}F`;
}

/** With its sign: what a balance gained or lost. */
export function change(amount: number): string {
  return `${numeral(amount, words.language, { signDisplay: "exceptZero" })}${SPACE[words.language]}F`;
}
