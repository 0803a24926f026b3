import type { Coach } from "..";

export const coach: Coach = {
  en: {
    turn: "Draw cards, or send a convoy: only what reaches your warehouse pays in full. Illegal goods are worth four times legal ones there, but cost you dearly in hand at the end.",
    "turn full hand":
      "Eight cards or more: you can't draw, so send a convoy. Two legal goods are a modest start; an officer among the goods guards the rest.",
    "turn end":
      "The end is near. Goods still in your hand earn nothing, and illegal ones cost you dearly: send them while you can.",
    "second card":
      "The card you took was replaced at once. Take a second one, or stop. Two from the pile is never allowed.",
    loading:
      "Tap or drag 2 to 4 cards onto the lorry. An officer among the goods is a trap for whoever inspects. Tap a loaded card to take it back.",
    control:
      "Your officer turns 1, 2 or 3 cards: find illegal goods and the whole convoy is yours; find none and its owner wins your officer.",
    bribe:
      "You are being controlled. Offer cards from your hand to buy your way through, or offer nothing and look innocent.",
    answer:
      "The bribe would go straight to your warehouse and your officer back to your hand. Is the convoy worth more?",
    decide: "No bribe. Inspect, or keep it safe: giving up stores your officer in your own warehouse.",
    inspection: "Pick cards one by one. Illegal goods: all yours. An officer: you walked into a trap.",
  },
  fr: {
    turn: "Piochez, ou lancez un convoi : seul l’entrepôt paie vraiment. L’illégal y vaut quatre fois le légal, mais coûte cher s’il vous reste en main à la fin.",
    "turn full hand":
      "Huit cartes ou plus : impossible de piocher, il faut lancer un convoi. Deux marchandises légales, c’est prudent ; un contrôleur parmi elles protège le reste.",
    "turn end":
      "La fin approche. Une marchandise restée en main ne rapporte rien, et l’illégale coûte cher : lancez tant qu’il est temps.",
    "second card":
      "La carte prise a aussitôt été remplacée. Prenez-en une seconde, ou arrêtez-vous. Jamais deux de la pioche.",
    loading:
      "Touchez ou glissez de 2 à 4 cartes sur le camion. Un contrôleur parmi elles, et l’inspection tombe dans le piège. Touchez une carte chargée pour la reprendre.",
    control:
      "Votre contrôleur retourne 1, 2 ou 3 cartes : de l’illégal, et tout le convoi est à vous ; rien, et son propriétaire gagne votre contrôleur.",
    bribe:
      "On vous contrôle. Offrez des cartes de votre main pour acheter le passage, ou n’offrez rien et gardez l’air innocent.",
    answer:
      "Le pot-de-vin irait droit dans votre entrepôt, et votre contrôleur dans votre main. Le convoi vaut-il mieux ?",
    decide: "Pas de pot-de-vin. Inspectez, ou jouez la sûreté : renoncer met votre contrôleur dans votre entrepôt.",
    inspection: "Retournez les cartes une à une. De l’illégal : tout est à vous. Un contrôleur : c’était un piège.",
  },
};
