// node load.cjs URL TABLES PAUSE SECONDS: four clients a table; from a posted move to the last of its four updates.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Shedding } = require("./game.cjs");

const [url, tables, pause, seconds] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function lay() {
  const json = { method: "POST", headers: { "content-type": "application/json" } };
  const made = await fetch(`${url}/games/shedding/create`, { ...json, body: JSON.stringify({ numPlayers: 4 }) });
  const { matchID } = await made.json();
  const clients = [];
  for (const playerID of ["0", "1", "2", "3"]) {
    const body = JSON.stringify({ playerID, playerName: playerID });
    const joined = await fetch(`${url}/games/shedding/${matchID}/join`, { ...json, body });
    const { playerCredentials: credentials } = await joined.json();
    const client = Client({ game: Shedding, numPlayers: 4, matchID, playerID, credentials, debug: false, multiplayer: SocketIO({ server: url }) });
    client.start();
    clients.push(client);
  }
  while (clients.some((client) => client.getState() === null)) await sleep(20);
  return clients;
}

async function play(clients, waits) {
  const state = clients[0].getState();
  const player = Number(state.ctx.currentPlayer);
  const next = state._stateID + 1;
  const start = performance.now();
  const seen = Promise.all(clients.map((client) => new Promise((done) => {
    const stop = client.subscribe((now) => {
      if (now && now._stateID >= next) {
        stop?.();
        done();
      }
    });
  })));
  clients[player].moves.play(0);
  await Promise.race([seen, sleep(10000)]);
  waits.push(performance.now() - start);
}

(async () => {
  const laid = [];
  for (let i = 0; i < tables; i++) laid.push(await lay());
  await sleep(500);
  const waits = [];
  const begin = performance.now();
  await Promise.all(laid.map(async (clients) => {
    await sleep(Math.random() * pause * 1000);
    while (performance.now() - begin < seconds * 1000) {
      const start = performance.now();
      await play(clients, waits);
      if (pause) await sleep(Math.max(0, pause * 1000 - (performance.now() - start)));
    }
  }));
  const took = (performance.now() - begin) / 1000;
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.floor(share * (waits.length - 1))];
  console.log(JSON.stringify({ moves: waits.length, moves_per_second: waits.length / took, median_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
})();
