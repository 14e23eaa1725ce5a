"""Intervals: what the matches that were played say about all that might be. Every one holds 95 % unless told otherwise.

Matches on the same deal are not independent, so that deals are what is counted and resampled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

CONFIDENCE = 0.95
Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: intervals hold 95 %."""
RESAMPLES = 2000
MOST_GROUPS = 1000
"""Deals are resampled in at most so many groups of neighbours, so that the work does not grow with them."""
FEWEST_GROUPS = 4
"""With fewer deals there is nothing to resample, and no interval."""


@dataclass(frozen=True)
class Interval:
    """A number with the ends of its interval; None where the matches do not say."""

    value: float | None
    low: float | None
    high: float | None


def interval(value: float, low: float, high: float) -> Interval:
    """An interval in which NaN has become None."""
    return Interval(*(None if math.isnan(number) else float(number) for number in (value, low, high)))


# --- shares and means -------------------------------------------------------------------------------------------------


def wilson_interval(share: float, trials: float, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for a share seen in so many trials (E. B. Wilson, JASA 22, 1927).

    Shares of a win count as their fraction, which makes the interval a little wide, never narrow. No trials: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Numbers, z: float = Z_95) -> tuple[float, float, float]:
    """Mean and normal interval of some numbers; NaN where there are too few."""
    if len(values) == 0:
        return math.nan, math.nan, math.nan
    mean = float(values.mean())
    half = z * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return mean, mean - half, mean + half


def share_by_deal(won: Numbers, matches: Numbers) -> tuple[float, float, float]:
    """A share, and Wilson's interval for it with as many trials as the deals are worth, at most one a match.

    For each deal: what was won in how many matches. Matches on one deal may agree, and are then worth fewer trials
    (the design effect: L. Kish, Survey Sampling, 1965); where they disagree the interval is a little wide.
    """
    total = float(matches.sum())
    if total == 0:
        return math.nan, math.nan, math.nan
    share = float(won.sum()) / total
    deals = len(won)
    trials = min(total, float(deals)) if deals < 2 else total
    # How far deals lie from the share, as the variance of the share; with few deals it is seen too small.
    error = float(np.sum((won - share * matches) ** 2)) / total**2 * deals / max(deals - 1, 1)
    if error > 0:
        trials = min(trials, share * (1 - share) / error)
    return share, *wilson_interval(share, trials)


# --- the bootstrap over deals -----------------------------------------------------------------------------------------


def resampled_sums(numbers: Numbers, seed: int = 0) -> Numbers:
    """Sums of `numbers` [deals, columns] over deals drawn again with replacement: [RESAMPLES, columns].

    The bootstrap (B. Efron, Annals of Statistics 7, 1979). Deals are drawn in groups of neighbours.
    """
    groups = grouped(numbers)
    draws = np.random.default_rng(seed).multinomial(len(groups), np.full(len(groups), 1 / len(groups)), RESAMPLES)
    return np.asarray(draws @ groups, np.float64)


def grouped(numbers: Numbers) -> Numbers:
    """Sums over at most MOST_GROUPS groups of neighbouring rows."""
    number = min(len(numbers), MOST_GROUPS)
    return np.add.reduceat(numbers, np.linspace(0, len(numbers), number, endpoint=False, dtype=np.int64), axis=0)


def percentiles(samples: Numbers, deals: int) -> tuple[float, float]:
    """The ends of the interval from resampled values of a statistic.

    With few deals the plain percentiles lie too near; they are moved out as far as Student's t does (T. Hesterberg,
    The American Statistician 69, 2015, "expanded percentile").
    """
    groups = min(deals, MOST_GROUPS)
    if groups < FEWEST_GROUPS:
        return math.nan, math.nan
    freedom = groups - 1
    # Student's t from the normal distribution: Cornish and Fisher's expansion.
    t = Z_95 + (Z_95**3 + Z_95) / (4 * freedom) + (5 * Z_95**5 + 16 * Z_95**3 + 3 * Z_95) / (96 * freedom**2)
    tail = NormalDist().cdf(-t * math.sqrt(groups / freedom))
    low, high = np.quantile(samples, [tail, 1 - tail])
    return float(low), float(high)


# --- looking at any time ----------------------------------------------------------------------------------------------
# Somebody who bets, on fair terms, that a mean is larger than m makes 1 / p times his capital with a chance of at most
# p if it is not, however long he goes on (J. Ville, 1939). Whatever m he has made so much against is left out. He
# spreads his capital over bets of several sizes and leaves them alone. I. Waudby-Smith and A. Ramdas, Estimating means
# of bounded random variables by betting, JRSS B 86 (2024), arXiv:2010.09686. Nothing is assumed of the numbers but
# that their mean is the same whatever came before.

BETS = 0.95 * 2.0 ** (-np.arange(20) / 2)
"""The share of its capital that each bet may lose every time."""
CAPITAL = np.sqrt(BETS) / np.sqrt(BETS).sum()
"""How the capital is spread: more for large bets, which show much or nothing soon."""
HALVINGS = 30
AT_A_TIME = 1 << 16


def interval_at_any_time(values: Numbers, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """An interval for the mean of numbers from 0 to 1 that stays right if one looks after each and stops at will."""
    return _lower_end(values, confidence), 1 - _lower_end(1 - values, confidence)


def first_decided(values: Numbers, confidence: float = CONFIDENCE) -> tuple[int, int] | None:
    """After how many of the numbers it first was known on which side of 1/2 their mean lies, and the side (-1 or 1)."""
    so_far = np.zeros((2, 1, len(BETS)))
    for begin in range(0, len(values), AT_A_TIME):
        part = values[begin : begin + AT_A_TIME]
        gains = so_far + np.cumsum([_log_gains(part, 0.5), _log_gains(1 - part, 0.5)], axis=1)
        above, below = _log_capital(gains)
        decided = np.flatnonzero(np.maximum(above, below) >= _wanted(confidence))
        if len(decided):
            return begin + int(decided[0]) + 1, 1 if above[decided[0]] > below[decided[0]] else -1
        so_far = gains[:, -1:]
    return None


def _lower_end(values: Numbers, confidence: float) -> float:
    """The greatest mean that has been bet away from below: what is won against a mean falls as it rises."""
    kinds, counts = np.unique(values, return_counts=True)
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        mean = (low + high) / 2
        if _log_capital(counts @ _log_gains(kinds, mean)) >= _wanted(confidence):
            low = mean
        else:
            high = mean
    return low


def _wanted(confidence: float) -> float:
    """The logarithm of what must be made in one of the two directions."""
    return math.log(2 / (1 - confidence))


def _log_gains(values: Numbers, mean: float) -> Numbers:
    """By how much each number multiplies each bet that the mean is larger, as logarithms [numbers, bets]."""
    return np.asarray(np.log1p(BETS * (values[:, None] / mean - 1)), np.float64)


def _log_capital(gains: Numbers) -> Numbers:
    """All bets together, from their gains so far [..., bets]."""
    return np.asarray(np.logaddexp.reduce(gains + np.log(CAPITAL), axis=-1), np.float64)
