"""The balance report: which matches are played for it, and what they say about a game.

Everything is played in *line-ups*: who sits where, who is forbidden what. A *part* plays several line-ups on each of
its deals, so that they meet the same cards and dice; what a part leaves is a few numbers a match, never the matches.
One can stop at any time: a part that was begun counts with the deals that all its line-ups have played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

import numpy as np

from liftlobby.bots import read_bot
from liftlobby.bots.names import check_reproducible
from liftlobby.bots.search import new_memory
from liftlobby.core.errors import LiftError
from liftlobby.core.fields import seats_of, to_record
from liftlobby.core.game import Game
from liftlobby.core.packed import LOWER_63
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT, SEARCH_BOT, UNRESTRICTED
from liftlobby.core.worlds import world_sampler
from liftlobby.lab import measures, tracing
from liftlobby.lab.about import about
from liftlobby.lab.definitions import definition_of
from liftlobby.lab.intervals import Numbers
from liftlobby.lab.measures import Estimate, Shown, Sums, Trace
from liftlobby.lab.workers import workers

MOST_MATCHES = 1_000_000
USUAL_TURNS = 2000
"""Where a match is stopped and counts as unfinished, unless told otherwise."""
BATCH_SECONDS = 0.5
"""About how long a batch of deals is to take."""
LARGEST_BATCH = 64
"""Most deals a batch: what limits the memory that traces take, 10 MB a thread."""
OTHER_MINDS = 0x6D69_6E64
"""Mixed into the seed of the bots where a deal is replayed with other random numbers of theirs."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class LineUp:
    """Who sits where, under which restriction (by seat), and whether the bots have other random numbers than usual."""

    bots: tuple[str, ...]
    restrictions: tuple[int, ...]
    other_minds: bool = False


@dataclass
class Part:
    """Some line-ups played on the same deals, for one or several measures; and what came of them."""

    name: str
    lineups: list[LineUp]
    deals: int
    is_traced: bool = False
    shown: list[Shown] = field(default_factory=list)
    """For each match of a traced part what it shows."""
    batches: list[Numbers] = field(default_factory=list)
    """[deals, line-ups, seats]: what everybody gained; NaN if the match was not finished."""

    @property
    def done(self) -> int:
        """How many deals have been played in every line-up."""
        return sum(len(batch) for batch in self.batches)

    @property
    def gains(self) -> Numbers:
        """[deals, line-ups, seats] of all batches."""
        return np.concatenate(self.batches)


@dataclass(frozen=True)
class Plan:
    """What is to be measured: a game, its usual bots by seat, and how many matches a line-up (or group of them)."""

    game: Game
    bots: tuple[str, ...]
    matches: int
    seed: int = 0
    max_turns: int = USUAL_TURNS

    def __post_init__(self) -> None:
        players = self.game.players
        if len(self.bots) != players:
            raise LiftError(f"{self.game.slug} with {players} players needs {players} bots, not {len(self.bots)}.")
        if not 1 <= self.matches <= MOST_MATCHES:
            raise LiftError(f"The number of matches should be from 1 to {MOST_MATCHES:,}, not {self.matches}.")
        if not 1 <= self.max_turns <= tracing.MOST_TURNS - 2:
            raise LiftError(
                f"The greatest number of turns should be from 1 to {tracing.MOST_TURNS - 2:,}, not {self.max_turns}."
            )
        for bot in self.bots:
            check_reproducible(read_bot(bot))

    def parts(self) -> list[Part]:
        """Everything that is played, in order."""
        players = self.game.players
        free = (UNRESTRICTED,) * players
        deals = -(-self.matches // players)
        best = self.strongest
        found = [
            Part("matches", [LineUp(self.bots, free)], self.matches, is_traced=True),
            Part("luck", [LineUp(self.bots, free, other_minds=True)], self.matches),
        ]
        for one, others in pair_names(self.rungs):
            bots = [tuple(one if seat == own else others for seat in range(players)) for own in range(players)]
            found.append(Part(f"{one} among {others}", [LineUp(seated, free) for seated in bots], deals))
        for number, sentence in enumerate(about(self.game.type).restrictions, start=1):
            ruled = [tuple(number * (seat == own) for seat in range(players)) for own in range(players)]
            found.append(Part(f"restricted:{sentence}", [LineUp((best,) * players, each) for each in ruled], deals))
        return found

    @property
    def strongest(self) -> str:
        """The strongest of the usual bots."""
        return max(self.bots, key=lambda name: read_bot(name).row)

    @property
    def rungs(self) -> list[str]:
        """The skill ladder up to the strongest bot: random, heuristic, then searches that double what they look at."""
        strongest = read_bot(self.strongest)
        found = ["random"]
        if self.game.type.heuristic and strongest.kind != RANDOM_BOT:
            found.append("heuristic")
        if strongest.kind == SEARCH_BOT:
            found += [f"search:{strongest.iterations // part}" for part in (4, 2, 1) if strongest.iterations // part]
        return found


def pair_names(rungs: Sequence[str]) -> list[tuple[str, str]]:
    """Which bot is set among which others: neighbours on the ladder, then all pairs of the table.

    Random bots alone may never end a match, so they are the others for the next rung only.
    """
    ladder = [(stronger, weaker) for weaker, stronger in pairwise(rungs)]
    table = [(one, others) for one in rungs for others in rungs[1:] if one != others]
    return list(dict.fromkeys(ladder + table))


def competent_bot(game: Game) -> str:
    """The bot that plays where none is named: a search, or what the game has if it cannot be searched."""
    try:
        world_sampler(game.type)
    except LiftError:
        return "heuristic" if game.type.heuristic else "random"
    return about(game.type).competent


# --- playing ----------------------------------------------------------------------------------------------------------


@dataclass
class Study:
    """A plan and what has been played of it."""

    plan: Plan
    played: list[Part]

    @property
    def is_whole(self) -> bool:
        """Has everything been played?"""
        return all(part.done == part.deals for part in self.played)

    def part(self, name: str) -> Part | None:
        """The part of this name, if any deal of it has been played."""
        return next((part for part in self.played if part.name == name and part.done), None)


def study(plan: Plan) -> Study:
    """A study of which nothing has been played."""
    return Study(plan, plan.parts())


def matches_of(studies: Sequence[Study]) -> int:
    """How many matches the studies are in all."""
    return sum(part.deals * len(part.lineups) for each in studies for part in each.played)


def play(studies: Sequence[Study], threads: int = 1, progress: Progress | None = None) -> None:
    """Play what is missing, part by part. Stopped by an exception, what was played until then stays."""
    total, done = matches_of(studies), 0
    with workers(threads, None) as (pool, _):
        tables = [Table(each.plan) for each in studies]
        # Side by side, so that a comparison that is stopped early has something of both.
        for parts in zip_longest(*(each.played for each in studies)):
            for table, part in zip(tables, parts, strict=True):
                for played in _batches(table, part, pool, threads) if part else ():
                    done += played
                    if progress:
                        progress(done, total)


def _batches(table: Table, part: Part, pool: Executor, threads: int) -> Iterator[int]:
    """Play a part in batches as large as the time allows; says how many matches each was."""
    size = 1
    while part.done < part.deals:
        begun = time.monotonic()
        first, number = part.done, min(size * threads, part.deals - part.done)
        shares = [range(number)[k::threads] for k in range(min(threads, number))]
        starts = np.cumsum([0, *(len(share) for share in shares)])
        work = [
            (lineup, first + int(starts[k]), len(share)) for lineup in part.lineups for k, share in enumerate(shares)
        ]
        futures = [pool.submit(table.play, *each, part.is_traced) for each in work]
        try:
            results = [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        by_lineup = [
            np.concatenate([gains for gains, _ in results[k : k + len(shares)]])
            for k in range(0, len(results), len(shares))
        ]
        part.shown += [match for _, shown in results for match in shown]
        part.batches.append(np.stack(by_lineup, axis=1))
        yield number * len(part.lineups)
        took = max(time.monotonic() - begun, 1e-3)
        size = max(1, min(LARGEST_BATCH, 2 * size, int(size * BATCH_SECONDS / took)))


class Table:
    """Where line-ups of one plan are played, with a kernel compiled once for all bots of the plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        game = plan.game
        bots = [read_bot(name) for name in {*plan.bots, *plan.rungs}]
        kinds = frozenset(bot.kind for bot in bots) - ({HEURISTIC_BOT} if not game.type.heuristic else set())
        self.thinking = max(bot.iterations for bot in bots)
        self.kernel = tracing.compiled_traces(game.type, kinds)
        self.position = to_record(game.new_state())
        self.seats = seats_of(game.rules.State)
        self.room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
        self.about = about(game.type)

    def play(self, lineup: LineUp, first: int, number: int, is_traced: bool) -> tuple[Numbers, list[Shown]]:
        """What everybody gains [matches, seats] in the matches `first`, ...; and what they show, if that is wanted."""
        seed = self.plan.seed & LOWER_63
        counts = np.zeros((number, 7), np.int64)
        gains = np.full((number, self.seats), np.nan)
        points = np.full((number, self.seats), np.nan)
        choices = np.zeros((number, is_traced * tracing.MOST_CHOICES, 4), np.int64)
        standings = np.zeros((number, is_traced * tracing.MOST_TURNS, self.seats), np.int64)
        worlds = np.concatenate([self.position, self.position])
        memory = new_memory(self.plan.game, self.thinking, worlds) if self.thinking else None
        self.kernel(
            np.concatenate([self.position, self.position]),
            seed,
            seed ^ OTHER_MINDS if lineup.other_minds else seed,
            first,
            np.array([read_bot(name).row for name in lineup.bots], np.int64),
            np.array(lineup.restrictions, np.int64),
            self.plan.max_turns,
            np.zeros((2, 1), np.int64),
            np.zeros(self.room, np.int64),
            np.zeros(self.room, np.int64),
            memory,
            counts,
            gains,
            points,
            choices,
            standings,
        )
        players = self.plan.game.players
        shown = []
        for i in range(number if is_traced else 0):
            trace = Trace(
                counts[i],
                choices[i, : counts[i, tracing.CHOICES]],
                standings[i, : counts[i, tracing.STANDINGS], :players],
                gains[i, :players],
                points[i, :players],
            )
            shown.append(measures.of_match(trace, self.about.phases, self.about.one_loser))
        return gains[:, :players], shown


# --- what it says -----------------------------------------------------------------------------------------------------


def sums(found: Study) -> dict[str, Sums]:
    """Every measure of what has been played, by its name in `lab.definitions`."""
    measured: dict[str, Sums] = {}
    matches, luck = found.part("matches"), found.part("luck")
    if matches:
        measured |= measures.sums_of(matches.shown)
    if matches and luck:
        deals = min(matches.done, luck.done)
        by_deal = measures.luck_sums(matches.gains[:deals, 0], luck.gains[:deals, 0])
        measured |= {"luck": by_deal, "play": Sums(by_deal.bottoms - by_deal.tops, by_deal.bottoms)}
    known = about(found.plan.game.type)
    rungs = found.plan.rungs
    steps = [f"{stronger} among {weaker}" for weaker, stronger in pairwise(rungs)]
    pairs = [f"{one} among {others}" for one in rungs for others in rungs[1:]]
    names = {f"ladder:{step}": step for step in steps} | {f"match_up:{pair}": pair for pair in pairs}
    names |= {f"restricted:{each}": f"restricted:{each}" for each in known.restrictions}
    for name, played in names.items():
        part = found.part(played)
        if part:
            measured[name] = measures.rotated_sums(part.gains, known.one_loser)
    return measured


def estimates(found: Study) -> dict[str, Estimate]:
    """Every measure with its interval."""
    return {name: measures.estimate(each, definition_of(name).unit == "share") for name, each in sums(found).items()}


def differences(before: Study, after: Study) -> dict[str, Estimate]:
    """By how much each measure that both have changes, from the deals that both have played."""
    one, other = sums(before), sums(after)
    return {name: measures.difference(one[name], other[name]) for name in one if name in other}


def match_by_match(found: Study, measure: str) -> Numbers:
    """What each finished match shows of a measure, such as "turns"."""
    part = found.part("matches")
    shown = part.shown if part else []
    return np.array([match[measure][0] / match[measure][1] for match in shown if match.get(measure, (0, 0))[1]])
