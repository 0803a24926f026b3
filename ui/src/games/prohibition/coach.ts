import type { Coach } from "..";

export const coach: Coach = {
  en: {
    placing: "Start your truck at a distillery's door: the streets that glow. Mind who is near the bars you want.",
    keeping:
      "Brown cubes are worth 1, black 2, white 3. A dear load needs longer drives: exactly one street for brown, two for black, three for white.",
    truck: "Both your trucks play this turn. Only the weaker one counts in the end, so keep them level.",
    load: "Take a new load from the five cards, or go on without. The second load brings a bonus of 5, the third one of 7.",
    character:
      "Move one of the two people on the die. Ness and the Policeman take a cube from every truck they end beside; Capone protects his.",
    place:
      "Put this person on a crossroads of that colour. Lines through it are now under watch, or under Capone's wing.",
    walk: "Walk this person, one crossroads at a time: end beside a rival's truck, or clear the line where you want to deliver.",
    drive:
      "Drive street by street; the cube on the next street is the colour you could deliver there. Stop at a bar's door, then park. Undo as long as you haven't parked.",
    delivery:
      "Deliver here? The cube scores its value at once. Neighbouring bars never hold the same colour, so you also block others.",
    over: "Cubes aboard are worth nothing now. See below what every point came from.",
  },
  fr: {
    placing:
      "Placez votre camion devant une porte de distillerie : les rues qui brillent. Regardez quels bars vous visez.",
    keeping:
      "Une caisse marron vaut 1, une noire 2, une blanche 3. Un chargement cher demande de plus longs trajets : une rue exactement pour du marron, deux pour du noir, trois pour du blanc.",
    truck: "Vos deux camions jouent ce tour-ci. Seul le plus faible compte à la fin : faites-les avancer ensemble.",
    load: "Prenez un des cinq chargements, ou continuez sans. Le deuxième rapporte une prime de 5, le troisième une de 7.",
    character:
      "Déplacez l'un des deux personnages du dé. Ness et le Policeman prennent une caisse à tout camion qu'ils touchent ; Capone protège les siens.",
    place:
      "Posez ce personnage sur un carrefour de sa couleur. Les lignes qui y passent sont désormais surveillées, ou sous l'aile de Capone.",
    walk: "Faites-le marcher, un carrefour à la fois : finissez contre le camion d'un rival, ou libérez la ligne où vous voulez livrer.",
    drive:
      "Roulez rue par rue ; la caisse dessinée sur la rue suivante est celle que vous pourriez y livrer. Arrêtez-vous devant une porte, puis garez-vous. Tant que vous n'êtes pas garé, tout se reprend.",
    delivery:
      "Livrer ici ? La caisse rapporte aussitôt sa valeur. Deux bars voisins n'ont jamais la même couleur : vous gênez aussi les autres.",
    over: "Les caisses à bord ne valent plus rien. Voyez plus bas d'où vient chaque point.",
  },
};
