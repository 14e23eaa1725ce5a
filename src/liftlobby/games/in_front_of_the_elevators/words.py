"""In Front of the Elevators: persons, lines and decks as the sentences name them."""

from collections.abc import Iterable
from typing import Any

from liftlobby.core.fields import LETTERS
from liftlobby.core.packed import has, nth, place, size
from liftlobby.core.text import Text, listing, text
from liftlobby.games.in_front_of_the_elevators.rules import SIDE, TYPES

COLOUR_WORDS = (text("blue"), text("red"), text("green"), text("yellow"), text("brown"))
TYPE_WORDS = (
    text("girl"),
    text("boy"),
    text("mother"),
    text("father"),
    text("grandma"),
    text("grandpa"),
    text("lost child"),
)
THREE_WORDS = (
    text("Three girls"),
    text("Three boys"),
    text("Three mothers"),
    text("Three fathers"),
    text("Three grandmas"),
    text("Three grandpas"),
    text("Three lost children"),
)
GROUP_WORDS = (text("children"), text("men"), text("women"))
"""What the three lifts are called."""
LEVELS = ("I", "II", "III")


def series(items: Iterable[Text], last: Text) -> Text:
    """Texts in a row with commas, and `last` ("and", "or") before the last one."""
    row = list(items)
    if len(row) == 1:
        return row[0]
    return listing([listing(row[:-1], text("{before}, {after}")), row[-1]], last)


def commas(items: Iterable[Text]) -> Text:
    """`a, b, c`."""
    return listing(list(items), text("{before}, {after}"))


def all_of(items: Iterable[Text]) -> Text:
    """`a, b and c`."""
    return series(items, text("{before} and {after}"))


def one_of(items: Iterable[Text]) -> Text:
    """`a, b or c`."""
    return series(items, text("{before} or {after}"))


def seats(members: Iterable[int]) -> Text:
    """The letters of some seats."""
    return all_of(text("{word}", word=LETTERS[seat]) for seat in members)


def person(card: int) -> Text:
    """A person by colour and type."""
    return text("the {colour} {type}", colour=COLOUR_WORDS[card // 8], type=TYPE_WORDS[card % 8])


def persons(members: int) -> list[Text]:
    """The persons in a set."""
    return [person(card) for card in cards(members)]


def cards(members: int) -> list[int]:
    """The numbers of the persons in a set."""
    return [nth(members, n) for n in range(size(members))]


def types(members: int) -> list[int]:
    """The types in a set."""
    return [kind for kind in range(TYPES) if has(members, kind)]


def deck_name(deck: int) -> Text:
    """A deck or the side pile."""
    return text("the side pile") if deck == SIDE else text("deck {deck}", deck=deck + 1)


def line_of(view: Any, line: int) -> list[int]:
    """The persons in a line, front first."""
    types, colours = view.line_types[line], view.line_colours[line]
    return [8 * (place(colours, at) - 1) + place(types, at) - 1 for at in range(view.line_sizes[line])]
