import type { Play } from "../../lib/play.svelte";
import { say } from "../../lib/words.svelte";
import type { ScoreLine } from "..";
import { declarations, type Declaration } from "./declarations";
import { duty, sum } from "./goods";
import type { ContrebandeView } from "./places";
import texts from "./texts";

const COMPENSATION = 200;
const REWARD = 1000;

type Entry = "duties" | "collected" | "compensated" | "compensation" | "rewardGot" | "rewards" | "fines";
const clauses: Record<Entry, string> = {
  duties: "CON-10",
  collected: "CON-10",
  compensated: "CON-12",
  compensation: "CON-12",
  rewardGot: "CON-15",
  rewards: "CON-15",
  fines: "CON-11",
};

export interface Ledger {
  share: number;
  entries: Record<Entry, number>;
}

/**
 * Where each balance comes from, by seat. The log names the declared goods, not those that were found: so fines are
 * what is left of a balance when all else is counted.
 */
export function ledgers(told: Declaration[], money: number[]): Ledger[] {
  const share = money.reduce((all, balance) => all + balance, 0) / money.length; // money only moves (CON-19)
  const books = money.map((): Ledger => {
    return {
      share,
      entries: { duties: 0, collected: 0, compensated: 0, compensation: 0, rewardGot: 0, rewards: 0, fines: 0 },
    };
  });
  const move = (from: number, to: number, francs: number, paid: Entry, got: Entry) => {
    books[from]!.entries[paid] -= francs;
    books[to]!.entries[got] += francs;
  };
  for (const { officer, declarer, goods, claimed, passed, doubter, verdict, informer } of told) {
    const honest = verdict === "honest" && !passed; // searched and true: the duty is due (CON-12)
    if (!claimed && (passed || honest)) move(declarer, officer, sum(duty, goods), "duties", "collected");
    if ((verdict === "honest" || verdict === "immune") && doubter !== null) {
      move(doubter, declarer, COMPENSATION, "compensation", "compensated");
    }
    if (informer !== null) move(officer, informer, REWARD, "rewards", "rewardGot");
  }
  for (const [seat, book] of books.entries()) {
    const counted = Object.values(book.entries).reduce((all, francs) => all + francs, share);
    book.entries.fines = money[seat]! - counted;
  }
  return books;
}

export function score(play: Pick<Play, "view" | "pages">): ScoreLine[][] {
  const view = play.view as ContrebandeView;
  return ledgers(declarations(play.pages), view.money).map(({ share, entries }) => [
    { clause: "CON-04", text: say(texts, "share"), points: share },
    ...(Object.keys(clauses) as Entry[])
      .filter((entry) => entries[entry] !== 0)
      .map((entry) => ({ clause: clauses[entry], text: say(texts, entry), points: entries[entry] })),
  ]);
}
