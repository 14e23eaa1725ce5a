"""What the columns of a simulation show, with an interval on every rate and mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.game import Game

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: intervals hold 95 %."""


def wilson_interval(share: float, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for a share seen in so many trials (E. B. Wilson, JASA 22, 1927).

    Shares of a win count as their fraction, which makes the interval a little wide, never narrow. No trials: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: NDArray[Any], z: float = Z_95) -> tuple[float, float, float]:
    """Mean and normal interval of some numbers; NaN where there are too few."""
    if len(values) == 0:
        return math.nan, math.nan, math.nan
    mean = float(values.mean())
    half = z * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return mean, mean - half, mean + half


def win_shares(columns: dict[str, NDArray[Any]], seat: str) -> NDArray[Any]:
    """For each finished match the seat's share of the win: 1, 1/2 if two won together, ..., 0."""
    winners = columns["winners"][columns["finished"]]
    numbers = np.char.str_len(winners)
    return np.where(np.char.find(winners, seat) >= 0, 1 / np.maximum(numbers, 1), 0.0)


def summarize(columns: dict[str, NDArray[Any]], game: Game, bots: Sequence[str]) -> dict[str, Any]:
    """The summary of a simulation: matches, unfinished, mean turns and moves, and for each seat its bot, win share
    (a shared win counts as its fraction), share of matches won (alone or together), mean returns and mean score.

    Each with its 95 % interval as [low, high]; only finished matches count, and None stands for what no match shows.
    """
    finished = columns["finished"]
    number = int(finished.sum())
    seats = []
    for seat, bot in zip(game.seats, bots, strict=True):
        shares = win_shares(columns, seat)
        share = float(shares.mean()) if number else 0.0
        won = float((shares > 0).mean()) if number else 0.0
        score = mean_interval(columns[f"score_{seat}"][finished])
        gain = mean_interval(columns[f"returns_{seat}"][finished])
        seats.append(
            {
                "seat": seat,
                "bot": bot,
                "win_share": _or_none(share if number else math.nan),
                "win_share_interval": list(wilson_interval(share, number)),
                "won": _or_none(won if number else math.nan),
                "won_interval": list(wilson_interval(won, number)),
                "mean_score": _or_none(score[0]),
                "mean_score_interval": [_or_none(score[1]), _or_none(score[2])],
                "mean_returns": _or_none(gain[0]),
                "mean_returns_interval": [_or_none(gain[1]), _or_none(gain[2])],
            }
        )
    return {
        "game": game.slug,
        "options": dict(game.options),
        "matches": len(finished),
        "finished": number,
        "unfinished": len(finished) - number,
        "mean_turns": _or_none(mean_interval(columns["turns"][finished])[0]),
        "mean_moves": _or_none(mean_interval(columns["moves"][finished])[0]),
        "interval": "95 %: Wilson for shares, normal for means",
        "seats": seats,
    }


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
