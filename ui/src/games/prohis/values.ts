import { prohis } from "../../lib/records";

/** What is printed on the cards, in the order in which a hand is held. */
export const { kinds } = prohis;
export type Kind = (typeof kinds)[number];

export const inWarehouse: Record<Kind, number> = prohis.inWarehouse;
export const inHand: Record<Kind, number> = prohis.inHand;

/** How many cards an officer turns: the stars on the card. */
export const stars: Partial<Record<Kind, number>> = prohis.stars;

export function isKind(card: string | null | undefined): card is Kind {
  return kinds.includes(card as Kind);
}
