"""The elevator dice race: what can be read off a view, for whoever draws it."""

from collections.abc import Iterable
from typing import Any

from liftlobby.core.text import Text, text
from liftlobby.games.elevator_dice.rules import ROWS, goal_row

EFFECTS = {2: text("two forward"), 1: text("one forward"), -1: text("one back")}


def lands(view: Any, steps: int) -> int:
    """ED-5 to ED-7: the row to which so many steps take whoever throws next."""
    if view.turn == 0:
        return int(min(max(view.rows[0] + steps, 1), goal_row(view, 0)))
    return int(max(min(view.rows[1] - steps, ROWS), goal_row(view, 1)))


def effect(view: Any, steps: int) -> Text:
    """What a throw of so many steps would do for whoever throws next."""
    row = lands(view, steps)
    if row == view.rows[view.turn]:
        return text("stays at its end")
    if row == goal_row(view, view.turn):
        return text("{effect}, into the goal", effect=EFFECTS[steps])
    return EFFECTS[steps]


def moved(history: Iterable[tuple[Any, Any]]) -> list[list[int]]:
    """For each seat the steps its counter really went, throw by throw."""
    steps: list[list[int]] = [[], []]
    for before, after in history:
        if after.turns > before.turns:
            seat = before.turn
            steps[seat].append((after.rows[seat] - before.rows[seat]) * (1 if seat == 0 else -1))
    return steps
