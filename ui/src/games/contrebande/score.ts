/** Where every balance of Contrebande comes from, clause by clause: the log tells who paid whom, and how much. */

import type { Play } from "../../lib/play.svelte";
import { say } from "../../lib/words.svelte";
import type { ScoreLine } from "..";
import type { ContrebandeView } from "./places";
import texts from "./texts";

export { francs as amount } from "./money";

type Entry =
  "duties" | "collected" | "compensated" | "compensation" | "rewardGot" | "rewards" | "finesGot" | "finesPaid";

const clauses: Record<Entry, string> = {
  duties: "CON-10",
  collected: "CON-10",
  finesPaid: "CON-11",
  finesGot: "CON-11",
  compensated: "CON-12",
  compensation: "CON-12",
  rewardGot: "CON-15",
  rewards: "CON-15",
};

/** What a piece of news is to the seat that it is about, and to the other one. */
const payments: Record<string, { own: Entry; other: Entry; gains: boolean }> = {
  "duty paid": { own: "duties", other: "collected", gains: false },
  caught: { own: "finesPaid", other: "finesGot", gains: false },
  impostor: { own: "finesPaid", other: "finesGot", gains: false },
  honest: { own: "compensated", other: "compensation", gains: true },
  defamed: { own: "compensated", other: "compensation", gains: true },
  immune: { own: "compensated", other: "compensation", gains: true },
  informer: { own: "rewardGot", other: "rewards", gains: true },
};

export function score(play: Pick<Play, "view" | "pages">): ScoreLine[][] {
  const { money } = play.view as ContrebandeView;
  const share = money.reduce((all, balance) => all + balance, 0) / money.length; // money only moves (CON-19)
  const books = money.map(() => new Map<Entry, { n: number; francs: number }>());
  const enter = (seat: number, entry: Entry, francs: number) => {
    const { n, francs: before } = books[seat]!.get(entry) ?? { n: 0, francs: 0 };
    books[seat]!.set(entry, { n: n + 1, francs: before + francs });
  };
  for (const { name, seat, whom, sum } of play.pages.flatMap((page) => page.news)) {
    const payment = payments[name];
    if (!payment || whom == null || sum == null) continue;
    enter(seat, payment.own, payment.gains ? sum : -sum);
    enter(whom, payment.other, payment.gains ? -sum : sum);
  }
  return books.map((book) => [
    { clause: "CON-04", text: say(texts, "share"), points: share },
    ...(Object.keys(clauses) as Entry[]).flatMap((entry) => {
      const found = book.get(entry);
      return found ? [{ clause: clauses[entry], text: say(texts, entry, { n: found.n }), points: found.francs }] : [];
    }),
  ]);
}
