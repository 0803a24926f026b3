import type { OutcomeView } from "../lib/types";

type Result = Pick<OutcomeView, "ranks" | "scores">;

/** Who has won; nobody where all are level with nothing to show for it. */
export function winnersOf({ ranks, scores }: Result): number[] {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const level = first.length === ranks.length && ranks.length > 1;
  return level && scores.every((points) => points === 0) ? [] : first;
}

type Key = "won" | "wonWith" | "wonBy" | "wonByMany" | "nobodyWon" | "drawn";

/** How an end is announced to a viewer, and the seats that are named in it. */
export function headlineOf(outcome: Result, viewer: number | null): { key: Key; seats: number[] } {
  const winners = winnersOf(outcome);
  if (!winners.length) return { key: "nobodyWon", seats: [] };
  if (winners.length === outcome.ranks.length && winners.length > 1) return { key: "drawn", seats: [] };
  if (viewer !== null && winners.includes(viewer)) {
    const others = winners.filter((seat) => seat !== viewer);
    return { key: others.length ? "wonWith" : "won", seats: others };
  }
  return { key: winners.length > 1 ? "wonByMany" : "wonBy", seats: winners };
}
