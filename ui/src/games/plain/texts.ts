import type { Texts } from "../../lib/words.svelte";

const texts = {
  en: {
    yourHand: "Only you see this",
    out: "out",
    faceDown: "face down",
    more: "Everything else on the table",
  },
  fr: {
    yourHand: "Visible de vous seul",
    out: "hors jeu",
    faceDown: "face cachée",
    more: "Le reste de la table",
  },
} satisfies Texts;

export default texts;
