import type { PageView } from "../lib/types";

/** One sentence of the log, and the clause that it follows from, if it is a consequence. */
export interface Line {
  key: string;
  text: string;
  clause: string;
  fresh: boolean;
  said: string; // "speech", or what a promise came to ("given" so far); else nothing
}

/** What happened in one player's turn; null where the game has no turns. */
export interface Turn {
  key: number;
  seat: number | null;
  lines: Line[];
}

/** The turns of one round; null where the game has no rounds. */
export interface Round {
  key: number;
  number: number | null;
  turns: Turn[];
}

/** What was said after a beat, and belongs in the log. */
export interface Aside {
  key: string;
  said: string;
  text: string;
}

/** The log by round and turn, oldest first, with what was said in between. */
export function chapters(
  pages: PageView[],
  fresh: readonly PageView[] = [],
  asides: ReadonlyMap<number, Aside[]> = new Map(),
): Round[] {
  const rounds: Round[] = [];
  for (const page of pages) {
    if (!page.told.length) continue;
    const [number, seat] = [page.round ?? null, page.turn ?? null];
    let round = rounds.at(-1);
    if (round?.number !== number || !round) rounds.push((round = { key: page.beat, number, turns: [] }));
    let turn = round.turns.at(-1);
    if (turn?.seat !== seat || !turn) round.turns.push((turn = { key: page.beat, seat, lines: [] }));
    for (const [place, text] of page.told.entries()) {
      turn.lines.push({
        key: `${page.beat}.${place}`,
        text,
        clause: page.clauses?.[place] ?? "",
        fresh: fresh.includes(page),
        said: "",
      });
    }
    for (const aside of asides.get(page.beat) ?? []) turn.lines.push({ ...aside, clause: "", fresh: false });
  }
  return rounds;
}

/** A piece of a sentence: words, or the name of a seat. */
export interface Piece {
  text: string;
  seat: number | null;
}

/** A sentence cut at the names of those who sit at the table. */
export function pieces(sentence: string, names: readonly string[]): Piece[] {
  const known = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (!known.length) return [{ text: sentence, seat: null }];
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${known.join("|")})(?![\\p{L}\\p{N}])`, "u");
  return sentence
    .split(found)
    .map((text) => ({ text, seat: names.includes(text) ? names.indexOf(text) : null }))
    .filter(({ text }) => text);
}
