import { untrack } from "svelte";
import type { Line, Watcher } from "./connection.svelte";
import { recall, remember } from "./storage";
import { climaxesOn, type Climax, type Climaxes } from "./climaxes";
import { Playback, type Screen, type Shown } from "./playback.svelte";
import { entropyFor, keepReceipt, receiptOf, tamperedWith } from "./seals";
import type {
  Choice,
  Draft,
  Drafted,
  ChatLine,
  OutcomeView,
  PageView,
  PromiseView,
  Question,
  Refused,
  RoomView,
  RulesView,
  Scene,
  StandingView,
} from "./types";
import { amount, say } from "./words.svelte";
import shell from "../texts.json";

/** The game's record as the viewer may know it; its fields are the game's own. */
export type View = Record<string, any>;

/** A table goes through these in order. */
const SETTLING = 250; // ms in which a newcomer is told what was said before
const STAGES = ["open", "mixing", "playing", "over", "closed"];
const NOTHING: Question = { phase: "", clause: "", prompt: "", actors: [] };

/** One table that the page watches: what lies on it, what is asked of me, and what I do. */
export class Play implements Watcher, Screen {
  /** Seats, names, status, pace. */
  room: RoomView;
  /** Clauses, words, ends and all move texts of the game, in my language. */
  rules: RulesView;
  /** My seat, null for a spectator. */
  viewer = $state<number | null>(null);
  /** The number of the last thing that I was shown. */
  beat = $state(0);
  /** The number of the last thing that came, which may wait to be shown. */
  received = 0;
  /** What the game calls a climax; none until it is known. */
  climaxes: Climaxes = {};
  /** The climaxes of the latest scene that had news. */
  latestClimaxes = $state.raw<Climax[]>([]);
  /** Lets one scene be read before the next is shown. */
  readonly playback = new Playback(this);
  /** My moves so far in an act that isn't complete yet. */
  series = $state.raw<string[]>([]);
  /** The move that would complete it, as soon as I say so. */
  picked = $state<string | null>(null);
  /** My sealed answer, in words, while its question is open. */
  sealed = $state.raw<Choice[] | null>(null);
  outcome = $state.raw<OutcomeView | null>(null);
  /** By seat, the points that I may know, and what they are made of. */
  standings = $state.raw<StandingView[]>([]);
  /** When time decides, in ms like Date.now(). */
  endsAt = $state<number | null>(null);
  /** The beats at which a bot decided for me since I last did myself. */
  stoodIn = $state.raw<number[]>([]);
  /** The whole log, oldest first. */
  pages = $state.raw<PageView[]>([]);
  /** The pages that came with the latest scene, for animation; none with the first. */
  fresh = $state.raw<PageView[]>([]);
  /** A decision is on its way. */
  busy = $state(false);
  /** The choice that I have just taken, until the server has answered. */
  pending = $state<string | null>(null);
  /** Why the last thing was refused. */
  refusal = $state.raw<Refused | null>(null);
  /** What was said at the table. */
  talk = $state.raw<ChatLine[]>([]);
  /** What those say who only watch; who plays hears it when the game is over. */
  gallery = $state.raw<ChatLine[]>([]);
  /** Promises and claims, and what came of them. */
  promises = $state.raw<PromiseView[]>([]);
  /** How many watch without a seat. */
  watching = $state(0);
  /** Names among those who watch that I don't listen to. */
  ignored = $state.raw<ReadonlySet<string>>(new Set());
  /** What was said before this number was said before I came. */
  old = 0;
  /** Seats that I don't listen to. */
  muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The house has changed seals, or its commitment, after my device gave its bytes. */
  tampered = $state(false);
  /** Whether choices are grouped by verb even where there are few. */
  gathered = $state(false);
  /** Whether a first scene has come. */
  ready = $state(false);

  #connection: Line | null;
  #seen = $state.raw<View>({});
  #asked = $state.raw<Question>(NOTHING);
  #draft = $state.raw<Draft | null>(null);
  #claims = $state.raw<readonly string[]>([]);
  /** Somebody else says what is to be done, or asks what is right: nothing here is suggested. */
  guided = false;
  #hosts = $state(0);
  #preferred = $state.raw<readonly string[]>([]);
  #short = $state.raw<((move: string) => string) | null>(null);
  #came = 0; // when the first scene was shown
  #anew = true; // the next scene is taken from its beginning
  #watching: number | null = null; // whose eyes the newest scene is seen with
  #first = true; // nothing was shown since it began anew

  seats = $derived.by(() => this.room.seats);
  /** By seat, never empty: a seat that nobody has goes by its number. */
  names = $derived.by(() => this.room.chairs.map(({ name, seat }) => name || say(shell, "seat", { n: seat + 1 })));
  /** The record as I may know it, with my unconfirmed draft applied. */
  view = $derived.by<View>(() => (this.#draft ? { ...this.#seen, ...this.#draft.view } : this.#seen));
  question = $derived.by<Question>(() => this.#draft?.question ?? this.#asked);
  people = $derived.by(() => this.room.chairs.filter((chair) => chair.person).length);
  /** Something is asked of me now and I haven't answered. */
  mine = $derived.by(
    () =>
      this.#connection !== null &&
      this.viewer !== null &&
      !this.playback.waiting &&
      this.room.status === "playing" &&
      this.answered === null &&
      this.question.actors.includes(this.viewer) &&
      this.choices.length > 0,
  );
  choices = $derived.by<Choice[]>(() => this.question.choices ?? []);
  /** The moves of my sealed answer, while its question is open. */
  answered = $derived.by(() => this.sealed?.map(({ move }) => move) ?? null);
  /** Something lies there that I can really take back. */
  undoable = $derived.by(() => this.answered !== null || this.picked !== null || this.series.length > 0);
  /** The choice that the table calls the main one now. */
  main = $derived.by(() => {
    if (this.choices.length === 1) return this.choices[0]!.move;
    for (const wanted of this.#preferred) {
      const found = this.choices.filter(({ move }) =>
        wanted.endsWith(" ") ? move.startsWith(wanted) : move === wanted,
      );
      if (found.length === 1) return found[0]!.move;
    }
    return null;
  });
  /** The choices that the table doesn't show as things to touch. */
  unclaimed = $derived.by(() =>
    this.choices.filter(({ move }) => !this.#claims.some((start) => move.startsWith(start))),
  );

  /** Choices that the table draws smaller than a thumb, each with a short name: the shell repeats them. */
  small = $derived.by(() => {
    const short = this.#short;
    if (!short) return [];
    return this.choices.map((choice) => ({ ...choice, short: short(choice.move) })).filter((choice) => choice.short);
  });

  /** Without a connection it is a game that was played before: it can be looked at. */
  constructor(connection: Line | null, room: RoomView, rules: RulesView) {
    this.#connection = connection;
    this.room = $state.raw(room);
    this.rules = $state.raw(rules);
    this.viewer = room.you ?? null;
    this.muted = new Set(JSON.parse(recall(`muted.${room.table}`) ?? "[]") as number[]);
  }

  // what a table's component uses

  /** Whether it is among the choices. */
  can(move: string): boolean {
    return this.choices.some((choice) => choice.move === move);
  }

  /** The server's label for a choice, else the move's text. */
  label(move: string): string {
    return this.choices.find((choice) => choice.move === move)?.label ?? move;
  }

  /** The choices whose move starts with the prefix. */
  choicesLike(prefix: string): Choice[] {
    return this.choices.filter(({ move }) => move.startsWith(prefix));
  }

  /**
   * The table itself shows the choices that start so: the shell doesn't repeat them as buttons.
   * Gives a function that ends the claim: `$effect(() => play.claim("load"))` claims for a component's life.
   */
  claim(...prefixes: string[]): () => void {
    untrack(() => (this.#claims = [...this.#claims, ...prefixes]));
    return () => {
      const left = [...untrack(() => this.#claims)];
      for (const prefix of prefixes) {
        const place = left.indexOf(prefix);
        if (place >= 0) left.splice(place, 1);
      }
      this.#claims = left;
    };
  }

  /**
   * The table's things can be smaller than a thumb: `short` names the choices among them ("" for all others), and the
   * shell shows them as a row of buttons too. Gives a function that ends it, as `claim` does.
   */
  abridge(short: (move: string) => string): () => void {
    this.#short = short;
    return () => (this.#short = null);
  }

  /** Buttons that begin with the same verb stand together, however few. Gives a function that ends it, as `claim` does. */
  gather(): () => void {
    this.gathered = true;
    return () => (this.gathered = false);
  }

  /** The table has a place for the one button that stands out. Gives a function that ends it, as `claim` does. */
  host(): () => void {
    untrack(() => (this.#hosts += 1));
    return () => (this.#hosts -= 1);
  }

  get hosted(): boolean {
    return this.#hosts > 0;
  }

  /**
   * What the one button that stands out does: the first of these that is among the choices, a beginning that ends in a
   * space only if one choice begins so. Gives a function that ends it, as `claim` does.
   */
  prefer(...moves: string[]): () => void {
    this.#preferred = moves;
    return () => (this.#preferred = []);
  }

  /**
   * Touch a thing: its move joins the series, or waits for my word if it would complete the act; touched again it is
   * done. A sealed answer is given at once, since it can be taken back.
   */
  async choose(move: string): Promise<void> {
    if (this.question.sealed || move === this.picked) return this.act(move);
    return this.pick(move);
  }

  /** The same without doing anything that others could see. */
  async pick(move: string): Promise<void> {
    if (this.busy || this.pending !== null || !this.mine) return;
    const [beat, moves] = [this.beat, [...this.series, move]];
    this.refusal = null;
    this.pending = move;
    try {
      const { draft } = (await this.#line.ask({ t: "draft", table: this.room.table, moves })) as Drafted;
      if (this.beat === beat) this.#take(draft.complete ? this.series : moves, draft, draft.complete ? move : null);
    } catch (fault) {
      if (this.beat === beat) this.refusal = fault as Refused;
    } finally {
      this.pending = null;
    }
  }

  /** Do what a button says: the move joins the series if that goes on, else the act is done. */
  async act(move: string): Promise<void> {
    if (this.busy || this.pending !== null || !this.mine) return;
    const [beat, moves] = [this.beat, [...this.series, move]];
    this.refusal = null;
    this.pending = move;
    this.busy = true;
    try {
      const answer = await this.#line.ask({
        t: "act",
        table: this.room.table,
        beat,
        moves,
        waited: this.playback.waited,
      });
      if (this.beat !== beat) return;
      if (answer.t === "drafted") this.#take(moves, answer.draft);
      else this.#take([], null);
    } catch (fault) {
      this.refusal = fault as Refused;
      if (this.refusal.code === "stale") this.#connection?.again(this.room.table);
    } finally {
      this.pending = null;
      this.busy = false;
    }
  }

  /** Press the one button that stands out. */
  async commit(): Promise<void> {
    const move = this.picked ?? this.main;
    if (move !== null) await this.act(move);
  }

  /** Take back a sealed answer, what is picked, or the last move of the series. */
  undo(): void {
    this.refusal = null;
    if (this.answered) void this.#ask({ t: "undo", table: this.room.table });
    else if (this.undoable) void this.compose(this.picked === null ? this.series.slice(0, -1) : this.series);
  }

  /** Lay out these moves in place of what lies there. */
  async compose(moves: string[]): Promise<void> {
    if (this.busy) return;
    const beat = this.beat;
    if (!moves.length) this.#take([], null);
    try {
      const { draft } = (await this.#line.ask({ t: "draft", table: this.room.table, moves })) as Drafted;
      if (this.beat !== beat) return;
      if (moves.length) this.#take(moves, draft);
      else this.#asked = draft.question; // what time would play is another act now
    } catch {
      if (this.beat === beat) this.#take([], null);
    }
  }

  /** Ask why a move can't be made; the refusal names the clause. */
  async why(move: string): Promise<void> {
    this.refusal = null;
    try {
      await this.#line.ask({ t: "draft", table: this.room.table, moves: [...this.series, move] });
      await this.compose(this.series); // it can be made, but I only asked
    } catch (fault) {
      const refused = fault as Refused;
      // What is no move at all rests on what is asked.
      const clause = refused.clause || this.question.clause;
      this.refusal = { ...refused, clause };
    }
  }

  /** The game's word in my language. */
  word(name: string): string {
    return this.rules.words[name] ?? name;
  }

  /** Points as a table lists them: money with its sign, all others as numbers. */
  amount(points: number): string {
    return amount(typeof this.rules.sum === "string" ? this.rules.sum : "{}", points);
  }

  /** A clause's text in my language. */
  clause(id: string): string {
    return this.rules.clauses[id] ?? "";
  }

  // what the shell uses

  /** Say something with a ready-made phrase or in own words. */
  async speak(said: { text?: string; phrase?: string; to?: number; count?: number; what?: string }): Promise<boolean> {
    return this.#ask({ t: "say", table: this.room.table, ...said });
  }

  async mute(seat: number, mute: boolean): Promise<void> {
    const muted = new Set(this.muted);
    if (mute) muted.add(seat);
    else muted.delete(seat);
    if (!(await this.#ask({ t: "mute", table: this.room.table, seat, mute }))) return;
    this.muted = muted;
    remember(`muted.${this.room.table}`, JSON.stringify([...muted]));
  }

  /** Stop listening to somebody who watches, or listen again. */
  ignore(name: string, ignore: boolean): void {
    const ignored = new Set(this.ignored);
    if (ignore) ignored.add(name);
    else ignored.delete(name);
    this.ignored = ignored;
  }

  /** All that is in sentences comes anew, in another language. */
  relearn(rules: RulesView): void {
    this.rules = rules;
    this.received = 0;
    this.#anew = true;
    this.#connection?.again(this.room.table);
  }

  // what the connection brings

  /** The number of what is said next: the first one is 0. */
  get heard(): number {
    return (this.talk.at(-1)?.number ?? -1) + 1;
  }

  /** The same among those who watch. */
  get overheard(): number {
    return (this.gallery.at(-1)?.number ?? -1) + 1;
  }

  promised(promises: PromiseView[]): void {
    this.promises = promises;
  }

  counted(watching: number): void {
    this.watching = watching;
  }

  seated(room: RoomView): void {
    // An answer by HTTP may be overtaken by what the line told in the meantime.
    if (STAGES.indexOf(room.status) < STAGES.indexOf(this.room.status)) return;
    this.room = room;
    if (!this.ready) this.viewer = room.you ?? null;
    if (room.status === "mixing") void this.#reveal();
    this.tampered ||= tamperedWith(room);
  }

  /** Give what I sealed to be mixed into chance: once, and never again if anybody's seal has changed since. */
  async #reveal(): Promise<void> {
    const you = this.room.you ?? null;
    const chair = you === null ? undefined : this.room.chairs[you];
    const entropy = entropyFor(this.room.table);
    if (!chair?.seal || chair.entropy || !entropy) return;
    const promised = recall(`commitment.${this.room.table}`) ?? this.room.commitment;
    this.tampered ||= promised !== this.room.commitment;
    if (!this.tampered && keepReceipt(receiptOf(this.room)))
      await this.#ask({ t: "reveal", table: this.room.table, entropy });
  }

  shown(scene: Scene): void {
    // Another pair of eyes, or another language: nothing of the old log fits.
    const anew = this.#anew || scene.viewer !== this.#watching;
    if (anew) this.received = 0;
    if (scene.since > this.received || (anew && !scene.whole)) {
      this.#connection?.again(this.room.table);
      return;
    }
    this.#anew = false;
    this.#watching = scene.viewer;
    this.received = scene.beat;
    this.endsAt = scene.ends_in == null ? null : Date.now() + scene.ends_in * 1000; // the truth, whatever is in view
    if (anew) this.forget();
    this.playback.arrive(scene, anew);
  }

  /** Put a scene on the table: those that came are shown in their order. */
  show(scene: Scene): Shown {
    const first = this.#first;
    this.#first = false;
    const told = scene.pages.filter((page) => page.beat > this.beat);
    const before = this.#seen;
    this.pages = [...this.pages, ...told];
    this.fresh = first ? [] : told;
    this.#seen = scene.whole ? scene.view : { ...this.#seen, ...scene.view };
    this.standings = scene.standings ?? this.standings;
    this.#asked = scene.question;
    if (scene.beat !== this.beat || first) this.#take([], null);
    this.viewer = scene.viewer;
    this.beat = scene.beat;
    this.sealed = scene.answered ?? null;
    this.outcome = scene.outcome ?? null;
    this.stoodIn = scene.stood_in ?? [];
    this.ready = true;
    this.#came ||= performance.now();
    const stage = { names: this.names, word: (name: string) => this.word(name), before, after: this.#seen };
    const climaxes = first || scene.whole ? [] : climaxesOn(this.climaxes, told, stage);
    if (first || told.length) this.latestClimaxes = climaxes;
    return {
      letters: first ? 0 : told.flatMap((page) => page.told).join(" ").length,
      climax: !climaxes.length ? "none" : climaxes.every(({ brief }) => brief) ? "brief" : "full",
      own: told.every((page) => page.events.every(({ seat }) => seat === this.viewer)),
      again: this.#goesOn(told),
    };
  }

  /** Whether whoever did the last thing before these does them, too. */
  #goesOn(told: PageView[]): boolean {
    const doers = this.pages.slice(-told.length - 1).map((page) => page.events.at(-1)?.seat ?? null);
    return told.length > 0 && doers.length > told.length && doers.every((seat) => seat === doers[0]);
  }

  /** Nothing that was shown counts any more. */
  forget(): void {
    this.#first = true;
    this.beat = 0;
    this.pages = [];
    this.latestClimaxes = [];
  }

  told(line: ChatLine): void {
    if (line.gallery) {
      if (line.number >= this.overheard) this.gallery = [...this.gallery, line];
      return;
    }
    if (line.number < this.heard) return;
    if (!this.#came || performance.now() - this.#came < SETTLING) this.old = line.number + 1;
    this.talk = [...this.talk, line];
  }

  #take(series: string[], draft: Draft | null, picked: string | null = null): void {
    this.series = series;
    this.picked = picked;
    this.#draft = draft;
  }

  get #line(): Line {
    if (!this.#connection) throw new Error("nothing can be done at a table that is only looked at");
    return this.#connection;
  }

  /** Ask for something that is done or refused; whether it was done. */
  async #ask(message: Parameters<Line["ask"]>[0]): Promise<boolean> {
    try {
      await this.#line.ask(message);
      return true;
    } catch (fault) {
      this.refusal = fault as Refused;
      return false;
    }
  }
}
