import { describe, expect, test } from "vitest";
import type { LegendView } from "../../lib/types";
import { lay } from "./reading";

const CARDS = ["fox", "owl", "unknown"];
const legend: LegendView = {
  headlines: {},
  fields: {
    claim: { axes: [], value: ["fox", "owl"] },
    lifted: { axes: [], value: CARDS },
    hands: { axes: ["seats", CARDS], value: "count", own: true },
    shown: { axes: ["seats", ["fox", "owl"]], value: "count" },
  },
};
const view = { claim: "fox", lifted: "owl", hands: [{ fox: 2 }, { unknown: 1 }], shown: [{}, { owl: 1 }] };
const names = (readings: { field: string }[]) => readings.map(({ field }) => field);

describe("a view is laid out", () => {
  test("my hand is pinned, the others' lie before them", () => {
    const laid = lay(legend, view, 2, 0);
    expect(names(laid.hand)).toEqual(["hands"]);
    expect(laid.seats.map(names)).toEqual([[], ["hands", "shown"]]);
  });

  test("a hand that all see at the end is nobody's secret", () => {
    const open = { ...view, hands: [{ fox: 2 }, { owl: 1 }] };
    expect(names(lay(legend, open, 2, 0, true).hand)).toEqual([]);
    expect(names(lay(legend, open, 2, 0, true).seats[0]!)).toEqual(["hands"]);
    expect(names(lay(legend, view, 2, 0, true).hand)).toEqual(["hands"]); // the other still hides theirs
  });

  test("my answer is mine until all are opened", () => {
    const asked: LegendView = {
      headlines: {},
      fields: { answers: { axes: ["seats"], value: ["yes", "no"], own: true } },
    };
    expect(names(lay(asked, { answers: ["no", null] }, 2, 0).hand)).toEqual(["answers"]);
    expect(lay(asked, { answers: ["no", "yes"] }, 2, 0).seats.map(names)).toEqual([["answers"], ["answers"]]);
  });

  test("what can lie face down is a card, what is only said is a word", () => {
    const laid = lay(legend, view, 2, 0);
    expect(laid.middle).toEqual([{ field: "lifted", piece: { is: "things", things: [{ name: "owl", count: 1 }] } }]);
    expect(laid.facts).toEqual([{ field: "claim", piece: { is: "word", name: "fox" } }]);
  });
});
