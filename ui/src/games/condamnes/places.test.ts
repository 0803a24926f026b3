import { expect, test } from "vitest";
import { follow, UNKNOWN } from "../../kit/follow";
import { piled, places, routes } from "./places";
import type { CondamnesView } from "../../lib/records";
import { around, journey } from "./view";

const view = {
  seats: 4,
  phase: "pass",
  round: 1,
  guard: 1,
  stolen: "KH",
  holder: null,
  held: [3, 4, 3, 4],
  seat_at: [0, 1, 2, 3, null, null, null, null, null],
  hand: { "4S": 0, "9D": 0, "2C": 0, "9H": 3 },
  lies: { KH: "stolen", "7C": "discard", QS: "discard", "3D": "table" },
} as unknown as CondamnesView;

const at = (seen: CondamnesView, place: string) => places(seen, []).find(([name]) => name === place)?.[1];

test("what others hold looks hidden, but for the cards that I saw go there", () => {
  expect(at(view, "hand:0")).toEqual(["4S", "2C", "9D"]);
  expect(at(view, "hand:1")).toEqual([UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]);
  expect(at(view, "hand:3")).toEqual(["9H", UNKNOWN, UNKNOWN, UNKNOWN]);
});

test("the stolen card lies in the middle until I know who has it", () => {
  expect(at(view, "stolen")).toEqual(["KH"]);
  expect(at({ ...view, holder: 2 }, "stolen:2")).toEqual(["KH"]);
  expect(at({ ...view, holder: 2, phase: "grab" }, "stolen")).toEqual(["KH"]);
});

test("a card that I pass is the same card in the next hand", () => {
  const before = follow([], places(view, []), routes);
  const passed = { ...view, held: [2, 4, 3, 5], hand: { ...view.hand, "9D": 3 } };
  const now = follow(before, places(passed, []), routes);
  const id = (cards: typeof before) => cards.find((card) => card.kind === "9D")!.id;
  expect(id(now)).toBe(id(before));
  expect(now.find((card) => card.kind === "9D")!.place).toBe("hand:3");
});

test("a card that is passed unseen travels, too", () => {
  const before = follow([], places(view, []), routes);
  const now = follow(before, places({ ...view, held: [3, 4, 4, 3] }, []), routes);
  expect(new Set(now.map((card) => card.id))).toEqual(new Set(before.map((card) => card.id)));
});

test("the latest discards lie on top", () => {
  expect(piled(view, ["QS"])).toEqual(["QS", "7C"]);
  expect(piled(view, [])).toEqual(["7C", "QS"]);
});

test("after a change of places the way goes by places", () => {
  const moved = { ...view, seat_at: [3, 1, 2, 0] };
  expect(around(moved, 0)).toEqual([0, 3, 1, 2]);
  expect(journey(moved)).toEqual([1, 3, 0, 2, 1]);
  expect(journey({ ...moved, round: 2 })).toEqual([1, 2, 0, 3, 1]);
});
