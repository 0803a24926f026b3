import { preference, SPEEDS } from "./preference.svelte";
import type { Scene } from "./types";

const HOLD = 3000; // ms that a climax stays in view at speed 1
const BRIEF = 1500; // the same for one that is seen at a glance
const GLANCE = 350; // ms that any news needs
const LETTER = 18; // ms that a letter takes to be read
const LONGEST = 1600; // ms, for news that are no climax
const OWN = 300; // ms: nobody needs to read what they did themselves
const LAG = 4000; // ms that this page may be behind a table with other people
const SHARE = 0.1; // of my clock that may pass before I see my question

/** What a scene brought that is to be looked at. */
export interface Shown {
  letters: number; // of all that was told
  climax: "none" | "brief" | "full";
  own: boolean; // all of it is the viewer's own doing
  again: boolean; // whoever did the last thing goes on
}

/** Where scenes are shown, and what matters for how long they stay. */
export interface Screen {
  show(scene: Scene): Shown;
  readonly viewer: number | null;
  readonly people: number; // at the table
}

interface Waiting {
  scene: Scene;
  at: number; // when it came, in ms like Date.now()
}

/** Shows the scenes of a table one after the other, each for as long as it takes to be read. */
export class Playback {
  paused = $state(false);
  /** Until something is asked of me, all is shown at once. */
  skipping = $state(false);
  /** A climax is in view. */
  held = $state(false);
  /** How many scenes have come and are not shown yet. */
  waiting = $state(0);
  /** The newest scene, which may still wait, asks something of me. */
  called = $state(false);

  /** How long the latest scene waited to be shown, in seconds. */
  waited = 0;

  #screen: Screen;
  #queue: Waiting[] = [];
  #newest: Waiting | null = null;
  #beat = -1;
  #shownAt = 0;
  #stay = 0; // ms for which the last scene is to be seen at speed 1
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
    globalThis.document?.addEventListener("visibilitychange", this.#pump);
  }

  /** When what is in view has been seen, in ms like Date.now(). */
  get seenAt(): number {
    return this.#shownAt + this.#stay / preference.speed;
  }

  /** The table is left. */
  close(): void {
    clearTimeout(this.#timer);
    globalThis.document?.removeEventListener("visibilitychange", this.#pump);
  }

  /** A scene has come. One that answers me, or begins anew, is shown at once. */
  arrive(scene: Scene, anew: boolean): void {
    const came = { scene, at: Date.now() };
    this.#newest = came;
    this.called = asks(scene);
    if (anew) this.#queue = [];
    this.#queue.push(came);
    if (anew || scene.ack) this.#drain();
    this.#pump();
  }

  pause(): void {
    this.paused = true;
    this.#pump();
  }

  resume(): void {
    this.paused = false;
    this.#pump();
  }

  /** The device's preference has changed. */
  adapt(): void {
    this.#pump();
  }

  /** On to my next question, or as far as the table is. */
  skip(): void {
    this.paused = false;
    this.skipping = true;
    this.held = false;
    this.#pump();
  }

  /** Enough of what is in view: the next one. */
  goOn(): void {
    this.held = false;
    this.#stay = 0;
    if (this.paused && this.#queue.length) this.#next();
    this.#pump();
  }

  faster(by: 1 | -1): void {
    const at = SPEEDS.indexOf(preference.speed) + by;
    if (SPEEDS[at]) preference.setSpeed(SPEEDS[at]);
    this.#pump();
  }

  #pump = (): void => {
    clearTimeout(this.#timer);
    if (this.#hurried) this.#drain();
    while (this.#queue.length && this.#due() <= Date.now()) this.#next();
    this.waiting = this.#queue.length;
    if (this.skipping && (this.called || this.#screen.viewer === null || this.#newest?.scene.outcome)) {
      this.skipping = false;
    }
    const over = this.seenAt;
    if (this.held && !this.paused && over <= Date.now()) this.held = false;
    const next = Math.min(this.#queue.length ? this.#due() : Infinity, this.held && !this.paused ? over : Infinity);
    if (next < Infinity) this.#timer = setTimeout(this.#pump, Math.max(1, next - Date.now()));
  };

  #drain(): void {
    while (this.#queue.length) this.#next();
    this.waiting = 0;
  }

  #next(): void {
    const { scene, at } = this.#queue.shift()!;
    // One that comes again, with an answer or another clock, is no newer question.
    if (scene.beat !== this.#beat) this.waited = (Date.now() - at) / 1000;
    this.#beat = scene.beat;
    this.waiting = this.#queue.length;
    const { letters, climax, own, again } = this.#screen.show(scene);
    if (!letters) return; // what was in view stays there
    const reading = Math.min(LONGEST, GLANCE + LETTER * letters) * (again ? 0.5 : 1);
    this.#stay = { none: own ? OWN : reading, brief: BRIEF, full: HOLD }[climax];
    this.#shownAt = Date.now();
    this.held = climax !== "none" && !this.#hurried;
  }

  get #hurried(): boolean {
    return this.skipping || !preference.holding || globalThis.document?.visibilityState === "hidden";
  }

  /** When the first in the queue is to be shown. */
  #due(): number {
    const { at } = this.#queue[0]!;
    let due = Infinity;
    if (!this.paused) {
      due = this.seenAt;
      if (this.#screen.people > 1) due = Math.min(due, at + LAG);
    }
    // Nobody misses their clock for a picture, not even one at which they paused; and nobody loses a race for it.
    const { scene, at: asked } = this.#newest!;
    const raced = scene.question.race && this.#screen.people > 1;
    if (this.called && (raced || scene.ends_in != null)) {
      const latest = asked + (raced ? 0 : Math.min(LAG, SHARE * 1000 * scene.ends_in!));
      due = Math.min(due, this.#shownAt + Math.max(0, latest - this.#shownAt) / this.#queue.length);
    }
    return due;
  }
}

function asks({ viewer, answered, question }: Scene): boolean {
  const { actors, choices } = question;
  return viewer !== null && !answered && actors.includes(viewer) && !!choices?.length;
}
