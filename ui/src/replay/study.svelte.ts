import { api, type Problem } from "../lib/api";
import type { AnalysisView, JudgedView } from "../lib/types";
import { refusalText } from "../shell/refusals";
import type { Replay } from "./replay.svelte";

const AGAIN = 1500; // ms between looks at how far it has come

/** A decision that stands out, on the time line. */
export interface Remark {
  at: number;
  mark: string;
}

/** What the house found of a game: asked for, waited for, and then read beside the replay. */
export class Study {
  view = $state.raw<AnalysisView | null>(null);
  problem = $state("");
  /** The sheet with all of it is open. */
  open = $state(false);

  #table: string | null;
  #record: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  done = $derived.by(() => this.view?.status === "done");
  working = $derived.by(() => this.view?.status === "working");
  #judged = $derived.by(() => new Map((this.view?.decisions ?? []).map((each) => [each.step, each])));

  constructor(table: string | null, record: string) {
    this.#table = table;
    this.#record = record;
  }

  /** What there is already; of a file nothing is known before somebody asks. */
  look(): Promise<void> {
    return this.#table ? this.#take(() => api.analysis(this.#table!)) : Promise.resolve();
  }

  ask(): Promise<void> {
    return this.#take(() => (this.#table ? api.analyse(this.#table) : api.analyseRecord(this.#record)));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  of(step: number): JudgedView | undefined {
    return this.#judged.get(step);
  }

  /** Everybody's chances when a frame had come. */
  chances(replay: Replay, at: number): number[] {
    const step = replay.frames[at]?.step ?? 0;
    const all = this.view?.chances ?? [];
    const last = at === replay.last ? all.at(-1) : all.findLast((each) => each.step <= step);
    return last?.wins ?? all[0]?.wins ?? [];
  }

  /** Of the decisions that these eyes see. */
  remarks(replay: Replay): Remark[] {
    return replay.frames.flatMap(({ decisions }, at) =>
      (decisions ?? []).flatMap(({ step }) => {
        const mark = this.of(step ?? 0)?.mark;
        return mark ? [{ at, mark }] : [];
      }),
    );
  }

  async #take(read: () => Promise<AnalysisView>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.problem = "";
      this.view = await read();
      if (this.working && !this.#closed) this.#timer = setTimeout(() => void this.#wait(), AGAIN);
    } catch (fault) {
      this.problem = refusalText(fault as Problem);
    }
  }

  /** A table is looked at again; a record has to be shown again. */
  #wait(): Promise<void> {
    return this.#table ? this.look() : this.ask();
  }
}
