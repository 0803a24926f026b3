import type { Play } from "../lib/play.svelte";
import { grouped, listed } from "./grouping";

/** What keys do at a table: numbers choose, Enter decides, letters do what is named here. */
export function pressed(event: KeyboardEvent, play: Play, letters: Record<string, () => void>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, select, textarea, dialog")) return;
  const number = Number(event.key);
  const letter = letters[event.key];
  if (number >= 1 && number <= 9) {
    const choice = grouped(listed(play), play.gathered).flatMap((group) => group.choices)[number - 1];
    if (choice) void (choice.move === play.picked ? play.commit() : play.pick(choice.move));
  } else if (letter) letter();
  else if (event.key === "Enter" && !at?.closest("button, a, summary")) void play.commit();
  else return;
  event.preventDefault();
}
