import { recall, remember } from "./memory";
import { fromHex, sha256, toHex } from "./sha256";

/** What this browser mixes into the chance of its tables: docs/fairness.md tells why. */

export interface Sealed {
  entropy: string;
  seal: string;
}

/** New random bytes and their seal. */
export function sealed(): Sealed {
  const entropy = crypto.getRandomValues(new Uint8Array(32));
  return { entropy: toHex(entropy), seal: toHex(sha256(entropy)) };
}

export function keepEntropy(table: string, { entropy }: Sealed): void {
  remember(`entropy.${table}`, entropy);
}

export function entropyFor(table: string): string | null {
  return recall(`entropy.${table}`);
}

/** The seal of this browser's own bytes at a table, to compare with what the house shows. */
export function sealFor(table: string): string | null {
  const entropy = entropyFor(table);
  return entropy && toHex(sha256(fromHex(entropy)));
}
