/** What the table of PROHIBITION makes of the record: all of it is open but for cards that are being dealt. */

import { prohibition, type ProhibitionView } from "../../lib/records";
import type { Colour, Person } from "./city";

export type TruckName = (typeof prohibition.trucks)[number];
type Cubes = Record<string, number>;

export const COLOURS: readonly Colour[] = prohibition.colours;
export const PEOPLE: readonly Person[] = prohibition.characters;

/** A truck and all that goes with it. */
export interface Truck {
  seat: number;
  name: TruckName;
  key: string;
  at: string | null;
  card: string | null;
  cargo: Colour[]; // cube by cube, the cheapest first
  lost: Colour[];
  prime: string | null;
  points: number;
  loaded: number;
  delivered: boolean;
}

export function cubes(count: Cubes | undefined): Colour[] {
  return COLOURS.flatMap((colour) => Array.from({ length: count?.[colour] ?? 0 }, () => colour));
}

/** With two players each has two trucks. */
export function trucksOf(view: ProhibitionView, seat: number): Truck[] {
  const names = prohibition.trucks.slice(0, view.seats === 2 ? 2 : 1);
  return names.map((name) => ({
    seat,
    name,
    key: `${seat}.${name}`,
    at: view.at[seat]?.[name] ?? null,
    card: view.card[seat]?.[name] ?? null,
    cargo: cubes(view.cargo[seat]?.[name]),
    lost: cubes(view.lost[seat]?.[name]),
    prime: view.prime[seat]?.[name] ?? null,
    points: view.points[seat]?.[name] ?? 0,
    loaded: view.loaded[seat]?.[name] ?? 0,
    delivered: view.delivered[seat]?.[name] ?? false,
  }));
}

export function allTrucks(view: ProhibitionView): Truck[] {
  return Array.from({ length: view.seats }, (_, seat) => trucksOf(view, seat)).flat();
}

/** The cubes on a load card. */
export function cubesOf(load: string): Colour[] {
  return cubes((prohibition.loads as Record<string, Cubes>)[load]);
}

export const worth = (colour: Colour): number => prohibition.worth[colour];

export function loadValue(load: string): number {
  return cubesOf(load).reduce((sum, colour) => sum + worth(colour), 0);
}
