"""Ghost Lift: what can be read off a view, for whoever draws it. GL- numbers are rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from liftlobby.core.packed import count, has, size
from liftlobby.games.ghost_lift.notation import card_text
from liftlobby.games.ghost_lift.rules import (
    DEAL,
    DOWN,
    KINDS,
    NUMBERS,
    OVER,
    PAIR,
    PLAY,
    UP,
    haunt,
)

MOST_GREEN = 3
"""GL-19: so many green tokens are too many."""
NO_GHOST, WHITE_GHOST, GREEN_GHOST = range(3)


@lru_cache
def card_names(icon_up: int) -> tuple[str, ...]:
    """The text of each kind of card, when these numbers carry Up."""
    state: Any = SimpleNamespace(icon_up=icon_up)
    return tuple(card_text(state, kind) for kind in range(KINDS))


def cards_in(view: Any, bag: int) -> list[str]:
    """The cards of a bag, sorted: `7`, `7^`."""
    return list(_cards_in(view.icon_up, bag)) if bag else []


@lru_cache(maxsize=4096)
def _cards_in(icon_up: int, bag: int) -> tuple[str, ...]:
    names = card_names(icon_up)
    return tuple(names[kind] for kind in range(KINDS) for _ in range(count(bag, kind)))


def stack_in(view: Any, bag: int, number: int) -> list[str]:
    """The cards of one number in a bag."""
    names = card_names(view.icon_up)
    kind = 2 * number - 2
    return [names[kind]] * count(bag, kind) + [names[kind + 1]] * count(bag, kind + 1)


def passed(view: Any) -> list[int]:
    """GL-11: who has passed since the last play, newest first."""
    newest = view.turn - 1 if view.phase == PLAY else view.turn
    return [(newest - n) % view.players for n in range(view.passes)]


def needle_after(view: Any, move: str) -> int:
    """GL-9: where the needle points once these cards are played."""
    if "^" in move:
        return UP
    if "v" in move:
        return DOWN
    return int(view.needle)


def ghosts(view: Any, seat: int) -> list[int]:
    """GL-18: for each number whether the seat has no token, a white or a green one."""
    white, green = view.white[seat], view.green[seat]
    return [((white >> n) & 1) + 2 * ((green >> n) & 1) for n in range(NUMBERS)]


@dataclass(frozen=True)
class Haunting:
    """GL-18, GL-19: what a hand would bring: numbers that come white, turn green, or visit a third time."""

    white: list[int]
    green: list[int]
    thrice: list[int]
    is_too_much: bool


def haunted_now(view: Any) -> Haunting:
    """What the own hand would bring if the round ended now."""
    seat = view.seat
    then: Any = SimpleNamespace(hands=view.hands, white=view.white[:], green=view.green[:], thrice=view.thrice[:])
    is_too_much = haunt(then, seat)
    held = [number for number in range(1, NUMBERS + 1) if view.hands[seat] & (PAIR << (6 * (number - 1)))]
    before = ghosts(view, seat)
    came: list[list[int]] = [[], [], []]
    for number in held:
        came[before[number - 1]].append(number)
    return Haunting(came[NO_GHOST], came[WHITE_GHOST], came[GREEN_GHOST], is_too_much)


@dataclass(frozen=True)
class RoundEnd:
    """GL-17 to GL-19: who went out, and by seat the numbers that came white, turned green, or came a third time."""

    out: int
    white: list[list[int]]
    green: list[list[int]]
    thrice: list[list[int]]


def round_ends(history: Iterable[tuple[Any, Any]]) -> list[RoundEnd]:
    """How every round of a match ended, from the views before and after its moves."""
    found = []
    for before, after in history:
        if before.phase == PLAY and after.phase in (DEAL, OVER):
            seats = range(after.players)
            found.append(
                RoundEnd(
                    before.turn,
                    [new_tokens(before.white[seat], after.white[seat]) for seat in seats],
                    [new_tokens(before.green[seat], after.green[seat]) for seat in seats],
                    [new_tokens(before.thrice[seat], after.thrice[seat]) for seat in seats],
                )
            )
    return found


def new_tokens(before: int, after: int) -> list[int]:
    """The numbers of the tokens that are there after and were not before."""
    return [n + 1 for n in range(NUMBERS) if has(after & ~before, n)]


def greens(view: Any, seat: int) -> int:
    """GL-19: how many green tokens a seat has."""
    return size(view.green[seat])
