import { colourOf } from "../../lib/seats";

/** A seat's suit; it is on its trucks and on its sheet, so that colour never stands alone. */
const SUITS = [
  {
    name: "spades",
    path: "M0 -7 C5 -2 7 0 7 3 C7 6 3 7 1 4 L2.5 8 H-2.5 L-1 4 C-3 7 -7 6 -7 3 C-7 0 -5 -2 0 -7Z",
  },
  {
    name: "clubs",
    path: "M-1 3 C-4 6.5 -8 4 -7 0.5 C-6.5 -2 -4 -2 -3 -1.5 C-5 -5 -3 -8 0 -8 C3 -8 5 -5 3 -1.5 C4 -2 6.5 -2 7 0.5 C8 4 4 6.5 1 3 L2.5 8 H-2.500Z",
  },
  { name: "diamonds", path: "M0 -8 L6 0 L0 8 L-6 0Z" },
  {
    name: "hearts",
    path: "M0 7.5 C-6 2.5 -8 0 -8 -3 C-8 -7 -2 -8 0 -3.5 C2 -8 8 -7 8 -3 C8 0 6 2.5 0 7.500Z",
  },
] as const;

export const suitOf = (seat: number) => ({ ...SUITS[seat % SUITS.length]!, colour: colourOf(seat) });
