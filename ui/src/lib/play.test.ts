import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection.svelte";
import { FakeSocket } from "./fakes";
import { Play } from "./play.svelte";
import type { PageView, Question, RoomView, RulesView, Scene } from "./types";

const TABLE = "abcdefghijkmnpqr";
const rules: RulesView = {
  name: "toy",
  summary: null,
  rebuilt: "",
  sources: {},
  title: "Toy",
  clauses: { "TOY-01": "Be kind." },
  words: {},
  ends: {},
  sum: "{}",
  moves: [],
  talk: { roles: {}, phrases: [], things: {}, numbers: [] },
};
const room: RoomView = {
  table: TABLE,
  game: "toy",
  rules: 1,
  seats: 2,
  options: {},
  pace: {},
  public: false,
  status: "playing",
  chairs: [
    { seat: 0, name: "Lulu", person: true },
    { seat: 1, name: "Odette", person: false, bot: "regular" },
  ],
  commitment: "",
  you: 0,
};
const choices = [
  { move: "load legal", label: "Load legal goods" },
  { move: "load illegal", label: "Load illegal goods" },
  { move: "give 1", label: "Give it to Odette" },
];
const asked: Question = { phase: "turn", clause: "TOY-01", prompt: "Your turn", actors: [0], choices };

let play: Play;
let socket: FakeSocket;

function page(beat: number, told: string): PageView {
  return { beat, events: [], news: [], told: [told] };
}

function scene(beat: number, changes: Partial<Scene> = {}): Scene {
  return {
    t: "scene",
    table: TABLE,
    since: beat,
    beat,
    viewer: 0,
    whole: false,
    view: {},
    question: asked,
    pages: [],
    ...changes,
  };
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  const connection = new Connection(() => "ws://house/ws");
  connection.open();
  socket = FakeSocket.last;
  play = new Play(connection, room, rules);
  connection.watch(TABLE, play);
  socket.greets();
  socket.says(
    scene(1, { since: 0, whole: true, view: { pile: 5, hand: { legal: 2 } }, pages: [page(1, "Odette deals.")] }),
  );
});

afterEach(() => vi.unstubAllGlobals());

/** What was asked last is answered, and the answer is taken in. */
async function answer(
  kind: "draft" | "act" | "undo",
  how: (id: string) => Parameters<FakeSocket["says"]>[0],
): Promise<void> {
  socket.says(how(socket.heard(kind).at(-1)!.id));
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
}

const drafted =
  (moves: string[], view: Record<string, unknown>, complete = false) =>
  (id: string) =>
    ({ t: "drafted", id, draft: { t: "draft", table: TABLE, moves, view, question: asked, complete } }) as const;
const refused = (code: string) => (id: string) => ({ t: "refused", id, code, sentence: "", clause: "TOY-01" }) as const;

test("a scene that goes on changes only what it names", () => {
  socket.says(scene(2, { since: 1, view: { pile: 4 }, pages: [page(2, "A card is drawn.")] }));
  expect(play.view).toEqual({ pile: 4, hand: { legal: 2 } });
  expect(play.pages.map((each) => each.beat)).toEqual([1, 2]);
  expect(play.fresh.map((each) => each.beat)).toEqual([2]);
});

test("a scene that follows on something missed is not taken: the table is asked again", () => {
  socket.says(scene(5, { since: 4, view: { pile: 1 } }));
  expect(play.view["pile"]).toBe(5);
  expect(socket.heard("watch").at(-1)).toMatchObject({ since: 1 });
});

test("pages that came already are not told twice", () => {
  socket.says(
    scene(2, { since: 0, whole: true, view: { pile: 4 }, pages: [page(1, "Odette deals."), page(2, "Drawn.")] }),
  );
  expect(play.pages.map((each) => each.beat)).toEqual([1, 2]);
});

test("another pair of eyes begins anew", () => {
  socket.says(
    scene(3, {
      since: 0,
      whole: true,
      viewer: null,
      view: { pile: 4 },
      pages: [page(1, "x"), page(2, "y"), page(3, "z")],
    }),
  );
  expect(play.viewer).toBe(null);
  expect(play.pages).toHaveLength(3);
  expect(play.view).toEqual({ pile: 4 });
});

test("what is said is heard once, and asked for from there on", () => {
  const hello = { t: "said", table: TABLE, number: 0, seat: 1, name: "Zaza", at: 0, phrase: "hello" } as const;
  socket.says(hello);
  socket.says(hello);
  expect([play.talk.length, play.heard]).toEqual([1, 1]);
});

test("what the server tells stays as it was told, and only a seat that nobody has goes by its number", () => {
  expect([play.names[1], play.pages[0]!.told, play.label("give 1")]).toEqual([
    "Odette",
    ["Odette deals."],
    "Give it to Odette",
  ]);
  play.seated({ ...room, chairs: [room.chairs[0]!, { seat: 1, name: "", person: false }] });
  expect(play.names).toEqual(["Lulu", "Seat 2"]);
});

test("a move joins the series while it may go on, and is undone without a word to others", async () => {
  void play.choose("load legal");
  expect(play.pending).toBe("load legal");
  await answer("draft", drafted(["load legal"], { hand: { legal: 1 } }));
  expect([play.series, play.undoable]).toEqual([["load legal"], true]);
  expect(play.view).toEqual({ pile: 5, hand: { legal: 1 } });
  play.undo();
  expect([play.series, play.undoable]).toEqual([[], false]);
  expect(play.view["hand"]).toEqual({ legal: 2 });
  expect(socket.heard("draft").at(-1)).toMatchObject({ moves: [] });
  expect(socket.heard("act")).toEqual([]);
});

test("what would complete the act waits until it is said, and another thing takes its place", async () => {
  void play.choose("load legal");
  await answer("draft", drafted(["load legal"], { hand: {} }));
  void play.choose("load illegal");
  await answer("draft", drafted(["load legal", "load illegal"], { hand: {} }, true));
  expect([play.series, play.picked]).toEqual([["load legal"], "load illegal"]);
  void play.choose("give 1");
  await answer("draft", drafted(["load legal", "give 1"], { hand: {} }, true));
  expect(play.picked).toBe("give 1");
  play.undo();
  await answer("draft", drafted(["load legal"], { hand: {} }));
  expect([play.series, play.picked]).toEqual([["load legal"], null]);
  expect(socket.heard("act")).toEqual([]);
});

test("what is touched twice, or named by the main button, is done with one message at its beat", async () => {
  void play.choose("load illegal");
  await answer("draft", drafted(["load illegal"], {}, true));
  void play.choose("load illegal");
  expect(play.busy).toBe(true);
  expect(socket.heard("act")).toMatchObject([{ table: TABLE, beat: 1, moves: ["load illegal"] }]);
  socket.says(scene(2, { since: 1, question: { ...asked, actors: [1], choices: [] } }));
  await answer("act", (id) => ({ t: "ack", id }));
  expect([play.busy, play.mine, play.picked, play.undoable]).toEqual([false, false, null, false]);
  socket.says(scene(3, { since: 2 }));
  play.prefer("park", "give ");
  expect(play.main).toBe("give 1");
  void play.commit();
  expect(socket.heard("act").at(-1)).toMatchObject({ beat: 3, moves: ["give 1"] });
});

test("a button whose move only begins an act lays it out", async () => {
  void play.act("load legal");
  await answer("act", drafted(["load legal"], { hand: { legal: 1 } }));
  expect([play.series, play.busy]).toEqual([["load legal"], false]);
  expect(play.view["hand"]).toEqual({ legal: 1 });
});

test("nothing is the main choice among several of a kind", () => {
  play.prefer("load ");
  expect(play.main).toBe(null);
});

test("what the rules forbid is refused with its clause, and nothing is submitted", async () => {
  void play.choose("load legal");
  await answer("draft", refused("illegal"));
  expect(play.refusal).toMatchObject({ code: "illegal", clause: "TOY-01" });
  expect(socket.heard("act")).toEqual([]);
});

test("a sealed question is answered at once and the answer can be taken back", async () => {
  socket.says(scene(1, { question: { ...asked, sealed: true, actors: [0, 1] } }));
  void play.choose("load legal");
  expect(socket.heard("draft")).toEqual([]);
  socket.says(scene(1, { answered: [choices[0]!], question: { ...asked, sealed: true, actors: [0, 1], choices: [] } }));
  await answer("act", (id) => ({ t: "ack", id }));
  expect([play.mine, play.answered]).toEqual([false, ["load legal"]]);
  play.undo();
  expect(socket.heard("undo")).toHaveLength(1);
});

test("a table that has moved on drops the draft", async () => {
  void play.choose("load legal");
  await answer("draft", drafted(["load legal"], { hand: {} }));
  socket.says(scene(2, { since: 1, view: { pile: 3 } }));
  expect(play.series).toEqual([]);
  expect(play.view).toEqual({ pile: 3, hand: { legal: 2 } });
});

test("what the table claims is not listed again, until the claim ends", () => {
  const release = play.claim("load");
  expect(play.unclaimed.map(({ move }) => move)).toEqual(["give 1"]);
  release();
  expect(play.unclaimed).toHaveLength(3);
});

test("what the table draws too small is named in short, until it is gone", () => {
  const release = play.abridge((move) => (move.startsWith("load") ? move.slice(5) : ""));
  expect(play.small.map(({ short }) => short)).toEqual(play.choicesLike("load ").map(({ move }) => move.slice(5)));
  expect(play.small.length).toBeGreaterThan(0);
  release();
  expect(play.small).toEqual([]);
});

test("an answer that was overtaken by the line does not turn the table back", () => {
  play.seated({ ...room, status: "mixing" });
  expect(play.room.status).toBe("playing");
  play.seated({ ...room, status: "over" });
  expect(play.room.status).toBe("over");
});
