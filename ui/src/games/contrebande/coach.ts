import type { Coach } from "..";

export const coach: Coach = {
  en: {
    declaration:
      "Whoever has the cards says what they are, truthfully or not. Let pass, it costs the duty declared; caught lying, the fine on everything. Tap goods, then sign.",
    customs: "Customs lets pass and collects the duty, or searches. Searching an exact declaration costs the officer.",
    neighbour:
      "A lie? Denounce it for a reward, but pay for slander if it was true. Or accept the cards, and it is your turn to lie.",
    discard: "Whoever accepts looks at the cards, discards one for all to see, draws another and declares in turn.",
  },
  fr: {
    declaration:
      "Qui a les cartes les annonce, en disant vrai ou non. Si l’on passe, on paie les droits déclarés ; en flagrant délit, l’amende sur tout. Touchez les articles, puis signez.",
    customs: "Le Douanier laisse passer et touche les droits, ou fouille. Fouiller une déclaration exacte se paie.",
    neighbour:
      "Un mensonge ? Dénoncez-le et touchez la récompense, mais payez la diffamation si c’était vrai. Ou acceptez les cartes : à vous de mentir.",
    discard:
      "On regarde les cartes, on en défausse une devant tous, on en prend une autre, puis on déclare à son tour.",
  },
};
