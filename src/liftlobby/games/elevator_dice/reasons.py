"""The elevator dice race: why a move may not be played. ED- numbers are rules."""

from typing import Any

from liftlobby.core.errors import Reason
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.text import text
from liftlobby.games.elevator_dice.rules import CHOOSE_FIRST, FIRST_SEAT, OVER, ROLL
from liftlobby.games.elevator_dice.story import ending

FACES = 6


def over(view: View) -> Reason:
    """ED-8: the first counter in its goal wins at once."""
    return Reason("ED-8", text("The match is over. {ending}", ending=ending(view)))


def not_to_act(view: View, seat: int) -> Reason:
    """ED-1, ED-4, ED-5: the throws alternate."""
    if view.phase == ROLL:
        turn = LETTERS[view.turn]
        return Reason("ED-5", text("It is the turn of {turn}; {seat} waits.", turn=turn, seat=LETTERS[seat]))
    if view.phase == CHOOSE_FIRST:
        return Reason("ED-4", text("It is not decided yet who begins."))
    return Reason("ED-1", text("The die is being thrown; wait for it."))


def unreadable(view: View, seat: int) -> Reason:
    """ED-5: all a player does is throw."""
    return Reason("ED-5", text("All you can do is throw: write roll."))


def why_not(view: View, seat: int, action: int) -> Reason | None:
    """ED-5: the throw, the only action there is, may always be made by the seat that is to act."""
    return None


def why_not_chance(state: Any, outcome: int) -> Reason | None:
    """ED-1, ED-4, ED-5: why this face or first player cannot come; None if it can. -1 is no outcome of the game."""
    if state.phase == ROLL:
        return Reason("ED-5", text("The die is not thrown yet: it is the turn of {turn}.", turn=LETTERS[state.turn]))
    if state.phase == OVER:
        return Reason("ED-8", text("Nothing is thrown any more: the match is over."))
    if state.phase == CHOOSE_FIRST:
        if outcome >= FIRST_SEAT:
            return None
        return Reason("ED-4", text("First comes who begins: write first A or first B."))
    if 1 <= outcome <= FACES:
        return None
    return Reason("ED-1", text("The die is thrown now: write a face from 1 to 6."))
