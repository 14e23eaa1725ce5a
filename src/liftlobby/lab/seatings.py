"""Who sits where in a tournament, so that no bot has the better seats, neighbours or luck."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from liftlobby.core.errors import LiftError

FEW_SEATS = 4
"""So many seats or fewer are taken in every order there is."""
CIRCLES = 6
"""With more, so many circular orders are played, each in all its rotations."""
MOST_SEATINGS = 100_000

Seating = tuple[str, ...]


def line_ups(bots: Sequence[str], players: int) -> list[Seating]:
    """Which bots play together: every choice in which each sits as often as the others, or one seat more.

    Two bots at three seats: AAB and ABB. Five bots at two: the ten pairs.
    """
    each, over = divmod(players, len(bots))
    return [tuple(sorted([*bots] * each + [*more], key=bots.index)) for more in itertools.combinations(bots, over)]


def seatings(bots: Sequence[str], players: int) -> list[Seating]:
    """Every seating of a tournament, a bot for each seat; every bot sits equally often in every seat."""
    if len(bots) < 2:
        raise LiftError("A tournament needs at least two bots.")
    if twice := [bot for n, bot in enumerate(bots) if bot in bots[:n]]:
        raise LiftError(
            f"{twice[0]!r} is named twice; in a tournament each bot is named once, and seats are shared out."
        )
    found: list[Seating] = []
    for line_up in line_ups(bots, players):
        found += orders(line_up)
        if len(found) > MOST_SEATINGS:
            raise LiftError(f"{len(bots)} bots make more than {MOST_SEATINGS:,} seatings; let fewer play at a time.")
    return found


def orders(line_up: Seating) -> list[Seating]:
    """The orders in which a line-up sits down: all there are, or the rotations of some that a fixed shuffle gives."""
    if len(line_up) <= FEW_SEATS:
        return sorted(set(itertools.permutations(line_up)))
    rng = random.Random(0)
    circles: dict[Seating, None] = {}
    for _ in range(10 * CIRCLES):
        shuffled = rng.sample(line_up, len(line_up))
        circles[min(rotations(shuffled))] = None
        if len(circles) == CIRCLES:
            break
    return list(dict.fromkeys(order for circle in circles for order in rotations(circle)))


def rotations(order: Sequence[str]) -> list[Seating]:
    """The order begun at each of its seats."""
    return [(*order[n:], *order[:n]) for n in range(len(order))]
