import { list, say } from "../../lib/words.svelte";
import type { Colour } from "./city";
import texts from "./texts.json";
import { COLOURS } from "./view";

/** Cubes counted by colour: "2 brown cubes and 1 white cube". */
export function counted(all: Colour[]): string {
  const parts = COLOURS.map((colour) => ({ colour, n: all.filter((cube) => cube === colour).length }));
  const some = parts.filter(({ n }) => n).map(({ colour, n }) => say(texts, colour, { n }));
  return some.length ? list(some) : say(texts, "nothing");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
