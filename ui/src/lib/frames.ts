import type { Frame, StandingView } from "./types";

/** A moment of a game in which nothing is left out. */
export interface Told extends Frame {
  standings: StandingView[];
}

/** Frames that each tell everything: of those that are sent, all but the first tell what changed. */
export function whole(frames: Frame[]): Told[] {
  const found: Told[] = [];
  for (const frame of frames) {
    const before = found.at(-1);
    const standings = frame.standings ?? before?.standings ?? [];
    found.push({ ...frame, view: { ...before?.view, ...frame.view }, standings });
  }
  return found;
}
