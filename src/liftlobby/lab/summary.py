"""What the columns of a simulation show, with an interval on every rate and mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.game import Game
from liftlobby.lab.intervals import mean_interval, wilson_interval


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
