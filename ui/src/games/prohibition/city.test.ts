import { expect, test } from "vitest";
import {
  LATTICE,
  beside,
  blocks,
  cellOf,
  crossroads,
  doorOf,
  drive,
  isAcross,
  lattice,
  linesThrough,
  meeting,
  nameAt,
  point,
  sort,
  streets,
} from "./city";
import { driven, walked } from "./following";
import { cubesOf, loadValue } from "./view";

test("the lattice holds every crossroads, street and block once", () => {
  const all = [...crossroads, ...streets.map(({ name }) => name), ...blocks.map(({ name }) => name)];
  expect([...lattice].sort()).toEqual(all.sort());
  expect(lattice).toHaveLength(LATTICE * LATTICE);
  for (const name of lattice) expect(nameAt(cellOf(name))).toBe(name);
  expect(lattice.filter((name) => sort(name) === "street")).toHaveLength(84);
  expect(lattice.filter((name) => sort(name) === "block")).toHaveLength(36);
});

test("a block's doors open on the streets that are said to have its door", () => {
  for (const { name, doors } of blocks) {
    const { column, row } = cellOf(name);
    const sides = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] } as const;
    for (const way of ["n", "e", "s", "w"] as const) {
      const street = nameAt({ column: column + sides[way][0], row: row + sides[way][1] });
      expect(doorOf(street) === name).toBe(doors.includes(way));
    }
  }
});

test("letters count from the west, numbers from the north", () => {
  expect(point("a1")).toEqual({ x: 0, y: 0 });
  expect(point("c2")).toEqual({ x: 200, y: 100 });
  expect(point("c2-c3")).toEqual({ x: 200, y: 150 });
  expect(isAcross("c2-d2")).toBe(true);
  expect(beside("a1", "n")).toBeNull();
  expect(beside("a1", "e")).toBe("b1");
  expect(meeting("a1-b1", "b1-b2")).toBe("b1");
  expect(meeting("a1-b1", "c1-c2")).toBeNull();
});

test("a crossroads in the middle has twelve streets on its lines", () => {
  expect(linesThrough("d4")).toHaveLength(12);
  expect(linesThrough("d4").filter(({ away }) => away === 0)).toHaveLength(4);
});

test("a drive goes round its corners", () => {
  expect(drive(["a1-b1", "b1-b2", "b2-c2"])).toEqual([point("a1-b1"), point("b1"), point("b2"), point("b2-c2")]);
});

test("trucks and people take the way that was heard", () => {
  expect(driven("a1-b1", "b2-c2", ["f6-f7", "b1-b2", "b2-c2"])).toEqual(drive(["a1-b1", "b1-b2", "b2-c2"]));
  expect(driven("a1-b1", "g6-g7", [])).toEqual([point("a1-b1"), point("g6-g7")]);
  expect(walked("a1", "b2", ["e", "s"])).toEqual([point("a1"), point("b1"), point("b2")]);
  expect(walked("a1", "d4", ["e"])).toEqual([point("a1"), point("d4")]);
});

test("a load's digits are its cubes", () => {
  expect(cubesOf("121")).toEqual(["brown", "black", "black", "white"]);
  expect(loadValue("113")).toBe(12);
});
