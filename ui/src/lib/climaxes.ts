import type { Sound } from "./sounds.svelte";
import type { EventView, PageView } from "./types";

/** A climax as it is shown: who, what, and what it means. */
export interface Climax {
  title: string;
  text: string; // in money or points where the viewer can know; may be empty
  sound: Sound;
  bad?: boolean; // somebody pays for it
  brief?: boolean; // it happens often, and is seen at a glance
  at?: string; // a CSS selector: where on the table it happens
}

/** What a game may use to tell of a climax: nothing that the viewer doesn't see. */
export interface Stage {
  names: string[];
  word: (name: string) => string; // the game's word in the viewer's language
  before: Record<string, any>; // the view before it
  after: Record<string, any>;
  page: PageView;
}

/** climaxes.ts: `export const climaxes: Climaxes` — by act and by news, what is held in view; null: not this time. */
export interface Climaxes {
  acts?: Record<string, (event: EventView, stage: Stage) => Climax | null>;
  news?: Record<string, (seat: number, stage: Stage) => Climax | null>;
}

/** The climaxes on some pages of the log that are shown together: beside a great one the small ones don't count. */
export function climaxesOn(climaxes: Climaxes, pages: PageView[], stage: Omit<Stage, "page">): Climax[] {
  const found = pages.flatMap((page) => onPage(climaxes, page, { ...stage, page }));
  const great = found.filter(({ brief }) => !brief);
  return great.length ? great : found;
}

function onPage({ acts, news }: Climaxes, page: PageView, stage: Stage): Climax[] {
  return [
    ...page.events.map((event) => acts?.[event.act]?.(event, stage) ?? null),
    ...page.news.map(({ name, seat }) => news?.[name]?.(seat, stage) ?? null),
  ].filter((climax) => climax !== null);
}

/** Whether a page of the log may hold a climax, for emphasis. */
export function isClimax({ acts, news }: Climaxes, page: PageView): boolean {
  return page.events.some(({ act }) => act in (acts ?? {})) || page.news.some(({ name }) => name in (news ?? {}));
}
