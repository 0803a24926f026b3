/** How much room a table needs, by the width of the page and the number of seats. */
export interface Room {
  height: number;
  seat: { width: number; height: number };
  wide: boolean;
}

const WIDE = 640;

export function room(width: number, seats: number): Room {
  if (width >= WIDE) {
    const crowded = seats > 6;
    const seat = { width: Math.min(crowded ? 136 : 152, width * 0.2), height: crowded ? 104 : 112 };
    return { wide: true, seat, height: seats > 7 ? 460 : seats > 5 ? 420 : 380 };
  }
  const seat = { width: Math.min(96, Math.floor(width * (seats > 6 ? 0.235 : 0.25))), height: seats > 7 ? 84 : 90 };
  return { wide: false, seat, height: [0, 0, 0, 300, 320, 340, 370, 410, 440, 460][seats] ?? 460 };
}
