"""In Front of the Elevators: what can be read off a view, for whoever draws it. FE- numbers are rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from liftlobby.core.packed import has, lowest, nth, place, size, standing
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
    """What a card would do in a line, all told as places of it as it stands now, front is 0.

    `at` is where the card would stand, `victim` whom it cuts in before (-1: nobody), `sendable` who may have to move
    behind a lost child, `friends` who would leave for the cafe with it.
    """

    at: int
    victim: int
    sendable: tuple[int, ...]
    friends: tuple[int, ...]


def preview(view: Any, card: int, line: int) -> Preview:
    """FE-12 to FE-16: what a card would do in a line."""
    colour, kind = divmod(card, 8)
    types = view.line_types[line]
    same = _places(standing(types, kind + 1))
    friends = same if len(same) == 2 else ()
    if kind == LOST:
        return Preview(view.line_sizes[line], -1, _places(standing(view.line_colours[line], colour + 1)), friends)
    before = standing(types, cuts_before(kind))
    if before:
        victim = lowest(before) // 4
        return Preview(victim, victim, (), friends)
    return Preview(view.line_sizes[line], -1, (), friends)


def _places(members: int) -> tuple[int, ...]:
    """The places in a set as `standing` gives it."""
    return tuple(nth(members, n) // 4 for n in range(size(members)))


def person_at(view: Any, line: int, at: int) -> tuple[int, int]:
    """Colour and type of whoever stands there."""
    return place(view.line_colours[line], at) - 1, place(view.line_types[line], at) - 1


def colours_of(view: Any, seat: int) -> list[int]:
    """FE-3: the families of a seat."""
    return [colour for colour in range(COLOURS) if owner(view, colour) == seat]


def nobodys_colours(view: Any) -> list[int]:
    """FE-3: the colours in play that score for nobody; FE-4: with 3 players brown is not used, save FE-31."""
    last = COLOURS - 1 if view.players == 3 and not view.side_pile else COLOURS
    return [colour for colour in range(last) if owner(view, colour) >= view.players]


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
    """A rider at the end of a round: who, whose (-1: nobody's), the box, how often it counts, and the points."""

    colour: int
    kind: int
    seat: int
    box: int
    times: int

    @property
    def points(self) -> int:
        """FE-20, FE-21."""
        return self.box * self.times


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
            box = view.boxes[level][line][capacity - riders + at]
            times = 0 if kind == LOST else 1 + has(view.doubled[line], kind)
            seat = owner(view, colour)
            row.append(Ride(colour, kind, seat if seat < view.players else -1, box, times))
        lines.append(row)
    cafes = [[(kind, 2 if kind == LOST else 1) for kind in cafes_of(view, seat)] for seat in range(view.players)]
    return Scored(level, lines, cafes, [view.round_scores[seat][level] for seat in range(view.players)])
