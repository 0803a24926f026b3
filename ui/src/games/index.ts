import type { Component } from "svelte";
import { house } from "../lib/house.svelte";
import type { Climaxes } from "../lib/climaxes";
import type { Play } from "../lib/play.svelte";
import type { Language } from "../lib/plural";

/** What a game's folder may hold besides its table; each is optional. */

/** coach.json: what a newcomer is told at each phase of a first game, by `question.phase`,
 * or by phase and role where `question.role` has words of its own ("turn full hand"). */
export type Coach = Record<Language, Record<string, string>>;

/** diagrams.ts: `export const diagrams: Diagrams` — a small picture by clause id. */
export type Diagrams = Record<string, Component>;

const tables = import.meta.glob<{ default: Component<{ play: Play }> }>("./*/Table.svelte");
const coaches = import.meta.glob<{ default: Coach }>("./*/coach.json");
const climaxes = import.meta.glob<{ climaxes: Climaxes }>("./*/climaxes.ts");
const diagrams = import.meta.glob<{ diagrams: Diagrams }>("./*/diagrams.ts");

/** The game's own table: ours, one that its package brings, or the plain one that shows any game. */
export async function tableOf(game: string): Promise<Component<{ play: Play }>> {
  if (house.game(game)?.part) return (await import("../table/Part.svelte")).default;
  const load = tables[`./${game}/Table.svelte`] ?? tables["./plain/Table.svelte"]!;
  return (await load()).default;
}

export async function coachOf(game: string): Promise<Coach | null> {
  return (await coaches[`./${game}/coach.json`]?.())?.default ?? null;
}

/** What is held in view at a game's table (see `Climaxes`); nothing if it doesn't say. */
export async function climaxesOf(game: string): Promise<Climaxes> {
  return (await climaxes[`./${game}/climaxes.ts`]?.())?.climaxes ?? {};
}

export async function diagramsOf(game: string): Promise<Diagrams> {
  return (await diagrams[`./${game}/diagrams.ts`]?.())?.diagrams ?? {};
}
