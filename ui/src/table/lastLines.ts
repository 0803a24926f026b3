import type { PageView } from "../lib/types";

const ROOM = 90; // characters: about two lines on a phone

/** What has just happened, in the last sentences that two lines hold; at least what was told last. */
export function latest(pages: PageView[]): string {
  let text = "";
  for (let place = pages.length - 1; place >= 0; place--) {
    const told = pages[place]!.told.join(" ");
    if (!told) continue;
    if (text && told.length + text.length >= ROOM) break;
    text = text ? `${told} ${text}` : told;
  }
  return text;
}
