"""Which bot is stronger: seats rotated, deals the same for all, an interval on every number."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from liftlobby.core.errors import LiftError
from liftlobby.core.game import Game
from liftlobby.lab.intervals import (
    CONFIDENCE,
    RESAMPLES,
    Interval,
    Numbers,
    first_decided,
    interval,
    interval_at_any_time,
    percentiles,
    resampled_sums,
    share_by_deal,
)
from liftlobby.lab.keeping import play_kept
from liftlobby.lab.outcomes import Outcomes, outcomes
from liftlobby.lab.playing import Columns, Plan, Results
from liftlobby.lab.ratings import ratings
from liftlobby.lab.seatings import Seating, seatings
from liftlobby.lab.simulate import simulate_record


@dataclass(frozen=True)
class Standing:
    """How a bot did, in the finished matches in which it sat.

    `win_share`: its share of the win, a shared win counting as its fraction, per seat. `margin`: its score less the
    mean of the others'. `rank`: by returns, 1 is best. `rating`: Bradley-Terry, 0 is the mean of the bots, 400 points
    are odds of 10 to 1 to finish ahead.
    """

    bot: str
    matches: int
    unfinished: int
    win_share: Interval
    margin: Interval
    rank: Interval
    rating: Interval


@dataclass(frozen=True)
class Comparison:
    """Two bots where they met: in which share of the meetings the first finished ahead, a tie being a half.

    Who is ahead has the greater returns, by however little; in games about how much one wins, look at the margins.
    The interval holds at whatever time one looks, and for all pairs together. `stronger` is the bot for which it first
    left 1/2 behind, `after_deals` when.
    """

    first: str
    second: str
    ahead: Interval
    stronger: str | None
    after_deals: int | None


@dataclass(frozen=True)
class Tournament:
    """What was played and what it shows. `deals` were played in every one of `seatings`.

    `columns` has a row for each match of those: index, simulated_as (the index by which `simulate` and
    `simulate_record` play this one match again with these bots), bot_A ..., and the columns of `simulate`.
    """

    game: Game
    bots: list[str]
    seatings: list[Seating]
    seed: int
    max_turns: int | None
    paired: bool
    deals: int
    matches: int
    unfinished: int
    standings: list[Standing]
    comparisons: list[Comparison]
    columns: Columns = field(repr=False, compare=False)


def tournament(
    game: Game,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 0,
    threads: int = 1,
    max_turns: int | None = None,
    paired: bool = True,
    early: bool = False,
    file: Path | str | None = None,
    anew: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Let bots play against each other in every seating, and say who is stronger.

    Every deal is played in every seating with the same chance (unless `paired` is False), so at least as many matches
    are played as there are seatings, and whole deals only: `matches` is rounded up. `early`: stop at the deal after
    which of every two bots it is known which is stronger. `file`: a Parquet file that keeps the matches while they are
    played; the same call goes on with it (unless `anew`), and one that would play other matches is refused. `progress`
    is called with the matches played now and how many are to be.
    """
    bots = list(bots)
    plan = planned(game, bots, matches, seed=seed, max_turns=max_turns, paired=paired)
    results = Results(plan)

    def is_enough() -> bool:
        if early and (deals := all_decided(outcomes(results, bots))):
            results.keep(deals)
            return True
        return False

    play_kept(
        results,
        Path(file) if file else None,
        {"command": "tournament", "bots": bots} | plan.about(),
        anew=anew,
        threads=threads,
        progress=progress,
        is_enough=is_enough,
    )
    return summed_up(results, bots)


def planned(
    game: Game,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 0,
    max_turns: int | None = None,
    paired: bool = True,
) -> Plan:
    """The matches of a tournament. Raises LiftError where there are too few for the bots, or bots for the seats."""
    found = seatings(bots, game.players)
    if matches < len(found):
        raise LiftError(
            f"{len(bots)} bots at {game.players} seats make {len(found):,} seatings, so that at least as many matches "
            f"are needed, not {matches:,}."
        )
    return Plan(game, found, -(-matches // len(found)), seed, max_turns, paired)


def match_record(tournament: Tournament, index: int) -> dict[str, Any]:
    """The record of one match of a tournament, played again in plain Python."""
    row = np.flatnonzero(tournament.columns["index"] == index)
    if len(row) == 0:
        raise LiftError(f"There is no match {index}; there are {tournament.matches:,}, from 0.")
    return simulate_record(
        tournament.game,
        tournament.seatings[index % len(tournament.seatings)],
        seed=tournament.seed,
        index=int(tournament.columns["simulated_as"][row[0]]),
        max_turns=tournament.max_turns,
    )


# --- what it shows ----------------------------------------------------------------------------------------------------


def summed_up(results: Results, bots: list[str]) -> Tournament:
    """Standings and comparisons of the deals that were played in every seating."""
    plan = results.plan
    found = outcomes(results, bots)
    results.keep(results.deals)
    rows = results.rows()
    return Tournament(
        game=plan.game,
        bots=bots,
        seatings=list(plan.seatings),
        seed=plan.seed,
        max_turns=plan.max_turns,
        paired=plan.paired,
        deals=results.deals,
        matches=results.matches,
        unfinished=int((~rows["finished"]).sum()),
        standings=_standings(found, bots),
        comparisons=_comparisons(found, bots),
        columns=rows,
    )


def _standings(found: Outcomes, bots: Sequence[str]) -> list[Standing]:
    deals, number = found.matches.shape
    parts = [found.matches, found.margin, found.rank, found.ahead.reshape(deals, -1)]
    drawn = resampled_sums(np.concatenate(parts, axis=1))
    matches, margin, rank = (drawn[:, n * number : (n + 1) * number] for n in range(3))
    rated = _drawn_ratings(drawn[:, 3 * number :].reshape(-1, number, number), found.meetings)
    rating = ratings(found.ahead.sum(axis=0) + _half_a_deal(found.meetings))

    def mean(sums: Numbers, drawn_sums: Numbers, bot: int) -> Interval:
        played = found.matches[:, bot]
        if not played.any():
            return Interval(None, None, None)
        drawn_any = matches[:, bot] > 0
        drawn_means = drawn_sums[drawn_any, bot] / matches[drawn_any, bot]
        return interval(sums[:, bot].sum() / played.sum(), *percentiles(drawn_means, int(np.count_nonzero(played))))

    return [
        Standing(
            bot=name,
            matches=int(found.matches[:, bot].sum()),
            unfinished=int(found.unfinished[:, bot].sum()),
            win_share=_win_share(found, bot),
            margin=mean(found.margin, margin, bot),
            rank=mean(found.rank, rank, bot),
            rating=interval(float(rating[bot]), *percentiles(rated[:, bot], deals)),
        )
        for bot, name in enumerate(bots)
    ]


def _win_share(found: Outcomes, bot: int) -> Interval:
    """The share of the win that all seats of a bot take together, spread over the seats."""
    matches, seats = found.matches[:, bot], found.seats[:, bot].sum()
    return interval(*(end * matches.sum() / max(seats, 1) for end in share_by_deal(found.won[:, bot], matches)))


def _half_a_deal(meetings: Numbers) -> Numbers:
    """For each pair half a deal's meetings won by each: what keeps ratings finite when one bot always wins."""
    return meetings / 2


def _drawn_ratings(ahead: Numbers, meetings: Numbers) -> Numbers:
    """Ratings for each resample. What stands in for `_half_a_deal` is drawn as well, as Jeffreys' prior has it.

    So the interval is wide, not empty, where one bot won every meeting: all resamples are alike there, and it is
    the few deals that might still have gone otherwise that count.
    """
    unseen = np.random.default_rng(1).gamma(0.5, size=(RESAMPLES, *meetings.shape))
    return ratings(ahead + np.maximum(unseen, 1e-6) * meetings)


def _comparisons(found: Outcomes, bots: Sequence[str]) -> list[Comparison]:
    result = []
    for a, b, shares, confidence in _pairs(found):
        decided = first_decided(shares, confidence)
        deals, side = decided or (None, 0)
        stronger = {1: bots[a], 0: None, -1: bots[b]}[side]
        ahead = interval(float(shares.mean()), *interval_at_any_time(shares, confidence))
        result.append(Comparison(bots[a], bots[b], ahead, stronger, deals))
    return result


def all_decided(found: Outcomes) -> int | None:
    """After how many deals it was known of every pair which is stronger, or None."""
    decided = [first_decided(shares, confidence) for _, _, shares, confidence in _pairs(found)]
    return None if None in decided else max(deals for deals, _ in filter(None, decided))


def _pairs(found: Outcomes) -> Iterator[tuple[int, int, Numbers, float]]:
    """Every two bots, with the share of each deal's meetings in which the first was ahead, and the confidence to use.

    All pairs together may err as rarely as one (C. E. Bonferroni).
    """
    pairs = list(itertools.combinations(range(len(found.meetings)), 2))
    for a, b in pairs:
        yield a, b, found.ahead[:, a, b] / found.meetings[a, b], 1 - (1 - CONFIDENCE) / len(pairs)
