// A trick-taking game for four, as boardgame.io's users write one: hidden hands, follow suit, deal again after 13 tricks.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/dist/cjs/core.js");

const suit = (card) => Math.floor(card / 13);

function deal(G, random) {
  const cards = random.Shuffle([...Array(52).keys()]);
  for (let seat = 0; seat < 4; seat++) G.players[seat] = { hand: cards.slice(13 * seat, 13 * seat + 13) };
  G.played = 0;
}

function playable(hand, trick) {
  const following = trick.length ? hand.filter((card) => suit(card) === suit(trick[0].card)) : [];
  return following.length ? following : hand;
}

const Tricks = {
  name: "tricks",
  setup: ({ random }) => {
    const G = { players: {}, trick: [], leader: 0, won: [0, 0, 0, 0], played: 0 };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: () => 0, next: ({ G, ctx }) => (G.trick.length ? (ctx.playOrderPos + 1) % 4 : G.leader) },
  },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, card) => {
        const hand = G.players[playerID].hand;
        if (!playable(hand, G.trick).includes(card)) return INVALID_MOVE;
        hand.splice(hand.indexOf(card), 1);
        G.trick.push({ seat: Number(playerID), card });
        G.played += 1;
        if (G.trick.length === 4) {
          const led = suit(G.trick[0].card);
          const best = G.trick.filter((play) => suit(play.card) === led).reduce((a, b) => (b.card > a.card ? b : a));
          G.won[best.seat] += 1;
          G.leader = best.seat;
          G.trick = [];
        }
        if (G.played === 52) deal(G, random);
        return undefined;
      },
    },
  },
};

module.exports = { Tricks, playable };
