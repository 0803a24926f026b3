import type { Ack, Drafted, FromClient, FromServer, ChatLine, PromiseView, Refused, RoomView, Scene } from "./types";

/** What a table that is watched wants to know, and what it has already. */
export interface Watcher {
  readonly received: number; // the last beat that it was sent
  readonly heard: number; // how much of what was said it has heard
  readonly overheard: number; // and of what those said who only watch
  seated(room: RoomView): void;
  shown(scene: Scene): void;
  told(line: ChatLine): void;
  promised(promises: PromiseView[]): void;
  counted(watching: number): void;
}

/** Over a WebSocket, without its id: the connection numbers what it sends. */
export type Words = FromClient extends infer Message
  ? Message extends { id: string }
    ? Omit<Message, "id">
    : never
  : never;
export type Answer = Ack | Drafted;

/** Somebody who answers what a table asks. */
export interface Line {
  ask(words: Words): Promise<Answer>;
  again(table: string): void;
}

interface Pending {
  message: FromClient;
  again: boolean; // to be said once more, with the same id, if the line breaks before the answer
  resolve: (answer: Answer) => void;
  reject: (refused: Refused) => void;
}

const PING = 25_000;
const SILENCE = 10_000; // ms that an answer to a ping may take
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const STRANGER = 1008; // the code with which the house turns away who has no cookie of its own
const LOST_AFTER = 3; // failed attempts in a row before it is called offline

export type Status = "connecting" | "connected" | "reconnecting" | "offline";

/** One WebSocket for the whole page, made anew whenever it breaks; nothing that was promised gets lost. */
export class Connection implements Line {
  status = $state<Status>("connecting");
  version = $state(""); // the server's

  #address: () => string;
  #introduce: () => Promise<unknown>;
  #socket: WebSocket | null = null;
  #tables = new Map<string, Watcher>();
  #pending = new Map<string, Pending>();
  #failures = 0;
  #wanted = false;
  #greeted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;

  /** `address` is asked for anew at every attempt; `introduce` is done when the house doesn't know the guest. */
  constructor(address: () => string, introduce: () => Promise<unknown> = async () => null) {
    this.#address = address;
    this.#introduce = introduce;
  }

  /** Connect, and stay connected. */
  open(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#connect();
    globalThis.addEventListener?.("online", this.#hurry);
    globalThis.document?.addEventListener("visibilitychange", this.#hurry);
  }

  close(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
    globalThis.removeEventListener?.("online", this.#hurry);
    globalThis.document?.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** Hang up and call again at once, for instance in another language. */
  renew(): void {
    if (!this.#wanted) return;
    this.#drop();
    this.#failures = 0;
    this.#connect();
  }

  watch(table: string, watcher: Watcher): void {
    this.#tables.set(table, watcher);
    this.again(table);
  }

  /** Ask for a table's scene from what its watcher has seen on. */
  again(table: string): void {
    const watcher = this.#tables.get(table);
    if (watcher && this.#greeted) this.#watch(table, watcher);
  }

  /** Somebody who has taken this watcher's place goes on. */
  unwatch(table: string, watcher: Watcher): void {
    if (this.#tables.get(table) !== watcher) return;
    this.#tables.delete(table);
    if (this.#greeted) this.#send({ t: "unwatch", id: fresh(), table });
  }

  /** Say something and wait for the answer; refusals are thrown. What may be said twice outlives a broken line. */
  ask(words: Words): Promise<Answer> {
    const again = words.t !== "say";
    const message = { ...words, id: fresh() } as FromClient;
    return new Promise((resolve, reject) => {
      if (!this.#greeted && !again) {
        reject(lost(message.id));
        return;
      }
      this.#pending.set(message.id, { message, again, resolve, reject });
      if (this.#greeted) this.#send(message);
    });
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === STRANGER && !this.#greeted) void this.#introduce().catch(() => null);
      this.#broken();
    };
  }

  #drop(): void {
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
    this.#forget();
  }

  /** What can't be said twice is given back as lost. */
  #forget(): void {
    for (const [id, pending] of this.#pending) {
      if (pending.again) continue;
      this.#pending.delete(id);
      pending.reject(lost(id));
    }
  }

  #broken(): void {
    this.#drop();
    if (!this.#wanted) return;
    this.#failures += 1;
    this.status = this.#failures > LOST_AFTER ? "offline" : "reconnecting";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** (this.#failures - 1));
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  /** The network or the reader is back: no need to wait any longer. */
  #hurry = (): void => {
    if (!this.#wanted || globalThis.document?.visibilityState === "hidden") return;
    if (this.#greeted) this.#ping();
    else if (this.status !== "connecting") {
      this.#drop();
      this.#connect();
    }
  };

  #ping(): void {
    clearTimeout(this.#pulse);
    this.#send({ t: "ping", id: "ping" });
    this.#pulse = setTimeout(() => this.#broken(), SILENCE);
  }

  #alive(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ping(), PING);
  }

  #watch(table: string, watcher: Watcher): void {
    this.#send({
      t: "watch",
      id: fresh(),
      table,
      since: watcher.received,
      heard: watcher.heard,
      overheard: watcher.overheard,
    });
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #hear(message: FromServer): void {
    this.#alive();
    switch (message.t) {
      case "hello":
        this.#greeted = true;
        this.#failures = 0;
        this.status = "connected";
        this.version = message.version;
        for (const [table, watcher] of this.#tables) this.#watch(table, watcher);
        for (const { message: unanswered } of this.#pending.values()) this.#send(unanswered);
        break;
      case "room":
        this.#tables.get(message.room.table)?.seated(message.room);
        break;
      case "scene":
        this.#tables.get(message.table)?.shown(message);
        if (message.ack) this.#settle(message.ack)?.resolve({ t: "ack", id: message.ack });
        break;
      case "said":
        this.#tables.get(message.table)?.told(message);
        break;
      case "promises":
        this.#tables.get(message.table)?.promised(message.promises);
        break;
      case "watching":
        this.#tables.get(message.table)?.counted(message.count);
        break;
      case "ack":
      case "drafted":
        this.#settle(message.id)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.id)?.reject(message);
        break;
    }
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

/** An id that nobody guesses and nothing else has. */
export function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function lost(id: string): Refused {
  return { t: "refused", id, code: "lost", sentence: "", clause: "" };
}
