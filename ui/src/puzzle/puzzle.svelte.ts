import { api, Problem } from "../lib/api";
import { fresh, type Answer, type Line, type Words } from "../lib/connection.svelte";
import type { Climaxes } from "../lib/climaxes";
import { Play } from "../lib/play.svelte";
import type { Frame, PuzzleAnswer, PuzzleView, Refused, RulesView, Scene } from "../lib/types";
import { refusalText } from "../shell/refusals";

/** A puzzle on the real table: what is done there is the answer. Then the same table lies open. */
export class Asked implements Line {
  /** The table as its seat saw it; once there is an answer, with everything open. */
  play: Play = $state.raw()!;
  answer = $state.raw<PuzzleAnswer | null>(null);

  constructor(
    readonly given: PuzzleView,
    private readonly rules: RulesView,
    private readonly climaxes: Climaxes,
    private readonly answered: (answer: PuzzleAnswer) => void,
  ) {
    this.play = this.#table(this, given.frame);
  }

  async ask(words: Words): Promise<Answer> {
    const id = fresh();
    if (words.t !== "act" && words.t !== "draft") throw refused(id, "");
    const { moves } = words;
    const { view, question } = this.given.frame;
    const chosen = moves.at(-1);
    if (words.t === "draft" || chosen === undefined) {
      const known = chosen === undefined || question.choices?.some(({ move }) => move === chosen);
      if (moves.length > 1 || !known) throw refused(id, question.prompt);
      return { t: "drafted", id, draft: { t: "draft", table: "", moves, view, question, complete: moves.length > 0 } };
    }
    try {
      this.answer = await api.answerPuzzle(this.given.game, this.given.name, chosen);
    } catch (fault) {
      throw refused(id, refusalText(fault as Problem));
    }
    this.play.playback.close();
    this.play = this.#table(null, {
      ...this.answer.truth,
      question: { phase: "", clause: "", prompt: "", actors: [] },
    });
    this.answered(this.answer);
    return { t: "ack", id };
  }

  again(): void {
    // nothing gets lost here
  }

  close(): void {
    this.play.playback.close();
  }

  #table(line: Line | null, { beat, view, standings, question, pages }: Frame): Play {
    const play = new Play(line, this.given.room, this.rules);
    play.climaxes = this.climaxes;
    play.guided = true;
    const scene: Scene = {
      t: "scene",
      table: "",
      since: 0,
      beat,
      viewer: this.given.room.you ?? null,
      whole: true,
      view,
      standings: standings ?? [],
      question,
      pages: pages ?? [],
    };
    play.playback.arrive(scene, true);
    return play;
  }
}

function refused(id: string, sentence: string): Refused {
  return { t: "refused", id, code: "puzzle", sentence, clause: "" };
}
