import type { Coach } from "..";

export const coach: Coach = {
  en: {
    reveal: "The highest card makes the guard; all others are prisoners and play together.",
    grab: "Prisoners: with the stolen card, three cards in hand are enough to dig. But whoever has it is hunted.",
    give: "Guard: announce a low card, so that a higher one comes back. Ten cards in hand and you have won.",
    moment: "Everyone decides at once. What happens in the guard's light is seen; in the dark, cards change hands.",
    lay: "Tap four cards of one suit. The stolen card may be one of them: only a guard who watches you notices.",
    mark: "One card stays as the mouth of the tunnel. The others go under the pack, and cards are drawn anew.",
    verdict: "It was dug before your eyes: you see all four cards. With the stolen card among them, annul it.",
    reseat: "Caught again! Seat this prisoner far from those who could take the stolen card.",
    search:
      "A “?” marks those who may have the stolen card. A search costs a face card or two cards, and brings one back.",
    discard: "One face card pays alone; otherwise it takes two cards.",
    pass: "Keep what makes four of a suit. The last in the line does best with a card above the announced one, but no face card.",
    inspect: "Too low! Look through hands until you find something higher; your notebook keeps what you see.",
    swap: "Take a card that hurts: perhaps it was the third of a suit.",
    over: "A tunnel for every prisoner, or a full hand for the guard: that was all it took.",
  },
  fr: {
    reveal: "La carte la plus forte désigne le gardien ; tous les autres sont prisonniers et jouent ensemble.",
    grab: "Prisonniers : avec la carte volée, trois cartes en main suffisent pour creuser. Mais qui l’a devient gibier.",
    give: "Gardien : annoncez une carte faible, pour qu’il revienne plus fort. Dix cartes en main et vous avez gagné.",
    moment:
      "Tous décident à la fois. Ce qui se passe sous la lampe du gardien se voit ; dans le noir, les cartes filent.",
    lay: "Touchez quatre cartes de même couleur. La carte volée peut en être : seul un gardien qui vous regarde le remarque.",
    mark: "Une carte reste : c’est l’entrée du tunnel. Les autres vont sous la pioche, et l’on repioche.",
    verdict: "Creusé sous vos yeux : vous voyez les quatre cartes. Si la carte volée en est, annulez.",
    reseat: "Encore pris ! Placez ce prisonnier loin de ceux qui pourraient recevoir la carte volée.",
    search:
      "Un « ? » marque ceux qui ont peut-être la carte volée. Une fouille coûte une tête ou deux cartes, et en rapporte une.",
    discard: "Une tête suffit à payer ; sinon, il faut deux cartes.",
    pass: "Gardez de quoi faire quatre cartes d’une couleur. Au bout de la file, mieux vaut une carte plus forte que l’annonce, mais pas une tête.",
    inspect: "Trop faible ! Regardez les mains jusqu’à trouver mieux ; votre carnet retient ce que vous voyez.",
    swap: "Prenez une carte qui manquera : c’était peut-être la troisième d’une couleur.",
    over: "Un tunnel par prisonnier, ou une main pleine pour le gardien : il n’en fallait pas plus.",
  },
};
