import type { Texts } from "../lib/words.svelte";

const en = {
  title: "First lesson: {game}",
  step: "Step {n} of {all}",
  wrong: "Not this time: do what the guide says, you will be free soon enough.",
  next: "Now: {move}",
  goOn: "Go on",
  skip: "Skip the lesson",
  playNow: "Play now",
  again: "Once more",
  waiting: "Watch what the others do…",
} as const;

const fr: Texts<keyof typeof en>["fr"] = {
  title: "Première leçon : {game}",
  step: "Étape {n} sur {all}",
  wrong: "Pas cette fois : suivez le guide, vous serez bientôt libre.",
  next: "Maintenant : {move}",
  goOn: "Continuer",
  skip: "Passer la leçon",
  playNow: "Jouer",
  again: "Encore une fois",
  waiting: "Regardez ce que font les autres…",
};

export default { en, fr };
