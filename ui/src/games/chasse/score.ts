/** Points of Chasse, clause by clause, as far as the view tells them. */

import { say } from "../../lib/words.svelte";
import type { Known, Score, ScoreLine, Standing } from "..";
import { spot } from "./board";
import { customs, smuggler, type ChasseView } from "./view";

export const POINTS = 50; // for a plaque or a figure, as CHA-13 says

/** Plaques on the finish line; null if the viewer can't know. */
export function arrived(view: ChasseView): number | null {
  let count = 0;
  for (const [square, plaques] of Object.entries(view.plaques)) {
    if (spot(square).row !== view.size - 1) continue;
    if (plaques === null) return null;
    count += plaques;
  }
  return count;
}

/** A side's points if the game stopped now, and whether more may be hidden on the finish line. */
export function known(view: ChasseView, seat: number): Known {
  const earlier = view.points[seat] ?? 0;
  if (view.phase === "over") return { points: earlier, more: false };
  if (seat === customs(view)) return { points: earlier + POINTS * (view.found + view.red_taken), more: false };
  const home = arrived(view);
  return { points: earlier + POINTS * ((home ?? 0) + view.black_taken), more: home === null };
}

export const standing: Standing = ({ view }) => [known(view as ChasseView, 0), known(view as ChasseView, 1)];

/** What each side's points are made of, at the end. */
export const score: Score = (play) => {
  const view = play.view as ChasseView;
  const home = arrived(view) ?? 0;
  const rest = view.all_plaques - view.found - home;
  const noCustoms = view.reason === "no customs";
  const lines: ScoreLine[][] = [[], []];
  const add = (seat: number, clause: string, key: ScoreKey, n: number, each: number = POINTS) => {
    if (n > 0) lines[seat]!.push({ clause, text: say(scoreTexts, key, { n }), points: n * each });
  };
  add(smuggler(view), "CHA-13", "home", home);
  if (noCustoms) add(smuggler(view), "CHA-14", "unwatched", rest);
  add(smuggler(view), "CHA-13", "black", view.black_taken);
  if (!noCustoms) add(smuggler(view), "CHA-14", "nobody", rest, 0);
  add(customs(view), "CHA-13", "found", view.found);
  add(customs(view), "CHA-13", "red", view.red_taken);
  for (const [seat, own] of lines.entries()) {
    if (!own.length) {
      const key = seat === customs(view) ? "found" : "home";
      own.push({ clause: "CHA-13", text: say(scoreTexts, key, { n: 0 }), points: 0 });
    }
    const earlier = (view.points[seat] ?? 0) - own.reduce((sum, line) => sum + line.points, 0);
    if (view.leg > 0) own.unshift({ clause: "CHA-01", text: say(scoreTexts, "first_game"), points: earlier });
  }
  return lines;
};

type ScoreKey = keyof (typeof scoreTexts)["en"];

const scoreTexts = {
  en: {
    home: { one: "{n} plaque brought to the finish line", other: "{n} plaques brought to the finish line" },
    unwatched: {
      one: "{n} plaque on the way, and no customs left: it counts as arrived",
      other: "{n} plaques on the way, and no customs left: they count as arrived",
    },
    nobody: {
      one: "{n} plaque still on the way counts for nobody",
      other: "{n} plaques still on the way count for nobody",
    },
    black: { one: "{n} customs figure removed", other: "{n} customs figures removed" },
    found: { one: "{n} plaque found", other: "{n} plaques found" },
    red: { one: "{n} smuggler removed", other: "{n} smugglers removed" },
    first_game: "Points of the first game, with the other side",
  },
  fr: {
    home: { one: "{n} plaquette menée à la ligne d’arrivée", other: "{n} plaquettes menées à la ligne d’arrivée" },
    unwatched: {
      one: "{n} plaquette en route, et plus un douanier : elle compte comme arrivée",
      other: "{n} plaquettes en route, et plus un douanier : elles comptent comme arrivées",
    },
    nobody: {
      one: "{n} plaquette encore en route ne compte pour personne",
      other: "{n} plaquettes encore en route ne comptent pour personne",
    },
    black: { one: "{n} douanier retiré", other: "{n} douaniers retirés" },
    found: { one: "{n} plaquette découverte", other: "{n} plaquettes découvertes" },
    red: { one: "{n} contrebandier retiré", other: "{n} contrebandiers retirés" },
    first_game: "Points de la première partie, dans l’autre camp",
  },
};
