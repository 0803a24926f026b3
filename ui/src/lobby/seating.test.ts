import { afterEach, expect, test } from "vitest";
import { house } from "../lib/house.svelte";
import { preference } from "../lib/preference.svelte";
import type { Catalogue, Listed, RoomView } from "../lib/types";
import { words } from "../lib/words.svelte";
import { botName, byUrgency, duration, introduction, levelHint, playersOf, resultOf } from "./seating";

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

test("tables that wait for me come first, those that are over last", () => {
  const table = (name: string, status: string, asked = false) => ({ room: { table: name, status }, asked }) as Listed;
  const over = ["o1", "o2", "o3", "o4", "o5"].map((name) => table(name, "over"));
  const listed = byUrgency([
    ...over,
    table("calm", "playing"),
    table("gone", "closed"),
    table("mine", "playing", true),
  ]);
  expect(listed.map(({ room }) => room.table)).toEqual(["mine", "calm", "o1", "o2", "o3", "o4", "o5"]);
});

test("how a game ended, in a few words", () => {
  const sum = { one: "{} point", other: "{} points" };
  house.catalogue = {
    games: [
      { name: "race", sum },
      { name: "duel", sum: "{}" },
    ],
  } as Catalogue;
  const room = (you: number | null, game = "race") =>
    ({ you, game, chairs: ["Anna", "Bob", "Zoé"].map((name) => ({ name })) }) as RoomView;
  const outcome = { scores: [3, 9, 1], ranks: [2, 1, 3], reason: "", told: "" };
  expect([0, 1, 2, null].map((you) => resultOf(room(you), outcome))).toEqual([
    "2nd of 3 · 3 points",
    "You win! · 9 points",
    "3rd of 3 · 1 point",
    "Bob wins",
  ]);
  expect(resultOf(room(0, "duel"), outcome)).toBe("2nd of 3"); // only won or lost
});

const chair = (name: string, bot: string, character = "") => ({ seat: 0, name, person: false, bot, character });

test("bots are introduced as what they are", () => {
  const company = [
    { seat: 0, name: "Anna", person: true },
    chair("Gaston", "regular", "bold"),
    chair("Odette", "random"),
    chair("Simone", "random"),
    chair("Léon", "master", "suspicious"),
    chair("Irma", "gambler"), // a maker's: it has its name
    chair("Jules", "network"),
    chair("Arlette", "novice", "bold"),
  ];
  expect(introduction(company)).toBe(
    "Gaston is a regular: bluffs, and calls bluffs, as often as it pays. " +
      "Odette and Simone play at random: any legal move. " +
      "Léon is a master: remembers everything and thinks ahead. " +
      "Irma plays as “gambler”, a bot made by somebody else. " +
      "Jules is a network: it has learned by playing millions of games. " +
      "Arlette is a novice: a little too honest, and makes mistakes. " +
      "Gaston and Arlette are bold, and bluff a little more. " +
      "Léon is suspicious, and doubts a little more.",
  );
});

test("a bot is named by its level and character, a maker's by its own name", () => {
  const bots = [chair("Gaston", "regular", "bold"), chair("Léon", "master"), chair("Irma", "gambler")];
  expect(bots.map(botName)).toEqual(["Regular, bold", "Master", "gambler"]);
  words.switch("fr");
  expect(bots.map(botName)).toEqual(["Habitué audacieux", "Maître", "gambler"]);
});

test("how bots of a level and of a character play", () => {
  expect(levelHint("novice")).toBe("is a little too honest, and makes mistakes");
  expect(levelHint("novice", "bold")).toBe(
    "is a little too honest, and makes mistakes; a bold one bluffs a little more",
  );
  expect(levelHint("gambler")).toBe("a bot made by somebody else");
  words.switch("fr");
  expect(levelHint("random")).toBe("joue n’importe quel coup permis");
  expect(levelHint("novice", "careful")).toMatch(/se trompe parfois\s; un prudent bluffe un peu moins$/);
});

test("whoever plays at once has the company that they chose last, as far as a game has it", () => {
  const bots = ["random", "novice", "regular", "gambler"];
  house.catalogue = {
    games: [
      { name: "race", bots, coloured: ["novice", "regular"] },
      { name: "duel", bots: ["random"], coloured: [] as string[] },
    ],
    characters: ["bold", "careful", "suspicious"],
  } as Catalogue;
  const company = (game: string) => [house.level(game), house.character(game)];
  expect(company("race")).toEqual(["regular", ""]);
  preference.setCharacter("bold");
  preference.setLevel("novice");
  expect(company("race")).toEqual(["novice", "bold"]);
  expect(company("duel")).toEqual(["random", ""]);
  preference.setLevel("gambler"); // a maker's bot has none but its own
  expect(company("race")).toEqual(["gambler", ""]);
  preference.setLevel("regular");
  expect(company("race")).toEqual(["regular", "bold"]);
  preference.setCharacter("greedy"); // as another house may have offered
  expect(company("race")).toEqual(["regular", ""]);
});
