import type { PageView } from "../lib/types";

/** What was told since the viewer last did something; all of it for a spectator. Their own last deed is left out. */
export function sinceMine(pages: PageView[], viewer: number | null): PageView[] {
  let last = pages.length - 1;
  while (last >= 0 && !pages[last]!.events.some(({ seat }) => seat === viewer)) last--;
  const own = pages[last];
  // What others answered at the same time, and what came of it, is news.
  const joint = own && (own.news.length > 0 || own.events.some(({ seat }) => seat !== viewer));
  return pages.slice(joint ? last : last + 1).filter((page) => page.told.length > 0);
}
