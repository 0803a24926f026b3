import type { Problem } from "../lib/api";
import { refusalText } from "../shell/refusals";

/** Things done over HTTP at a table: one at a time, with what went wrong kept to be shown. */
export class Deeds {
  busy = $state(false);
  problem = $state("");

  async do(deed: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await deed();
    } catch (fault) {
      this.problem = refusalText(fault as Problem);
    } finally {
      this.busy = false;
    }
  }
}
