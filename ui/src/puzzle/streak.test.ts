import { describe, expect, it } from "vitest";
import { counted, streak } from "./streak";

const NONE = { row: 0, best: 0, days: 0, last: "" };

describe("streaks", () => {
  it("grow with right answers and end with a wrong one", () => {
    const three = [true, true, true].reduce((kept, right) => counted(kept, right, null), NONE);
    expect(three).toMatchObject({ row: 3, best: 3 });
    expect(counted(three, false, null)).toMatchObject({ row: 0, best: 3 });
  });

  it("count days in a row, across the end of a month, and begin anew after a day without", () => {
    const first = counted(NONE, true, "2026-11-30");
    const second = counted(first, true, "2026-12-01");
    expect(second.days).toBe(2);
    expect(counted(second, true, "2026-12-01").days).toBe(2);
    expect(counted(second, true, "2026-12-03").days).toBe(1);
    expect(counted(second, false, "2026-12-02").days).toBe(0);
  });

  it("are none where nothing is kept", () => {
    expect(streak()).toEqual(NONE);
  });
});
