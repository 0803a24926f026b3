/** How much room there is: what stands beside the table on a wide screen lies under it on a small one. */
class Screen {
  wide = $state(false);

  constructor() {
    const query = globalThis.matchMedia?.("(min-width: 64rem)");
    if (!query) return;
    this.wide = query.matches;
    query.addEventListener("change", () => (this.wide = query.matches));
  }
}

export const screen = new Screen();
