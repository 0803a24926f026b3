import type { Spot } from "./seatPositions";

/** How much room a table needs, by the width of the page and the number of seats. */
export interface Layout {
  height: number;
  seat: { width: number; height: number };
  wide: boolean;
}

const WIDE = 640;
const NARROW_HEIGHTS = [256, 292, 298, 324, 340, 384, 396]; // for 3 to 9 seats
const WIDE_HEIGHTS = [310, 330, 330, 350, 360, 400, 410];

export function layout(width: number, seats: number): Layout {
  const wide = width >= WIDE + (seats > 7 ? 200 : 0);
  const heights = wide ? WIDE_HEIGHTS : NARROW_HEIGHTS;
  const height = heights[Math.max(0, Math.min(6, seats - 3))]!;
  if (wide)
    return {
      wide,
      height,
      seat: { width: Math.min(seats > 6 ? 128 : 150, width * (seats > 6 ? 0.155 : 0.19)), height: 100 },
    };
  return {
    wide,
    height,
    seat: { width: Math.min(92, Math.floor(width * (seats > 7 ? 0.22 : 0.24))), height: seats > 7 ? 70 : 74 },
  };
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the table where nobody sits: round the middle, above whoever sits at the bottom. */
export function free(spots: Spot[], { height, seat }: Layout, width: number, needed: number): Box {
  const middle = { x: width / 2, y: height / 2 };
  const above = spots.filter(({ x, y }) => y < middle.y && Math.abs(x - middle.x) < (seat.width + needed) / 2);
  const top = Math.max(8, ...above.map(({ y }) => y + seat.height / 2));
  const bottom = (spots[0]?.y ?? height) - seat.height / 2;
  const beside = spots.filter(({ y }) => y + seat.height / 2 > top && y - seat.height / 2 < bottom);
  const half = Math.min(width / 2, ...beside.map(({ x }) => Math.abs(x - middle.x) - seat.width / 2));
  return { left: middle.x - half, top, width: 2 * half, height: bottom - top };
}
