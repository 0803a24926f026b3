import { expect, test } from "vitest";
import { hmac, sha256, toHex } from "./hashes";

const utf8 = new TextEncoder();

test("the standard's own examples", () => {
  const digest = (text: string) => toHex(sha256(utf8.encode(text)));
  expect(digest("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("every length round a block's edge is as the browser's own", async () => {
  for (let length = 50; length < 140; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 7);
    expect(toHex(sha256(bytes))).toBe(toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
});

test("HMAC as in RFC 4231, with short and long keys", () => {
  expect(toHex(hmac(utf8.encode("Jefe"), utf8.encode("what do ya want for nothing?")))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const long = new Uint8Array(131).fill(0xaa);
  expect(toHex(hmac(long, utf8.encode("Test Using Larger Than Block-Size Key - Hash Key First")))).toBe(
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});
