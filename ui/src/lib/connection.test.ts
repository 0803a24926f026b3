import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Watcher } from "./connection.svelte";
import { FakeSocket } from "./fakes";

const TABLE = "abcdefghijkmnpqr";
let connection: Connection;
let watcher: Watcher & { received: number; heard: number };

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  connection = new Connection(() => "ws://house/ws");
  watcher = {
    received: 0,
    heard: 0,
    overheard: 0,
    seated: vi.fn(),
    shown: vi.fn(),
    told: vi.fn(),
    promised: vi.fn(),
    counted: vi.fn(),
  };
  connection.open();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The line breaks and is made anew. */
function reconnect(): FakeSocket {
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(60_000);
  FakeSocket.last.greets();
  return FakeSocket.last;
}

test("a table is watched as soon as the house has greeted", () => {
  connection.watch(TABLE, watcher);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.greets();
  expect(connection.status).toBe("connected");
  expect(FakeSocket.last.heard("watch")).toMatchObject([{ table: TABLE, since: 0, heard: 0 }]);
});

test("who has taken another's place at a table keeps it when the other goes", () => {
  const late = { ...watcher, counted: vi.fn() };
  connection.watch(TABLE, watcher);
  connection.watch(TABLE, late);
  FakeSocket.last.greets();
  connection.unwatch(TABLE, watcher);
  expect(FakeSocket.last.heard("unwatch")).toEqual([]);
  FakeSocket.last.says({ t: "watching", table: TABLE, count: 2 });
  expect(late.counted).toHaveBeenCalledWith(2);
  connection.unwatch(TABLE, late);
  expect(FakeSocket.last.heard("unwatch")).toHaveLength(1);
});

test("after a break the table goes on from what was seen and heard", () => {
  connection.watch(TABLE, watcher);
  FakeSocket.last.greets();
  Object.assign(watcher, { received: 17, heard: 3 });
  expect(reconnect().heard("watch")).toMatchObject([{ table: TABLE, since: 17, heard: 3 }]);
});

test("a decision without an answer is submitted again with the same id, after the table is watched", async () => {
  connection.watch(TABLE, watcher);
  FakeSocket.last.greets();
  const done = connection.ask({ t: "submit", table: TABLE, beat: 4, moves: ["pass"] });
  const [first] = FakeSocket.last.heard("submit");
  const socket = reconnect();
  expect(socket.heard("submit")).toEqual([first]);
  expect(socket.sent.map((message) => message.t)).toEqual(["watch", "submit"]);
  socket.says({ t: "ack", id: first!.id });
  await expect(done).resolves.toEqual({ t: "ack", id: first!.id });
});

test("a decision made while the line is broken is submitted when it holds again", () => {
  FakeSocket.last.greets();
  FakeSocket.last.breaks();
  void connection.ask({ t: "submit", table: TABLE, beat: 4, moves: ["pass"] });
  vi.advanceTimersByTime(60_000);
  FakeSocket.last.greets();
  expect(FakeSocket.last.heard("submit")).toHaveLength(1);
});

test("an answered decision is not submitted again", async () => {
  FakeSocket.last.greets();
  const done = connection.ask({ t: "submit", table: TABLE, beat: 4, moves: ["pass"] });
  FakeSocket.last.says({ t: "ack", id: FakeSocket.last.heard("submit")[0]!.id });
  await done;
  expect(reconnect().heard("submit")).toEqual([]);
});

test("a refusal is thrown to who asked", async () => {
  FakeSocket.last.greets();
  const done = connection.ask({ t: "draft", table: TABLE, moves: ["fly"] });
  const { id } = FakeSocket.last.heard("draft")[0]!;
  FakeSocket.last.says({ t: "refused", id, code: "illegal", sentence: "no", clause: "PRO-08" });
  await expect(done).rejects.toMatchObject({ code: "illegal", clause: "PRO-08" });
});

test("words are not said twice: a break gives them back", async () => {
  FakeSocket.last.greets();
  const said = connection.ask({ t: "say", table: TABLE, text: "hello" });
  FakeSocket.last.breaks();
  await expect(said).rejects.toMatchObject({ code: "lost" });
  vi.advanceTimersByTime(60_000);
  FakeSocket.last.greets();
  expect(FakeSocket.last.heard("say")).toEqual([]);
});

test("whom the house doesn't know introduce themselves before they try again", () => {
  const introduce = vi.fn(async () => null);
  const stranger = new Connection(() => "ws://house/ws", introduce);
  stranger.open();
  FakeSocket.last.breaks(1008);
  expect(introduce).toHaveBeenCalledOnce();
  stranger.close();
});

test("it waits longer and longer between attempts, and says when it is offline", () => {
  const attempts: number[] = [];
  const started = Date.now();
  for (let i = 0; i < 8; i++) {
    FakeSocket.last.breaks();
    const before = FakeSocket.all.length;
    while (FakeSocket.all.length === before) vi.advanceTimersByTime(50);
    attempts.push(Date.now() - started);
  }
  const waits = attempts.map((at, i) => at - (attempts[i - 1] ?? 0));
  expect(waits[0]).toBeLessThanOrEqual(450);
  expect(waits[7]).toBeGreaterThan(3_500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(8_050);
  expect(connection.status).toBe("offline");
});

test("a line that has gone silent is made anew", () => {
  FakeSocket.last.greets();
  vi.advanceTimersByTime(25_000);
  expect(FakeSocket.last.heard("ping")).toHaveLength(1);
  const silent = FakeSocket.last;
  vi.advanceTimersByTime(12_000);
  expect(silent.closed).toBe(true);
  expect(FakeSocket.last).not.toBe(silent);
});

test("a line whose pings are answered is kept", () => {
  FakeSocket.last.greets();
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(25_000);
    FakeSocket.last.says({ t: "ack", id: "ping" });
  }
  expect(FakeSocket.all).toHaveLength(1);
});
