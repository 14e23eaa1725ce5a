"""The statistics of the lab, tested as statistics: how often intervals are right, how often the test cries wolf.

Seeds are fixed, so each figure is always the same; the bounds leave four standard errors.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest

from liftlobby.lab.intervals import (
    Numbers,
    first_decided,
    interval_at_any_time,
    percentiles,
    resampled_sums,
    share_by_deal,
    wilson_interval,
)
from liftlobby.lab.ratings import SCALE, ratings


def test_wilson_is_what_the_literature_says() -> None:
    low, high = wilson_interval(0.0, 10)  # R. Newcombe, Statistics in Medicine 17 (1998)
    assert (low, high) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson_interval(15 / 148, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)


# --- shares, where matches on a deal agree ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "per_deal", "mean", "agreement"),
    [(20, 2, 0.5, 5), (100, 4, 0.25, 2), (100, 4, 0.9, 0.5), (30, 6, 0.9, 3)],
)
def test_a_share_over_deals_is_covered(deals: int, per_deal: int, mean: float, agreement: float) -> None:
    rng = np.random.default_rng(1)
    hits = plain_hits = 0
    for _ in range(600):
        chances = rng.beta(mean * agreement, (1 - mean) * agreement, deals)
        won = rng.binomial(per_deal, chances).astype(float)
        share, low, high = share_by_deal(won, np.full(deals, float(per_deal)))
        hits += low <= mean <= high
        plain = wilson_interval(share, deals * per_deal)
        plain_hits += plain[0] <= mean <= plain[1]
    assert hits / 600 > 0.91
    assert plain_hits < hits or per_deal == 2, "matches as if independent would be too sure"


def test_a_share_is_never_surer_than_independent_matches_and_never_empty() -> None:
    share, low, high = share_by_deal(np.ones(50), np.full(50, 2.0))  # always one of two
    assert (share, low, high) == pytest.approx((0.5, *wilson_interval(0.5, 100)))
    share, low, high = share_by_deal(np.full(10, 2.0), np.full(10, 2.0))  # always both
    assert (share, high) == (1.0, 1.0)
    assert low == pytest.approx(wilson_interval(1.0, 20)[0])
    assert math.isnan(share_by_deal(np.zeros(3), np.zeros(3))[0])


# --- the bootstrap ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deals", "least"), [(10, 0.86), (40, 0.89)])
def test_a_mean_is_covered_even_of_few_and_skewed_numbers(deals: int, least: float) -> None:
    rng = np.random.default_rng(2)
    hits = 0
    for n in range(300):
        drawn = resampled_sums(rng.exponential(size=(deals, 1)), seed=n)[:, 0] / deals
        low, high = percentiles(drawn, deals)
        hits += low <= 1 <= high
    assert hits / 300 > least


def test_many_deals_are_resampled_in_groups_to_the_same_interval() -> None:
    numbers = np.random.default_rng(3).normal(size=(40_000, 1))
    low, high = percentiles(resampled_sums(numbers)[:, 0] / 40_000, 40_000)
    assert high - low == pytest.approx(2 * 1.96 / 200, rel=0.1)


def test_three_deals_have_no_interval() -> None:
    assert all(math.isnan(end) for end in percentiles(np.arange(10.0), 3))


# --- looking at any time ----------------------------------------------------------------------------------------------

Draw = Callable[[np.random.Generator], Numbers]
EQUAL: dict[str, Draw] = {
    "coins": lambda rng: rng.integers(0, 2, 1500).astype(float),
    "mostly ties": lambda rng: rng.choice([0, 0.5, 1], p=[0.05, 0.9, 0.05], size=1500),
    "small differences": lambda rng: rng.beta(20, 20, 1500),
    "skewed": lambda rng: rng.choice([0.4, 1.0], p=[5 / 6, 1 / 6], size=1500),
}


@pytest.mark.parametrize("kind", EQUAL)
def test_equal_bots_are_rarely_called_unequal_however_often_one_looks(kind: str) -> None:
    rng = np.random.default_rng(4)
    alarms = sum(first_decided(EQUAL[kind](rng)) is not None for _ in range(600))
    assert alarms / 600 <= 0.05


def test_looking_at_a_usual_interval_after_every_match_would_cry_wolf() -> None:
    rng = np.random.default_rng(4)
    alarms = 0
    for _ in range(300):
        means = np.cumsum(EQUAL["coins"](rng)) / np.arange(1, 1501)
        low = [wilson_interval(mean, n)[0] > 0.5 for n, mean in enumerate(means[9:], start=10)]
        alarms += any(low)
    assert alarms / 300 > 0.15  # on one side alone; the sequence above allows 0.05 on both


@pytest.mark.parametrize(("mean", "most"), [(0.9, 15), (0.6, 350), (0.55, 1400)])
def test_a_stronger_bot_is_soon_found_out(mean: float, most: int) -> None:
    rng = np.random.default_rng(5)
    found = [first_decided((rng.random(4000) < mean).astype(float)) for _ in range(100)]
    after = [decided[0] if decided else math.inf for decided in found]
    assert np.median(after) < most
    assert all(decided[1] == 1 for decided in found if decided)


def test_the_interval_at_any_time_holds_at_all_times() -> None:
    rng = np.random.default_rng(6)
    misses = 0
    for _ in range(100):
        values = (rng.random(300) < 0.7).astype(float)
        intervals = [interval_at_any_time(values[:n]) for n in range(10, 301, 10)]
        misses += any(not low <= 0.7 <= high for low, high in intervals)
    assert misses / 100 <= 0.05


def test_the_decision_and_the_interval_agree() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        values = (rng.random(400) < 0.65).astype(float)
        decided = first_decided(values)
        assert decided
        assert interval_at_any_time(values[: decided[0]])[0] >= 0.5
        assert interval_at_any_time(values[: decided[0] - 1])[0] < 0.5
        assert first_decided(1 - values) == (decided[0], -1)


def test_a_long_run_is_decided_across_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = (np.random.default_rng(8).random(2000) < 0.55).astype(float)
    whole = first_decided(values)
    monkeypatch.setattr("liftlobby.lab.intervals.AT_A_TIME", 100)
    assert first_decided(values) == whole
    assert whole


# --- ratings ----------------------------------------------------------------------------------------------------------


def test_two_bots_are_as_far_apart_as_their_odds() -> None:
    assert ratings(np.array([[0.0, 10.0], [1.0, 0.0]])) == pytest.approx([200, -200])


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    rng = np.random.default_rng(9)
    true = np.array([300.0, 50.0, 0.0, -350.0])
    chances = 1 / (1 + np.exp((true[None, :] - true[:, None]) / SCALE))
    ahead = rng.binomial(4000, chances).astype(float)
    np.fill_diagonal(ahead, 0)
    found = ratings(ahead)
    assert found == pytest.approx(true - true.mean(), abs=12)
    assert list(np.argsort(-found)) == [0, 1, 2, 3]


def test_ratings_of_many_resamples_at_once_are_those_of_each() -> None:
    ahead = np.random.default_rng(10).integers(1, 50, (5, 3, 3)).astype(float)
    ahead[:, np.arange(3), np.arange(3)] = 0
    assert ratings(ahead) == pytest.approx(np.array([ratings(each) for each in ahead]))
    assert ratings(ahead).sum(axis=1) == pytest.approx(np.zeros(5))


def test_nearly_always_winning_is_a_large_but_finite_rating() -> None:
    assert ratings(np.array([[0.0, 1e6], [0.5, 0.0]]))[0] == pytest.approx(200 * math.log10(2e6))
