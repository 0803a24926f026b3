import { ms } from "../lib/motion.svelte";

const FLIGHT = "flight";

/** Lets the elements with `data-card` under a root glide from where they were before an update to where they are. */
export class Glide {
  #was = new Map<string, { rect: DOMRect; place: string | undefined }>();

  /** Before the page changes. */
  remember(root: Element | undefined): void {
    this.#was.clear();
    for (const card of cards(root)) {
      this.#was.set(card.dataset["card"]!, { rect: card.getBoundingClientRect(), place: card.dataset["place"] });
    }
  }

  /** After it has changed. A card that was nowhere comes out of the element `source` (of its place), if that is there. */
  play(root: Element | undefined, source: (place: string) => Element | null): void {
    const duration = ms(420);
    if (!duration || !this.#was.size) return;
    let moved = 0;
    // all are measured before any is moved: measuring after a change would lay the page out anew for every card
    const found = [...cards(root)].map((card) => ({ card, now: card.getBoundingClientRect() }));
    const flights = found.flatMap(({ card, now }) => {
      const old = this.#was.get(card.dataset["card"]!);
      const was = old ? old.rect : source(card.dataset["place"] ?? "")?.getBoundingClientRect();
      if (!was || !now.width || !was.width) return [];
      const x = was.x + was.width / 2 - now.x - now.width / 2;
      const y = was.y + was.height / 2 - now.y - now.height / 2;
      const scale = was.width / now.width;
      if (Math.abs(x) + Math.abs(y) < 2 && Math.abs(scale - 1) < 0.02) return [];
      const stays = old !== undefined && old.place === card.dataset["place"];
      if (stays && Math.abs(y) > 12) return []; // the page was laid out anew: nobody moved this card
      const far = !stays && Math.hypot(x, y) > 60;
      return [{ card, x, y, scale, far }];
    });
    for (const { card, x, y, scale, far } of flights) {
      fly(
        card,
        [
          { translate: `${x}px ${y}px`, scale: `${scale}` },
          { translate: "0 0", scale: "1" },
        ],
        {
          duration: far ? duration : duration / 2,
          delay: far ? Math.min(moved++, 6) * 55 : 0,
          easing: "cubic-bezier(0.3, 0.7, 0.2, 1)",
          fill: "backwards",
        },
      );
    }
  }
}

/** On the way a card is above all others, and a touch goes through it to what lies beneath. Neither is one of the
 *  keyframes: with them, browsers would draw every frame anew. */
function fly(card: HTMLElement, keyframes: Keyframe[], options: KeyframeAnimationOptions): void {
  const flight = card.animate(keyframes, { ...options, id: FLIGHT });
  card.classList.add("flying");
  const land = () => {
    const others = card.getAnimations().filter((other) => other.id === FLIGHT && other !== flight);
    if (others.every((other) => other.playState === "finished")) card.classList.remove("flying");
  };
  flight.addEventListener("finish", land);
  flight.addEventListener("cancel", land);
}

function cards(root: Element | undefined): NodeListOf<HTMLElement> | HTMLElement[] {
  return root?.querySelectorAll<HTMLElement>("[data-card]") ?? [];
}
