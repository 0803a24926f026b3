import { tick, untrack } from "svelte";
import type { Play } from "../lib/play.svelte";
import { turnTo } from "./arrows";

interface Lattice {
  play: () => Play;
  /** the element that holds all things, each with its name in `attribute` */
  grid: () => HTMLElement | undefined;
  attribute: string;
  /** those that can be chosen now */
  chosen: () => string[];
  /** whether there is such a thing, and which one is reached first */
  known: (name: string) => boolean;
  first: () => string;
  /** where an arrow leads from a thing; null for other keys */
  next: (key: string, from: string) => string | null;
}

/** Of many things on a lattice one is reached by Tab; arrows lead on from there. Made by its component. */
export class Roving {
  held = $state("");
  #lattice: Lattice;
  focused = $derived.by(() =>
    this.#lattice.known(this.held) ? this.held : (this.#lattice.chosen()[0] ?? this.#lattice.first()),
  );

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
    $effect.pre(() => {
      const [first] = lattice.chosen();
      if (first && !untrack(() => lattice.grid()?.contains(document.activeElement))) this.held = first;
    });
  }

  keyed = async (event: KeyboardEvent): Promise<void> => {
    const { grid, attribute, chosen, next } = this.#lattice;
    const play = this.#lattice.play();
    if (event.key === "Escape" && play.undoable) {
      event.preventDefault();
      play.undo();
      return;
    }
    const name = next(event.key, this.focused) ?? turnTo(event.key, chosen(), this.focused);
    if (!name) return;
    event.preventDefault();
    this.held = name;
    await tick();
    grid()?.querySelector<HTMLElement>(`[${attribute}="${name}"]`)?.focus();
  };
}
