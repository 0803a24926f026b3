/** A card on the table. The id is the page's own: it lets a card glide to where it lies next. */
export interface Placed {
  id: number;
  place: string;
  kind: string;
}

/** Where cards can come from, best first, as the beginnings of places, by the beginning of where they go. */
export type Routes = Record<string, string[]>;

export const UNKNOWN = "unknown";

/**
 * The cards of a new view, each with the id of the card that it most likely was in the view before.
 *
 * Views hold numbers of cards by kind, never slots, so this is a guess for the eye: a card that stays in its place
 * keeps its id, one that turns over too, and one that is new in a place takes the id of one that has just gone from a
 * place that its route allows. What is left is a new card.
 */
export function follow(before: Placed[], now: [place: string, kinds: string[]][], routes: Routes): Placed[] {
  const free = new Set(before);
  const wanted = now.flatMap(([place, kinds]) => kinds.map((kind): Placed => ({ id: 0, place, kind })));
  const settle = (fits: (old: Placed, card: Placed) => boolean) => {
    for (const card of wanted) {
      if (card.id) continue;
      for (const old of free) {
        if (fits(old, card)) {
          card.id = old.id;
          free.delete(old);
          break;
        }
      }
    }
  };
  const alike = (old: Placed, card: Placed) => old.kind === card.kind;
  const maybe = (old: Placed, card: Placed) => old.kind === UNKNOWN || card.kind === UNKNOWN;
  settle((old, card) => old.place === card.place && alike(old, card));
  settle((old, card) => old.place === card.place && maybe(old, card));
  const most = Math.max(0, ...Object.values(routes).map((from) => from.length));
  for (const match of [alike, maybe]) {
    for (let choice = 0; choice < most; choice++) {
      settle((old, card) => {
        const route = Object.entries(routes).find(([to]) => card.place.startsWith(to))?.[1][choice];
        return route !== undefined && old.place.startsWith(route) && match(old, card);
      });
    }
  }
  let next = Math.max(0, ...before.map((card) => card.id));
  for (const card of wanted) card.id ||= ++next;
  return unchanged(before, wanted);
}

/** The same objects for cards that lie as they lay, and the same list if all of them do: nothing is drawn again then. */
function unchanged(before: Placed[], now: Placed[]): Placed[] {
  const known = new Map(before.map((card) => [card.id, card]));
  const kept = now.map((card) => {
    const old = known.get(card.id);
    return old?.place === card.place && old.kind === card.kind ? old : card;
  });
  return kept.length === before.length && kept.every((card, i) => card === before[i]) ? before : kept;
}

/** A place's kinds from its numbers by kind, in a given order; what is not in the order comes last. */
export function spread(counts: Record<string, number> | undefined, order: readonly string[]): string[] {
  const entries = Object.entries(counts ?? {});
  const rank = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  entries.sort(([a], [b]) => rank(a) - rank(b));
  return entries.flatMap(([kind, count]) => Array<string>(count).fill(kind));
}

export function total(counts: Record<string, number> | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}
