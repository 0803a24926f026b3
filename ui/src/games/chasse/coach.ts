import type { Coach } from "..";

export const coach: Coach = {
  en: {
    hiding:
      "Five plaques, thirteen smugglers: put them under figures that will run, and leave some runners empty. An empty figure that gets controlled costs customs an officer.",
    lift: "Lift a figure that glows; its squares light up. The number beside its row says how far it goes, exactly. Smugglers run for the hatched row; customs try to end on a figure that carries something.",
    move: "Choose a lit square: forwards, backwards or sideways, with one turn at most. A dashed ring is a customs control. Tap the lifted figure again to put it back.",
    over: "The plaques are turned over: see who carried what, and where each fifty points came from.",
  },
  fr: {
    hiding:
      "Cinq plaquettes, treize contrebandiers : glissez-les sous des figurines qui courront, et laissez courir aussi des figurines vides. Une figurine vide que l'on contrôle coûte un homme à la douane.",
    lift: "Soulevez une figurine qui brille ; ses cases s'allument. Le nombre à côté de sa rangée dit de combien elle avance, exactement. Les contrebandiers courent vers la rangée hachurée ; les douaniers cherchent à finir sur qui porte quelque chose.",
    move: "Choisissez une case allumée : en avant, en arrière ou de côté, avec un seul tournant. Un anneau pointillé, c'est un contrôle. Touchez de nouveau la figurine soulevée pour la reposer.",
    over: "On retourne les plaquettes : voyez qui portait quoi, et d'où vient chaque cinquantaine de points.",
  },
};
