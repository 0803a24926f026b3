/** An ordinary pack of 52, as the server spells it: a value and the suit's letter. */
export const suits = ["S", "C", "H", "D"] as const;
export type Suit = (typeof suits)[number];

const values = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export const suitWords: Record<Suit, string> = { S: "spade", C: "club", H: "heart", D: "diamond" };

export interface Card {
  value: string;
  suit: Suit;
}

/** Null for what is no card, such as the unknown one. */
export function card(kind: string): Card | null {
  const suit = kind.slice(-1) as Suit;
  const value = kind.slice(0, -1);
  return suits.includes(suit) && values.includes(value) ? { value, suit } : null;
}

/** A hand as one holds it: by suit, low to high. Unknown cards come last. */
export function byHand(a: string, b: string): number {
  return rank(a) - rank(b);
}

function rank(kind: string): number {
  const known = card(kind);
  return known ? suits.indexOf(known.suit) * 13 + values.indexOf(known.value) : 99;
}
