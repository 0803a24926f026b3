import type { Coach } from "..";

export const coach: Coach = {
  en: {
    declaration:
      "Whoever holds the hand says what is in it, true or not. Let pass, you pay the duty on what was declared; searched and caught, the fine on everything dutiable. Tap goods to put them on the sheet, then sign.",
    customs:
      "The Customs officer decides: let pass and collect the duty, or search. A search that finds an exact declaration costs the officer 200 F.",
    neighbour:
      "The next player gets this hand. Denounce if you believe it was a lie: 1000 F if you are right, 200 F to pay if you are wrong. Or take it, and the lie becomes yours to tell.",
    discard:
      "Having looked at the hand, its new holder discards one card for all to see, draws another, and declares in turn.",
  },
  fr: {
    declaration:
      "Qui tient la main annonce ce qu’elle contient, que ce soit vrai ou non. Si elle passe, on paie les droits de ce qui est déclaré ; fouillé et pris, l’amende sur tout ce qui est taxé. Touchez les articles à inscrire, puis signez.",
    customs:
      "Le Douanier tranche : laisser passer et toucher les droits, ou fouiller. Fouiller une déclaration exacte lui coûte 200 F.",
    neighbour:
      "Cette main va au joueur suivant. Dénoncez si vous croyez au mensonge : 1000 F si vous avez raison, 200 F à payer sinon. Ou prenez-la, et ce sera à vous de mentir.",
    discard:
      "Après avoir regardé la main, on défausse une carte devant tous, on en tire une autre, et l’on déclare à son tour.",
  },
};
