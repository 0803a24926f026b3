import { follow, type Placed, type Routes } from "./follow";
import { Glide } from "./glide";

interface Lying {
  /** what lies where now, by place */
  now: () => [place: string, kinds: string[]][];
  /** where cards can come from */
  routes: Routes;
  /** whether a card that is new in a place comes out of the pile; it does unless this is said */
  drawn?: (place: string) => boolean;
  /** something else that moves cards on the screen */
  also?: () => unknown;
}

/** All cards of a table: each is followed from view to view, and glides to where it lies next. Made by its component. */
export class Cards {
  /** The element that holds them all, and the pile (`data-pile`). */
  root: HTMLElement | undefined = $state();
  #lying: Lying;
  #last: Placed[] = [];
  #placed = $derived.by(() => (this.#last = follow(this.#last, this.#lying.now(), this.#lying.routes)));
  #byPlace = $derived.by(() => {
    const found = new Map<string, Placed[]>();
    for (const card of this.#placed) found.set(card.place, [...(found.get(card.place) ?? []), card]);
    return found;
  });

  constructor(lying: Lying) {
    this.#lying = lying;
    const glide = new Glide();
    const source = (place: string) =>
      lying.drawn?.(place) === false ? null : (this.root?.querySelector("[data-pile]") ?? null);
    $effect.pre(() => {
      void [this.#placed, lying.also?.()];
      glide.remember(this.root);
    });
    $effect(() => {
      void [this.#placed, lying.also?.()];
      glide.play(this.root, source);
    });
  }

  /** Those that lie in a place. */
  at = (place: string): Placed[] => this.#byPlace.get(place) ?? [];
}
