import { recall, remember } from "./storage";
import { fromHex, sha256, toHex } from "./hashes";
import type { RoomView } from "./types";

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

/** What this device was shown at the moment when it gave its bytes away. `tripot verify --receipt` reads it. */
export interface Receipt {
  table: string;
  commitment: string;
  seat: number;
  seals: (string | null)[];
  chairs: string[];
}

// a browser that keeps nothing knows it at least until the page is closed
const receipts = new Map<string, string>();

export function receiptOf(room: RoomView): Receipt {
  return {
    table: room.table,
    commitment: room.commitment,
    seat: room.you ?? -1,
    seals: room.chairs.map((chair) => chair.seal ?? null),
    chairs: room.chairs.map((chair) => chair.name),
  };
}

/** Keeps a receipt once and for all: whether it is the first of its table, or the same as the first. */
export function keepReceipt(receipt: Receipt): boolean {
  const text = JSON.stringify(receipt);
  const kept = keptText(receipt.table);
  if (kept !== null) return kept === text;
  receipts.set(receipt.table, text);
  remember(`receipt.${receipt.table}`, text);
  return true;
}

export function receiptFor(table: string): Receipt | null {
  const text = keptText(table);
  return text === null ? null : (JSON.parse(text) as Receipt);
}

/** Whether a table shows other seals, or another commitment, than when this device gave its bytes. */
export function tamperedWith(room: RoomView): boolean {
  const receipt = receiptFor(room.table);
  if (!receipt) return false;
  const now = receiptOf(room);
  return now.commitment !== receipt.commitment || JSON.stringify(now.seals) !== JSON.stringify(receipt.seals);
}

function keptText(table: string): string | null {
  return receipts.get(table) ?? recall(`receipt.${table}`);
}
