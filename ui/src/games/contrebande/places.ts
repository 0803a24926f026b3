import { spread, total, UNKNOWN, type Routes } from "../../kit/follow";
import type { ContrebandeView } from "../../lib/records";
import { cards } from "./goods";

/** The one hand goes from player to player; cards leave it for the open suitcase. All that is new comes from the pack. */
export const routes: Routes = { "discard:": ["hand"] };

/** The hand in play: as I hold it, as I remember it, or face down. */
export function known(view: ContrebandeView, viewer: number | null): string[] {
  const memory = viewer === null ? undefined : view.memory[viewer];
  if (hidden(view) && viewer !== view.turn && total(memory) > 0) return spread(memory, cards);
  return spread(view.hand, cards);
}

/** Whether the viewer sees the hand in play only from memory. */
export function remembered(view: ContrebandeView, viewer: number | null): boolean {
  return hidden(view) && viewer !== view.turn && known(view, viewer).some((card) => card !== UNKNOWN);
}

/** After the game, and once a puzzle is answered, every hand lies open. */
function hidden(view: ContrebandeView): boolean {
  return (view.hand[UNKNOWN] ?? 0) > 0;
}

export function places(view: ContrebandeView, viewer: number | null): [string, string[]][] {
  return [
    ["hand", known(view, viewer)],
    ...cards.map((card): [string, string[]] => [
      `discard:${card}`,
      spread({ [card]: view.discards[card] ?? 0 }, cards),
    ]),
  ];
}
