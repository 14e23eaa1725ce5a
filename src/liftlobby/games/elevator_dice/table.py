"""The elevator dice race at the terminal: the shaft, the counters, and what each face would do."""

from collections.abc import Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS
from liftlobby.core.text import Text, text
from liftlobby.games.elevator_dice.rules import FILL, ROLL, ROWS, THROW, goal_row, steps_for

EFFECTS = {
    2: text("two forward"),
    1: text("one forward"),
    -1: text("one back"),
}


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
            lines.append(Drawn(f"  {face}  {arrow}  {_effect(view, steps).render(language)}"))
        lines.append(Drawn(""))
        lines.append(Drawn(text("always: 1/6 two forward, 1/3 one forward, 1/2 one back").render(language), "soft"))
    elif view.phase == FILL:
        lines.append(Drawn(text("The shaft is being filled.").render(language)))
    return Drawn("\n").join(lines)


def _effect(view: Any, steps: int) -> Text:
    row = view.rows[view.turn] + (steps if view.turn == 0 else -steps)
    if not 1 <= row <= ROWS and steps < 0:
        return text("stays at its end")
    if (view.turn == 0 and row >= goal_row(view, 0)) or (view.turn == 1 and row <= goal_row(view, 1)):
        return text("{effect}, into the goal", effect=EFFECTS[steps])
    return EFFECTS[steps]


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
    moved: list[list[int]] = [[], []]
    last: Any = None
    for before, after in history:
        last = after
        if after.turns > before.turns:
            seat = before.turn
            moved[seat].append((after.rows[seat] - before.rows[seat]) * (1 if seat == 0 else -1))
    if last is None:
        return Drawn("")
    for seat in range(2):
        # Whoever enters with one step to go has used a throw of two as one.
        counts = [moved[seat].count(steps) for steps in (2, 1, -1, 0)]
        table.add_row(LETTERS[seat], str(len(moved[seat])), *map(str, counts), str(last.rows[seat]))
    return table
