/** Where people sit round the table, seen from above. */

export interface Spot {
  x: number;
  y: number;
}

const STEPS = 720;
const SQUARE = 3.4; // 2 is an ellipse; more makes room in the corners

/**
 * The middles of seats, at equal distances along a rounded table, clockwise from the bottom.
 *
 * `width` and `height` are those of the room; a seat's box stays inside it.
 */
export function seatPositions(
  count: number,
  width: number,
  height: number,
  seat: { width: number; height: number },
): Spot[] {
  const [rx, ry] = [Math.max(0, (width - seat.width) / 2), Math.max(0, (height - seat.height) / 2)];
  const at = (step: number): Spot => {
    const angle = Math.PI / 2 + (step / STEPS) * 2 * Math.PI;
    return { x: width / 2 + rx * bent(Math.cos(angle)), y: height / 2 + ry * bent(Math.sin(angle)) };
  };
  const lengths = [0];
  for (let step = 1; step <= STEPS; step++) lengths.push(lengths[step - 1]! + distance(at(step - 1), at(step)));
  const whole = lengths[STEPS]!;
  return Array.from({ length: count }, (_, i) =>
    at(
      Math.max(
        0,
        lengths.findIndex((length) => length >= (i / count) * whole),
      ),
    ),
  );
}

function bent(part: number): number {
  return Math.sign(part) * Math.abs(part) ** (2 / SQUARE);
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A spot moved towards another one by a part of the way. */
export function towards(from: Spot, to: Spot, part: number): Spot {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A smooth way through spots: one curve for each step from a spot to the next. */
export function curves(spots: Spot[]): string[] {
  const at = (i: number) => spots[Math.max(0, Math.min(spots.length - 1, i))]!;
  const write = ({ x, y }: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return spots.slice(1).map((to, i) => {
    const from = at(i);
    const [before, after] = [at(i - 1), at(i + 2)];
    const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `M${write(from)}C${write(out)} ${write(into)} ${write(to)}`;
  });
}

/** An angle in degrees, turned by whole circles until it is the nearest way from another one. */
export function nearest(angle: number, from: number): number {
  return angle + Math.round((from - angle) / 360) * 360;
}

/** Which way a pair of eyes looks, as a direction of length 1. */
export function glance(from: Spot, to: Spot): Spot {
  const way = distance(from, to) || 1;
  return { x: (to.x - from.x) / way, y: (to.y - from.y) / way };
}
