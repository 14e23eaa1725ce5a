"""I'm Stuck in the Lift: what can be read off a view, for whoever draws it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from liftlobby.core.packed import full, has
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, POSITIONS, TOP, WRITING, floor_at

STARS = ("★", "★★")
"""The two target cards."""
ROUNDS = 9


@dataclass(frozen=True)
class Stop:
    """A stop of the lift: the sum of the drive cards, where, and for each seat the cards shown and the points."""

    turn: int
    total: int
    floor: int
    is_cone: bool
    paid: list[tuple[list[int], int]]


def stops(history: Iterable[tuple[Any, Any]]) -> list[Stop]:
    """Every stop of a match, from the views before and after its moves."""
    found = []
    for before, after in history:
        if after.turns > before.turns:
            floor = floor_at(after.position)
            paid = [(hits_of(after, seat), after.scores[seat] - before.scores[seat]) for seat in range(after.players)]
            found.append(Stop(after.turns, last_sum(after), floor, floor == before.cone, paid))
    return found


def hits_of(view: Any, seat: int) -> list[int]:
    """The target cards (0 and 1) that the last stop has shown."""
    return [card for card in range(2) if has(view.hits[seat], card)]


def cone_at_stop(view: Any) -> int:
    """SL-12: where the cone stood when the lift last stopped; it moves down once all have written."""
    return int(view.cone) + int(view.phase == DRIVING)


def pays(view: Any, card: int) -> int:
    """SL-9, SL-11: what a target card paid at the last stop, if it was shown: its stars, doubled at the ends, or 0."""
    floor = floor_at(view.position)
    if floor == cone_at_stop(view):
        return 0
    return (card + 1) * (2 if floor in (0, TOP) else 1)


def has_to_write(view: Any, seat: int) -> bool:
    """SL-4, SL-10: does the seat have floors to write in this phase, or has it written them?"""
    return bool(view.phase == WRITING and (view.turns == 0 or view.hits[seat]))


def last_sum(view: Any) -> int:
    """The sum of the drive cards of the last round."""
    return 5 * int(sum(card - 1 for card in view.shown[: view.players]))


def written(view: Any, card: int) -> int:
    """The floor on the seat's own card, -1 if it is blank."""
    return int((view.targets[view.seat] >> (4 * card)) & 15) - 1


def has_just_ridden(view: Any, last: list[str]) -> bool:
    """Was the last move the one that set the lift going?"""
    if not last or " drive " not in last[-1] or view.turns == 0:
        return False
    return bool(view.phase != DRIVING or view.waiting == full(view.players))


def ridden(view: Any) -> list[int]:
    """The floors of the last ride, from its start to its stop."""
    steps = last_sum(view) // 5
    return [floor_at((view.position - left) & (POSITIONS - 1)) for left in range(steps, -1, -1)]


def floor_after(view: Any, drive: int) -> int:
    """Where a drive of 0, 5 or 10 alone would bring the lift."""
    return floor_at((view.position + drive // 5) & (POSITIONS - 1))
