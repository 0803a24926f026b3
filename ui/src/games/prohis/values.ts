/** What is printed on the cards, in the order in which a hand is held. */
export const kinds = ["legal", "illegal", "lieutenant", "captain", "inspector"] as const;
export type Kind = (typeof kinds)[number];

export const inWarehouse: Record<Kind, number> = {
  legal: 1000,
  illegal: 4000,
  lieutenant: 3000,
  captain: 4000,
  inspector: 5000,
};
export const inHand: Record<Kind, number> = {
  legal: 0,
  illegal: -4000,
  lieutenant: 1000,
  captain: 2000,
  inspector: 3000,
};

/** How many cards an officer turns: the stars on the card. */
export const stars: Partial<Record<Kind, number>> = { lieutenant: 1, captain: 2, inspector: 3 };

export function isKind(card: string | null | undefined): card is Kind {
  return kinds.includes(card as Kind);
}
