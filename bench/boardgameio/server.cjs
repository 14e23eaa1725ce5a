// node server.cjs PORT [FOLDER]: boardgame.io's own server, in memory or with its file storage.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { Shedding } = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [Shedding],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run(Number(port));
