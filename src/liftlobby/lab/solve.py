"""Small games solved by counterfactual regret minimization, over the rulebook interface alone.

CFR+ (Tammelin, Solving large imperfect information games using CFR+, arXiv:1407.5042): regrets below zero are
forgotten, seats take turns, and later strategies count more in the average. The whole tree is held as arrays
(`lab.tree`), and one pass goes through it level by level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.errors import LiftError
from liftlobby.core.fields import LETTERS
from liftlobby.core.game import Game, room_of
from liftlobby.lab.tree import LARGEST, InformationSet, Tree, grow, knowledge

ITERATIONS = 10_000
PRECISION = 1e-3
FIRST_LOOK = 8
"""Exploitability is measured after this many iterations, then whenever their number has doubled."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """What a seat does at one information set: `knows` are the moves it has seen, `moves` their probabilities."""

    seat: str
    knows: str
    moves: dict[str, float]


@dataclass(frozen=True)
class Solution:
    """A solved game.

    `values` is what each seat gets when all play `strategy`, and `gains` what each could add by changing its own play
    alone: zero for all is a Nash equilibrium, and `exploitability` is their mean. With two seats `values` are then the
    value of the game, to within the sum of the gains; with more, equilibria may differ in value, and nothing promises
    that the gains fall to zero.
    """

    game: Game
    nodes: int
    information_sets: int
    iterations: int
    values: list[float]
    gains: list[float]
    strategy: list[Choice]

    @property
    def exploitability(self) -> float:
        """What a seat could gain by changing its play alone, on average over the seats."""
        return sum(self.gains) / len(self.gains)


def solve(
    game: Game,
    *,
    precision: float = PRECISION,
    iterations: int = ITERATIONS,
    largest: int = LARGEST,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Solve a game until its exploitability is at most `precision`, or for so many iterations.

    Raises TooLarge, with an estimate of the size, if the tree has more than `largest` nodes. `progress` is called with
    the iterations done and the most there will be.
    """
    if exact := room_of(game.type, "exact"):
        raise LiftError(f"{game.slug} is solved exactly, without iterations: {exact.__name__}.solution(game) says how.")
    if not precision > 0 or iterations < 1 or largest < 1:
        raise LiftError("Precision, iterations and the largest tree should be more than 0.")
    learner = Learner(grow(game, largest))
    look = min(FIRST_LOOK, iterations)
    for done in range(1, iterations + 1):
        learner.iterate(done)
        if progress:
            progress(done, iterations)
        if done == look:
            strategy = learner.average()
            values, gains = learner.values_and_gains(strategy)
            if np.mean(gains) <= precision:
                break
            look = min(2 * look, iterations)
    tree = learner.tree
    choices = [_choice(tree, each, strategy) for each in tree.sets]
    return Solution(game, len(tree), len(tree.sets), done, values.tolist(), gains.tolist(), choices)


def _choice(tree: Tree, each: InformationSet, strategy: Numbers) -> Choice:
    shares = strategy[each.slot : each.slot + len(each.actions)]
    return Choice(LETTERS[each.seat], knowledge(tree, each), dict(zip(each.texts, shares.tolist(), strict=True)))


class Learner:
    """Regrets and average strategies of all seats on a tree. A strategy is an array with one number a slot."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.set_of = np.repeat(np.arange(len(tree.sets)), [len(each.actions) for each in tree.sets])
        self.seat_of = np.array([each.seat for each in tree.sets], np.int64)[self.set_of]
        self.regrets = np.zeros(len(self.set_of))
        self.summed = np.zeros(len(self.set_of))

    def iterate(self, number: int) -> None:
        """Let each seat in turn play through the tree once; `number` counts from 1."""
        for seat in range(self.tree.game.players):
            strategy = self._normalized(np.maximum(self.regrets, 0.0))
            reach = self._reach(strategy)
            worth = self._worth(seat, strategy, reach)
            mine = self.seat_of == seat
            gained = worth - self._by_set(strategy * worth)
            self.regrets[mine] = np.maximum(self.regrets + gained, 0.0)[mine]
            self.summed[mine] += number * (reach[seat, self._firsts][self.set_of] * strategy)[mine]

    def average(self) -> Numbers:
        """The average strategy so far, which is what converges."""
        return self._normalized(self.summed)

    def values_and_gains(self, strategy: Numbers) -> tuple[Numbers, Numbers]:
        """What each seat gets when all play the strategy, and what a best answer of each alone would add."""
        values = self._values(strategy)[0]
        best = [self._values(self._best_answer(seat, strategy))[0, seat] for seat in range(len(values))]
        return values, np.array(best) - values

    def _best_answer(self, seat: int, strategy: Numbers) -> Numbers:
        """The strategy with one seat's part replaced by a best answer, found from its last choices back."""
        answer = strategy.copy()
        stages = np.array([each.stage if each.seat == seat else -1 for each in self.tree.sets], np.int64)
        # The seat's own strategy does not enter how likely the others make a position, so this holds throughout.
        reach = self._reach(strategy)
        for stage in range(int(stages.max(initial=-1)), -1, -1):
            worth = self._worth(seat, answer, reach)
            for each in np.flatnonzero(stages == stage):
                slots = slice(self.tree.sets[each].slot, self.tree.sets[each].slot + len(self.tree.sets[each].actions))
                answer[slots] = 0.0
                answer[slots.start + np.argmax(worth[slots])] = 1.0
        return answer

    @cached_property
    def _firsts(self) -> NDArray[np.int64]:
        return np.array([each.first for each in self.tree.sets], np.int64)

    def _by_set(self, numbers: Numbers) -> Numbers:
        """For each slot the sum over all slots of its information set."""
        return np.asarray(np.bincount(self.set_of, numbers, len(self.tree.sets)), np.float64)[self.set_of]

    def _normalized(self, weights: Numbers) -> Numbers:
        """Weights as probabilities; where an information set has none, all actions alike."""
        total = self._by_set(weights)
        alike = 1.0 / self._by_set(np.ones(len(weights)))
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), alike)

    def _chances(self, strategy: Numbers) -> Numbers:
        """For each node the probability of the move that led to it."""
        tree = self.tree
        if not len(strategy):
            return tree.chance
        return np.where(tree.slot >= 0, strategy[tree.slot], tree.chance)

    def _reach(self, strategy: Numbers) -> Numbers:
        """For each seat, and chance in the last row, the product of its own probabilities on the way to each node."""
        tree = self.tree
        chances = self._chances(strategy)
        reach = np.ones((tree.game.players + 1, len(tree)))
        for level in tree.levels[1:]:
            parents = tree.parent[level]
            reach[:, level] = reach[:, parents]
            # CHANCE is -1, the last row.
            reach[tree.player[parents], np.arange(level.start, level.stop)] *= chances[level]
        return reach

    def _values(self, strategy: Numbers) -> Numbers:
        """For each node what each seat gets from there on, shape [nodes, seats]."""
        tree = self.tree
        chances = self._chances(strategy)
        values = tree.gains.copy()
        for level in reversed(tree.levels[1:]):
            np.add.at(values, tree.parent[level], chances[level, None] * values[level])
        return values

    def _worth(self, seat: int, strategy: Numbers, reach: Numbers) -> Numbers:
        """For each slot what its action is worth to a seat, weighted by how likely all others bring it there."""
        tree = self.tree
        others = np.prod(np.delete(reach, seat, axis=0), axis=0)
        led = np.flatnonzero((tree.slot >= 0) & (tree.player[tree.parent] == seat))
        weights = others[led] * self._values(strategy)[led, seat]
        return np.asarray(np.bincount(tree.slot[led], weights, len(strategy)), np.float64)
