"""Bots that search, from a view: the Python side of `bots.tree`."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.bots.kinds import compiled_think
from liftlobby.bots.names import MOST_ITERATIONS, Bot
from liftlobby.bots.tree import Memory, most_tried
from liftlobby.core.errors import LiftError
from liftlobby.core.fields import View, seats_of, to_record
from liftlobby.core.game import Game
from liftlobby.core.masks import masks
from liftlobby.core.match import legal_actions
from liftlobby.core.rng import Stream, next_32, start

MOST_NODES = 1 << 18
"""A tree grows no further; with its tries it then takes 40 MB."""
TRIES_A_NODE = 8
"""For how many actions a node there is room, on average."""
LONGEST_PATH = 256
COUNTED_VISITS = 1 << 16
CHUNK = 100
"""Iterations between two looks at the clock."""


def new_memory(game: Game, iterations: int, worlds: Any) -> Memory:
    """What a search of so many iterations works with: about 160 bytes an iteration, at most 40 MB.

    worlds: [2] states or records, of which the first is the root, as its seat sees it.
    """
    nodes = min(max(iterations, 1), MOST_NODES)
    seats = seats_of(game.rules.State)
    settings = game.type.search
    return Memory(
        worlds=worlds,
        nodes=np.zeros((1 << (2 * nodes - 1).bit_length(), 2), np.int64),
        tries=np.zeros((TRIES_A_NODE * nodes + game.rules.NUM_ACTIONS, 2)),
        path=np.zeros((LONGEST_PATH, 2), np.int64),
        gains=np.zeros(seats),
        thought=np.zeros((game.rules.NUM_ACTIONS, seats)),
        span=np.zeros(2),
        counts=np.zeros(3, np.int64),
        doubts=_doubts(),
        exploration=settings.exploration,
        turns=settings.turns,
    )


@cache
def _doubts() -> NDArray[np.float64]:
    return np.array([0.0] + [math.sqrt(math.log(visits)) for visits in range(1, COUNTED_VISITS)])


def search_action(game: Game, bot: Bot, view: View, stream: Stream) -> int:
    """The action that a search bot chooses for the seat whose view it is given; that seat must be to act."""
    actions = legal_actions(game.rules, view, seat_of(view))
    if len(actions) == 1:
        return actions[0]
    return actions[most_tried(len(actions), merged(search(game, bot, view, stream), len(actions)))]


def search(game: Game, bot: Bot, view: View, stream: Stream) -> list[Memory]:
    """What a bot has thought about the seat's move: one tree a thread."""
    if bot.threads == 1:
        return [_search_on(game, bot, view, stream, bot.iterations)]
    streams = [[start(next_32(stream), thread)] for thread in range(bot.threads)]
    shares = [(bot.iterations + thread) // bot.threads for thread in range(bot.threads)]
    with ThreadPoolExecutor(bot.threads) as pool:
        return list(pool.map(lambda own, share: _search_on(game, bot, view, own, share), streams, shares))


def merged(trees: list[Memory], number: int) -> Memory:
    """One memory with what all trees have learnt about the root's `number` actions."""
    tries = sum(tree.tries[:number] for tree in trees)
    return trees[0]._replace(tries=tries, thought=sum(tree.thought for tree in trees))


def seat_of(view: View) -> int:
    """The seat whose view it is. Raises LiftError for a spectator's."""
    if view.seat is None:
        raise LiftError("A spectator has nothing to choose: give a bot the view of a seat that is to act.")
    return view.seat


def _search_on(game: Game, bot: Bot, view: View, stream: Stream, iterations: int) -> Memory:
    """One tree, grown on this thread."""
    seat = seat_of(view)
    think = compiled_think(game.type)
    root = game.rules.State()
    masks(game.rules.State)["copy_seen"](view, seat, root)
    memory = new_memory(game, iterations or MOST_ITERATIONS, np.concatenate([to_record(root)] * 2))
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    buffers = [np.zeros(room, np.int64) for _ in range(2)]
    own = np.array(stream)
    if bot.milliseconds:
        end = time.monotonic() + bot.milliseconds / 1000
        while time.monotonic() < end:
            think(seat, CHUNK, own, *buffers, memory)
    else:
        think(seat, iterations, own, *buffers, memory)
    stream[0] = int(own[0])
    return memory
