"""The whole tree of a small game as arrays, grown from its rulebook, and the size of a large one from random probes.

Seats that act at once are asked one after another, lowest first; none of them sees what the others chose.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.errors import TooLarge
from liftlobby.core.fields import CHANCE, LETTERS, SIMULTANEOUS, TERMINAL, View, copy_state
from liftlobby.core.game import Game
from liftlobby.core.match import Room, chance_outcomes, legal_actions, letter_of
from liftlobby.core.packed import lowest

LARGEST = 200_000
"""The most nodes that are grown unless asked otherwise; they take about ten seconds."""
PROBES = 50
LONGEST_PROBE = 1_000
"""Moves after which a probe gives up; what it has counted so far is then too small."""
HOPELESS = 3
"""Powers of ten by which nearly all probes must pass the limit for a tree not to be tried: the probes are right on
average, so each is a thousand times too large with a chance below 1 in 1,000."""
SPREAD = (10, 90)
"""The percentiles of the probes that `Size` tells."""


@dataclass
class InformationSet:
    """The positions that a seat cannot tell apart: it sees the same, and has seen and done the same at its own turns.

    `first` is one of its nodes, `stage` the number of its seat's choices before it, `slot` the place of its first
    action in the arrays that hold one number for each action of each information set.
    """

    seat: int
    first: int
    stage: int
    slot: int
    actions: list[int]
    texts: list[str]


@dataclass
class Tree:
    """Every position of a game, ordered by depth, so that a node's children stand side by side.

    For each node: `parent` (the root is its own); the `action` or outcome that led to it, and its `slot`, -1 after
    chance; `chance`, the probability with which chance led to it, else 1; `player` to act (a seat, CHANCE or
    TERMINAL); `gains`, the returns by seat where it is terminal, else 0. `levels` are the slices of equal depth.
    """

    game: Game
    sets: list[InformationSet]
    parent: NDArray[np.int64]
    action: NDArray[np.int64]
    slot: NDArray[np.int64]
    chance: NDArray[np.float64]
    player: NDArray[np.int64]
    gains: NDArray[np.float64]
    levels: list[slice] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.parent)


def actor(rules: Any, state: Any) -> int:
    """The seat to ask, CHANCE or TERMINAL."""
    player = int(rules.current_player(state))
    return lowest(rules.seats_to_act(state)) if player == SIMULTANEOUS else player


def grow(game: Game, largest: int = LARGEST) -> Tree:
    """The tree of a game. Raises TooLarge, with an estimate of its size, if it has more than `largest` nodes."""
    size = estimate_size(game)
    if size.log10_low > math.log10(largest) + HOPELESS:
        raise TooLarge(_too_large(game, largest, size))
    rules, text_of = game.rules, Room(game.type.notation).text_of
    sets: list[InformationSet] = []
    known: dict[tuple[Any, ...], int] = {}
    slots = 0
    rows: list[tuple[int, int, int, float, int, int]] = []
    gains: list[list[float]] = []
    # A node to come: state, parent, action, slot, chance, depth; for each seat its last choice, and how many it made.
    waiting = [(game.new_state(), 0, -1, -1, 1.0, 0, ((-1, 0),) * game.players)]
    while waiting:
        state, parent, action, slot, chance, depth, past = waiting.pop()
        node = len(rows)
        if node == largest:
            raise TooLarge(_too_large(game, largest, size))
        player = actor(rules, state)
        rows.append((parent, action, slot, chance, player, depth))
        is_over = player == TERMINAL
        gains.append([float(rules.returns(state, seat)) if is_over else 0.0 for seat in range(game.players)])
        children: list[tuple[int, int, float]] = []
        if player == CHANCE:
            outcomes = chance_outcomes(rules, state)
            total = sum(weight for _, weight in outcomes)
            children = [(outcome, -1, weight / total) for outcome, weight in outcomes]
        elif not is_over:
            key = (player, past[player], repr(View(state, player)))
            if key not in known:
                actions = legal_actions(rules, state, player)
                texts = [text_of(state, player, action) for action in actions]
                known[key] = len(sets)
                sets.append(InformationSet(player, node, past[player][1], slots, actions, texts))
                slots += len(actions)
            here = sets[known[key]]
            children = [(move, here.slot + n, 1.0) for n, move in enumerate(here.actions)]
        for move, slot_after, chance_after in reversed(children):
            after = copy_state(state)
            rules.apply_action(after, player, move)
            remembered = past
            if player != CHANCE:
                own = (slot_after, past[player][1] + 1)
                remembered = (*past[:player], own, *past[player + 1 :])
            waiting.append((after, node, move, slot_after, chance_after, depth + 1, remembered))
    return _by_depth(game, sets, np.array(rows), np.array(gains))


def _by_depth(game: Game, sets: list[InformationSet], rows: NDArray[Any], gains: NDArray[np.float64]) -> Tree:
    """The tree of nodes that were found depth first, in order of depth."""
    depth = rows[:, -1].astype(np.int64)
    order = np.argsort(depth, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    for each in sets:
        each.first = int(place[each.first])
    parent, action, slot, _, player, _ = rows[order].T.astype(np.int64)
    ends = np.cumsum(np.bincount(depth))
    levels = [slice(int(begin), int(end)) for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
    return Tree(game, sets, place[parent], action, slot, rows[order, 3], player, gains[order], levels)


@dataclass(frozen=True)
class Size:
    """An estimate of the nodes of a tree, as powers of ten: the mean of the probes, and the ends of their middle 80 %.

    `given_up` of the `probes` were cut short, so that the true size is larger.
    """

    log10_nodes: float
    log10_low: float
    log10_high: float
    probes: int
    given_up: int


def estimate_size(game: Game, *, probes: int = PROBES, seed: int = 0) -> Size:
    """The size of a game's tree from random walks: each estimates 1 + b1 + b1 b2 + ..., b the branches it met.

    Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975). The mean of the
    estimates is right on average, but a few large ones carry it, so that what some probes say is rather too low.
    """
    rng = random.Random(seed)
    walks = [_probe(game, rng) for _ in range(probes)]
    logs = np.array([log for log, _ in walks])
    mean = np.logaddexp.reduce(logs) - math.log(probes)
    low, high = np.percentile(logs, SPREAD)
    ten = math.log(10)
    return Size(float(mean) / ten, float(low) / ten, float(high) / ten, probes, sum(cut for _, cut in walks))


def _probe(game: Game, rng: random.Random) -> tuple[float, bool]:
    """The natural logarithm of one walk's estimate, and whether it was cut short."""
    rules, state = game.rules, game.new_state()
    width = 0.0
    total = 0.0
    for _ in range(LONGEST_PROBE):
        player = actor(rules, state)
        if player == TERMINAL:
            return total, False
        if player == CHANCE:
            choices = [outcome for outcome, _ in chance_outcomes(rules, state)]
        else:
            choices = legal_actions(rules, state, player)
        width += math.log(len(choices))
        total = float(np.logaddexp(total, width))
        rules.apply_action(state, player, rng.choice(choices))
    return total, True


def _too_large(game: Game, largest: int, size: Size) -> str:
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    cut = f", {size.given_up} of them cut short after {LONGEST_PROBE:,} moves" if size.given_up else ""
    least = "at least " if size.given_up else "about "
    return (
        f"{game.slug} ({options}) is too large to solve: more than {largest:,} nodes, by estimate {least}"
        f"10^{size.log10_nodes:.0f} (Knuth's random probes: the middle 80 % of {size.probes}{cut} say "
        f"10^{size.log10_low:.0f} to 10^{size.log10_high:.0f}; such estimates are rather too low)."
    )


def knowledge(tree: Tree, each: InformationSet) -> str:
    """What the seat knows at an information set, as the moves it has seen; "?" is hidden from it."""
    moves = []
    node = each.first
    while node:
        before = int(tree.parent[node])
        moves.append((int(tree.player[before]), int(tree.action[node])))
        node = before
    match = tree.game.match(chance="given")
    for player, action in reversed(moves):
        match.play(letter_of(player), match.text_of(player, action))
    return match.information_state(LETTERS[each.seat])
