"""The arithmetic of the balance report: what a traced match shows, and intervals over matches.

Every measure is a sum over matches divided by another: turns by matches, real choices by choices. So a match leaves two
numbers for each measure, its *top* and its *bottom*; matches that say nothing leave zeros.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.fields import LETTERS
from liftlobby.core.kernels import CHANCE_MOVES, FINISHED, MOVES, TURNS
from liftlobby.lab.intervals import Z_95, Numbers, wilson_interval
from liftlobby.lab.tracing import OPENER, OPTIONS, OTHERS, PHASE

Shown = dict[str, tuple[float, float]]
"""What one match shows: top and bottom by the name of the measure."""

SECONDS_TO_MOVE = 2.0
"""To carry out a move, or to reveal it."""
SECONDS_TO_CHOOSE = 3.0
"""For each doubling of the number of actions: the time to choose grows with its logarithm (Hick's law, 1952)."""
SECONDS_OF_CHANCE = 1.0
"""To deal a card or throw a die."""
TENTHS = 10


@dataclass(frozen=True)
class Trace:
    """One match as `lab.tracing` records it, with only the rows that were written."""

    counts: NDArray[np.int64]
    choices: NDArray[np.int64]
    standings: NDArray[np.int64]
    gains: Numbers
    points: Numbers


@dataclass(frozen=True)
class Estimate:
    """A measured number with its 95 % interval, and how that was made; None where the matches do not say."""

    value: float | None
    low: float | None
    high: float | None
    method: str
    number: int
    """Matches, or deals where several matches were played on each."""


# --- what a match shows -----------------------------------------------------------------------------------------------


def of_match(trace: Trace, phases: Mapping[int, str], one_loser: bool) -> Shown:
    """All that one match shows, by the names of `lab.definitions`."""
    if not trace.counts[FINISHED]:
        return {"finished": (0, 1)}
    shown: Shown = {"finished": (1, 1)}
    return (
        shown
        | _of_seats(trace, one_loser)
        | _of_length(trace)
        | _of_choices(trace.choices, phases)
        | _of_scores(trace)
        | _of_the_lead(trace.standings, singled_out(trace.gains, one_loser), one_loser)
    )


def singled_out(gains: Numbers, one_loser: bool) -> NDArray[np.bool_]:
    """The seats whom the result singles out [..., seats]: those who won; in a game with one loser, those who lost."""
    ends = gains.min(axis=-1, keepdims=True) if one_loser else gains.max(axis=-1, keepdims=True)
    return np.asarray(gains == ends)


def shares(gains: Numbers, one_loser: bool) -> Numbers:
    """Each seat's share in being singled out [..., seats]: 1, 1/2 if it is two, ..., 0; NaN where gains are."""
    won = singled_out(gains, one_loser).astype(float)
    won[np.isnan(gains)] = math.nan
    return np.asarray(won / won.sum(axis=-1, keepdims=True), np.float64)


def _of_seats(trace: Trace, one_loser: bool) -> Shown:
    own = shares(trace.gains, one_loser)
    shown: Shown = {f"win_share:{LETTERS[seat]}": (float(share), 1) for seat, share in enumerate(own)}
    if trace.counts[OPENER] >= 0:
        shown["first_player"] = float(own[trace.counts[OPENER]]), 1
    return shown


def _of_length(trace: Trace) -> Shown:
    counts, choices = trace.counts, trace.choices
    # Seats that choose at the same time think together.
    thought_about = choices[choices[:, OTHERS] == 0, OPTIONS]
    seconds = SECONDS_TO_CHOOSE * float(np.log2(np.maximum(thought_about, 1)).sum())
    seconds += SECONDS_TO_MOVE * float(counts[MOVES]) + SECONDS_OF_CHANCE * float(counts[CHANCE_MOVES])
    return {"turns": (float(counts[TURNS]), 1), "moves": (float(counts[MOVES]), 1), "minutes": (seconds / 60, 1)}


def _of_choices(choices: NDArray[np.int64], phases: Mapping[int, str]) -> Shown:
    shown = _of_options(choices[:, OPTIONS], "")
    for phase, name in phases.items():
        options = choices[choices[:, PHASE] == phase, OPTIONS]
        shown |= _of_options(options, f":{name}") | {f"choices:{name}": (len(options), 1)}
    return shown


def _of_options(options: NDArray[np.int64], of: str) -> Shown:
    real = options[options > 1]
    return {f"real_choices{of}": (len(real), len(options)), f"options{of}": (float(real.sum()), len(real))}


def _of_scores(trace: Trace) -> Shown:
    points = np.sort(trace.points)
    return {
        "score": (float(points.mean()), 1),
        "score_spread": (float(points[-1] - points[0]), 1),
        "margin": (float(points[-1] - points[-2]), 1),
    }


def _of_the_lead(standings: NDArray[np.int64], target: NDArray[np.bool_], one_loser: bool) -> Shown:
    """Lead changes and drama: whoever ends singled out against the best of the others, turn by turn.

    In a game with one loser the "lead" is the last place.
    """
    ahead = -standings if one_loser else standings
    shown: Shown = {"sole": (float(target.sum() == 1), 1), "lead_changes": (lead_changes(ahead), 1)}
    if target.all():
        return shown
    gaps = ahead[:, target].max(axis=1) - ahead[:, ~target].max(axis=1)
    under_way = gaps[:-1]
    not_leading = np.flatnonzero(under_way <= 0)
    shown["behind"] = float((under_way < 0).sum()), len(under_way)
    shown["deficit"] = float(max(0, -under_way.min(initial=0))), 1
    shown["decided_at"] = float(not_leading[-1] + 1 if len(not_leading) else 0) / max(len(under_way), 1), 1
    for tenth in range(TENTHS + 1):
        shown[f"gap:{tenth}"] = float(gaps[round(tenth * (len(gaps) - 1) / TENTHS)]), 1
    return shown


def lead_changes(ahead: NDArray[np.int64]) -> int:
    """How often another seat than the one that led before leads alone [positions, seats]."""
    best = ahead.max(axis=1)
    alone = (ahead == best[:, None]).sum(axis=1) == 1
    leaders = ahead.argmax(axis=1)[alone]
    return int((leaders[1:] != leaders[:-1]).sum())


# --- over many matches ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """A measure's tops and bottoms, one of each a match (or a deal)."""

    tops: Numbers
    bottoms: Numbers

    @property
    def value(self) -> float:
        """The measure; NaN if no match says anything."""
        total = float(self.bottoms.sum())
        return float(self.tops.sum()) / total if total else math.nan

    @property
    def residuals(self) -> Numbers:
        """By how much each match moves the measure, times the number of matches (its linearization)."""
        return np.asarray((self.tops - self.value * self.bottoms) / self.bottoms.mean(), np.float64)

    def first(self, number: int) -> Sums:
        """Of so many matches only."""
        return Sums(self.tops[:number], self.bottoms[:number])


def sums_of(matches: list[Shown]) -> dict[str, Sums]:
    """The sums of every measure that any of the matches shows."""
    names = list(dict.fromkeys(name for match in matches for name in match))
    table = {name: np.array([match.get(name, (0, 0)) for match in matches], float) for name in names}
    return {name: Sums(pairs[:, 0], pairs[:, 1]) for name, pairs in table.items()}


def estimate(sums: Sums, is_share: bool) -> Estimate:
    """The measure with its interval: Wilson's for a share of matches, else the normal one of the linearized ratio."""
    value, number = sums.value, len(sums.tops)
    if math.isnan(value):
        return Estimate(None, None, None, "none", number)
    if is_share and (sums.bottoms == 1).all() and np.isin(sums.tops, (0, 1)).all():
        return Estimate(value, *wilson_interval(value, number), "Wilson", number)
    return _normal(value, sums.residuals)


def difference(before: Sums, after: Sums) -> Estimate:
    """By how much the measure changes, from matches played on the same deals."""
    number = min(len(before.tops), len(after.tops))
    one, other = before.first(number), after.first(number)
    value = other.value - one.value
    if number == 0 or math.isnan(value):
        return Estimate(None, None, None, "none", number)
    return _normal(value, other.residuals - one.residuals, " of the paired differences")


def _normal(value: float, residuals: Numbers, of: str = "") -> Estimate:
    number = len(residuals)
    if number < 2:
        return Estimate(value, None, None, "none", number)
    half = Z_95 * float(residuals.std(ddof=1)) / math.sqrt(number)
    return Estimate(value, value - half, value + half, f"normal{of}", number)


def luck_sums(gains: Numbers, again: Numbers) -> Sums:
    """The share of the variance of the result that the deal explains: two matches on each deal [deals, seats].

    Tops are products of what the two matches gained beyond the mean, bottoms mean squares, summed over the seats: the
    first-order index of I. M. Sobol' (1993), by pairs that share the deal and nothing else.
    """
    finished = ~np.isnan(gains + again).any(axis=1)
    one, two = gains[finished], again[finished]
    if len(one) == 0:
        return Sums(np.zeros(0), np.zeros(0))
    mean = (one.mean(axis=0) + two.mean(axis=0)) / 2
    one, two = one - mean, two - mean
    return Sums((one * two).sum(axis=1), ((one**2 + two**2) / 2).sum(axis=1))


def rotated_sums(gains: Numbers, one_loser: bool) -> Sums:
    """How often one bot is singled out that sat once at every seat of each deal: [deals, seat it sat at, seats]."""
    own = np.diagonal(shares(gains, one_loser), axis1=1, axis2=2)
    finished = ~np.isnan(own)
    return Sums(np.where(finished, own, 0).sum(axis=1), finished.sum(axis=1).astype(float))
