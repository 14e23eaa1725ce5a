"""Counts as data: how many nodes a game has down to a depth. A wrong rule rarely leaves them as they were."""

from __future__ import annotations

from dataclasses import dataclass

from liftlobby.core.fields import CHANCE, TERMINAL
from liftlobby.core.match import Match


@dataclass(frozen=True)
class Counts:
    """Nodes at exactly one depth (moves from a position, chance included), by kind, and the distinct information states
    of the seats that are to act there."""

    decision: int
    chance: int
    terminal: int
    information_states: int


def count_nodes(match: Match, depth: int) -> list[Counts]:
    """The counts for each depth from 0 (the match as it stands) to `depth`; chance counts as moves, all outcomes.

    The work grows with the number of nodes.
    """
    level = [match.clone()]
    level[0].chance = None
    counts = []
    for _ in range(depth + 1):
        counts.append(_count(level))
        level = [_after(match, who, move) for match in level for who in match.to_act for move in match.legal_moves(who)]
    return counts


def _count(level: list[Match]) -> Counts:
    players = [match.player for match in level]
    seen = {(who, m.information_state(who)) for m in level if m.player != CHANCE for who in m.to_act}
    chance = players.count(CHANCE)
    terminal = players.count(TERMINAL)
    return Counts(len(level) - chance - terminal, chance, terminal, len(seen))


def _after(match: Match, who: str, move: str) -> Match:
    twin = match.clone()
    twin.play(who, move)
    return twin
