import { expect, test } from "vitest";
import { meant, step, turnTo } from "../../kit/arrows";
import { follow, isDark, length, seenAt, spot, square, squaresFor, startSquares, walk, type Figure } from "./board";

test("squares have the names that moves use", () => {
  expect(square({ column: 0, row: 0 })).toBe("a1");
  expect(square({ column: 12, row: 12 })).toBe("m13");
  expect(spot("m13")).toEqual({ column: 12, row: 12 });
  expect(isDark(spot("a1"))).toBe(true);
  expect(isDark(spot("a2"))).toBe(false);
});

test("a smuggler has row 1 in front, customs have row 13", () => {
  expect(squaresFor(13, false).slice(-13)).toEqual([..."abcdefghijklm"].map((column) => `${column}1`));
  expect(squaresFor(13, true).slice(-13)).toEqual([..."mlkjihgfedcba"].map((column) => `${column}13`));
  for (const turned of [false, true]) {
    for (const name of squaresFor(9, turned)) {
      expect(square(seenAt(seenAt(spot(name), 9, turned), 9, turned))).toBe(name);
    }
  }
});

test("start squares are the dark ones of two rows, as many as there are figures", () => {
  expect(startSquares(13, 13)).toEqual([
    ...["a1", "c1", "e1", "g1", "i1", "k1", "m1"],
    ...["b2", "d2", "f2", "h2", "j2", "l2"],
  ]);
  expect(startSquares(7, 3)).toEqual(["a1", "c1", "e1"]);
});

test("a walk turns where nobody stands in the way", () => {
  expect(walk({ a1: "red" }, "a1", "a5")).toEqual(["a1", "a5"]);
  expect(walk({ a1: "red", a2: "black" }, "a1", "c3")).toEqual(["a1", "c1", "c3"]);
  expect(walk({ a1: "red", b1: "black" }, "a1", "c3")).toEqual(["a1", "a3", "c3"]);
  expect(length(["a1", "a3", "c3"])).toBe(4);
});

function stand(board: Record<string, string>): Figure[] {
  return follow([], board, []);
}

test("a figure that walks stays the same figure", () => {
  const before = stand({ a1: "red", c1: "red" });
  const after = follow(before, { a5: "red", c1: "red" }, [{ from: "a1", to: "a5" }]);
  expect(after.find(({ square }) => square === "a5")?.id).toBe(before.find(({ square }) => square === "a1")?.id);
  expect(after.find(({ square }) => square === "a5")?.path).toEqual(["a1", "a5"]);
});

test("of a control the board tells who has left", () => {
  const before = stand({ a3: "red", a5: "black" });
  const caught = follow(before, { a3: "black" }, [{ from: "a5", to: "a3" }]);
  expect(caught.filter(({ gone }) => gone).map(({ side }) => side)).toEqual(["red"]);
  const empty = follow(before, { a3: "red" }, [{ from: "a5", to: "a3" }]);
  expect(empty.filter(({ gone }) => gone).map(({ side }) => side)).toEqual(["black"]);
  expect(follow(empty, { a3: "red" }, [])).toHaveLength(1);
});

test("a new game is set down anew", () => {
  const before = stand({ a3: "red", a5: "black" });
  const after = follow(before, { a1: "red", a4: "black" }, [{ from: "a3", to: "a2" }]);
  expect(after.map(({ side, square }) => `${side} ${square}`).sort()).toEqual(["black a4", "red a1"]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(2);
});

test("walls around a small board are no figures", () => {
  expect(stand({ a1: "red", l12: "wall" })).toHaveLength(1);
});

test("arrows stay on the board", () => {
  expect(step("ArrowUp", { column: 3, row: 0 }, 13, 13)).toEqual({ column: 3, row: 0 });
  expect(step("ArrowRight", { column: 3, row: 0 }, 13, 13)).toEqual({ column: 4, row: 0 });
  expect(step("End", { column: 3, row: 2 }, 13, 13)).toEqual({ column: 12, row: 2 });
  expect(step("a", { column: 3, row: 2 }, 13, 13)).toBeNull();
  expect(turnTo("PageDown", ["a1", "b2"], "b2")).toBe("a1");
  expect(turnTo("PageUp", ["a1", "b2"], "c3")).toBe("a1");
});

test("a thumb beside a target means it, between two of them neither", () => {
  const targets = [
    { name: "a1", x: 0, y: 0 },
    { name: "c1", x: 40, y: 0 },
  ];
  expect(meant(8, 4, targets, 30)).toBe("a1");
  expect(meant(20, 0, targets, 30)).toBeNull();
  expect(meant(0, 60, targets, 30)).toBeNull();
});
