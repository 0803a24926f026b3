/** How trucks and people got to where they now are, from what was heard: for movement along streets. */

import { beside, drive, meeting, point, type Point, type Way } from "./city";

/** A truck's drive: the streets heard of that lead from the old street to the new one, else straight there. */
export function driven(before: string, now: string, heard: string[]): Point[] {
  for (let first = 0; first < heard.length; first++) {
    const path = [before];
    for (const street of heard.slice(first)) {
      if (!meeting(path.at(-1)!, street)) break;
      path.push(street);
      if (street === now) return drive(path);
    }
  }
  return drive([before, now]);
}

/** A person's walk: the steps heard of, if they lead to the new crossroads, else straight there. */
export function walked(before: string, now: string, steps: Way[]): Point[] {
  const places = [before];
  for (const way of steps) places.push(beside(places.at(-1)!, way) ?? before);
  return (places.at(-1) === now ? places : [before, now]).map(point);
}
