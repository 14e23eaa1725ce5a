"""I'm Stuck in the Lift in the browser: the building cut open, with what is known about everybody's cards."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.text import text
from liftlobby.games.stuck_in_the_lift.facts import (
    floor_after,
    has_just_ridden,
    hits_of,
    last_sum,
    ridden,
    stops,
    written,
)
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, FLOORS, OVER, TOP, WRITING, floor_at

ROUNDS = 9
STARS = ("★", "★★")
DRIVES = (0, 5, 10)
MARKS = {
    "mine": text("on your card"),
    "hit": text("shown at the last stop"),
    "out": text("not there"),
    "may": text("may be there"),
}


def board(view: View, moves: list[str], last: list[str], language: str) -> dict[str, Any]:
    """The floors from the top with what stands there and who may have written them; a column a seat."""
    rode = has_just_ridden(view, last)
    card = 0 if view.seat is not None and has(view.blank[view.seat], 0) else 1
    can_write = bool(moves) and view.phase == WRITING
    steps = " ".join(str(TOP - floor) for floor in ridden(view)) if rode else ""
    own = None if view.seat is None else (view.seat, view.targets[view.seat])
    known = tuple(view.ruled_out), tuple(view.blank), tuple(view.hits), view.players
    key = ("sl-floors", language, view.position, view.cone, steps, card if can_write else None, own, known)
    return {
        # What everybody's cards may carry changes only at stops: until then the building is drawn once.
        "building": (key, lambda: _floors(view, card if can_write else None)),
        "words": _words(language),
        "is_up": view.position < TOP,
        "steps": steps,
        "round": min(view.turns + 1, ROUNDS),
        "rounds": ROUNDS,
        "is_over": view.phase == OVER,
        "writing": STARS[card] if can_write else "",
        "sum": last_sum(view) if view.turns else None,
        "rode": rode,
        "players": [_player(view, seat, rode) for seat in range(view.players)],
        "own": _own(view) if view.seat is not None else None,
        "levers": _levers(view, moves) if view.seat is not None and view.phase == DRIVING else [],
    }


@cache
def _words(language: str) -> dict[str, str]:
    return {kind: word.render(language) for kind, word in MARKS.items()}


def _floors(view: Any, card: int | None) -> list[dict[str, Any]]:
    """The floors from the top, with the move that writes each on a card if one is to be written."""
    here = floor_at(view.position)
    return [
        {
            "name": FLOOR_NAMES[floor],
            "key": floor + 1,
            "is_here": floor == here,
            "has_cone": floor == view.cone,
            "is_double": floor in (0, TOP),
            "move": "" if card is None else f"write{card + 1} {FLOOR_NAMES[floor]}",
            "marks": [_marks(view, seat, floor, here) for seat in range(view.players)],
        }
        for floor in reversed(range(FLOORS))
    ]


def _marks(view: Any, seat: int, floor: int, here: int) -> list[tuple[str, str]]:
    """For each of the seat's two cards what is known about this floor: (kind, mark); kinds are those of MARKS."""
    marks = []
    for card in range(2):
        if floor == here and has(view.hits[seat], card):
            marks.append(("hit", STARS[card]))
        elif has(view.blank[seat], card):
            marks.append(("", ""))
        elif seat == view.seat:
            marks.append(("mine", STARS[card]) if written(view, card) == floor else ("", ""))
        elif has(view.ruled_out[seat], FLOORS * card + floor):
            marks.append(("out", "×"))
        else:
            marks.append(("may", "·"))
    return marks


def _player(view: Any, seat: int, rode: bool) -> dict[str, Any]:
    """A seat's column: has it chosen, what it drove last, its points and what the last stop paid."""
    return {
        "letter": LETTERS[seat],
        "is_ready": view.phase != OVER and not has(view.waiting, seat),
        "drive": 5 * (view.shown[seat] - 1) if view.shown[seat] else None,
        "points": view.scores[seat],
        "hits": " ".join(STARS[card] for card in hits_of(view, seat)) if rode else "",
        "has_won": view.phase == OVER and has(view.winners, seat),
    }


def _own(view: Any) -> list[str]:
    """The floors on the own cards, "" where one is blank."""
    return [FLOOR_NAMES[written(view, card)] if written(view, card) >= 0 else "" for card in range(2)]


def _levers(view: Any, moves: list[str]) -> list[dict[str, Any]]:
    """The three drive cards: where each alone would bring the lift, and which is chosen."""
    chosen = view.drives[view.seat]
    return [
        {
            "drive": drive,
            "move": f"drive {drive}" if f"drive {drive}" in moves else "",
            "to": FLOOR_NAMES[floor_after(view, drive)],
            "is_chosen": chosen == number + 1,
            "key": number + 1,
        }
        for number, drive in enumerate(DRIVES)
    ]


def account(history: Iterable[tuple[View, View]], language: str) -> dict[str, Any]:
    """Stop by stop: the sum, the floor, and which cards paid whom how much."""
    rows = [
        {
            "turn": stop.turn,
            "sum": stop.total,
            "floor": FLOOR_NAMES[stop.floor],
            "is_cone": stop.is_cone,
            "paid": [(" ".join(STARS[card] for card in cards), points) for cards, points in stop.paid],
        }
        for stop in stops(history)
    ]
    return {"stops": rows}
