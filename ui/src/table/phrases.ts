import type { Play } from "../lib/play.svelte";
import type { Forms } from "../lib/plural";
import type { PhraseView } from "../lib/types";
import { phrase, words } from "../lib/words.svelte";

const REST = "rest"; // the role of whoever has no other
const FEWEST = 3; // that are at hand whatever happens
const OPEN = "…"; // what hasn't been filled in
const SEVERAL = ["hurry", "wait", "really", "well-played", "thanks", "hello"]; // fit at any time

/** A phrase, filled so far as it is. */
export interface Words {
  phrase: string;
  to?: number;
  count?: number;
  what?: string;
}

export function phraseOf(play: Play, name: string): PhraseView | undefined {
  return play.rules.talk.phrases.find((each) => each.name === name);
}

/** What people may say: not what the house's bots keep for themselves. */
export function sayable(play: Play): PhraseView[] {
  return play.rules.talk.phrases.filter((each) => !each.character);
}

/** What a seat is, as everybody sees it. */
export function roleOf(play: Play, seat: number | null): string {
  if (seat === null) return "";
  return Object.entries(play.rules.talk.roles).find(([, field]) => play.view[field] === seat)?.[0] ?? REST;
}

const other = (each: PhraseView) => each.forms["other"] ?? "";
export const addressed = (each: PhraseView) => other(each).includes("{to}");
export const counts = (each: PhraseView) => other(each).includes("{count}");

/** Whether a phrase is for this moment, whoever I am in it. */
function fits(play: Play, each: PhraseView): boolean {
  if (!(each.when ?? []).includes(play.question.phase)) return false;
  return !each.by?.length || each.by.includes(roleOf(play, play.viewer));
}

/** Whom a phrase is for now: whoever has the role; else who is asked, else my neighbour. */
function addressee(play: Play, each: PhraseView): number | undefined {
  const others = play.room.chairs.map(({ seat }) => seat).filter((seat) => seat !== play.viewer);
  const meant = others.filter((seat) => each.to?.includes(roleOf(play, seat)));
  if (each.to?.length) return meant[0];
  const after = (play.viewer ?? -1) + 1;
  return (
    others.find((seat) => play.question.actors.includes(seat)) ?? others.find((seat) => seat >= after) ?? others[0]
  );
}

/** A phrase as it would be said now with one tap; undefined if there is nobody to say it to. */
export function filled(play: Play, each: PhraseView, to?: number, count?: number): Words | undefined {
  const said: Words = { phrase: each.name };
  if (addressed(each)) {
    const seat = each.to?.length ? addressee(play, each) : (to ?? addressee(play, each));
    if (seat === undefined) return undefined;
    said.to = seat;
  }
  const size: unknown = each.count ? play.view[each.count] : undefined;
  if (counts(each)) said.count = count ?? (Array.isArray(size) && size.length ? size.length : 2);
  if (each.what?.length) said.what = each.what[0]!;
  return said;
}

/** The same promise again, while it stands, is refused. */
function stands(play: Play, said: Words): boolean {
  return play.promises.some(
    (each) =>
      each.seat === play.viewer &&
      !each.verdict &&
      each.phrase === said.phrase &&
      (each.to ?? null) === (said.to ?? null),
  );
}

/** What fits this moment, by what everybody sees: my own words first, then those that always fit. */
export function offered(play: Play, most: number): Words[] {
  const all = sayable(play);
  const mine = play.viewer === null ? [] : all.filter((each) => fits(play, each));
  const always = all.filter((each) => SEVERAL.includes(each.name));
  const ready = (found: PhraseView[]) =>
    found.map((each) => filled(play, each)).filter((said): said is Words => said !== undefined && !stands(play, said));
  const first = ready(mine).slice(0, most);
  return [...first, ...ready(always).slice(0, Math.max(0, FEWEST - first.length))];
}

/** Whether a bargain is on between me and another: there is something that one could give one's word on. */
export function bargain(play: Play): number | null {
  const found = offered(play, 9).find((said) => {
    const each = phraseOf(play, said.phrase);
    return each?.judged && each.to?.length;
  });
  return found?.to ?? null;
}

/** Words in the reader's language. */
export function spoken(
  play: Play,
  said: { phrase?: string; to?: number | null; count?: number | null; what?: string },
) {
  const each = phraseOf(play, said.phrase ?? "");
  if (!each) return said.phrase ?? "";
  const { things, numbers } = play.rules.talk;
  const count = said.count ?? 1;
  const number = numbers[count] ?? String(count);
  const thing = things[said.what ?? ""] as Forms | undefined;
  const text = phrase(words.language, each.forms as Forms, {
    n: said.count ?? 2,
    to: said.to == null ? OPEN : (play.names[said.to] ?? OPEN),
    count: said.count == null ? OPEN : number,
    what: thing ? phrase(words.language, thing, { n: count, count: number }) : OPEN,
  });
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

/** A silent gesture, as somebody sees it. */
export function gestureOf(play: Play, name: string | undefined): string {
  return name && phraseOf(play, name)?.gesture ? name : "";
}

interface Line {
  seat: number;
  name?: string;
  text?: string;
  phrase?: string;
  to?: number | null;
  count?: number | null;
  what?: string;
}

/** What was said, as the reader reads it; of a gesture, what is seen. */
export function lineText(play: Play, line: Line): string {
  if (line.text) return line.text;
  return spoken(play, line).replace("{who}", speaker(play, line));
}

export function speaker(play: Play, line: Line): string {
  return line.name || play.names[line.seat] || "";
}
