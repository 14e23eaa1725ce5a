"""What each bot made of each deal: shares of the win, score margins, ranks, and who finished ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from liftlobby.core.fields import LETTERS
from liftlobby.lab.intervals import Numbers
from liftlobby.lab.playing import Columns, Results


@dataclass(frozen=True)
class Outcomes:
    """Sums over the matches of each deal.

    `matches` [deals, bots]: finished matches in which the bot sat, `unfinished` likewise; `seats`: how many seats it
    had in the finished ones. `won`, `margin`, `rank` [deals, bots]: sums over the finished ones of the share of the
    win that its seats had together, of the mean of their scores less the mean of the others', and of their mean rank
    by returns (1 is best, equal ones share the mean). `ahead` [deals, bots, bots]: in how many meetings of seats the
    first finished ahead, a tie or an unfinished match counting a half; `meetings` [bots, bots]: how many there are on
    a deal.
    """

    matches: Numbers
    unfinished: Numbers
    seats: Numbers
    won: Numbers
    margin: Numbers
    rank: Numbers
    ahead: Numbers
    meetings: Numbers


def outcomes(results: Results, bots: Sequence[str]) -> Outcomes:
    """The outcomes of the deals that were played in every seating."""
    deals, players = results.deals, results.plan.game.players
    sums = {name: np.zeros((deals, len(bots))) for name in ("matches", "unfinished", "seats", "won", "margin", "rank")}
    ahead = np.zeros((deals, len(bots), len(bots)))
    meetings = np.zeros((len(bots), len(bots)))
    for number, seating in enumerate(results.plan.seatings):
        columns = results.of(number, deals)
        finished = columns["finished"]
        won, rank, score = _by_seat(columns, players)
        sitting = np.array([bots.index(bot) for bot in seating])
        for bot in set(sitting.tolist()):
            mine = sitting == bot
            sums["matches"][:, bot] += finished
            sums["unfinished"][:, bot] += ~finished
            sums["seats"][:, bot] += finished * mine.sum()
            sums["won"][finished, bot] += won[finished][:, mine].sum(axis=1)
            sums["rank"][finished, bot] += rank[finished][:, mine].mean(axis=1)
            margin = score[finished][:, mine].mean(axis=1) - score[finished][:, ~mine].mean(axis=1)
            sums["margin"][finished, bot] += margin
        for a in range(players):
            for b in range(players):
                if sitting[a] != sitting[b]:
                    meetings[sitting[a], sitting[b]] += 1
                    # Whoever has the better rank is ahead.
                    better = np.where(finished, 0.5 + 0.5 * np.sign(rank[:, b] - rank[:, a]), 0.5)
                    ahead[:, sitting[a], sitting[b]] += better
    return Outcomes(**sums, ahead=ahead, meetings=meetings)


def _by_seat(columns: Columns, players: int) -> tuple[Numbers, Numbers, Numbers]:
    """Shares of the win, ranks and scores, shape [deals, seats]; of unfinished matches they mean nothing."""
    letters = LETTERS[:players]
    gains: NDArray[np.float64] = np.stack([columns[f"returns_{letter}"] for letter in letters], axis=1)
    scores: NDArray[np.float64] = np.stack([columns[f"score_{letter}"] for letter in letters], axis=1)
    best = gains == gains.max(axis=1, keepdims=True)
    won = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    better = (gains[:, None, :] > gains[:, :, None]).sum(axis=2)
    equal = (gains[:, None, :] == gains[:, :, None]).sum(axis=2)
    return won, better + (equal + 1) / 2, scores
