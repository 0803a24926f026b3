import { climaxesOn } from "../lib/climaxes";
import { whole, type Told } from "../lib/frames";
import { Play } from "../lib/play.svelte";
import type { ReplayView, RulesView, Scene } from "../lib/types";

const LEAST = 250; // ms that a frame stays when it runs by itself

/** What stands out on the time line: a round or a turn begins at this frame, or something is opened. */
export interface Mark {
  at: number;
  kind: "round" | "turn" | "climax";
}

/** A game that is over, frame by frame, on the table that it was played at. */
export class Replay {
  /** The table, which can only be looked at. */
  readonly play: Play;
  readonly frames: Told[];
  /** The frame in view. */
  at = $state(0);
  /** It runs by itself. */
  running = $state(false);
  /** The game's climaxes have come. */
  ready = $state(false);

  #given: ReplayView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  frame = $derived.by(() => this.frames[this.at]!);
  last = $derived.by(() => this.frames.length - 1);
  marks = $derived.by<Mark[]>(() => (this.ready ? this.#marks() : []));

  constructor(given: ReplayView, rules: RulesView, seat: number | null) {
    this.#given = given;
    this.frames = whole(given.frames);
    const chairs = given.room.chairs.map((chair) => ({ ...chair, away: false }));
    this.play = new Play(null, { ...given.room, chairs, you: seat }, rules);
  }

  /** Step to a frame: the next one as it came, any other at once. */
  go(to: number): void {
    clearTimeout(this.#timer);
    const at = Math.max(0, Math.min(this.last, to));
    const next = at === this.at + 1 && this.play.ready;
    this.at = at;
    this.play.room = { ...this.play.room, status: at === this.last ? "over" : "playing" };
    if (!next) this.play.forget();
    this.play.playback.arrive(this.#scene(at, !next), true);
    if (this.running) this.#wait();
  }

  toggle(): void {
    this.running = !this.running;
    clearTimeout(this.#timer);
    if (!this.running) return;
    if (this.at === this.last) this.go(0);
    else this.go(this.at + 1);
  }

  /** To the climax before or after this frame, else to the first or last one. */
  leap(by: 1 | -1): void {
    const places = this.marks.filter(({ kind }) => kind === "climax").map(({ at }) => at);
    const found = by > 0 ? places.find((at) => at > this.at) : places.findLast((at) => at < this.at);
    this.go(found ?? (by > 0 ? this.last : 0));
  }

  /** The frame at which a move of the record was made, or what it was part of. */
  frameAt(step: number): number {
    return Math.max(
      0,
      this.frames.findLastIndex((frame) => (frame.step ?? 0) <= step),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.play.playback.close();
  }

  #wait(): void {
    if (this.at === this.last) {
      this.running = false;
      return;
    }
    this.#timer = setTimeout(() => this.go(this.at + 1), Math.max(LEAST, this.play.playback.seenAt - Date.now()));
  }

  #scene(at: number, whole: boolean): Scene {
    const { beat, question, pages, view, standings } = this.frames[at]!;
    return {
      t: "scene",
      table: this.play.room.table,
      since: 0,
      beat,
      viewer: this.play.room.you ?? null,
      whole,
      view,
      standings,
      question,
      pages: whole ? this.frames.slice(0, at + 1).flatMap((frame) => frame.pages ?? []) : (pages ?? []),
      ...(at === this.last ? { outcome: this.#given.outcome } : {}),
    };
  }

  #marks(): Mark[] {
    const marks: Mark[] = [];
    let [round, turn] = [0, -1];
    this.frames.forEach((frame, at) => {
      const pages = frame.pages ?? [];
      for (const page of pages) {
        if (page.round && page.round !== round) marks.push({ at, kind: "round" });
        else if (page.turn != null && page.turn !== turn) marks.push({ at, kind: "turn" });
        round = page.round ?? round;
        turn = page.turn ?? turn;
      }
      const stage = { names: this.play.names, word: (name: string) => this.play.word(name) };
      const [before, after] = [this.frames[at - 1]?.view ?? {}, frame.view];
      const climaxes = at ? climaxesOn(this.play.climaxes, pages, { ...stage, before, after }) : [];
      if (climaxes.some(({ brief }) => !brief)) marks.push({ at, kind: "climax" });
    });
    return marks;
  }
}
