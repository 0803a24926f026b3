import type { Coach } from "..";

export const coach: Coach = {
  en: {
    declaration:
      "The holder says what is in the hand, true or not. Let pass, it costs the duty declared; caught in a search, the fine on everything. Tap goods, then sign.",
    customs:
      "Customs lets pass and collects the duty, or searches. Searching an exact declaration costs the officer 200 F.",
    neighbour:
      "A lie? Denounce it for 1000 F, but pay 200 F if it was true. Or take the hand, and the lie becomes yours to tell.",
    discard: "The new holder looks, discards one card for all to see, draws another and declares in turn.",
  },
  fr: {
    declaration:
      "Qui tient la main l’annonce, vrai ou non. Si elle passe, on paie les droits déclarés ; pris à la fouille, l’amende sur tout. Touchez les articles, puis signez.",
    customs:
      "Le Douanier laisse passer et touche les droits, ou fouille. Fouiller une déclaration exacte lui coûte 200 F.",
    neighbour:
      "Un mensonge ? Dénoncez-le pour 1000 F, ou payez 200 F s’il était vrai. Sinon prenez la main : à vous de mentir.",
    discard: "On regarde, on défausse une carte devant tous, on en tire une autre, et l’on déclare à son tour.",
  },
};
