import type { FieldView, LegendView } from "../../lib/types";

/** A thing on the table: a word of the game, and how many of it. */
export interface Thing {
  name: string;
  count: number;
}

/** What a value is, so that it can be drawn. */
export type Piece =
  | { is: "nothing" }
  | { is: "seat"; seat: number }
  | { is: "number"; number: number }
  | { is: "word"; name: string }
  | { is: "yes" }
  | { is: "things"; things: Thing[] }
  | { is: "places"; places: { name: string; piece: Piece }[] };

/** A field of the view, or one seat's part of it. */
export interface Reading {
  field: string;
  piece: Piece;
}

export interface Legend {
  fields: Record<string, FieldView>;
  headlines: Record<string, string>;
}

const NOTHING: Piece = { is: "nothing" };
const TOLD = ["seats", "phase", "reason", "round"]; // by the frame already
const UNKNOWN = "unknown";

/** Read a value by its axes, the outermost first. */
export function read(axes: FieldView["axes"], value: FieldView["value"], shown: unknown): Piece {
  if (shown === null || shown === undefined) return NOTHING;
  const [axis, ...inner] = axes;
  if (axis === undefined) return single(value, shown);
  if (axis === "list" || axis === "seats") {
    const parts = shown as unknown[];
    if (axis === "list" && !inner.length && Array.isArray(value)) return counted(parts.filter(isName));
    const pieces = parts.map((part, place) => ({ name: String(place), piece: read(inner, value, part) }));
    return places(pieces);
  }
  const parts = Object.entries(shown as Record<string, unknown>);
  if (!inner.length && value === "count") return things(parts.map(([name, count]) => ({ name, count: Number(count) })));
  if (!inner.length && value === "flag") return counted(parts.filter(([, set]) => set === true).map(([name]) => name));
  return places(parts.map(([name, part]) => ({ name, piece: read(inner, value, part) })));
}

function single(value: FieldView["value"], shown: unknown): Piece {
  if (Array.isArray(value)) {
    if (shown === "") return NOTHING;
    const name = String(shown);
    return value.includes(UNKNOWN) ? counted([name]) : { is: "word", name }; // what can lie face down is a card
  }
  if (value === "seat") return { is: "seat", seat: Number(shown) };
  if (value === "flag") return shown === true ? { is: "yes" } : NOTHING;
  return { is: "number", number: Number(shown) };
}

const isName = (name: unknown): name is string => typeof name === "string" && name !== "";

/** Names in a row as things, each kind once. */
function counted(names: string[]): Piece {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return things([...found].map(([name, count]) => ({ name, count })));
}

function things(all: Thing[]): Piece {
  const there = all.filter(({ count }) => count > 0);
  return there.length ? { is: "things", things: there } : NOTHING;
}

function places(all: { name: string; piece: Piece }[]): Piece {
  const there = all.filter(({ piece }) => piece.is !== "nothing");
  return there.length ? { is: "places", places: there } : NOTHING;
}

/** All of a view, sorted by where it is drawn. */
export interface Laid {
  /** By seat: what everybody has in front of them. */
  seats: Reading[][];
  /** My own secret: a hand, a role. */
  hand: Reading[];
  /** Piles and rows in the middle. */
  middle: Reading[];
  /** Single words and numbers. */
  facts: Reading[];
  /** What only the rules need. */
  aside: Reading[];
  /** Who is out of the game. */
  out: boolean[];
}

/** Lay a view out. `viewer` is null for whoever only watches; when it is `over`, what all see is nobody's secret. */
export function lay(
  legend: LegendView,
  view: Record<string, any>,
  seats: number,
  viewer: number | null,
  over = false,
): Laid {
  const laid: Laid = {
    seats: Array.from({ length: seats }, () => []),
    hand: [],
    middle: [],
    facts: [],
    aside: [],
    out: Array.from({ length: seats }, (_, seat) => view["out"]?.[seat] === true),
  };
  for (const [field, { axes, value, own, aside }] of Object.entries(legend.fields)) {
    if (TOLD.includes(field) || field === "out" || !(field in view)) continue;
    if (aside) {
      const piece = read(axes, value, view[field]);
      if (piece.is !== "nothing") laid.aside.push({ field, piece });
    } else if (axes[0] === "seats" && Array.isArray(view[field])) {
      for (let seat = 0; seat < seats; seat++) {
        const piece = read(axes.slice(1), value, view[field][seat]);
        if (piece.is === "nothing") continue;
        if (seat === viewer && ((own && !over && !isOpen(piece, view[field], seat)) || held(piece, view[field], seat)))
          laid.hand.push({ field, piece });
        else laid.seats[seat]!.push({ field, piece });
      }
    } else {
      const piece = read(axes, value, view[field]);
      if (piece.is === "nothing") continue;
      const flat = piece.is === "seat" || piece.is === "number" || piece.is === "word" || piece.is === "yes";
      (flat ? laid.facts : laid.middle).push({ field, piece });
    }
  }
  return laid;
}

/** Whether cards lie face down in it. */
export function isHidden(piece: Piece): boolean {
  return piece.is === "things" && piece.things.some(({ name }) => name === UNKNOWN);
}

/** Whether it is a word or a number that is seen with others too: an answer that was given in secret and then opened. */
function isOpen(piece: Piece, shown: unknown[], seat: number): boolean {
  if (piece.is === "things" || piece.is === "places") return false;
  return shown.some((other, place) => place !== seat && other !== null && other !== false);
}

/** Whether it is like a hand: things that I see and that are unknown with somebody else. */
function held(piece: Piece, shown: unknown[], seat: number): boolean {
  if (piece.is !== "things" || isHidden(piece)) return false;
  return shown.some((other, place) => place !== seat && JSON.stringify(other ?? null).includes(`"${UNKNOWN}"`));
}

/** A headline's fields in words. */
export function filled(form: string, say: (field: string) => string): string {
  return form.replaceAll(/\{(\w+)\}/g, (_, field: string) => say(field));
}

/** The one verb that all its choices join with a thing of mine, so that the things themselves can be touched. */
export function touched(moves: string[], mine: string[]): string | null {
  const verbs = new Map<string, boolean>();
  for (const move of moves) {
    const [verb, ...words] = move.split(" ");
    const fits = words.length === 1 && mine.includes(words[0]!);
    verbs.set(verb!, fits && (verbs.get(verb!) ?? true));
  }
  const found = [...verbs].filter(([, fits]) => fits).map(([verb]) => verb);
  return found.length === 1 ? found[0]! : null;
}
