/** Hashes without the browser's own: it offers them only over HTTPS, and a house in a café is often on plain HTTP. */

import { hmac as keyed } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as toHex, concatBytes as joined } from "@noble/hashes/utils.js";

export { joined, sha256, toHex };

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  return keyed(sha256, key, message);
}

/** What is no number becomes bytes that fit no seal: a house that sends nonsense fails a check, and breaks nothing. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
