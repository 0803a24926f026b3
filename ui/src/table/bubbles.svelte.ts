import type { Play } from "../lib/play.svelte";
import { screen } from "../lib/screen.svelte";
import { gestureOf, lineText } from "./phrases";

const SHORTEST = 5_000; // ms that a bubble is there
const LETTER = 55; // ms more for each letter of a long one
const LONGEST = 10_000;

export interface Bubble {
  text: string;
  gesture: string;
  order: number; // the newest lies on top
}

/** What was just said, by seat: it fades after a while, the longer the longer it is to read. */
export class Bubbles {
  at = $state.raw<Readonly<Record<number, Bubble>>>({});

  #play: Play;
  #heard = 0;
  #beat = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(play: Play) {
    this.#play = play;
    this.#heard = play.heard;
    this.#beat = play.beat;
  }

  /** To be called whenever something was said or shown. */
  follow(): void {
    const play = this.#play;
    for (const line of play.talk) {
      if (line.number < this.#heard || line.number < play.old) continue;
      if (play.muted.has(line.seat)) continue;
      this.#show(line.seat, { text: lineText(play, line), gesture: gestureOf(play, line.phrase) });
    }
    this.#heard = play.heard;
    for (const { beat, speech } of play.fresh) {
      if (beat > this.#beat && speech) this.#show(speech.seat, { text: speech.text, gesture: "" });
    }
    this.#beat = play.beat;
  }

  #show(seat: number, said: Omit<Bubble, "order">): void {
    const others = Object.entries(this.at).filter(([other]) => Number(other) !== seat);
    const bubble = { ...said, order: 1 + Math.max(0, ...others.map(([, other]) => other.order)) };
    this.at = { ...(screen.wide ? this.at : {}), [seat]: bubble }; // a phone has room for one
    clearTimeout(this.#timers.get(seat));
    const time = Math.min(LONGEST, SHORTEST + LETTER * Math.max(0, bubble.text.length - 30));
    this.#timers.set(
      seat,
      setTimeout(() => {
        const left = { ...this.at };
        delete left[seat];
        this.at = left;
      }, time),
    );
  }

  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
