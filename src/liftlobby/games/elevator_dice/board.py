"""The elevator dice race in the browser: the shaft, both counters, the die, and the exact chances."""

from collections.abc import Iterable
from types import SimpleNamespace as Facts
from typing import Any

from liftlobby.core.fields import View
from liftlobby.core.parts import Board, Part
from liftlobby.core.text import decimal
from liftlobby.games.elevator_dice.exact import shown
from liftlobby.games.elevator_dice.facts import EFFECTS, effect, lands, moved
from liftlobby.games.elevator_dice.rules import OVER, ROLL, ROWS, THROW, goal_row, steps_for

FACES = range(1, 7)
ARROWS = {2: "»", 1: "›", -1: "‹"}
GRAPH = 400
"""The width of the graph of chances; its height is 100."""


def board(view: Any, moves: list[str], last: list[str], language: str) -> Board:
    """The rows from the penthouse down, who wins how likely, and what each face of the die would do."""
    is_racing = view.phase in (ROLL, THROW)
    key = (view.phase, *view.shaft, *view.rows, view.turn)
    face = int(last[-1].split()[1]) if last and last[-1][2:].isdecimal() and view.turns else 0
    number = view.shaft[view.rows[view.turn] - 1] if is_racing else 0
    faces = [(face, steps_for(face, number)) for face in FACES] if is_racing else []
    parts = {
        "shaft": Part((key, view.seat), lambda: _shaft(view, faces)),
        "chances": Part(key, lambda: _chances(view, language)),
        "throw": Part((key, face, view.turns, *moves), lambda: _throw(view, faces, face, number, moves, language)),
    }
    return Board({}, parts)


def _shaft(view: Any, faces: list[tuple[int, int]]) -> dict[str, Any]:
    """The rows with the counters, and where each face would bring the thrower's."""
    leads_to = {steps: lands(view, steps) for steps in EFFECTS} if faces else {}
    return {
        "rows": [_row(view, row, [face for face, steps in faces if leads_to[steps] == row]) for row in _rows(view)],
        "thrower": view.turn if faces else -1,
    }


def _chances(view: Any, language: str) -> dict[str, Any]:
    """Who wins how likely, and how many throws are still to come."""
    chance, left = _chance_and_length(view)
    return {
        "width": f"{100 * chance:.2f}" if chance is not None else "",
        "chances": [decimal(100 * c, 2, language) for c in (chance, 1 - chance)] if chance is not None else [],
        "left": decimal(left, 1, language) if left else "",
    }


def _throw(
    view: Any, faces: list[tuple[int, int]], face: int, number: int, moves: list[str], language: str
) -> dict[str, Any]:
    """The die as it lies, the button, and what each face does beside this number."""
    said = {steps: effect(view, steps).render(language) for steps in EFFECTS} if faces else {}
    return {
        "face": face,
        "faces": [(face, ARROWS[steps], said[steps]) for face, steps in faces],
        "thrower": view.turn,
        "beside": number,
        "turns": view.turns,
        "can_roll": "roll" in moves,
    }


def _rows(view: Any) -> range:
    """From the penthouse to the cellar (ED-3)."""
    return range(goal_row(view, 1), goal_row(view, 0) + 1)


def _row(view: Any, row: int, faces: list[int]) -> Facts:
    """A plate of the shaft, the counters beside it, and the faces that lead there."""
    return Facts(
        number=view.shaft[row - 1] if 1 <= row <= ROWS else 0,
        counters=[view.rows[seat] == row for seat in range(2)],
        goal="penthouse" if row == goal_row(view, 1) else "cellar" if row == goal_row(view, 0) else "",
        to=" ".join(map(str, faces)),
    )


def _chance_and_length(view: Any) -> tuple[float | None, float]:
    """How likely A wins, None before the race, and how many throws are still to come."""
    if view.phase == OVER:
        return float(view.winner == 0), 0
    if view.phase not in (ROLL, THROW):
        return None, 0
    return shown(view.ends, view.rows[0], view.rows[1], view.turn)


def account(history: Iterable[tuple[View, View]], language: str) -> dict[str, Any]:
    """How many throws each had, what they came to, and how A's chance went up and down."""
    played = list(history)
    rows = [[len(steps), *(steps.count(kind) for kind in (2, 1, -1, 0))] for steps in moved(played)]
    views: list[Any] = [after for before, after in played]
    found = [_chance_and_length(view)[0] for view in views if view.phase in (ROLL, OVER)]
    chances = [chance for chance in found if chance is not None]
    across = GRAPH / max(len(chances) - 1, 1)
    return {
        "rows": rows,
        "kinds": [EFFECTS[kind].render(language) for kind in (2, 1, -1)],
        "graph": " ".join(f"{number * across:.0f},{100 - 100 * chance:.0f}" for number, chance in enumerate(chances)),
        "turning": [decimal(100 * c, 1, language) for c in (min(chances), max(chances))] if chances else [],
    }
