"""I'm Stuck in the Lift in the browser: the building cut open, with what is known about everybody's cards."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.parts import Board, Part
from liftlobby.core.text import text
from liftlobby.games.stuck_in_the_lift.facts import (
    ROUNDS,
    STARS,
    floor_after,
    has_just_ridden,
    has_to_write,
    hits_of,
    last_sum,
    pays,
    ridden,
    stops,
    written,
)
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, FLOORS, OVER, TOP, WRITING, floor_at

DRIVES = (0, 5, 10)

HIT, BLANK, OWN, NOT_OWN, OUT, MAY = "hbsnom"
"""How a card's window looks: shown at the last stop, blank, on the own card, not on it, ruled out, or lit: may be."""

Window = tuple[str, str, str, str]
"""The two windows of a seat on a floor: the class of both, what stands in each, and what is said of them."""


@lru_cache(maxsize=4096)
def window(first: str, second: str, is_mine: bool, paid: tuple[int, int], language: str) -> Window:
    """The two windows as the template draws them; `paid` is what the cards paid if they are shown."""
    said = []
    inside = ["", ""]
    for card, look in enumerate((first, second)):
        if look == HIT:
            inside[card] = f"+{paid[card]}" if paid[card] else "0"
            said.append(text("{stars} shown: {points} points", stars=STARS[card], points=paid[card]).render(language))
        elif look == OWN:
            said.append(text("{stars} your card", stars=STARS[card]).render(language))
    return f"{first}1 {second}2{' me' if is_mine else ''}", inside[0], inside[1], ", ".join(said)


@lru_cache(maxsize=4096)
def ruled_out_said(ruled_out: int, blank: int, language: str) -> str:
    """The floors that a seat's two cards cannot carry, in words."""
    said = []
    for card in range(2):
        floors = [FLOOR_NAMES[floor] for floor in range(FLOORS) if has(ruled_out, FLOORS * card + floor)]
        if has(blank, card):
            said.append(text("{stars} blank", stars=STARS[card]).render(language))
        elif floors:
            said.append(text("{stars} not on {floors}", stars=STARS[card], floors=", ".join(floors)).render(language))
    return "; ".join(said)


def board(view: View, moves: list[str], last: list[str], language: str) -> Board:
    """The floors from the top with what stands there and who may have written them; a column a seat, the own last."""
    state: Any = view
    rode = has_just_ridden(view, last)
    own = state.seat
    first = 0 if own is None else own + 1
    order = [(first + n) % state.players for n in range(state.players)]
    card = 0 if own is not None and has(state.blank[own], 0) else 1
    writes = card + 1 if moves and state.phase == WRITING else 0
    mine = () if own is None else (state.targets[own], state.drives[own], *moves)
    public = (own, rode, state.phase, state.turns, *state.ruled_out, *state.blank, *state.hits)

    def players() -> list[dict[str, Any]]:
        return [_player(view, seat, rode, language) for seat in order]

    parts = {
        "round": Part((public, writes), lambda: _round(view, rode, writes)),
        "doors": Part((public, state.waiting), lambda: {"players": players(), "rode": rode}),
        "floors": Part((public, writes, mine[:1]), lambda: _floors(view, order, rode, writes, language)),
        "points": Part((public, state.winners), lambda: {"players": players()}),
    }
    if own is not None:
        parts["hand"] = Part((public, mine), lambda: _hand(view, moves, writes))
    ride = ridden(view) if rode else []
    frame = {"rode": rode, "num_steps": len(ride) - 1 if ride else 0, "writes": writes, "has_hand": own is not None}
    return Board(frame | {"num_players": state.players}, parts)


def _round(view: Any, rode: bool, writes: int) -> dict[str, Any]:
    """How far the match has come, and what the drive cards came to."""
    return {
        "round": min(view.turns + 1, ROUNDS),
        "rounds": ROUNDS,
        "rode": rode,
        "drives": [5 * (shown - 1) for shown in view.shown[: view.players]],
        "sum": last_sum(view) if view.turns else None,
        "writing": STARS[writes - 1] if writes else "",
    }


def _floors(view: Any, order: list[int], rode: bool, writes: int, language: str) -> dict[str, Any]:
    """The building: what stands on each floor, and the windows of everybody's cards."""
    here = floor_at(view.position)
    ghosts = _ghosts(view, here) if view.seat is not None and view.phase == DRIVING else {}
    columns = [_windows(view, seat, here, language) for seat in order]
    floors = [
        {
            "name": FLOOR_NAMES[floor],
            "key": floor + 1,
            "is_here": floor == here,
            "has_cone": floor == view.cone,
            "is_double": floor in (0, TOP),
            "move": f"write{writes} {FLOOR_NAMES[floor]}" if writes else "",
            "ghosts": ghosts.get(floor, ()),
            "windows": [column[floor] for column in columns],
        }
        for floor in reversed(range(FLOORS))
    ]
    ride = ridden(view) if rode else []
    steps = " ".join(str(TOP - floor) for floor in ride)
    total = last_sum(view) if view.turns else None
    return {"floors": floors, "steps": steps, "rode": rode, "sum": total, "is_up": view.position < TOP}


def _hand(view: Any, moves: list[str], writes: int) -> dict[str, Any]:
    """The own target cards and drive cards."""
    levers = _levers(view, moves) if view.phase == DRIVING else []
    return {"own": _own(view, writes), "levers": levers}


def _windows(view: Any, seat: int, here: int, language: str) -> list[Window]:
    """A seat's column: its windows, floor by floor."""
    is_mine = seat == view.seat
    looks = [_looks(view, seat, card, here) for card in range(2)]
    paid = (pays(view, 0), pays(view, 1)) if view.hits[seat] else (0, 0)
    return [
        window(looks[0][floor], looks[1][floor], is_mine, paid if floor == here else (0, 0), language)
        for floor in range(FLOORS)
    ]


def _looks(view: Any, seat: int, card: int, here: int) -> list[str]:
    """How the windows of one card look, floor by floor."""
    if has(view.blank[seat], card):
        looks = [BLANK] * FLOORS
    elif seat == view.seat:
        looks = [NOT_OWN] * FLOORS
        looks[written(view, card)] = OWN
    else:
        ruled_out = view.ruled_out[seat] >> (FLOORS * card)
        looks = [OUT if (ruled_out >> floor) & 1 else MAY for floor in range(FLOORS)]
    if has(view.hits[seat], card):
        looks[here] = HIT
    return looks


def _ghosts(view: Any, here: int) -> dict[int, list[int]]:
    """Where each drive card alone would bring the lift, if that is not where it is: floor to drives."""
    found: dict[int, list[int]] = {}
    for drive in DRIVES:
        if (floor := floor_after(view, drive)) != here:
            found.setdefault(floor, []).append(drive)
    return found


def _player(view: Any, seat: int, rode: bool, language: str) -> dict[str, Any]:
    """A seat: its door, what it drove last, its points and what the last stop paid."""
    if view.phase == OVER or (view.phase == WRITING and not has_to_write(view, seat)):
        door = "idle"
    else:
        door = "busy" if has(view.waiting, seat) else "done"
    hits = hits_of(view, seat)
    return {
        "seat": seat,
        "letter": LETTERS[seat],
        "door": door,
        "drive": 5 * (view.shown[seat] - 1) if view.shown[seat] else None,
        "points": view.scores[seat],
        "gain": sum(pays(view, card) for card in hits) if hits else None,
        "is_new": bool(hits) and rode,
        "has_won": view.phase == OVER and has(view.winners, seat),
        "known": ruled_out_said(view.ruled_out[seat], view.blank[seat], language) if seat != view.seat else "",
    }


def _own(view: Any, writes: int) -> list[dict[str, Any]]:
    """The own cards: stars, the floor ("" where it is blank), and which is being written."""
    cards = []
    for card in range(2):
        floor = written(view, card)
        is_written = writes == card + 1
        cards.append(
            {"stars": STARS[card], "floor": FLOOR_NAMES[floor] if floor >= 0 else "", "is_written": is_written}
        )
    return cards


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
    """Stop by stop: the sum, the floor, and which cards paid whom how much; then the points of all."""
    seen = list(history)
    rows = [
        {
            "turn": stop.turn,
            "sum": stop.total,
            "floor": FLOOR_NAMES[stop.floor],
            "is_cone": stop.is_cone,
            "is_double": stop.floor in (0, TOP) and not stop.is_cone,
            "paid": [(" ".join(STARS[card] for card in cards), points) for cards, points in stop.paid],
        }
        for stop in stops(seen)
    ]
    if not seen:
        return {"stops": rows, "totals": [], "way": ""}
    view: Any = seen[-1][1]
    totals = [(view.scores[seat], has(view.winners, seat)) for seat in range(view.players)]
    best = max(points for points, _ in totals)
    is_tied = sum(points == best for points, _ in totals) > 1
    return {"stops": rows, "totals": totals, "way": _way_on(view) if is_tied else ""}


def _way_on(view: Any) -> str:
    """SL-14: the floors that come next, which break a tie."""
    return " ".join(FLOOR_NAMES[floor_after(view, 5 * steps)] for steps in range(1, 2 * TOP + 1))
