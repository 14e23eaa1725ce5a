"""Our side of the benchmarks: batches of random matches through the compiled and the interpreted rulebook."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.bots.kinds import compiled_matches
from liftlobby.core import kernels
from liftlobby.core.compiled import bind, bindings
from liftlobby.core.fields import seats_of, to_record
from liftlobby.core.game import Game
from liftlobby.core.rng import start
from liftlobby.core.rulebook import RANDOM_BOT
from liftlobby.lab.simulate import NO_LIMIT


class Batch:
    """Random matches of one game, by the compiled kernel called directly."""

    def __init__(self, game: Game, max_turns: int = NO_LIMIT, position: object = None) -> None:
        self.game = game
        self.max_turns = max_turns
        self._position = to_record(position or game.new_state())
        self._seats = seats_of(game.rules.State)
        self._room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
        self.counts: NDArray[np.int64] = np.zeros((0, 4), np.int64)
        self.gains: NDArray[np.float64] = np.zeros((0, self._seats))
        self.points: NDArray[np.float64] = np.zeros((0, self._seats))

    def make_room(self, matches: int) -> None:
        """Make the columns long enough."""
        if len(self.counts) != matches:
            self.counts = np.zeros((matches, 4), np.int64)
            self.gains = np.zeros((matches, self._seats))
            self.points = np.zeros((matches, self._seats))

    def play(self, matches: int, seed: int = 1) -> int:
        """Play the matches and return the decisions: moves by seats."""
        self.make_room(matches)
        compiled_matches(self.game.type, frozenset({RANDOM_BOT}))(
            np.concatenate([self._position, self._position]),
            seed,
            0,
            np.array([(RANDOM_BOT, 0)] * self._seats),
            self.max_turns,
            np.zeros((2, 1), np.int64),
            np.zeros(self._room, np.int64),
            np.zeros(self._room, np.int64),
            None,
            self.counts,
            self.gains,
            self.points,
        )
        return int(self.counts[:, kernels.MOVES].sum())

    def play_counting_chance(self, matches: int) -> int:
        """Play the matches and return all actions, those of chance too."""
        return self.play(matches) + int(self.counts[:, kernels.CHANCE_MOVES].sum())


class Interpreted:
    """Random matches of one game in plain Python."""

    def __init__(self, game: Game, max_turns: int = NO_LIMIT) -> None:
        self.game = game
        self.max_turns = max_turns
        self._play_out: Any = bind(kernels.play_out, bindings(game.rules))

    def play(self, matches: int) -> int:
        """Play the matches and return all actions, those of chance too."""
        room = [0] * max(self.game.rules.NUM_ACTIONS, self.game.rules.NUM_OUTCOMES)
        actions = 0
        for i in range(matches):
            counts = [0] * 4
            streams = [start(1, 2 * i)], [start(1, 2 * i + 1)]
            bots = [(RANDOM_BOT, 0)] * self.game.players
            self._play_out(self.game.new_state(), bots, self.max_turns, *streams, room, room[:], None, counts)
            actions += counts[kernels.MOVES] + counts[kernels.CHANCE_MOVES]
        return actions
