/** The page's address: `/` is the lobby, `/t/ID` a table. */
class Route {
  path = $state(globalThis.location?.pathname ?? "/");
  table = $derived(/^\/t\/([a-z2-9]{16})$/.exec(this.path)?.[1] ?? null);

  constructor() {
    globalThis.addEventListener?.("popstate", () => (this.path = location.pathname));
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** For links: a plain click stays in the page, all others do what the browser does. */
  follow = (event: MouseEvent): void => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(new URL((event.currentTarget as HTMLAnchorElement).href).pathname);
  };
}

export const route = new Route();

export function tablePath(table: string): string {
  return `/t/${table}`;
}
