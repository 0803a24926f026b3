/** The goods in the order of the board, with their duties and fines in francs, rebuilt as CON-03 tells. */
export const duty = {
  wine: 25,
  cigars: 50,
  spirits: 75,
  perfume: 100,
  watch: 150,
  camera: 200,
  necklace: 250,
  crown: 500,
} as const;
export type Good = keyof typeof duty;
export const goods = Object.keys(duty) as Good[];

export const fine: Record<Good, number> = {
  wine: 50,
  cigars: 100,
  spirits: 150,
  perfume: 200,
  watch: 300,
  camera: 400,
  necklace: 500,
  crown: 1000,
};

/** Every card, in the order in which a hand is held. */
export const cards = ["luggage", "bag", ...goods] as const;
export type CardKind = (typeof cards)[number];

/** How many of each the pack has. */
export const printed: Record<CardKind, number> = {
  luggage: 26,
  bag: 1,
  wine: 4,
  cigars: 4,
  spirits: 4,
  perfume: 4,
  watch: 4,
  camera: 4,
  necklace: 4,
  crown: 1,
};

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
