import type { FromClient, FromServer } from "./types";

/** For tests: a WebSocket whose other end is the test. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return this.all.at(-1)!;
  }

  sent: FromClient[] = [];
  closed = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.closed = true;
  }

  /** The server speaks. */
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  greets(): void {
    this.says({ t: "hello", name: "Lulu", language: "en", version: "1" });
  }

  /** The line breaks. */
  breaks(code = 1006): void {
    this.onclose?.({ code });
  }

  /** What the client has said of a kind. */
  heard<Kind extends FromClient["t"]>(kind: Kind): Extract<FromClient, { t: Kind }>[] {
    return this.sent.filter((message): message is Extract<FromClient, { t: Kind }> => message.t === kind);
  }
}
