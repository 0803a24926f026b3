import { house } from "../lib/house.svelte";
import type { Play } from "../lib/play.svelte";
import type { Forms } from "../lib/plural";
import type { Heard } from "../lib/types";
import { phrase, words } from "../lib/words.svelte";

const OPEN = "…"; // what hasn't been filled in

/** The ready-made words, by name. */
export function phrases(): Record<string, Forms> {
  return (house.catalogue?.phrases ?? {}) as Record<string, Forms>;
}

/** A ready-made phrase in the reader's language, to somebody and with a number where it has one. */
export function spoken(play: Play, name: string, to: number | null, count: number | null): string {
  const forms = phrases()[name];
  if (!forms) return name;
  const called = to === null ? OPEN : (play.names[to] ?? OPEN);
  return phrase(words.language, forms, { n: count ?? 2, to: called, count: count ?? OPEN });
}

/** What was said, as the reader reads it. */
export function heardText(play: Play, line: Heard): string {
  return line.text || spoken(play, line.phrase ?? "", line.to ?? null, line.count ?? null);
}
