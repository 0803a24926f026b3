// boardgame.io's own server, as its documentation starts it: in memory or, given a database, on PostgreSQL.
process.env.NODE_ENV = "production";
const { Server } = require("boardgame.io/dist/cjs/server.js");
const { Tricks } = require("./game.cjs");

const [port, host, database] = process.argv.slice(2);
const options = { games: [Tricks], origins: [/.*/] };
if (database) {
  const { PostgresStore } = require("bgio-postgres");
  options.db = new PostgresStore({ host, database, username: "postgres", logging: false });
}
Server(options).run({ port: Number(port), callback: () => console.log("up") });
