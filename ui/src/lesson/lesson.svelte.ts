import { fresh, type Answer, type Line, type Words } from "../lib/connection.svelte";
import type { Climaxes } from "../lib/climaxes";
import { whole, type Told } from "../lib/frames";
import { Play } from "../lib/play.svelte";
import type { Draft, LessonPart, Refused, RulesView, Scene } from "../lib/types";

/** One part of a lesson on the real table: whatever is done is answered here, and only what is asked for is done. */
export class Lesson implements Line {
  readonly play: Play;

  #frames: Told[];
  #steps: LessonPart["steps"];
  #at: number; // the frame that the learner stands at, or is on the way to
  #wrong: () => string;
  #tried = $state(0); // what was done at this step that isn't asked for

  /** The frame in view. */
  #shown = $derived.by(() => this.#frames.findLastIndex((frame) => frame.beat <= this.play.beat));
  /** What is laid out counts as done, for the guide. */
  #reached = $derived.by(() => this.#shown + this.play.series.length);
  step = $derived.by(() =>
    Math.max(
      0,
      this.#steps.findLastIndex(({ frame }) => frame <= this.#reached),
    ),
  );
  text = $derived.by(() => this.#steps[this.step]!.text);
  over = $derived.by(() => this.play.ready && this.#shown === this.#frames.length - 1 && !this.play.playback.waiting);
  steps = $derived.by(() => this.#steps.length);
  stuck = $derived.by(() => this.#tried > 1);

  /** What is to be done next, and in words. */
  next = $derived.by(() => this.#frames[this.#reached]?.decisions?.[0]?.move ?? "");
  label = $derived.by(() => (this.next ? this.play.label(this.next) : ""));
  /** The same with its place in the lesson: a move may be made twice. */
  place = $derived.by(() => `${this.#reached} ${this.next}`);

  /** `wrong` is said when something else is done than what is asked for. */
  constructor(part: LessonPart, rules: RulesView, climaxes: Climaxes, wrong: () => string) {
    this.#frames = whole(part.frames);
    this.#steps = part.steps;
    this.#wrong = wrong;
    this.#at = part.steps[0]!.frame;
    this.play = new Play(this, part.room, rules);
    this.play.climaxes = climaxes;
    this.play.guided = true;
    this.play.playback.arrive(this.#scene(this.#at, true), true);
  }

  async ask(words: Words): Promise<Answer> {
    const id = fresh();
    if (words.t !== "act" && words.t !== "draft") throw this.#refused(id);
    const { moves } = words;
    const asked = moves.map((_, place) => this.#frames[this.#at + place]?.decisions?.[0]?.move);
    if (moves.some((move, place) => move !== asked[place])) {
      this.#tried += 1;
      throw this.#refused(id);
    }
    const to = this.#at + moves.length;
    const complete = moves.length > 0 && this.#ends(to);
    if (words.t === "draft" || !complete) return { t: "drafted", id, draft: this.#draft(moves, complete) };
    this.#tried = 0;
    this.#goOn(to, id);
    return { t: "ack", id };
  }

  again(): void {
    // nothing gets lost here
  }

  close(): void {
    this.play.playback.close();
  }

  /** An act is done when something comes of it, or when the guide has something else to say. */
  #ends(at: number): boolean {
    const { question, pages } = this.#frames[at]!;
    const me = this.play.viewer!;
    return (
      !question.actors.includes(me) ||
      this.#steps.some(({ frame }) => frame === at) ||
      (pages ?? []).some(({ events, news }) => news.length > 0 || events.some(({ seat }) => seat !== me))
    );
  }

  #draft(moves: string[], complete: boolean): Draft {
    const to = this.#at + moves.length - (complete ? 1 : 0);
    const { view, question } = this.#frames[to]!;
    return { t: "draft", table: "", moves, view, question, complete };
  }

  /** What was done, and all that the others do until the learner is asked again. */
  #goOn(from: number, ack: string): void {
    const last = this.#frames.length - 1;
    let at = from;
    while (at < last && !this.#frames[at]!.decisions?.length) at += 1;
    this.#at = at;
    for (let place = from; place <= at; place++) {
      const scene = this.#scene(place, false);
      this.play.playback.arrive(place === from ? { ...scene, ack } : scene, false);
    }
  }

  #scene(at: number, whole: boolean): Scene {
    const { beat, question, pages, view, standings } = this.#frames[at]!;
    const told = whole ? this.#frames.slice(0, at + 1).flatMap((frame) => frame.pages ?? []) : (pages ?? []);
    const viewer = this.play.room.you!;
    return { t: "scene", table: "", since: 0, beat, viewer, whole, view, standings, question, pages: told };
  }

  #refused(id: string): Refused {
    return { t: "refused", id, code: "lesson", sentence: this.#wrong(), clause: "" };
  }
}
