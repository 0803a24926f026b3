import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, type Screen, type Shown } from "./playback.svelte";
import { preference } from "./preference.svelte";
import type { Scene } from "./types";

const PLAIN: Shown = { letters: 40, climax: "none", own: false, again: false };
const CLIMAX: Shown = { ...PLAIN, climax: "full" };
const MINE = { phase: "turn", clause: "", prompt: "", actors: [0], choices: [{ move: "pass", label: "Pass" }] };
const THEIRS = { ...MINE, actors: [1], choices: [] };

/** A page that notes when it was shown what. */
class Page implements Screen {
  viewer: number | null = 0;
  people = 1;
  brought: Record<number, Shown> = {};
  shown: [beat: number, at: number][] = [];
  began = Date.now();

  show(scene: Scene): Shown {
    this.shown.push([scene.beat, Date.now() - this.began]);
    return this.brought[scene.beat] ?? PLAIN;
  }

  get beats(): number[] {
    return this.shown.map(([beat]) => beat);
  }

  at(beat: number): number {
    return this.shown.find(([found]) => found === beat)![1];
  }
}

let page: Page;
let playback: Playback;

function scene(beat: number, changes: Partial<Scene> = {}): Scene {
  return {
    ...{ t: "scene", table: "table", since: beat - 1, beat, viewer: 0, whole: false, view: {} },
    ...{ question: THEIRS, pages: [], ...changes },
  } as Scene;
}

function come(...scenes: Scene[]): void {
  for (const each of scenes) playback.arrive(each, false);
}

beforeEach(() => {
  vi.useFakeTimers();
  preference.setSpeed(1);
  preference.setHolding(true);
  page = new Page();
  playback = new Playback(page);
});

afterEach(() => {
  playback.close();
  vi.useRealTimers();
});

test("what happens is shown one after the other, each long enough to be read", () => {
  come(scene(1), scene(2), scene(3));
  expect([page.beats, playback.waiting]).toEqual([[1], 2]);
  vi.advanceTimersByTime(10_000);
  expect(page.beats).toEqual([1, 2, 3]);
  expect(page.at(2)).toBeGreaterThan(700);
  expect(page.at(3) - page.at(2)).toBe(page.at(2) - page.at(1));
  expect(playback.waiting).toBe(0);
});

test("whoever goes on with a turn is shown faster than somebody new", () => {
  page.brought[2] = { ...PLAIN, again: true };
  come(scene(1), scene(2), scene(3));
  vi.advanceTimersByTime(10_000);
  expect(page.at(3) - page.at(2)).toBe((page.at(2) - page.at(1)) / 2);
});

test("a climax is held for three seconds, also when nothing comes after it", () => {
  page.brought[1] = page.brought[2] = CLIMAX;
  come(scene(1), scene(2));
  vi.advanceTimersByTime(2900);
  expect([page.beats, playback.held]).toEqual([[1], true]);
  vi.advanceTimersByTime(200);
  expect([page.beats, playback.held]).toEqual([[1, 2], true]);
  vi.advanceTimersByTime(3000);
  expect(playback.held).toBe(false);
});

test("a tap goes on at once", () => {
  page.brought[1] = CLIMAX;
  come(scene(1), scene(2));
  playback.goOn();
  expect([page.beats, playback.held]).toEqual([[1, 2], false]);
});

test("faster and slower change how long things stay, and the device remembers", () => {
  page.brought[1] = page.brought[2] = CLIMAX;
  come(scene(1), scene(2), scene(3));
  playback.faster(1);
  vi.advanceTimersByTime(1600);
  expect(page.beats).toEqual([1, 2]);
  playback.faster(-1);
  playback.faster(-1);
  playback.faster(-1); // there is nothing slower
  expect(preference.speed).toBe(0.5);
  vi.advanceTimersByTime(5800);
  expect(page.beats).toEqual([1, 2]);
  vi.advanceTimersByTime(300);
  expect(page.beats).toEqual([1, 2, 3]);
});

test("a pause holds all, and a tap shows the next one only", () => {
  page.brought[1] = CLIMAX;
  come(scene(1), scene(2), scene(3));
  playback.pause();
  vi.advanceTimersByTime(60_000);
  expect([page.beats, playback.held]).toEqual([[1], true]);
  playback.goOn();
  vi.advanceTimersByTime(60_000);
  expect(page.beats).toEqual([1, 2]);
  playback.resume();
  expect(page.beats).toEqual([1, 2, 3]);
});

test("skipping shows everything at once until something is asked of me", () => {
  page.brought[2] = page.brought[4] = page.brought[6] = CLIMAX;
  come(scene(1), scene(2), scene(3));
  playback.skip();
  expect([page.beats, playback.held, playback.skipping]).toEqual([[1, 2, 3], false, true]);
  come(scene(4), scene(5, { question: MINE }));
  expect([page.beats, playback.skipping]).toEqual([[1, 2, 3, 4, 5], false]);
  come(scene(6), scene(7));
  vi.advanceTimersByTime(3000);
  expect([page.beats, playback.held]).toEqual([[1, 2, 3, 4, 5, 6], true]);
});

test("the answer to my own move is shown at once, whatever is in view", () => {
  page.brought[1] = CLIMAX;
  page.brought[2] = { ...PLAIN, own: true };
  come(scene(1), scene(2, { ack: "my-move" }), scene(3));
  expect(page.beats).toEqual([1, 2]);
  vi.advanceTimersByTime(300);
  expect(page.beats).toEqual([1, 2, 3]);
});

test("what brings no news takes no time and ends no climax", () => {
  page.brought[1] = CLIMAX;
  page.brought[2] = { ...PLAIN, letters: 0 };
  come(scene(1));
  vi.advanceTimersByTime(3100);
  come(scene(2), scene(3));
  expect(page.beats).toEqual([1, 2, 3]);
});

test("alone with bots the page takes its time, however much has come", () => {
  for (let beat = 1; beat <= 40; beat++) come(scene(beat, beat === 40 ? { question: MINE } : {}));
  vi.advanceTimersByTime(20_000);
  expect(playback.waiting).toBeGreaterThan(10);
  expect(playback.called).toBe(true);
});

test("with other people the page is never more than a few seconds behind", () => {
  page.people = 2;
  for (let beat = 1; beat <= 40; beat++) page.brought[beat] = CLIMAX;
  for (let beat = 1; beat <= 40; beat++) {
    come(scene(beat));
    vi.advanceTimersByTime(100);
  }
  expect(page.beats).toEqual([1, 2]);
  vi.advanceTimersByTime(4000);
  expect([page.beats.at(-1), playback.waiting]).toEqual([40, 0]);
});

test("my clock is worth more than any picture: a tenth of it at most passes before I am asked", () => {
  page.brought[1] = page.brought[2] = CLIMAX;
  come(scene(1), scene(2), scene(3), scene(4, { question: MINE, ends_in: 15 }));
  vi.advanceTimersByTime(1500);
  expect(page.beats).toEqual([1, 2, 3, 4]);
  expect(page.at(2)).toBeGreaterThan(300);
});

test("nobody loses a race with other people for a picture; alone with bots it begins when it is shown", () => {
  const race = { ...MINE, sealed: true, race: true };
  page.brought[1] = CLIMAX;
  page.people = 2;
  come(scene(1), scene(2), scene(3, { question: race }));
  expect(page.beats).toEqual([1, 2, 3]);
  page.people = 1;
  page.brought[4] = CLIMAX;
  come(scene(4), scene(5, { question: race }));
  vi.advanceTimersByTime(3900);
  expect(page.beats).toEqual([1, 2, 3, 4]);
  vi.advanceTimersByTime(1000);
  expect(page.beats).toEqual([1, 2, 3, 4, 5]);
});

test("a clock that runs for me ends even a pause", () => {
  come(scene(1));
  playback.pause();
  come(scene(2), scene(3, { question: MINE, ends_in: 5 }));
  vi.advanceTimersByTime(500);
  expect(page.beats).toEqual([1, 2, 3]);
});

test("whoever wants no holding sees everything as it comes", () => {
  page.brought[1] = page.brought[2] = CLIMAX;
  come(scene(1), scene(2), scene(3));
  preference.setHolding(false);
  playback.adapt();
  expect([page.beats, playback.held]).toEqual([[1, 2, 3], false]);
  come(scene(4), scene(5));
  expect(page.beats).toEqual([1, 2, 3, 4, 5]);
});

test("a table that begins anew forgets what waited", () => {
  page.brought[1] = CLIMAX;
  come(scene(1), scene(2), scene(3));
  playback.arrive(scene(3, { whole: true, since: 0 }), true);
  expect([page.beats, playback.waiting]).toEqual([[1, 3], 0]);
});

test("how long a question waited to be shown is known", () => {
  page.brought[1] = CLIMAX;
  come(scene(1));
  expect(playback.waited).toBe(0);
  come(scene(2, { question: MINE }));
  vi.advanceTimersByTime(3000);
  come(scene(2, { question: MINE })); // the same once more
  expect(playback.waited).toBe(3);
});
