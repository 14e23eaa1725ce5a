"""I'm Stuck in the Lift: why a move may not be played. SL- numbers are rules."""

from typing import Any

from liftlobby.core.errors import Reason
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.text import text
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES, text_of
from liftlobby.games.stuck_in_the_lift.rules import DRIVE, DRIVING, NUM_ACTIONS, WRITE_2
from liftlobby.games.stuck_in_the_lift.story import card_name, ending, seats


def over(view: View) -> Reason:
    """SL-12: nine rounds are played."""
    return Reason("SL-12", text("The match is over. {ending}", ending=ending(view)))


def not_to_act(view: View, seat: int) -> Reason:
    """SL-4, SL-5, SL-10: who has committed waits for the others; who has nothing to rewrite does too."""
    waiting = seats(other for other in range(view.players) if has(view.waiting, other))
    if view.phase == DRIVING:
        sentence = text("{seat} has chosen a drive card and waits for {waiting}.", seat=LETTERS[seat], waiting=waiting)
        return Reason("SL-5", sentence)
    sentence = text("{seat} has no floor to write now and waits for {waiting}.", seat=LETTERS[seat], waiting=waiting)
    return Reason("SL-10" if view.turns else "SL-4", sentence)


def unreadable(view: View, seat: int) -> Reason:
    """SL-4, SL-5: what a move looks like now, with one that is legal."""
    legal = next(action for action in range(NUM_ACTIONS) if why_not(view, seat, action) is None)
    state: Any = view
    example = text_of(state, seat, legal)
    if view.phase == DRIVING:
        return Reason("SL-5", text("Write drive and 0, 5 or 10: {example}.", example=example))
    if has(view.blank[seat], 0):
        sentence = text("Write write1 and a floor, E or 5 to 40, for the 1-star card: {example}.", example=example)
    else:
        sentence = text("Write write2 and a floor, E or 5 to 40, for the 2-star card: {example}.", example=example)
    return Reason("SL-4", sentence)


def why_not(view: View, seat: int, action: int) -> Reason | None:
    """SL-4, SL-5, SL-10: floors go on blank cards, the 1-star card first; drive cards are for the ride."""
    if view.phase == DRIVING:
        if action >= DRIVE:
            return None
        return Reason("SL-5", text("Floors are not written now: choose the drive card 0, 5 or 10."))
    if action >= DRIVE:
        card = 0 if has(view.blank[seat], 0) else 1
        if view.turns:
            return Reason("SL-10", text("First write a new floor on {card}.", card=card_name(card)))
        return Reason("SL-4", text("First write a floor on {card}.", card=card_name(card)))
    card = action // WRITE_2
    if not has(view.blank[seat], card):
        floor = FLOOR_NAMES[(view.targets[seat] >> (4 * card) & 15) - 1]
        name = card_name(card)
        return Reason("SL-10", text("There is {floor} on {card}: write on the other card.", floor=floor, card=name))
    if card and has(view.blank[seat], 0):
        return Reason("SL-4", text("Both cards are blank: write on the 1-star card first."))
    return None


def why_not_chance(state: Any, outcome: int) -> Reason:
    """SL-6: the sum of the drive cards moves the lift, not chance."""
    return Reason("SL-6", text("Nothing here is left to chance: the sum of the drive cards moves the lift."))
