import type { Climaxes, Climax, Stage } from "../../lib/climaxes";
import { say } from "../../lib/words.svelte";
import type { CondamnesView } from "../../lib/records";
import { lying } from "./view";
import texts from "./climaxTexts.json";

const YARD = ".yard";

function seatAt(seat: number): string {
  return `[data-seat="${seat}"]`;
}

function seatIn(move: string | null | undefined): number {
  return Number(move?.split(" ")[1]);
}

/** The card that came back to the guard is turned up. */
function back(verdict: "higher" | "face" | "lower") {
  return (_: number, { page, before, word }: Stage): Climax | null => {
    const card = page.events.find(({ act, move }) => act === "pass" && move)?.move?.split(" ")[1];
    if (!card) return null;
    return {
      title: say(texts, "back", { card: word(card) }),
      text: say(texts, verdict, { announced: word(before["announced"] ?? "") }),
      sound: verdict === "lower" ? "drum" : "flip",
      bad: verdict === "lower",
      brief: verdict !== "lower",
      at: YARD,
    };
  };
}

export const climaxes: Climaxes = {
  acts: {
    watch: ({ move }, { names, page, after }) => {
      if (page.news.some(({ name }) => name === "caught")) return null;
      const { giver, receiver } = after as CondamnesView;
      const slipped = giver !== null && receiver !== null;
      return {
        title: say(texts, "gaze", { who: names[seatIn(move)] ?? "" }),
        text: slipped
          ? say(texts, "unseen", { giver: names[giver]!, receiver: names[receiver]! })
          : say(texts, "gazeText"),
        sound: "flip",
        brief: true,
        at: seatAt(seatIn(move)),
      };
    },
    annul: ({ seat }, { names }) => ({
      title: say(texts, "annulled"),
      text: say(texts, "annulledText", { who: names[seat!]! }),
      sound: "bars",
      bad: true,
      at: YARD,
    }),
  },
  news: {
    guard: (seat, { names, after, word }) => ({
      title: say(texts, "guard", { who: names[seat]! }),
      text: say(texts, "guardText", { card: word(after["stolen"] ?? "stolen") }),
      sound: "drum",
      at: YARD,
    }),
    "stolen card": (_, { after, word }) => ({
      title: say(texts, "stolen"),
      text: say(texts, "stolenText", { card: word(after["stolen"] ?? "stolen") }),
      sound: "flip",
      brief: true,
      at: YARD,
    }),
    caught: (seat, { names, after }) => {
      const { receiver, caught } = after as CondamnesView;
      const text =
        receiver === null
          ? say(texts, "caughtText", { who: names[seat]! })
          : say(texts, "caughtTo", { who: names[seat]!, receiver: names[receiver]! });
      const times = caught[seat] ?? 0;
      return {
        title: say(texts, "caught"),
        text: times > 1 ? `${text} ${say(texts, "often", { n: times })}` : text,
        sound: "bars",
        bad: true,
        at: seatAt(seat),
      };
    },
    tunnel: (seat, { names, after }) => {
      const view = after as CondamnesView;
      const values = { who: names[seat]!, n: lying(view, "table").length, all: view.seats - 1 };
      return { title: say(texts, "tunnel"), text: say(texts, "tunnelText", values), sound: "drum", at: seatAt(seat) };
    },
    there: (seat, { names }) => ({
      title: say(texts, "there"),
      text: say(texts, "thereText", { who: names[seat]! }),
      sound: "bars",
      bad: true,
      at: seatAt(seat),
    }),
    "not there": (seat, { names }) => ({
      title: say(texts, "clean"),
      text: say(texts, "cleanText", { who: names[seat]! }),
      sound: "stamp",
      at: seatAt(seat),
    }),
    higher: back("higher"),
    face: back("face"),
    lower: back("lower"),
  },
};
