/** The page's address: `/` is the lobby, `/t/ID` a table, `/t/ID/replay` its game again, `/replay` one of a
 * file, `/learn/GAME` a first lesson, `/me` one's own games, `/puzzles/GAME/NAME` a puzzle. */
class Route {
  path = $state(globalThis.location?.pathname ?? "/");
  table = $derived(/^\/t\/([a-z2-9]{16})(\/replay)?$/.exec(this.path)?.[1] ?? null);
  lesson = $derived(/^\/learn\/(\w+)$/.exec(this.path)?.[1] ?? null);
  mine = $derived(this.path === "/me");
  puzzle = $derived(/^\/puzzles(?:\/(\w+)(?:\/([a-z2-9]{8}))?)?$/.exec(this.path));
  replay = $derived(this.path === "/replay" || (this.table !== null && this.path.endsWith("/replay")));

  #sheets: (() => void)[] = []; // how to close those that are open, the topmost last
  #entries = sheetsHere(); // entries of sheets in the browser's history, up to where it stands
  #travelling = false; // the history is on its way to another entry
  #next: string | null = null; // where to go when it has arrived

  constructor() {
    globalThis.addEventListener?.("popstate", this.#arrive);
    if (this.#entries) this.#settle(); // the page was loaded anew with a sheet open
  }

  go(path: string): void {
    if (path === this.path) return;
    if (this.#travelling) {
      this.#next = path;
      return;
    }
    // Whoever leaves through a sheet comes back to the page that it lay on.
    if (this.#entries) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#entries = 0;
    this.path = path;
    scrollTo(0, 0);
  }

  /** For links: a plain click stays in the page, all others do what the browser does. */
  follow = (event: MouseEvent): void => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(new URL((event.currentTarget as HTMLAnchorElement).href).pathname);
  };

  /** A sheet lies over the page: "back" closes it. To be called again when it is closed. */
  sheet(close: () => void): () => void {
    this.#sheets.push(close);
    queueMicrotask(this.#settle);
    return () => {
      this.#sheets = this.#sheets.filter((each) => each !== close);
      queueMicrotask(this.#settle);
    };
  }

  /** As many entries in the history as sheets are open. */
  #settle = (): void => {
    if (this.#travelling) return;
    const more = this.#sheets.length - this.#entries;
    for (let sheet = 0; sheet < more; sheet++) history.pushState({ sheets: (this.#entries += 1) }, "");
    if (more < 0) {
      this.#travelling = true;
      history.go(more);
    }
  };

  #arrive = (): void => {
    this.#entries = sheetsHere();
    const own = this.#travelling;
    this.#travelling = false;
    this.path = location.pathname;
    const next = this.#next;
    this.#next = null;
    if (next !== null) this.go(next);
    else if (own) this.#settle();
    else {
      for (const close of this.#sheets.slice(this.#entries).reverse()) close();
      queueMicrotask(this.#settle);
    }
  };
}

function sheetsHere(): number {
  return (globalThis.history?.state as { sheets?: number } | null)?.sheets ?? 0;
}

export const route = new Route();

export function replayPath(table: string): string {
  return `/t/${table}/replay`;
}

export function tablePath(table: string): string {
  return `/t/${table}`;
}
