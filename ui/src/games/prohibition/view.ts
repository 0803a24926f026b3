/** What the table of PROHIBITION is told: the game's record, all of it open but for cards that are being dealt. */

import type { Colour, Person, Way } from "./city";

export type TruckName = "1" | "2";
type Cubes = Partial<Record<Colour, number>>;
/** By truck; what is nothing is left out. */
type Trucks<Thing> = Partial<Record<TruckName, Thing>>;

export interface ProhibitionView {
  seats: number;
  layout: string | null; // "1" to "4"
  phase: string;
  first: number | null;
  turn: number | null;
  truck: TruckName | null;
  second_truck: boolean;
  round: number;
  stage: "play" | "last round" | "last truck";
  ending: string | null;
  reason: string | null;
  quiet: number;
  number: number;
  pair: string | null; // "ness-capone": what the second die shows
  character: Person | null;
  steps: number;
  came: Way | null;
  path: string[]; // the street where the drive began, then those driven
  where: Partial<Record<Person, string>>;
  stock: Cubes;
  open: (string | null)[];
  down: boolean[];
  lost_primes: string[];
  at: Trucks<string>[];
  card: Trucks<string>[];
  cargo: Trucks<Cubes>[];
  lost: Trucks<Cubes>[];
  losses: Trucks<number>[];
  prime: Trucks<string>[];
  loaded: Trucks<number>[];
  delivered: Trucks<boolean>[];
  points: Trucks<number>[];
  hands: Trucks<Record<string, number>>[];
  bars: Record<string, Cubes>;
  closed: Record<string, boolean>;
}

export const COLOURS: readonly Colour[] = ["brown", "black", "white"];
export const PEOPLE: readonly Person[] = ["ness", "policeman", "capone"];

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
  const names: TruckName[] = view.seats === 2 ? ["1", "2"] : ["1"];
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

/** The cubes on a load card, from its three digits. */
export function cubesOf(load: string): Colour[] {
  return COLOURS.flatMap((colour, i) => Array.from({ length: Number(load[i]) }, () => colour));
}

export const worth = (colour: Colour): number => COLOURS.indexOf(colour) + 1;

export function loadValue(load: string): number {
  return cubesOf(load).reduce((sum, colour) => sum + worth(colour), 0);
}
