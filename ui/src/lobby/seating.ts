import { house } from "../lib/house.svelte";
import type { ChairView, Listed, OutcomeView, TimeControl, RoomView } from "../lib/types";
import { amount, list, say, words, type Values } from "../lib/words.svelte";
import { headlineOf } from "../table/outcome";
import texts from "../texts.json";

export function playersOf({ fewest, most }: { fewest: number; most: number }): string {
  return fewest === most ? say(texts, "players", { n: most }) : say(texts, "playersRange", { fewest, most });
}

export function gameTitle(room: RoomView): string {
  return house.game(room.game)?.title ?? room.game;
}

/** Whether anybody may sit down there: nobody does, or a bot that gives the seat up. */
export function isFree(chair: ChairView): boolean {
  return !chair.person && !chair.invited && (!chair.bot || chair.offered === true);
}

/** How many seats wait for somebody. */
export function emptySeats(room: RoomView): number {
  return room.chairs.filter((chair) => !chair.person && !chair.bot).length;
}

export function levelName(level: string): string {
  return known(`level.${level}`) ?? level;
}

export function characterName(character: string): string {
  return known(`character.${character}`) ?? character;
}

/** What a bot is like: its level, and the character that goes with its name. Makers' bots have names of their own. */
export function botName({ bot, character }: Pick<ChairView, "bot" | "character">): string {
  const level = levelName(bot ?? "");
  return character ? say(texts, "coloured", { level, character: characterName(character) }) : level;
}

/** Who is who among a table's bots, in sentences: who plays at which level, then who has which character. */
export function introduction(chairs: ChairView[]): string {
  const bots = chairs.filter((chair) => chair.bot && !chair.person);
  const told = (trait: "bot" | "character", about: (of: string) => string, others: string) =>
    [...new Set(bots.map((chair) => chair[trait]))].map((of) => {
      const names = bots.filter((chair) => chair[trait] === of).map((chair) => chair.name);
      const fields = { n: names.length, names: list(names), level: of ?? "" };
      return of ? (known(about(of), fields) ?? known(others, fields)) : null;
    });
  const levels = told("bot", (level) => `are.${level}`, "are.others");
  const characters = told("character", (character) => `have.${character}`, "");
  return [...levels, ...characters].filter(Boolean).join(" ");
}

/** How a bot of a level plays, and one of a character. */
export function levelHint(level: string, character = ""): string {
  const plays = known(`level.${level}.hint`) ?? say(texts, "level.others.hint");
  const coloured = known(`character.${character}.hint`);
  return coloured ? say(texts, "coloured.hint", { plays, coloured }) : plays;
}

/** A text of the shell, for names that come from the server. */
function known(key: string, fields: Values = {}): string | null {
  return key in texts.en ? say(texts, key as keyof typeof texts.en, fields) : null;
}

export function duration(seconds: number): string {
  if (!seconds) return say(texts, "noLimit");
  if (seconds % 86_400 === 0) return say(texts, "days", { n: seconds / 86_400 });
  if (seconds % 3600 === 0) return say(texts, "hours", { n: seconds / 3600 });
  return seconds % 60 === 0 ? say(texts, "minutes", { n: seconds / 60 }) : say(texts, "seconds", { n: seconds });
}

export function paceName({ kind = "live", fuse = 60 }: TimeControl): string {
  return duration(kind === "live" ? fuse : fuse * 3600);
}

/** My tables: first those that wait for me, then those that go on, then those that are over, as they come. */
export function byUrgency(tables: Listed[]): Listed[] {
  const order = ({ room, asked }: Listed) => (room.status === "over" ? 2 : asked ? 0 : 1);
  return tables.filter(({ room }) => room.status !== "closed").sort((a, b) => order(a) - order(b));
}

/** How a game ended for me, or for whom, in a few words. */
export function resultOf(room: RoomView, outcome: OutcomeView): string {
  const you = room.you ?? null;
  const { key, seats } = headlineOf(outcome, you);
  const end = say(texts, key, { names: list(seats.map((seat) => room.chairs[seat]!.name)) });
  if (you === null) return end;
  const lost = key === "wonBy" || key === "wonByMany";
  const place = say(texts, "placeOf", { place: ordinal(outcome.ranks[you]!), all: outcome.ranks.length });
  return [lost ? place : end, pointsOf(room.game, outcome.scores[you]!)].filter(Boolean).join(" · ");
}

/** What somebody got, as the game writes it; nothing where it is only won or lost. */
export function pointsOf(game: string, points: number): string {
  const sum = house.game(game)?.sum ?? "{}";
  return sum === "{}" ? "" : amount(sum as string | Record<string, string>, points);
}

function ordinal(n: number): string {
  const form = new Intl.PluralRules(words.language, { type: "ordinal" }).select(n);
  return say(texts, `ordinal.${form}` as "ordinal.other", { n });
}
