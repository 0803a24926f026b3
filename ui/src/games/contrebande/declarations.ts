import type { PageView } from "../../lib/types";

export type Counts = Record<string, number>;

export const verdicts = ["honest", "caught", "immune", "impostor"] as const;
export type Verdict = (typeof verdicts)[number];

/** One declaration as everybody heard it, and what came of it. */
export interface Declaration {
  officer: number;
  declarer: number;
  goods: Counts;
  /** the Diplomatic Bag was claimed instead */
  claimed: boolean;
  /** signed: no more items can come */
  closed: boolean;
  /** the officer let the hand pass */
  passed: boolean;
  /** who had the hand opened */
  doubter: number | null;
  verdict: Verdict | null;
  informer: number | null;
}

/** Every declaration in a log, oldest first. */
export function declarations(pages: PageView[]): Declaration[] {
  const found: Declaration[] = [];
  let officer = -1;
  let open: Declaration | null = null;
  const by = (seat: number): Declaration => {
    if (open && !open.closed) return open;
    open = {
      officer,
      declarer: seat,
      goods: {},
      claimed: false,
      closed: false,
      passed: false,
      doubter: null,
      verdict: null,
      informer: null,
    };
    found.push(open);
    return open;
  };
  for (const page of pages) {
    for (const { act, seat, move } of page.events) {
      const what = move?.split(" ")[1] ?? "";
      if (seat == null) {
        if (act === "officer") officer = Number(what);
      } else if (act === "declare") {
        const goods = by(seat).goods;
        goods[what] = (goods[what] ?? 0) + 1;
      } else if (act === "declared") {
        by(seat).closed = true;
      } else if (act === "claim-bag") {
        const claim = by(seat);
        claim.claimed = claim.closed = true;
      } else if (open) {
        const last: Declaration = open;
        if (act === "let-pass") last.passed = true;
        else if (act === "search" || act === "denounce") last.doubter = seat;
      }
    }
    for (const { name, seat } of page.news) {
      if (name === "new officer") officer = seat;
      else if (open) {
        const last: Declaration = open;
        if ((verdicts as readonly string[]).includes(name)) last.verdict = name as Verdict;
        else if (name === "defamed") last.verdict = "honest";
        else if (name === "informer") last.informer = seat;
      }
    }
  }
  return found;
}

/** The latest hand that was opened, until the next declaration is signed. */
export function latestAffair(all: Declaration[]): Declaration | null {
  const closed = all.filter((declaration) => declaration.closed);
  const last = closed.at(-1);
  return last?.verdict ? last : null;
}
