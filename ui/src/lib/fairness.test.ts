import { expect, test } from "vitest";
import { checkShuffle } from "./fairness";
import type { ProofView } from "./types";
import vector from "./fairness.vector.json";

// A game of PROHIS that the engine dealt with `fairness.stream(bytes(range(32)), table, entropies)`.
const proof = vector as unknown as ProofView;
const unseen = { commitment: null, seal: null, receipt: null };
const receipt = {
  table: proof.table,
  commitment: proof.commitment,
  seat: 2,
  seals: proof.seals,
  chairs: ["Ada", "Bibi", "Coco"],
};

function failing(
  changed: Partial<ProofView>,
  seat: number | null = null,
  seen: Parameters<typeof checkShuffle>[2] = unseen,
): string[] {
  return checkShuffle({ ...proof, ...changed }, seat, seen)
    .filter((check) => !check.holds)
    .map((check) => check.name);
}

test("an honest game holds in every step", () => {
  const seen = { commitment: proof.commitment, seal: proof.seals[2]!, receipt };
  expect(checkShuffle(proof, 2, seen)).toEqual([
    { name: "commitment", holds: true, count: 1 },
    { name: "seals", holds: true, count: 2 },
    { name: "receipt", holds: true, count: 3 },
    { name: "own", holds: true, count: 1 },
    { name: "mixing", holds: true, count: 2 },
    { name: "draws", holds: true, count: proof.draws.length },
    { name: "races", holds: true, count: proof.races.length },
  ]);
});

test("another key than the promised one is found out", () => {
  expect(failing({ key: "ff" + proof.key.slice(2) })).toEqual(["commitment", "draws", "races"]);
});

test("a key that fits only the commitment shown afterwards is found out by who saw the first", () => {
  expect(failing({}, null, { ...unseen, commitment: "0".repeat(64) })).toEqual(["commitment"]);
});

test("exchanged bytes break their seal and the draws", () => {
  expect(failing({ entropies: ["11".repeat(32), null, proof.entropies[2]!] })).toEqual(["seals", "draws", "races"]);
});

test("bytes without a seal are nobody's", () => {
  expect(failing({ seals: [null, null, proof.seals[2]!] })).toEqual(["seals"]);
});

test("a seal that isn't mine in my name is found out", () => {
  expect(failing({}, 0, { ...unseen, seal: proof.seals[2]! })).toEqual(["own"]);
});

test("one swapped card is named by its place", () => {
  const draws = proof.draws.map((draw, place) => (place === 5 ? { ...draw, outcome: "deal lieutenant" } : draw));
  expect(checkShuffle({ ...proof, draws }, null, unseen).at(-2)).toEqual({ name: "draws", holds: false, count: 6 });
});

test("a race by correspondence that went another way is named by its place", () => {
  const races = proof.races.map((race, place) => (place === 2 ? { ...race, order: race.order.toReversed() } : race));
  expect(checkShuffle({ ...proof, races }, null, unseen).at(-1)).toEqual({ name: "races", holds: false, count: 3 });
  expect(checkShuffle({ ...proof, races, pace: "live" }, null, unseen).at(-1)!.name).toBe("draws");
});

test("a seal that came after this device gave its bytes is found out", () => {
  const earlier = { ...receipt, seals: [null, ...proof.seals.slice(1)] };
  expect(failing({}, 2, { ...unseen, receipt: earlier })).toEqual(["receipt"]);
});
