"""Ghost Lift: cards, stacks and seats as the sentences name them."""

from collections.abc import Iterable
from typing import Any

from liftlobby.core.fields import LETTERS
from liftlobby.core.packed import has
from liftlobby.core.text import Text, listing, text
from liftlobby.games.ghost_lift.facts import cards_in, stack_in
from liftlobby.games.ghost_lift.notation import card_text
from liftlobby.games.ghost_lift.rules import NUMBERS, UP

AMOUNTS = (
    text("none"),
    text("one"),
    text("two"),
    text("three"),
    text("four"),
    text("five"),
    text("six"),
    text("seven"),
)
"""How many cards, up to one more than there are of a number."""


def amount(cards: int) -> Text:
    """A number of cards as a word; as a numeral where there is none."""
    return AMOUNTS[cards] if cards < len(AMOUNTS) else text("{number}", number=cards)


def plain_text(word: object) -> Text:
    """A word that is the same in every language: a card, a number, a seat."""
    return text("{word}", word=word)


def series(items: Iterable[object], last: Text) -> Text:
    """Items in a row with commas, and `last` ("and", "or") before the last one."""
    row = [item if isinstance(item, Text) else plain_text(item) for item in items]
    if len(row) == 1:
        return row[0]
    return listing([listing(row[:-1], text("{before}, {after}")), row[-1]], last)


def all_of(items: Iterable[object]) -> Text:
    """`a, b and c`."""
    return series(items, text("{before} and {after}"))


def one_of(items: Iterable[object]) -> Text:
    """`a, b or c`."""
    return series(items, text("{before} or {after}"))


def needle(pointing: int) -> Text:
    """Where the needle points."""
    return text("Up") if pointing == UP else text("Down")


def cards(view: Any, bag: int) -> str:
    """The cards of a bag as they are written: `5+5v`."""
    return "+".join(cards_in(view, bag))


def card(view: Any, kind: int) -> str:
    """One card as it is written."""
    return card_text(view, kind)


def stack(view: Any, bag: int, number: int) -> str:
    """The cards of one number in a bag."""
    return "+".join(stack_in(view, bag, number))


def numbers(members: int) -> list[int]:
    """The numbers in a set, whose member 0 is number 1."""
    return [number for number in range(1, NUMBERS + 1) if has(members, number - 1)]


def stacks(view: Any, bag: int) -> list[str]:
    """The stacks of a bag, one a number."""
    found = [stack(view, bag, number) for number in range(1, NUMBERS + 1)]
    return [cards for cards in found if cards]


def seats(members: int) -> list[str]:
    """The letters of a set of seats."""
    return [letter for seat, letter in enumerate(LETTERS) if has(members, seat)]
