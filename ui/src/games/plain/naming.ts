import type { Play } from "../../lib/play.svelte";

/** The game's word for a field or a value, or the field's own name in plain letters. */
export function nameOf(play: Play, name: string): string {
  return play.word(name).replaceAll("_", " ");
}

/** Nothing that is worth a line. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
