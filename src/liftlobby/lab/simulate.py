"""Many matches between bots, compiled, one row a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.bots import Bot, bot_action, read_bot
from liftlobby.bots.kinds import compiled_matches
from liftlobby.bots.names import check_reproducible
from liftlobby.bots.search import new_memory
from liftlobby.core import kernels
from liftlobby.core.compiled import bind, bindings
from liftlobby.core.errors import LiftError
from liftlobby.core.fields import LETTERS, View, seats_of, to_record
from liftlobby.core.game import Game
from liftlobby.core.match import letter_of
from liftlobby.core.packed import LOWER_63
from liftlobby.core.rng import Stream, start

NO_LIMIT = 2**62
"""Stands for `max_turns=None`."""
MOST_MATCHES = 10**9
BATCH = 1024
"""Matches between two calls of `progress`, and the unit that threads share out; fewer where bots search."""


def simulate(
    game: Game,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 0,
    threads: int = 1,
    max_turns: int | None = None,
    first: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, NDArray[Any]]:
    """Play matches between bots, one bot a seat, and return columns with one row a match.

    Columns: index, finished, moves (by seats), chance_moves, turns, winners (letters, such as "AC"), returns_A ...,
    score_A .... A match stopped at `max_turns` is unfinished: no winners, NaN for returns and scores. Row i depends on
    (seed, index) alone, whatever the threads and however the matches are divided; `first` is the first index.
    `progress` is called with the matches done and their number.
    """
    players = _check(game, bots, max_turns)
    if not 0 <= matches <= MOST_MATCHES or first < 0:
        raise LiftError(f"The number of matches should be from 0 to {MOST_MATCHES:,}, not {matches}.")
    if threads < 1:
        raise LiftError(f"The number of threads should be at least 1, not {threads}.")
    seats = seats_of(game.rules.State)
    counts = np.zeros((matches, 4), np.int64)
    gains = np.full((matches, seats), np.nan)
    points = np.full((matches, seats), np.nan)
    kernel = compiled_matches(game.type, frozenset(bot.kind for bot in players))
    rows_of_bots = np.array([bot.row for bot in players], np.int64)
    position = to_record(game.new_state())
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    thinking = max(bot.iterations for bot in players)
    batch = 1 + BATCH // (1 + thinking)

    def play(begin: int) -> int:
        rows = slice(begin, begin + batch)
        memory = new_memory(game, thinking, np.concatenate([position, position])) if thinking else None
        kernel(
            np.concatenate([position, position]),
            seed & LOWER_63,
            first + begin,
            rows_of_bots,
            NO_LIMIT if max_turns is None else max_turns,
            np.zeros((2, 1), np.int64),
            np.zeros(room, np.int64),
            np.zeros(room, np.int64),
            memory,
            counts[rows],
            gains[rows],
            points[rows],
        )
        return len(counts[rows])

    done = 0
    with ThreadPoolExecutor(threads) as pool:
        try:
            for played in pool.map(play, range(0, matches, batch)):
                done += played
                if progress:
                    progress(done, matches)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return _columns(game, first, counts, gains, points)


def _check(game: Game, bots: Sequence[str], max_turns: int | None) -> list[Bot]:
    """The bots, if there is one for each seat and (seed, index) decides what they play."""
    if len(bots) != game.players:
        raise LiftError(f"{game.slug} with {game.players} players needs {game.players} bots, not {len(bots)}.")
    if max_turns is not None and max_turns < 1:
        raise LiftError(f"The greatest number of turns should be at least 1, not {max_turns}.")
    players = [read_bot(name) for name in bots]
    for bot in players:
        check_reproducible(bot)
    return players


def _columns(
    game: Game, first: int, counts: NDArray[Any], gains: NDArray[Any], points: NDArray[Any]
) -> dict[str, NDArray[Any]]:
    players = game.players
    finished = counts[:, kernels.FINISHED].astype(bool)
    gains = gains[:, :players]
    # An unfinished match has no best returns: NaN equals nothing.
    won = gains == gains.max(axis=1, keepdims=True)
    names = ["".join(LETTERS[s] for s in range(players) if (code >> s) & 1) for code in range(1 << players)]
    columns: dict[str, NDArray[Any]] = {
        "index": np.arange(first, first + len(counts)),
        "finished": finished,
        "moves": counts[:, kernels.MOVES],
        "chance_moves": counts[:, kernels.CHANCE_MOVES],
        "turns": counts[:, kernels.TURNS],
        "winners": np.array(names)[won @ (1 << np.arange(players))],
    }
    columns |= {f"returns_{LETTERS[seat]}": gains[:, seat] for seat in range(players)}
    columns |= {f"score_{LETTERS[seat]}": points[:, seat] for seat in range(players)}
    return columns


def simulate_record(
    game: Game, bots: Sequence[str], *, seed: int, index: int, max_turns: int | None = None
) -> dict[str, Any]:
    """The record of the match that `simulate` plays for (seed, index), played again move by move, from views."""
    players = _check(game, bots, max_turns)
    match = game.match(chance="given", seats=list(bots))

    def play(state: Any, player: int, action: int) -> None:
        match.play(letter_of(player), match.text_of(player, action))
        game.rules.apply_action(state, player, action)

    def choose(state: Any, seat: int, bot: Any, stream: Stream, *buffers: Any) -> int:
        return bot_action(game, bots[seat], View(state, seat), stream)

    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    streams = [[start(seed & LOWER_63, 2 * index + which)] for which in range(2)]
    limit = NO_LIMIT if max_turns is None else max_turns
    kernel = bind(kernels.play_out, bindings(game.rules) | {"apply_action": play, "bot_action": choose})
    rows = [bot.row for bot in players]
    kernel(game.new_state(), rows, limit, *streams, [0] * room, [0] * room, None, [0] * 4)
    return match.record()
