import type { Texts } from "../lib/words.svelte";

const en = {
  author: "A game by {value}",
  illustrator: "Illustrated by {value}",
  age: "Age as printed: {value}",
  length: "Length as printed: {value}",
  rebuilt: "What we had to rebuild.",
};

const fr: Record<keyof typeof en, string> = {
  author: "Un jeu de {value}",
  illustrator: "Illustrations de {value}",
  age: "Âge indiqué : {value}",
  length: "Durée indiquée : {value}",
  rebuilt: "Ce que nous avons reconstitué.",
};

export default { en, fr } satisfies Texts<keyof typeof en>;
