import { contrebande } from "../../lib/records";

/** The goods in the order of the board, with their duties and fines in francs, rebuilt as CON-03 tells. */
export const { duty } = contrebande;
export type Good = keyof typeof duty;
export const goods = Object.keys(duty) as Good[];
export const fine: Record<Good, number> = contrebande.fine;

/** Every card, in the order in which a hand is held. */
export const { cards } = contrebande;
export type CardKind = (typeof cards)[number];

/** How many of each the pack has. */
export const printed: Record<CardKind, number> = contrebande.pack;

export function isGood(card: string): card is Good {
  return card in duty;
}

export function isCard(card: string): card is CardKind {
  return card in printed;
}

type Counts = Partial<Record<string, number>>;

/** The sum of a price over all goods of a hand or a declaration. */
export function sum(prices: Record<Good, number>, counts: Counts): number {
  return goods.reduce((total, good) => total + prices[good] * (counts[good] ?? 0), 0);
}
