import type { Coach } from "..";

export const coach: Coach = {
  en: {
    turn: "On a turn you draw cards or send a convoy. Only what reaches your warehouse pays in full: illegal goods are worth four times legal ones, but cost you $4000 each if they are still in hand at the end.",
    "second card":
      "The card you took was replaced at once. Take a second one, or stop. Two from the pile is never allowed.",
    loading:
      "Tap or drag 2 to 4 cards onto the lorry. Mix bait and booty: one officer among the goods is a trap for whoever inspects. Tap a loaded card to take it back.",
    control:
      "An officer turns 1, 2 or 3 cards of the convoy. Find illegal goods and you seize everything; find none and the owner wins your officer. Everyone answers in secret.",
    bribe:
      "You are being controlled. Offer cards from your hand to buy your way through, or offer nothing and look innocent.",
    answer:
      "The bribe would go straight to your warehouse and your officer back to your hand. Is the convoy worth more?",
    decide: "No bribe. Inspect, or keep it safe: giving up stores your officer in your own warehouse.",
    inspection: "Pick cards one by one. Illegal goods: all yours. An officer: you walked into a trap.",
  },
  fr: {
    turn: "À votre tour, vous piochez ou lancez un convoi. Seul ce qui arrive à l’entrepôt paie vraiment : l’illégal vaut quatre fois le légal, mais coûte 4000 $ la carte s’il reste en main à la fin.",
    "second card":
      "La carte prise a aussitôt été remplacée. Prenez-en une seconde, ou arrêtez-vous. Jamais deux de la pioche.",
    loading:
      "Touchez ou glissez de 2 à 4 cartes sur le camion. Mêlez l’appât et le butin : un contrôleur parmi les marchandises piège celui qui inspecte. Touchez une carte chargée pour la reprendre.",
    control:
      "Un contrôleur retourne 1, 2 ou 3 cartes du convoi. De l’illégal ? Vous saisissez tout. Rien ? Le propriétaire gagne votre contrôleur. Chacun répond en secret.",
    bribe:
      "On vous contrôle. Offrez des cartes de votre main pour acheter le passage, ou n’offrez rien et gardez l’air innocent.",
    answer:
      "Le pot-de-vin irait droit dans votre entrepôt, et votre contrôleur dans votre main. Le convoi vaut-il mieux ?",
    decide: "Pas de pot-de-vin. Inspectez, ou jouez la sûreté : renoncer met votre contrôleur dans votre entrepôt.",
    inspection: "Retournez les cartes une à une. De l’illégal : tout est à vous. Un contrôleur : c’était un piège.",
  },
};
