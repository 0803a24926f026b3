import type { PageView } from "../../lib/types";

/** What the viewer heard since the guard's gaze was last shown. */
export interface Story {
  caught: number | null;
  /** who announced a tunnel, and whether it stands by now */
  tunnels: Map<number, "announced" | "stands" | "annulled">;
  searched: { seat: number; found: boolean | null } | null;
  /** the card that came back to the guard, against the one announced */
  back: { card: string; by: number; verdict: "higher" | "face" | "lower" } | null;
  looked: number[];
  swapped: boolean;
  nothing: boolean;
}

/** The latest part of a log: from the last `watch` on, or all of it before the first. */
export function story(pages: PageView[]): Story {
  let start = pages.length - 1;
  while (start > 0 && !pages[start]!.events.some(({ act }) => act === "watch")) start--;
  const told: Story = {
    caught: null,
    tunnels: new Map(),
    searched: null,
    back: null,
    looked: [],
    swapped: false,
    nothing: false,
  };
  for (const page of pages.slice(Math.max(0, start))) {
    const passed = page.events.find(({ act, move }) => act === "pass" && move);
    for (const { act, seat, move } of page.events) {
      if (act === "tunnel" && seat != null) told.tunnels.set(seat, "announced");
      else if (act === "search" && move) told.searched = { seat: seatOf(move), found: null };
      else if (act === "inspect" && move) told.looked.push(seatOf(move));
      else if (act === "swap") told.swapped = true;
      else if (act === "annul") {
        for (const [digger, state] of told.tunnels) {
          if (state === "announced") {
            told.tunnels.set(digger, "annulled");
            break;
          }
        }
      }
    }
    for (const { name, seat } of page.news) {
      if (name === "caught") told.caught = seat;
      else if (name === "tunnel") told.tunnels.set(seat, "stands");
      else if (name === "there" || name === "not there") told.searched = { seat, found: name === "there" };
      else if (name === "nothing higher") told.nothing = true;
      else if ((name === "higher" || name === "face" || name === "lower") && passed?.move) {
        told.back = { card: passed.move.split(" ")[1]!, by: passed.seat ?? -1, verdict: name };
      }
    }
  }
  return told;
}

function seatOf(move: string): number {
  return Number(move.split(" ")[1]);
}
