"""Several seatings on the same deals: which match is which, playing them in blocks, going on where one has stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.errors import LiftError
from liftlobby.core.fields import LETTERS
from liftlobby.core.game import Game
from liftlobby.lab.seatings import Seating
from liftlobby.lab.simulate import simulate

Columns = dict[str, NDArray[Any]]

MOST_DEALS = 10**9
BLOCK_SECONDS = 1.0
"""About how long a block of deals is to take."""
LARGEST_BLOCK = 1 << 16


@dataclass(frozen=True)
class Plan:
    """Matches to be played: every seating on each of so many deals.

    Match `index` is deal `index // len(seatings)` of seating `index % len(seatings)`. `simulate` knows it by the index
    `first(seating)` + deal. Paired, that is the same for all seatings, so that they meet the same chance for as long as
    they play the same moves; otherwise every match has chance of its own. `offset` is the first deal's index.
    """

    game: Game
    seatings: Sequence[Seating]
    deals: int
    seed: int = 0
    max_turns: int | None = None
    paired: bool = True
    offset: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.deals <= MOST_DEALS:
            raise LiftError(f"The number of deals should be from 1 to {MOST_DEALS:,}, not {self.deals}.")

    @property
    def matches(self) -> int:
        """How many matches there will be."""
        return self.deals * len(self.seatings)

    def about(self) -> dict[str, Any]:
        """What decides the matches, JSON-ready, apart from how many there are and whom the caller seats."""
        return {
            "game": self.game.slug,
            "rules_version": self.game.type.rules_version,
            "options": dict(self.game.options),
            "data": self.game.data,
            "seed": self.seed,
            "max_turns": self.max_turns,
            "paired": self.paired,
            "index": self.offset,
        }

    def first(self, seating: int) -> int:
        """The index by which `simulate` knows the first match of a seating."""
        return self.offset + (0 if self.paired else seating * MOST_DEALS)


class Results:
    """What has been played of a plan: for each seating the columns of `simulate` for its first deals, without a gap."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._parts: list[list[Columns]] = [[] for _ in plan.seatings]
        self.done = [0] * len(plan.seatings)

    def add(self, seating: int, columns: Columns) -> None:
        """The next deals of a seating."""
        self._parts[seating].append(columns)
        self.done[seating] += len(columns["index"])

    def of(self, seating: int, deals: int) -> Columns:
        """The first deals of a seating, at least one of which has been played."""
        parts = self._parts[seating]
        if len(parts) > 1:
            parts[:] = [{name: np.concatenate([part[name] for part in parts]) for name in parts[0]}]
        return {name: column[:deals] for name, column in parts[0].items()}

    @property
    def deals(self) -> int:
        """How many deals have been played in every seating."""
        return min(self.done)

    @property
    def matches(self) -> int:
        """How many matches have been played."""
        return sum(self.done)

    def keep(self, deals: int) -> None:
        """Forget what was played after so many deals."""
        self._parts = [[self.of(seating, deals)] for seating in range(len(self.done))]
        self.done = [deals] * len(self.done)

    def rows(self) -> Columns:
        """A row a match, in order: index, simulated_as, the bots by seat, and the columns of `simulate`."""
        played = [(n, self.of(n, done)) for n, done in enumerate(self.done) if done]
        if not played:
            return {}
        number = len(self.plan.seatings)
        deal = np.concatenate([np.arange(self.done[n]) for n, _ in played])
        seating = np.concatenate([np.full(self.done[n], n) for n, _ in played])
        together = {name: np.concatenate([columns[name] for _, columns in played]) for name in played[0][1]}
        index = deal * number + seating
        order = np.argsort(index)
        rows: Columns = {"index": index[order], "simulated_as": together.pop("index")[order]}
        bots = np.array(self.plan.seatings)
        rows |= {f"bot_{letter}": bots[seating[order], seat] for seat, letter in enumerate(self.plan.game.seats)}
        return rows | {name: column[order] for name, column in together.items()}

    def take(self, rows: Columns) -> None:
        """Begin with rows that were played before. Raises LiftError or KeyError unless they are what `rows` gave."""
        number = len(self.plan.seatings)
        own = ("index", *(f"bot_{letter}" for letter in LETTERS))
        for seating in range(number):
            mine = rows["index"] % number == seating
            columns = {name: column[mine] for name, column in rows.items() if name not in own}
            self._take(seating, {"index": columns.pop("simulated_as")} | columns)

    def _take(self, seating: int, columns: Columns) -> None:
        number = len(columns["index"])
        if not np.array_equal(columns["index"], self.plan.first(seating) + np.arange(number)):
            raise LiftError("matches are missing or there twice.")
        if number > self.plan.deals:
            raise LiftError(f"it holds {number:,} deals already, more than the {self.plan.deals:,} asked for.")
        if number:
            self.add(seating, columns)


class OneSeating(Results):
    """The results of a plan of one seating; its rows are the columns of `simulate`."""

    def rows(self) -> Columns:
        """A row a match, in order."""
        return self.of(0, self.deals) if self.deals else {}

    def take(self, rows: Columns) -> None:
        """Begin with rows that were played before."""
        self._take(0, rows)


def play_on(
    results: Results,
    *,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[], None] = lambda: None,
    is_enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play what is missing, block by block, until nothing is or `is_enough`, asked after each block, says so.

    Whatever was finished when it is interrupted is in `results`. `keep` is called whenever there is something new,
    `progress` likewise with the matches played now and how many are to be.
    """
    plan = results.plan
    if threads < 1:
        raise LiftError(f"The number of threads should be at least 1, not {threads}.")
    already, size = results.matches, 1
    if progress:
        progress(0, plan.matches - already)
    while results.deals < plan.deals:
        begun = time.monotonic()
        end = min(results.deals + size, plan.deals)
        missing = [seating for seating, done in enumerate(results.done) if done < end]
        with ThreadPoolExecutor(threads) as pool:
            inside = max(1, threads // len(missing))
            playing = {
                pool.submit(_play, plan, seating, results.done[seating], end, inside): seating for seating in missing
            }
            try:
                for played in as_completed(playing):
                    results.add(playing.pop(played), played.result())
                    keep()
                    if progress:
                        progress(results.matches - already, plan.matches - already)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                _add_finished(results, playing)
                if progress:
                    progress(results.matches - already, plan.matches - already)
                raise
        if is_enough():
            return
        took = max(time.monotonic() - begun, 1e-3)
        size = max(1, min(LARGEST_BLOCK, 2 * size, int(size * BLOCK_SECONDS / took)))


def _play(plan: Plan, seating: int, begin: int, end: int, threads: int) -> Columns:
    return simulate(
        plan.game,
        plan.seatings[seating],
        end - begin,
        seed=plan.seed,
        threads=threads,
        max_turns=plan.max_turns,
        first=plan.first(seating) + begin,
    )


def _add_finished(results: Results, playing: dict[Future[Columns], int]) -> None:
    for played, seating in playing.items():
        if played.done() and not played.cancelled() and not played.exception():
            results.add(seating, played.result())
