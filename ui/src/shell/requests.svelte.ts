import type { Problem } from "../lib/api";
import { refusalText } from "./refusals";

/** What a part of the page asks of the server over HTTP: one at a time, with what went wrong kept to be shown. */
export class Requests {
  busy = $state(false);
  problem = $state("");

  async send(request: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await request();
    } catch (fault) {
      this.problem = refusalText(fault as Problem);
    } finally {
      this.busy = false;
    }
  }
}
