// Four clients a match who play at random as soon as it is their turn. Asked by a line, tells the moves so far as JSON.
process.env.NODE_ENV = "production";
const { Client } = require("boardgame.io/dist/cjs/client.js");
const { SocketIO } = require("boardgame.io/dist/cjs/multiplayer.js");
const { Tricks, playable } = require("./game.cjs");

const LONGEST = 520; // moves, then a new match: boardgame.io keeps a match's whole log
const [port, matches] = process.argv.slice(2).map(Number);
let moves = 0;
let opened = 0;

function open() {
  const matchID = `m${opened++}`;
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
  join("0");

  // One after the other: whoever comes first makes the match.
  function join(playerID) {
    const client = Client({ game: Tricks, numPlayers: 4, multiplayer, matchID, playerID, debug: false });
    let seen = -1;
    let alone = playerID !== "3";
    client.subscribe((state) => {
      if (state && alone) {
        alone = false;
        setImmediate(() => join(String(Number(playerID) + 1)));
      }
      if (!state || state._stateID <= seen || state.ctx.currentPlayer !== playerID) return;
      seen = state._stateID;
      if (seen >= LONGEST) {
        setImmediate(open);
        return;
      }
      const cards = playable(state.G.players[playerID].hand, state.G.trick);
      moves += 1;
      setImmediate(() => client.moves.play(cards[Math.floor(Math.random() * cards.length)]));
    });
    client.start();
  }
}

for (let match = 0; match < matches; match++) open();
process.stdin.on("data", () => console.log(JSON.stringify({ moves })));
process.stdin.on("end", () => process.exit(0));
