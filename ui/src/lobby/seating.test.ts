import { afterEach, expect, test } from "vitest";
import type { Listed } from "../lib/types";
import { words } from "../lib/words.svelte";
import { byUrgency, duration, playersOf } from "./seating";

afterEach(() => words.switch("en"));

test("a fuse is told in the unit that people use", () => {
  expect([0, 15, 60, 90, 300, 3600, 86_400].map(duration)).toEqual([
    "No limit",
    "15 seconds",
    "1 minute",
    "90 seconds",
    "5 minutes",
    "1 hour",
    "1 day",
  ]);
});

test("how many may play", () => {
  expect(playersOf({ fewest: 2, most: 2 })).toBe("2 players");
  words.switch("fr");
  expect(playersOf({ fewest: 3, most: 9 })).toBe("de 3 à 9 joueurs");
});

test("tables that wait for me come first, and old ones don't pile up", () => {
  const table = (name: string, status: string, asked = false) => ({ room: { table: name, status }, asked }) as Listed;
  const over = ["o1", "o2", "o3", "o4", "o5"].map((name) => table(name, "over"));
  const listed = byUrgency([
    ...over,
    table("calm", "playing"),
    table("gone", "closed"),
    table("mine", "playing", true),
  ]);
  expect(listed.map(({ room }) => room.table)).toEqual(["mine", "calm", "o1", "o2", "o3"]);
});
