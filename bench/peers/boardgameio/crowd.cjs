// Four clients a match who play at random as soon as it is their turn. A line is the milliseconds that they are to play;
// then they rest, and the moves that they made in that time are told as JSON.
process.env.NODE_ENV = "production";
const { Client } = require("boardgame.io/dist/cjs/client.js");
const { SocketIO } = require("boardgame.io/dist/cjs/multiplayer.js");
const { Tricks, playable } = require("./game.cjs");

const LONGEST = 520; // moves, then a new match: boardgame.io keeps a match's whole log
const [port, matches] = process.argv.slice(2).map(Number);
let moves = 0;
let opened = 0;
let resting = true;
let waiting = []; // moves that are made when the rest is over

function soon(move) {
  if (resting) waiting.push(move);
  else setImmediate(move);
}

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
      soon(() => {
        moves += 1;
        client.moves.play(cards[Math.floor(Math.random() * cards.length)]);
      });
    });
    client.start();
  }
}

for (let match = 0; match < matches; match++) open();
process.stdin.on("data", (line) => {
  moves = 0;
  resting = false;
  waiting.forEach((move) => setImmediate(move));
  waiting = [];
  setTimeout(() => {
    resting = true;
    console.log(JSON.stringify({ moves }));
  }, Number(line));
});
process.stdin.on("end", () => process.exit(0));
