import type { Play } from "../../lib/play.svelte";
import { words } from "../../lib/words.svelte";
import type { Piece } from "./reading";

/** The game's word for a field or a value, or the field's own name in plain letters. */
export function nameOf(play: Play, name: string): string {
  return play.word(name).replaceAll("_", " ");
}

/** A piece in words, for a sentence. */
export function inWords(play: Play, piece: Piece): string {
  switch (piece.is) {
    case "seat":
      return play.names[piece.seat] ?? "–";
    case "number":
      return new Intl.NumberFormat(words.language).format(piece.number);
    case "word":
      return nameOf(play, piece.name);
    case "things":
      return piece.things.map(({ name, count }) => (count > 1 ? `${count} × ` : "") + nameOf(play, name)).join(", ");
    default:
      return "–";
  }
}
