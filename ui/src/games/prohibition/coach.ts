import type { Coach } from "..";

export const coach: Coach = {
  en: {
    placing: "Start at a distillery's door: the streets that glow. Look which bars are near.",
    keeping:
      "Brown cubes are worth 1, black 2, white 3. Dear loads need long drives: one street for brown, two for black, three for white.",
    truck: "Both your trucks play this turn. Only the weaker one counts in the end: keep them level.",
    load: "Take one of the five cards, or none. The second load brings a bonus of 5, the third one of 7.",
    character: "Ness and the Policeman take a cube from every truck they end beside; Capone protects his.",
    place: "Choose a crossroads. Its lines are now watched, or under Capone's wing.",
    walk: "One crossroads at a time: end beside a rival's truck, or free the line where you want to deliver.",
    drive: "The cube on the next street is the colour you could deliver there. Stop at a bar's door, then park (P).",
    delivery: "The cube scores its value at once, and keeps its colour out of the bars next door.",
    over: "Cubes aboard are worth nothing now.",
  },
  fr: {
    placing: "Partez d’une porte de distillerie : les rues qui brillent. Voyez quels bars sont proches.",
    keeping:
      "Une caisse marron vaut 1, une noire 2, une blanche 3. Plus c’est cher, plus c’est loin : une rue pour du marron, deux pour du noir, trois pour du blanc.",
    truck: "Vos deux camions jouent ce tour-ci. Seul le plus faible compte à la fin : menez-les de front.",
    load: "Prenez une des cinq cartes, ou aucune. Le deuxième chargement apporte une prime de 5, le troisième une de 7.",
    character: "Ness et le Policeman prennent une caisse à tout camion qu’ils touchent ; Capone protège les siens.",
    place: "Choisissez un carrefour. Ses lignes sont désormais surveillées, ou sous l’aile de Capone.",
    walk: "Un carrefour à la fois : finissez contre le camion d’un rival, ou libérez la ligne où vous voulez livrer.",
    drive:
      "La caisse dessinée sur la rue suivante est celle que vous pourriez y livrer. Arrêtez-vous devant une porte, puis garez-vous (P).",
    delivery: "La caisse rapporte aussitôt sa valeur, et bannit sa couleur des bars voisins.",
    over: "Les caisses à bord ne valent plus rien.",
  },
};
