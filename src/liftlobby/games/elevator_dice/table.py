"""The elevator dice race at the terminal: the shaft, the counters, and what each face would do."""

from collections.abc import Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS
from liftlobby.core.text import text
from liftlobby.games.elevator_dice.facts import EFFECTS, effect, moved
from liftlobby.games.elevator_dice.rules import FILL, ROLL, ROWS, THROW, goal_row, steps_for


def draw(view: Any, language: str) -> RenderableType:
    """The shaft with a counter on each side; beside it the faces."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(_shaft(view, language), _faces(view, language))
    return grid


def _shaft(view: Any, language: str) -> Drawn:
    lines = [_row(view, row, language) for row in range(ROWS + 2)]
    return Drawn("\n").join(lines)


def _row(view: Any, row: int, language: str) -> Drawn:
    """One plate; the rows before and after the ten are penthouse and basement."""
    line = Drawn.assemble((f"{row:>3} " if 0 < row <= ROWS else "    ", "soft"))
    line.append("A ►" if view.rows[0] == row else "   ", "you" if view.seat == 0 else "strong.ink")
    if 0 < row <= ROWS:
        number = view.shaft[row - 1]
        line.append(f"│ {number or ' '} │", "brass")
    else:
        line.append("╞═══╡" if goal_row(view, 0) == row or goal_row(view, 1) == row else "     ", "brass")
    line.append("◄ B " if view.rows[1] == row else "    ", "you" if view.seat == 1 else "strong.ink")
    goals = {goal_row(view, 1): text("penthouse, goal of B"), goal_row(view, 0): text("basement, goal of A")}
    if row in goals:
        line.append(goals[row].render(language), "soft")
    return line


def _faces(view: Any, language: str) -> Drawn:
    lines = [
        Drawn(text("A runs down, B runs up.").render(language)),
        Drawn(text("throws so far: {turns}", turns=view.turns).render(language), "soft"),
        Drawn(""),
    ]
    if view.phase in (ROLL, THROW):
        number = view.shaft[view.rows[view.turn] - 1]
        beside = text("{seat} throws beside a {number}:", seat=LETTERS[view.turn], number=number)
        lines.append(Drawn(beside.render(language), "strong.ink"))
        for face in range(1, 7):
            steps = steps_for(face, number)
            arrow = {2: "»", 1: "›", -1: "‹"}[steps]
            lines.append(Drawn(f"  {face}  {arrow}  {effect(view, steps).render(language)}"))
        lines.append(Drawn(""))
        lines.append(Drawn(text("always: 1/6 two forward, 1/3 one forward, 1/2 one back").render(language), "soft"))
    elif view.phase == FILL:
        lines.append(Drawn(text("The shaft is being filled.").render(language)))
    return Drawn("\n").join(lines)


def own(view: Any, language: str) -> RenderableType:
    """Nothing is hidden in this game."""
    return Drawn("")


def ask(view: Any, language: str) -> str:
    """What the seat is to do now."""
    return text("throw the die").render(language)


def explain(view: Any, move: str, language: str) -> str:
    """What a move would do."""
    return text("press Enter").render(language)


def account(history: Iterable[tuple[Any, Any]], language: str) -> RenderableType:
    """How far each counter came, and by which throws."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    table.add_column("")
    for name in (text("throws"), *EFFECTS.values(), text("stayed"), text("last row")):
        table.add_column(name.render(language), justify="right")
    seen = list(history)
    if not seen:
        return Drawn("")
    last = seen[-1][1]
    steps = moved(seen)
    for seat in range(2):
        # Whoever enters with one step to go has used a throw of two as one.
        counts = [steps[seat].count(kind) for kind in (2, 1, -1, 0)]
        table.add_row(LETTERS[seat], str(len(steps[seat])), *map(str, counts), str(last.rows[seat]))
    return table
