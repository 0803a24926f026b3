import type { Texts } from "../lib/words.svelte";

const en = {
  goal: "Goal",
  turn: "Your turn",
  end: "The end",
  onePage: "In short",
  allClauses: "Clause by clause",
  decided: "Only what we had to decide",
  legend: "Where the rules are from",
  printed: "Printed",
  interpreted: "Interpreted",
  reconstructed: "Reconstructed",
  "printed.means": "So says the rulebook.",
  "interpreted.means":
    "The rulebook is unclear or silent, or means something that a screen can't do: we had to decide.",
  "reconstructed.means": "It was in a picture that we don't have: we rebuilt it.",
};

const fr: Record<keyof typeof en, string> = {
  goal: "But du jeu",
  turn: "Votre tour",
  end: "Fin de la partie",
  onePage: "En bref",
  allClauses: "Article par article",
  decided: "Seulement ce que nous avons dû trancher",
  legend: "D’où viennent les règles",
  printed: "Imprimé",
  interpreted: "Interprété",
  reconstructed: "Reconstitué",
  "printed.means": "La règle du jeu le dit.",
  "interpreted.means":
    "La règle n’est pas claire, n’en dit rien, ou suppose un geste impossible à l’écran : il a fallu trancher.",
  "reconstructed.means": "C’était sur une image que nous n’avons pas : nous l’avons reconstitué.",
};

export default { en, fr } satisfies Texts<keyof typeof en>;
