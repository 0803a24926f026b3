// boardgame.io's own server, as its documentation starts it; nothing is kept on disk.
process.env.NODE_ENV = "production";
const { Server } = require("boardgame.io/dist/cjs/server.js");
const { Tricks } = require("./game.cjs");

const server = Server({ games: [Tricks], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("up") });
