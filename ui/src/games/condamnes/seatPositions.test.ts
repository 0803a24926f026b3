import { expect, test } from "vitest";
import { free, layout } from "./layout";
import { seatPositions } from "./seatPositions";

const widths = [304, 320, 358, 374, 600, 760, 1000, 1240];
const tables = widths.flatMap((width) => [3, 4, 5, 6, 7, 8, 9].map((seats) => ({ width, seats })));

test.each(tables)("nobody sits on another's lap: $seats seats on $width px", ({ width, seats }) => {
  const { height, seat } = layout(width, seats);
  const spots = seatPositions(seats, width, height, seat);
  for (const [i, a] of spots.entries()) {
    expect(a.x - seat.width / 2).toBeGreaterThanOrEqual(-0.5);
    expect(a.x + seat.width / 2).toBeLessThanOrEqual(width + 0.5);
    for (const b of spots.slice(i + 1)) {
      const apart = Math.abs(a.x - b.x) >= seat.width - 2 || Math.abs(a.y - b.y) >= seat.height - 2;
      expect(apart, `${i} at ${a.x.toFixed()},${a.y.toFixed()} and ${b.x.toFixed()},${b.y.toFixed()}`).toBe(true);
    }
  }
});

test("the first sits at the bottom, the next one on their left hand", () => {
  const [me, left, far, right] = seatPositions(4, 400, 400, { width: 80, height: 80 });
  expect(me!.y).toBeGreaterThan(left!.y);
  expect(left!.x).toBeLessThan(me!.x);
  expect(far!.y).toBeLessThan(left!.y);
  expect(right!.x).toBeGreaterThan(me!.x);
});

test.each(tables)("the middle has room: $seats seats on $width px", ({ width, seats }) => {
  const size = layout(width, seats);
  const box = free(seatPositions(seats, width, size.height, size.seat), size, width, size.wide ? 300 : 130);
  expect(box.width).toBeGreaterThanOrEqual(size.wide ? 300 : 130);
  expect(box.height).toBeGreaterThanOrEqual(size.wide ? 110 : 138);
});
