import type { PageView } from "../../lib/types";

/** What everybody heard of the latest convoy. */
export interface Story {
  owner: number;
  /** by seat: an officer's kind or "let-pass", once the answers were opened */
  answers: Map<number, string>;
  controller: number | null;
  bribe: "offered" | "none" | "accepted" | "refused" | null;
  /** what was turned, by position */
  turned: Map<number, string>;
  end: "unchecked" | "seized" | "passed" | "bribed" | "waived" | null;
  /** others have had a turn since: it is old news */
  old: boolean;
}

/** The story of the latest convoy in a log; null before the first one. */
export function story(pages: PageView[]): Story | null {
  let start = pages.length - 1;
  while (start >= 0 && !pages[start]!.events.some((event) => event.act === "send")) start--;
  if (start < 0) return null;
  const told: Story = {
    owner: -1,
    answers: new Map(),
    controller: null,
    bribe: null,
    turned: new Map(),
    end: null,
    old: false,
  };
  for (const page of pages.slice(start)) {
    for (const { act, seat, move, about } of page.events) {
      if (seat == null) continue;
      if (act === "send") told.owner = seat;
      else if (act.startsWith("control") && move) told.answers.set(seat, move.split(" ")[1]!);
      else if (act === "let-pass") told.answers.set(seat, act);
      else if (act === "hand-over") told.bribe = "offered";
      else if (act === "no-bribe") told.bribe = "none";
      else if (act === "refuse") told.bribe = "refused";
      else if (act === "accept") [told.bribe, told.end] = ["accepted", "bribed"];
      else if (act === "waive") told.end = "waived";
      else if (act === "flip" && move && about) told.turned.set(Number(move.split(" ")[1]), about);
      else if (told.end !== null && (act.startsWith("draw") || act === "pass")) told.old = true;
    }
    for (const { name, seat } of page.news) {
      if (name === "controls") told.controller = seat;
      else if (name === "unchecked" || name === "seized" || name === "passed") told.end = name;
      else if (name === "decoy") told.end = "passed";
    }
  }
  return told;
}
