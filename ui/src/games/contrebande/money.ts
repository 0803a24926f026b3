import { words } from "../../lib/words.svelte";

/** "1,250 F" and « 1 250 F ». */
export function francs(amount: number): string {
  return `${new Intl.NumberFormat(words.language).format(amount)}\u00a0F`;
}

/** With its sign: what a balance gained or lost. */
export function change(amount: number): string {
  return `${new Intl.NumberFormat(words.language, { signDisplay: "exceptZero" }).format(amount)}\u00a0F`;
}
