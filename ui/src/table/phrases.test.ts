import { expect, test } from "vitest";
import type { Play } from "../lib/play.svelte";
import type { PhraseView } from "../lib/types";
import { lineText, offered, sayable } from "./phrases";

const phrases: PhraseView[] = [
  { name: "hello", forms: { other: "Good evening." } },
  { name: "mine", forms: { other: "That's mine." }, when: ["turn"] },
  { name: "brazen", forms: { other: "Fortune favours the brazen." }, when: ["turn"], character: "bold" },
  { name: "wink", forms: { other: "{who} winks." }, gesture: true },
];

test("what bots say of their own is read by people, and not offered to them", () => {
  const play = {
    viewer: 0,
    view: {},
    names: ["Lulu", "Gaston"],
    question: { phase: "turn", actors: [0] },
    promises: [],
    room: { chairs: [{ seat: 0 }, { seat: 1 }] },
    rules: { talk: { roles: {}, phrases, things: {}, numbers: [] } },
  } as unknown as Play;
  expect(sayable(play).map((each) => each.name)).toEqual(["hello", "mine", "wink"]);
  expect(offered(play, 5).map((each) => each.phrase)).toEqual(["mine", "hello"]);
  expect(lineText(play, { seat: 1, phrase: "brazen" })).toBe("Fortune favours the brazen.");
});
