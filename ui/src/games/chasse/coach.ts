import type { Coach } from "..";

export const coach: Coach = {
  en: {
    hiding:
      "Tap five times. Load figures that will run, and let some run empty: controlling an empty one costs customs a figure.",
    lift: "Lift a figure that glows. The number beside its row says exactly how far it goes.",
    move: "Choose a lit square; one turn at most. A dashed ring means a control. Tap the figure again to put it back.",
    over: "The plaques are turned over: see who carried what.",
  },
  fr: {
    hiding:
      "Touchez cinq fois. Chargez des figurines qui courront, et laissez-en courir à vide : en contrôler une vide coûte une figurine à la douane.",
    lift: "Soulevez une figurine qui brille. Le nombre à côté de sa rangée dit exactement de combien elle avance.",
    move: "Choisissez une case éclairée, avec un seul virage au plus. Un anneau pointillé : un contrôle. Touchez de nouveau la figurine pour la reposer.",
    over: "On retourne les plaquettes : voyez qui portait quoi.",
  },
};
