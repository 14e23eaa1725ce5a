"""In Front of the Elevators: what can be read off a view, for whoever draws it. FE- numbers are rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from liftlobby.core.packed import has, lowest, place, size, standing
from liftlobby.games.in_front_of_the_elevators.rules import (
    COLOURS,
    DRAW,
    LINES,
    LOST,
    TYPES,
    cafe_points,
    cuts_before,
    num_riders,
    owner,
    rider_points,
)


@dataclass(frozen=True)
class Preview:
    """What a card would do in a line: the place it takes, whom it cuts in before, who may be sent, is it a set."""

    at: int
    victim: int
    sendable: int
    opens_cafe: bool


def preview(view: Any, card: int, line: int) -> Preview:
    """FE-12 to FE-16: `victim` is a place in the line or -1, `sendable` how many a lost child could send back."""
    colour, kind = divmod(card, 8)
    types = view.line_types[line]
    opens_cafe = size(standing(types, kind + 1)) == 2
    before = 0 if kind == LOST else standing(types, cuts_before(kind))
    if before:
        return Preview(lowest(before) // 4, lowest(before) // 4, 0, opens_cafe)
    sendable = size(standing(view.line_colours[line], colour + 1)) if kind == LOST else 0
    return Preview(view.line_sizes[line], -1, sendable, opens_cafe)


def sent_alone(view: Any, card: int, line: int) -> int:
    """FE-14: the place of the only one a lost child can send back, -1 if there is none or a choice."""
    same = standing(view.line_colours[line], card // 8 + 1)
    return lowest(same) // 4 if card % 8 == LOST and size(same) == 1 else -1


def person_at(view: Any, line: int, at: int) -> tuple[int, int]:
    """Colour and type of whoever stands there."""
    return place(view.line_colours[line], at) - 1, place(view.line_types[line], at) - 1


def colours_of(view: Any, seat: int) -> list[int]:
    """FE-3: the families of a seat."""
    return [colour for colour in range(COLOURS) if owner(view, colour) == seat]


def backs_of(view: Any, seat: int) -> list[int]:
    """The colours of the cards in a hand, which everybody sees."""
    return [c for c in range(COLOURS) for _ in range((view.hand_colours[seat] >> (2 * c)) & 3)]


def cafes_of(view: Any, seat: int) -> list[int]:
    """The types of the sets a seat has taken to the cafe this round."""
    return [kind for kind in range(TYPES) if has(view.cafes[seat], kind)]


def points_now(view: Any, seat: int) -> int:
    """What the seat would get if the doors closed now (FE-19 to FE-23)."""
    points = cafe_points(view, seat)
    for line in range(LINES):
        for at in range(num_riders(view, line)):
            if owner(view, place(view.line_colours[line], at) - 1) == seat:
                points += rider_points(view, line, at)
    return int(points)


def plays_to_come(view: Any) -> int:
    """How many cards will still be played this round; with the side pile (FE-31) at least so many."""
    if view.plays_left:
        return int(view.plays_left)
    return int(sum(view.deck_sizes[:LINES])) + int(view.players) - int(view.phase == DRAW)


@dataclass(frozen=True)
class Ride:
    """A rider at the end of a round: who, whose (-1: nobody's), and for how many points."""

    colour: int
    kind: int
    seat: int
    points: int


@dataclass(frozen=True)
class Scored:
    """A round as it was scored: riders line by line, each seat's cafes with their points, and each seat's sum."""

    level: int
    lines: list[list[Ride]]
    cafes: list[list[tuple[int, int]]]
    sums: list[int]


def rounds(history: Iterable[tuple[Any, Any]]) -> list[Scored]:
    """Every round of a match; its lines stay in sight until the next is dealt, so the view after its end has them."""
    return [_scored(b.round, a) for b, a in history if b.round_scores != a.round_scores]


def _scored(level: int, view: Any) -> Scored:
    lines = []
    for line in range(LINES):
        capacity = view.capacities[level][line]
        riders = min(view.line_sizes[line], capacity)
        row = []
        for at in range(riders):
            colour, kind = person_at(view, line, at)
            points = view.boxes[level][line][capacity - riders + at]
            points *= 0 if kind == LOST else 1 + has(view.doubled[line], kind)
            seat = owner(view, colour)
            row.append(Ride(colour, kind, seat if seat < view.players else -1, points))
        lines.append(row)
    cafes = [[(kind, 2 if kind == LOST else 1) for kind in cafes_of(view, seat)] for seat in range(view.players)]
    return Scored(level, lines, cafes, [view.round_scores[seat][level] for seat in range(view.players)])
