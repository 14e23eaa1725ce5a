"""How a game's table is drawn: the game's own `table` room, completed by plain functions for games without one.

A `table` room may define, all from a View alone:

- `draw(view, language)`: the table as a seat or a spectator sees it, at most 78 wide;
- `own(view, language)`: what the seat alone sees;
- `ask(view, language)`: what the seat, which is to act, is to do now: the rest of a sentence;
- `explain(view, move, language)`: in a few words, what a legal move of the seat would do;
- `account(history, language)`: how the scores came about, from a spectator's (before, after) of each move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS, View
from liftlobby.core.game import GameType, room_of
from liftlobby.core.match import Match
from liftlobby.core.text import text


def table_of(kind: GameType) -> Any:
    """The game's table room; what it leaves out is drawn plainly."""
    return _Room(kind.table or room_of(kind, "table"))


class _Room:
    """The functions of a table room, or the plain ones below."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name, None) or globals()[f"plain_{name}"]


def plain_draw(view: View, language: str) -> RenderableType:
    """Every field that may be seen, with its value."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for name, value in view.as_dict().items():
        grid.add_row(Drawn(name.replace("_", " "), "soft"), Drawn(str(value)))
    return grid


def plain_own(view: View, language: str) -> RenderableType:
    """Nothing that `plain_draw` has not drawn."""
    return Drawn("")


def plain_ask(view: View, language: str) -> str:
    """Any move will do."""
    return text("choose a move").render(language)


def plain_explain(view: View, move: str, language: str) -> str:
    """Nothing is known about the move."""
    return ""


def plain_account(history: Iterable[tuple[View, View]], language: str) -> RenderableType:
    """Nothing is known about the scores."""
    return Drawn("")


def spectated(match: Match) -> Iterator[tuple[View, View]]:
    """A spectator's view before and after each move."""
    for step in match.steps():
        yield View(step.before, None), View(step.after, None)


def final_table(match: Match, names: list[str], language: str) -> RenderableType:
    """A row a seat: score, and who won."""
    result = match.result
    assert result is not None
    grid = Table.grid(padding=(0, 2, 0, 0))
    for letter, name, score in zip(match.game.seats, names, result.scores, strict=True):
        won = letter in result.winners
        grid.add_row(
            Drawn("★" if won else " ", "brass"),
            Drawn(f"{letter} {name}", "strong.brass" if won else "ink"),
            Drawn(str(score), "strong.ink", justify="right"),
            Drawn(text("wins").render(language) if won else "", "brass"),
        )
    return grid


def in_order(match: Match, seat: str) -> list[str]:
    """The legal moves of a seat in the rulebook's order: low before high, floors from the bottom."""
    view, player = match.view(seat), match.game.seat(seat)
    return sorted(match.legal_moves(seat), key=lambda move: match.game_notation.action_of(view, player, move))


def grouped_names(names: list[str]) -> str:
    """`A you · B-D heuristic`: seats in a row with the same name together."""
    groups: list[list[int]] = []
    for seat, name in enumerate(names):
        if groups and names[groups[-1][-1]] == name:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    shown = []
    for group in groups:
        letters = LETTERS[group[0]] if len(group) == 1 else f"{LETTERS[group[0]]}-{LETTERS[group[-1]]}"
        shown.append(f"{letters} {names[group[0]]}")
    return " · ".join(shown)
