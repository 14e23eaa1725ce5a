"""The elevator dice race in the browser: the shaft, both counters, the die, and the exact chances."""

from collections.abc import Iterable
from typing import Any

from liftlobby.core.fields import LETTERS, View
from liftlobby.games.elevator_dice.exact import expected_throws, win_chances
from liftlobby.games.elevator_dice.facts import EFFECTS, effect, moved
from liftlobby.games.elevator_dice.rules import OVER, ROLL, ROWS, goal_row, steps_for

ARROWS = {2: "»", 1: "›", -1: "‹"}


def board(view: Any, moves: list[str], last: list[str], language: str) -> dict[str, Any]:
    """The rows from the penthouse down, what each face would do, and who wins how likely."""
    goals = goal_row(view, 1), goal_row(view, 0)
    rows = [
        {
            "number": view.shaft[row - 1] if 1 <= row <= ROWS else 0,
            "row": row,
            "a": view.rows[0] == row,
            "b": view.rows[1] == row,
            "goal": "penthouse" if row == goals[0] else "cellar" if row == goals[1] else "",
        }
        for row in range(ROWS + 2)
        if 1 <= row <= ROWS or row in goals
    ]
    return {
        "rows": rows,
        "face": int(last[-1].split()[1]) if last and last[-1][2:].isdecimal() and view.turns else 0,
        "faces": _faces(view, language) if view.phase == ROLL else [],
        "thrower": view.turn if view.phase == ROLL else -1,
        "beside": view.shaft[view.rows[view.turn] - 1] if view.phase == ROLL else 0,
        "chances": _chances(view),
        "left": f"{float(_throws(view)):.1f}" if view.phase == ROLL else "",
        "turns": view.turns,
        "can_roll": "roll" in moves,
        "letters": LETTERS[:2],
    }


def _faces(view: Any, language: str) -> list[dict[str, Any]]:
    number = view.shaft[view.rows[view.turn] - 1]
    found = []
    for face in range(1, 7):
        steps = steps_for(face, number)
        found.append({"face": face, "arrow": ARROWS[steps], "effect": effect(view, steps).render(language)})
    return found


def _chances(view: Any) -> list[str]:
    """The chances of A and B in percent, to two places."""
    if view.phase == OVER:
        return ["100.00" if view.winner == seat else "0.00" for seat in range(2)]
    if view.phase != ROLL:
        return []
    return [f"{100 * float(chance):.2f}" for chance in win_chances(view.ends, view.rows[0], view.rows[1], view.turn)]


def _throws(view: Any) -> Any:
    return expected_throws(view.ends, view.rows[0], view.rows[1], view.turn)


def account(history: Iterable[tuple[View, View]], language: str) -> dict[str, Any]:
    """How many throws each had, and what they came to."""
    rows = [[len(steps), *(steps.count(kind) for kind in (2, 1, -1, 0))] for steps in moved(history)]
    return {"rows": rows, "kinds": [EFFECTS[kind].render(language) for kind in (2, 1, -1)]}
