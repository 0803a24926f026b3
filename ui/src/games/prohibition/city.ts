/** Chicago on the screen: where crossroads, streets and blocks lie. The data are the rules' own. */

import type { Cell } from "../../kit/arrows";
import { prohibition } from "../../lib/records";

const data = prohibition.city;

export type Colour = (typeof prohibition.colours)[number];
export type Person = (typeof prohibition.characters)[number];
export type Way = (typeof data.blocks)[number]["doors"][number];
export type Kind = "bar" | "distillery" | "private brown" | "private black" | "private white";

export interface Point {
  x: number;
  y: number;
}

export const PITCH = 100; // from one crossroads to the next
export const STREET = 34; // how wide a street is
export const SIDE = 6; // blocks a side
export const EDGE = STREET / 2;
export const CITY = SIDE * PITCH;
export const MARGIN = 26; // for the names of lines
export const SPAN = CITY + STREET + 2 * MARGIN;

const WAYS: Record<Way, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
const LETTERS = "abcdefg";

export const crossroads: string[] = [...LETTERS].flatMap((letter) =>
  Array.from({ length: SIDE + 1 }, (_, row) => `${letter}${row + 1}`),
);
export const streets: readonly { name: string; door: string | null }[] = data.streets;
export const blocks: readonly { name: string; row: number; column: number; doors: readonly Way[] }[] = data.blocks;

const doors = new Map(streets.map(({ name, door }) => [name, door]));
const blockNames = new Set(blocks.map(({ name }) => name));

/** The block whose door is on a street. */
export const doorOf = (street: string): string | null => doors.get(street) ?? null;

/** What a name names: letters and numbers tell a street from a block. */
export function sort(name: string): "crossroads" | "street" | "block" {
  return !name.includes("-") ? "crossroads" : blockNames.has(name) ? "block" : "street";
}

interface Layout {
  buildings: Record<string, string>;
  places: Record<Person, readonly string[]>;
}

/** The layout's buildings and coloured crossroads. */
export function layoutOf(number: string | null): Layout | null {
  const layouts: readonly Layout[] = data.layouts;
  return number ? layouts[Number(number) - 1]! : null;
}

/** The crossroads where each of them comes onto the map. */
export function placesOf(layout: string | null): Record<Person, readonly string[]> {
  return layoutOf(layout)?.places ?? { ness: [], policeman: [], capone: [] };
}

export function kindOf(layout: string | null, block: string): Kind {
  return (layoutOf(layout)?.buildings[block] ?? "bar") as Kind;
}

const points = new Map<string, Point>();

/** A crossroads, or the middle of a street or block. */
export function point(name: string): Point {
  let found = points.get(name);
  if (!found) points.set(name, (found = middle(name)));
  return found;
}

function middle(name: string): Point {
  const ends = name.split("-").map((end) => ({
    x: LETTERS.indexOf(end.charAt(0)) * PITCH,
    y: (Number(end.slice(1)) - 1) * PITCH,
  }));
  const [a, b = a] = ends;
  return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
}

export const isAcross = (street: string): boolean => street.charAt(1) === street.charAt(4);

/** The crossroads next to one, or null beyond the rim. */
export function beside(place: string, way: Way): string | null {
  const [right, down] = WAYS[way];
  const column = LETTERS.indexOf(place.charAt(0)) + right;
  const row = Number(place.slice(1)) + down;
  return column < 0 || column > SIDE || row < 1 || row > SIDE + 1 ? null : `${LETTERS[column]}${row}`;
}

/** The crossroads where two streets meet, or null. */
export function meeting(street: string, other: string): string | null {
  return street.split("-").find((end) => other.split("-").includes(end)) ?? null;
}

/** A drive as points: the middle of the first street, every corner, the middle of the last. */
export function drive(path: string[]): Point[] {
  const points: Point[] = [];
  for (const [i, street] of path.entries()) {
    const corner = i > 0 ? meeting(path[i - 1]!, street) : null;
    if (corner) points.push(point(corner));
    if (i === 0 || i === path.length - 1 || !corner) points.push(point(street));
  }
  return points;
}

/** The streets of the two lines through a crossroads, with how far they are from it. */
export function linesThrough(place: string): { street: string; away: number }[] {
  const { x, y } = point(place);
  return streets.flatMap(({ name }) => {
    const there = point(name);
    if (isAcross(name) ? there.y !== y : there.x !== x) return [];
    return [{ street: name, away: Math.floor((Math.abs(there.x - x) + Math.abs(there.y - y)) / PITCH) }];
  });
}

// The city as a lattice of 13 x 13 things that arrow keys walk over: crossroads, streets between them, blocks.

export const LATTICE = 2 * SIDE + 1;

export function cellOf(name: string): Cell {
  const { x, y } = point(name);
  return { column: Math.round((2 * x) / PITCH), row: Math.round((2 * y) / PITCH) };
}

const corner = (column: number, row: number) => `${LETTERS[column]}${row + 1}`;

export function nameAt({ column, row }: Cell): string {
  const [west, north] = [column >> 1, row >> 1];
  if (column % 2 === 0 && row % 2 === 0) return corner(west, north);
  return `${corner(west, north)}-${corner(west + (column % 2), north + (row % 2))}`;
}

export const lattice: string[] = Array.from({ length: LATTICE * LATTICE }, (_, i) =>
  nameAt({ column: i % LATTICE, row: Math.floor(i / LATTICE) }),
);
