import { api, Problem } from "./api";
import { Connection } from "./connection.svelte";
import { recall, remember } from "./storage";
import type { Language } from "./plural";
import { preference } from "./preference.svelte";
import { keepEntropy, sealed } from "./seals";
import type { Catalogue, GameView, Me, NewTable, RoomView } from "./types";
import { words } from "./words.svelte";

/** The level of a bot that nobody has chosen. */
const USUAL = "regular";

type Choices = NonNullable<NewTable["options"]>;

/** The house as one browser knows it: who I am, what is played, and the line to it. */
class House {
  me = $state.raw<Me | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  fault = $state.raw<Problem | null>(null);
  /** Whether I have said what I am called, or that the drawn name will do. */
  named = $state(recall("named") !== null);
  /** Grows whenever all texts are to be read anew. */
  readings = $state(0);
  connection = new Connection(
    () => {
      const secure = location.protocol === "https:";
      return `${secure ? "wss" : "ws"}://${location.host}/ws?language=${words.language}`;
    },
    async () => (this.me = await api.me()),
  );

  /** Come in. The first answer gives newcomers their cookie, so they wait for it before they ask more. */
  async enter(): Promise<void> {
    this.fault = null;
    try {
      const me = recall("known") ? api.me() : null;
      me?.catch(() => null);
      this.catalogue = await api.games();
      this.me = await (me ?? api.me());
      remember("known", "yes");
      this.connection.open();
      if (this.me.language !== words.language) await this.#greet(this.me.name, words.language);
    } catch (fault) {
      this.fault = fault as Problem;
    }
  }

  game(name: string): GameView | undefined {
    return this.catalogue?.games.find((game) => game.name === name);
  }

  async rename(name: string): Promise<void> {
    await this.#greet(name, words.language);
    this.named = true;
    remember("named", "yes");
  }

  /** Everything that was said in one language is fetched anew in the other. */
  async speak(language: Language): Promise<void> {
    words.switch(language);
    this.connection.renew();
    this.readings += 1;
    try {
      this.catalogue = await api.games();
      if (this.me) await this.#greet(this.me.name, language);
    } catch {
      // the page has switched; the house hears of it at the next visit
    }
  }

  async #greet(name: string, language: Language): Promise<void> {
    this.me = await api.greet({ name, language });
  }

  // Whoever takes a seat seals random bytes of their own first: they are mixed into the table's chance.

  async open(plan: NewTable): Promise<RoomView> {
    const mine = sealed();
    const room = await api.open({ ...plan, seal: mine.seal });
    keepEntropy(room.table, mine);
    return room;
  }

  async sit(table: string, seat?: number): Promise<RoomView> {
    const mine = sealed();
    const room = await api.sit(table, seat === undefined ? { seal: mine.seal } : { seat, seal: mine.seal });
    const you = room.you ?? null;
    if (you !== null && room.chairs[you]?.seal === mine.seal) keepEntropy(table, mine);
    return room;
  }

  async rematch(table: string): Promise<RoomView> {
    const mine = sealed();
    const room = await api.rematch(table, mine.seal);
    const you = room.you ?? null;
    if (you !== null && room.chairs[you]?.seal === mine.seal) keepEntropy(room.table, mine);
    return this.begin(room);
  }

  /** A table of my own with the game and settings of another: its bots, and free seats for people. */
  async openLike(room: RoomView): Promise<RoomView> {
    const { game, seats, pace } = room;
    const bots = room.chairs.map((chair) => (chair.person ? null : (chair.bot ?? null)));
    if (!bots.includes(null)) bots[0] = null; // my own seat
    const characters = room.chairs.map((chair) => (bots[chair.seat] && chair.character) || null);
    return this.open({ game, seats, pace, bots, characters, options: room.options as Choices, public: room.public });
  }

  /** Against bots alone there is nobody to wait for. */
  async begin(room: RoomView): Promise<RoomView> {
    const alone = room.chairs.every((chair) => chair.bot || chair.seat === room.you);
    return room.hosting && room.status === "open" && alone ? api.start(room.table) : room;
  }

  /** Whom a seat of a game can have: the house's levels, then bots that packages bring. */
  levels(game: string): string[] {
    return this.game(game)?.bots ?? [];
  }

  /** Whom a seat gets that asks for nobody else. */
  usual(game: string): string {
    const levels = this.levels(game);
    return levels.includes(USUAL) ? USUAL : (levels[0] ?? USUAL);
  }

  /** The level of the bots at *Play now*: the one that was chosen last. */
  level(game: string): string {
    return this.levels(game).includes(preference.level) ? preference.level : this.usual(game);
  }

  /** What bots can be like. */
  get characters(): string[] {
    return this.catalogue?.characters ?? [];
  }

  /** Whether bots of a level have a character in a game. */
  hasCharacter(game: string, level: string): boolean {
    return this.game(game)?.coloured?.includes(level) ?? false;
  }

  /** What the bots at *Play now* are like: what was chosen last, or nothing, for those of any character. */
  character(game: string): string {
    const known = this.hasCharacter(game, this.level(game)) && this.characters.includes(preference.character);
    return known ? preference.character : "";
  }

  /** A game against bots of my liking, at once and without a clock. */
  async playNow(game: GameView): Promise<RoomView> {
    const seats = Math.max(game.fewest, Math.min(game.most, 4));
    const others = <T>(each: T) => Array.from({ length: seats }, (_, seat) => (seat ? each : null));
    const [bots, characters] = [others(this.level(game.name)), others(this.character(game.name) || null)];
    const pace = { kind: "live", fuse: 0, tempo: "normal" };
    return this.begin(await this.open({ game: game.name, seats, bots, characters, pace }));
  }
}

export const house = new House();
