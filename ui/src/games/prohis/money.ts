import { numeral, words } from "../../lib/words.svelte";

/** "$4,000" and « 4 000 $ ». */
export function dollars(amount: number): string {
  return numeral(amount, words.language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).replace("\u00a0", "\u202f");
}
