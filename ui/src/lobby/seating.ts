import { house } from "../lib/house.svelte";
import type { ChairView, Listed, Pace, RoomView } from "../lib/types";
import { say } from "../lib/words.svelte";
import texts from "../texts";

export function playersOf({ fewest, most }: { fewest: number; most: number }): string {
  return fewest === most ? say(texts, "players", { n: most }) : say(texts, "playersRange", { fewest, most });
}

export function gameTitle(room: RoomView): string {
  return house.game(room.game)?.title ?? room.game;
}

/** Whether anybody may sit down there: nobody does, or a bot that gives the seat up. */
export function isFree(chair: ChairView): boolean {
  return !chair.person && (!chair.bot || chair.offered === true);
}

/** How many seats wait for somebody. */
export function emptySeats(room: RoomView): number {
  return room.chairs.filter((chair) => !chair.person && !chair.bot).length;
}

export function levelName(level: string): string {
  return known(`level.${level}`) ?? level;
}

/** How a bot of a level plays. */
export function levelHint(level: string): string {
  return known(`level.${level}.hint`) ?? "";
}

/** A text of the shell, for names that come from the server. */
function known(key: string): string | null {
  return key in texts.en ? say(texts, key as keyof typeof texts.en) : null;
}

export function duration(seconds: number): string {
  if (!seconds) return say(texts, "noLimit");
  if (seconds % 86_400 === 0) return say(texts, "days", { n: seconds / 86_400 });
  if (seconds % 3600 === 0) return say(texts, "hours", { n: seconds / 3600 });
  return seconds % 60 === 0 ? say(texts, "minutes", { n: seconds / 60 }) : say(texts, "seconds", { n: seconds });
}

export function paceName({ kind = "live", fuse = 60 }: Pace): string {
  return duration(kind === "live" ? fuse : fuse * 3600);
}

const FINISHED = 3; // games that are over and still listed

/** My tables: first those that wait for me, then those that go on, then the last that are over. */
export function byUrgency(tables: Listed[]): Listed[] {
  const running = tables.filter(({ room }) => room.status !== "over" && room.status !== "closed");
  const over = tables.filter(({ room }) => room.status === "over").slice(0, FINISHED);
  return [...running.filter(({ asked }) => asked), ...running.filter(({ asked }) => !asked), ...over];
}
