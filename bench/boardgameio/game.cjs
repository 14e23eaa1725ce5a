// A card-shedding game of four for the peer: a card is played, the turn passes, an empty hand is dealt anew.
const deal = (random) => random.Shuffle([...Array(13).keys()]).slice(0, 7);

exports.Shedding = {
  name: "shedding",
  setup: ({ random }) => ({ pile: [], hands: [0, 1, 2, 3].map(() => deal(random)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({ ...G, hands: G.hands.map((hand, i) => (String(i) === playerID ? hand : hand.length)) }),
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, place) => {
        const hand = G.hands[playerID];
        G.pile = [...G.pile.slice(-5), hand.splice(place, 1)[0]];
        if (!hand.length) G.hands[playerID] = deal(random);
      },
    },
  },
};
