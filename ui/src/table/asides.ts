import type { Play } from "../lib/play.svelte";
import type { PageView, PromiseView } from "../lib/types";
import { say } from "../lib/words.svelte";
import texts from "../texts.json";
import type { Aside } from "./chapters";
import { spoken } from "./phrases";

const SETTLED = ["kept", "broken", "true", "lie"] as const;

/**
 * What was said aloud and stands in the log, by the page that it follows: declarations, and promises when they were
 * given and when it turned out what they were worth. What is still to be shown isn't told yet.
 */
export function asidesOf(play: Play, pages: readonly PageView[]): Map<number, Aside[]> {
  const shown = pages.filter((page) => page.told.length);
  const found = new Map<number, Aside[]>();
  const add = (beat: number, aside: Aside) => {
    const place = shown.findLast((page) => page.beat <= beat)?.beat;
    if (place !== undefined && beat <= play.beat) found.set(place, [...(found.get(place) ?? []), aside]);
  };
  for (const { beat, speech } of pages) {
    if (speech) {
      const text = say(texts, "saysAloud", { name: play.names[speech.seat] ?? "", text: speech.text });
      add(beat, { key: `${beat} aloud`, said: "speech", text });
    }
  }
  for (const promise of play.promises) {
    add(promise.after, { key: `${promise.number} given`, said: "given", text: told(play, promise, "said") });
    const verdict = SETTLED.find((each) => each === promise.verdict);
    if (verdict) {
      const text = told(play, promise, verdict);
      add(promise.settled ?? 0, { key: `${promise.number} settled`, said: verdict, text });
    }
  }
  return found;
}

function told(play: Play, promise: PromiseView, what: "said" | (typeof SETTLED)[number]): string {
  const name = play.names[promise.seat] ?? "";
  return say(texts, `promise.${what}`, { name, text: spoken(play, promise) });
}
