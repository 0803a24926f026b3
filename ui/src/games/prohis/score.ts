import type { Play } from "../../lib/play.svelte";
import { say } from "../../lib/words.svelte";
import type { ScoreLine, Standing } from "..";
import type { Counts, ProhisView } from "./places";
import texts from "./texts";
import { inHand, inWarehouse, kinds, type Kind } from "./values";

export { dollars as amount } from "./money";

/** What cards are worth at these prices; cards that can't be seen count for nothing. */
export function worth(counts: Counts | undefined, prices: Record<Kind, number>): number {
  return kinds.reduce((sum, kind) => sum + (counts?.[kind] ?? 0) * prices[kind], 0);
}

/** My own cards as they would count now; the others' are hidden. */
export const standing: Standing = (play) => {
  const view = play.view as ProhisView;
  return view.hands.map((hand, seat) =>
    seat === play.viewer
      ? { points: worth(view.warehouses[seat], inWarehouse) + worth(hand, inHand), more: false }
      : null,
  );
};

/** By seat: every kind of card in the warehouse, then in the hand. */
export function score(play: Pick<Play, "view" | "word">): ScoreLine[][] {
  const view = play.view as ProhisView;
  return view.hands.map((hand, seat) => [
    ...lines("PRO-26", "inWarehouse", view.warehouses[seat], inWarehouse),
    ...lines("PRO-27", "inHand", hand, inHand),
  ]);

  function lines(
    clause: string,
    key: "inWarehouse" | "inHand",
    counts: Counts | undefined,
    prices: Record<Kind, number>,
  ): ScoreLine[] {
    return kinds
      .filter((kind) => counts?.[kind])
      .map((kind) => {
        const count = counts![kind]!;
        return { clause, text: say(texts, key, { count, card: play.word(kind) }), points: count * prices[kind] };
      });
  }
}
