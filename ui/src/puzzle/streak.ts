import { recall, remember } from "../lib/storage";

/** Kept on this device: right answers in a row, the longest such row, and days in a row on which the day's was right. */
export interface Streak {
  row: number;
  best: number;
  days: number;
  /** the last day on which the puzzle of the day was answered right */
  last: string;
}

const NONE: Streak = { row: 0, best: 0, days: 0, last: "" };
const DAY = 86_400_000;

export function streak(): Streak {
  try {
    return { ...NONE, ...(JSON.parse(recall("streak") ?? "{}") as Partial<Streak>) };
  } catch {
    return NONE;
  }
}

/** After a first answer. `day` is the date of the puzzle of the day, if that is what was answered. */
export function counted(before: Streak, right: boolean, day: string | null): Streak {
  const row = right ? before.row + 1 : 0;
  const after = { ...before, row, best: Math.max(before.best, row) };
  if (day === null || day === before.last) return after;
  if (!right) return { ...after, days: 0 };
  const next = before.last && Date.parse(day) - Date.parse(before.last) === DAY;
  return { ...after, days: next ? before.days + 1 : 1, last: day };
}

export function keep(kept: Streak): void {
  remember("streak", JSON.stringify(kept));
}
