import { fromHex, hmac, joined, sha256, toHex } from "./hashes";
import type { Receipt } from "./seals";
import type { Draw, ProofView, Race } from "./types";

/** Checks a finished game's chance as docs/fairness.md tells, on the player's own device. */

export type CheckName = "commitment" | "seals" | "own" | "receipt" | "mixing" | "draws" | "races";

export interface Check {
  name: CheckName;
  holds: boolean;
  count: number; // of what was checked, or the place of the first that doesn't hold
}

/** What this device saw before the game: the house's commitment, the seal of its own bytes, and all that it was shown
 * when it gave them away. */
export interface Witnessed {
  commitment: string | null;
  seal: string | null;
  receipt: Receipt | null;
}

const utf8 = new TextEncoder();

export function checkShuffle(proof: ProofView, seat: number | null, seen: Witnessed): Check[] {
  const key = fromHex(proof.key);
  const hash = toHex(sha256(key));
  const fits = proof.entropies.map(
    (entropy, i) => entropy === null || toHex(sha256(fromHex(entropy))) === proof.seals[i],
  );
  const mixed = proof.entropies.filter((entropy) => entropy !== null).length;
  const stream = streamKey(key, proof.table, proof.entropies);
  const wrong = firstWrongDraw(stream, proof.draws);
  const checks: Check[] = [
    { name: "commitment", holds: hash === proof.commitment && hash === (seen.commitment ?? hash), count: 1 },
    { name: "seals", holds: fits.every(Boolean), count: proof.seals.filter((seal) => seal !== null).length },
    { name: "mixing", holds: mixed > 0, count: mixed },
    { name: "draws", holds: wrong === null, count: wrong ?? proof.draws.length },
  ];
  if (proof.pace === "correspondence" && proof.races.length) {
    const bent = proof.races.findIndex((race) => !inOrder(stream, race));
    checks.push({ name: "races", holds: bent < 0, count: bent < 0 ? proof.races.length : bent + 1 });
  }
  if (seat !== null && seen.seal)
    checks.splice(2, 0, { name: "own", holds: proof.seals[seat] === seen.seal, count: 1 });
  if (seen.receipt)
    checks.splice(2, 0, { name: "receipt", holds: fitsReceipt(proof, seen.receipt), count: seen.receipt.seals.length });
  return checks;
}

/** Had the house shown other seals to somebody else, it could have tried bytes until a deal pleased it. */
function fitsReceipt(proof: ProofView, receipt: Receipt): boolean {
  return (
    proof.table === receipt.table &&
    proof.commitment === receipt.commitment &&
    JSON.stringify(proof.seals) === JSON.stringify(receipt.seals)
  );
}

function streamKey(key: Uint8Array, table: string, entropies: (string | null)[]): Uint8Array {
  const lines = ["tripot table", table, ...entropies.map((entropy, seat) => `${seat} ${entropy ?? "-"}`)];
  return hmac(key, utf8.encode(lines.join("\n") + "\n"));
}

/** The place of the first draw that the stream doesn't give, counted from one; null if all are right. */
function firstWrongDraw(stream: Uint8Array, draws: Draw[]): number | null {
  const next = numbers(stream);
  const place = draws.findIndex((draw) => pick(draw.weights, next) !== draw.outcome);
  return place < 0 ? null : place + 1;
}

/** By correspondence chance decides a race: every seat has a digest, and the lowest comes first. */
function inOrder(stream: Uint8Array, { question, order }: Race): boolean {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(question));
  const place = joined(utf8.encode("tripot race"), new Uint8Array(number.buffer));
  const digests = order.map((seat) => toHex(hmac(stream, joined(place, Uint8Array.of(seat)))));
  return digests.every((digest, i) => i === 0 || digests[i - 1]! < digest);
}

function* numbers(stream: Uint8Array): Generator<bigint, never> {
  for (let block = 0n; ; block++) {
    const number = new DataView(new ArrayBuffer(8));
    number.setBigUint64(0, block);
    const digest = hmac(stream, joined(utf8.encode("tripot chance"), new Uint8Array(number.buffer)));
    const view = new DataView(digest.buffer);
    for (const place of [0, 8, 16, 24]) yield view.getBigUint64(place);
  }
}

/** The next number falls into one outcome's share; numbers beyond the last whole multiple are passed over. */
function pick(weights: Record<string, number>, numbers: Generator<bigint, never>): string | undefined {
  const shares = Object.entries(weights);
  const total = BigInt(shares.reduce((sum, [, weight]) => sum + weight, 0));
  if (total <= 0n) return undefined;
  const limit = (2n ** 64n / total) * total;
  let number = numbers.next().value;
  while (number >= limit) number = numbers.next().value;
  number %= total;
  for (const [outcome, weight] of shares) {
    number -= BigInt(weight);
    if (number < 0n) return outcome;
  }
  return undefined;
}
