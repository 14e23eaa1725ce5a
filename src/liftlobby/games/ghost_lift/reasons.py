"""Ghost Lift: why a move may not be played. GL- numbers are rules."""

from typing import Any

from liftlobby.core.errors import Reason
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import count, has
from liftlobby.core.text import text
from liftlobby.games.ghost_lift.notation import text_of
from liftlobby.games.ghost_lift.rules import (
    CHOOSE_FIRST,
    FIRST_SEAT,
    LEAVE,
    NUM_ACTIONS,
    OVER,
    PASS,
    PLAY,
    SIMPLIFIED,
    TAKE,
    TAKE_0,
    UP,
)
from liftlobby.games.ghost_lift.story import ending
from liftlobby.games.ghost_lift.words import amount, card, numbers, one_of, stack

COPIES = 6


def over(view: View) -> Reason:
    """GL-19: the game ends when somebody has lost."""
    return Reason("GL-19", text("The match is over. {ending}", ending=ending(view)))


def not_to_act(view: View, seat: int) -> Reason:
    """GL-5: players take turns; GL-3: cards that are dealt or drawn come first."""
    if view.phase in (PLAY, TAKE):
        return Reason(
            "GL-5", text("It is the turn of {turn}; {seat} waits.", turn=LETTERS[view.turn], seat=LETTERS[seat])
        )
    if view.phase == CHOOSE_FIRST:
        return Reason("GL-1", text("It is not decided yet who begins."))
    return Reason("GL-3", text("Cards are still being dealt or turned up; then it goes on."))


def unreadable(view: View, seat: int) -> Reason:
    """GL-5, GL-14: what a play or the end of a turn looks like, with a move that is legal now."""
    if view.phase == TAKE:
        example = f"take {numbers(view.row_numbers)[0]}"
        if _must_take(view):
            return Reason("GL-24", text("Write take and the number of a stack: {example}.", example=example))
        return Reason("GL-14", text("Write take and the number of a stack, or leave: {example}.", example=example))
    state: Any = view
    example = text_of(state, seat, next(action for action in range(NUM_ACTIONS) if why_not(view, seat, action) is None))
    if view.center_number:
        sentence = text(
            "Write the cards you play with + between them, those without an icon first, or pass: {example}.",
            example=example,
        )
        return Reason("GL-5", sentence)
    sentence = text(
        "Write the cards you play with + between them, those without an icon first: {example}.", example=example
    )
    return Reason("GL-8", sentence)


def why_not(view: View, seat: int, action: int) -> Reason | None:
    """GL-5 to GL-9, GL-14, GL-24 to GL-26: why this may not be played or taken; None if it may."""
    if view.phase == TAKE:
        return _why_not_take(view, action)
    if action >= LEAVE and view.rules == SIMPLIFIED:
        return Reason("GL-25", text("The simplified game has no Revealed row: play cards or pass."))
    if action >= LEAVE:
        return Reason("GL-14", text("The Revealed row comes at the end of your turn: play or pass first."))
    if action == PASS:
        return (
            None if view.center_number else Reason("GL-8", text("There are no Center cards: you lead and cannot pass."))
        )
    number, plain, icon = action // 64 + 1, action // 8 % 8, action % 8
    if plain + icon == 0:
        return Reason("GL-5", text("Playing takes at least one card; to play none, pass."))
    return (
        _not_in_game(view, number, plain, icon)
        or _not_in_hand(view, seat, number, plain, icon)
        or _against_needle(view, number)
        or _wrong_number_of_cards(view, seat, plain + icon)
    )


def _not_in_game(view: View, number: int, plain: int, icon: int) -> Reason | None:
    """GL-2: so many copies of a card do not exist."""
    for kind, wanted in ((2 * number - 2, plain), (2 * number - 1, icon)):
        there = count(view.cards, kind)
        if wanted > there == 0:
            return Reason("GL-2", text("There is no card {card} in the game.", card=card(view, kind)))
        if wanted > there:
            copies = {"there": amount(there), "card": card(view, kind)}
            return Reason("GL-2", text("There are only {there} copies of {card} in the game.", **copies))
    return None


def _not_in_hand(view: View, seat: int, number: int, plain: int, icon: int) -> Reason | None:
    """GL-9: the player chooses among the copies in hand."""
    hand = view.hands[seat]
    plain_held, icon_held = count(hand, 2 * number - 2), count(hand, 2 * number - 1)
    held, wanted = plain_held + icon_held, plain + icon
    if held == 0:
        return Reason("GL-9", text("You have no {number} in your hand.", number=number))
    if wanted > held == 1:
        return Reason("GL-9", text("You have one {number}, not {wanted}.", number=number, wanted=amount(wanted)))
    if wanted > held:
        have = amount(held)
        sentence = text("You have {held} {number}s, not {wanted}.", held=have, number=number, wanted=amount(wanted))
        return Reason("GL-9", sentence)
    if plain > plain_held or icon > icon_held:
        own = stack(view, hand, number)
        if held == 1:
            return Reason("GL-9", text("Your only {number} is {card}.", number=number, card=own))
        return Reason("GL-9", text("Your {number}s are {cards}: choose from these.", number=number, cards=own))
    return None


def _against_needle(view: View, number: int) -> Reason | None:
    """GL-6: higher than the Center with the needle Up, lower with Down, never equal; GL-26: likewise simplified."""
    center = view.center_number
    rule = "GL-26" if view.rules == SIMPLIFIED else "GL-6"
    if center and view.needle == UP and number <= center:
        sentence = text("Needle Up: {number} is not higher than the Center's {center}.", number=number, center=center)
        return Reason(rule, sentence)
    if center and view.needle != UP and number >= center:
        sentence = text("Needle Down: {number} is not lower than the Center's {center}.", number=number, center=center)
        return Reason(rule, sentence)
    return None


def _wrong_number_of_cards(view: View, seat: int, cards: int) -> Reason | None:
    """GL-6: as many as the Center or one more; GL-7: without a Center one, or the whole hand; GL-26: any number."""
    if view.rules == SIMPLIFIED:
        return None
    there = view.center_size
    if there == 0 and cards not in (1, view.hand_sizes[seat]):
        sentence = text("There are no Center cards: play one card, or your whole hand if it is all one number.")
        return Reason("GL-7", sentence)
    if there == 0 or cards in (there, there + 1):
        return None
    if there == 1:
        return Reason("GL-6", text("The Center has 1 card: play 1 or 2."))
    if there == COPIES:
        return Reason("GL-6", text("The Center has {there} cards: play {there}.", there=there))
    sentence = text("The Center has {there} cards: play {there} or {more}.", there=there, more=there + 1)
    return Reason("GL-6", sentence)


def _must_take(view: View) -> bool:
    """GL-24: with 2 players a pass costs a stack."""
    return bool(view.players == 2 and view.passes)


def _why_not_take(view: View, action: int) -> Reason | None:
    """GL-14, GL-24: at the end of a turn one stack of the row, or, if one may, none."""
    stacks = one_of(numbers(view.row_numbers))
    if action == LEAVE:
        if _must_take(view):
            return Reason("GL-24", text("With 2 players a pass costs a stack: take {stacks}.", stacks=stacks))
        return None
    if action > TAKE_0:
        number = action - TAKE_0
        if has(view.row_numbers, number - 1):
            return None
        return Reason("GL-14", text("The row has no {number}: take {stacks}.", number=number, stacks=stacks))
    if _must_take(view):
        return Reason("GL-24", text("You have passed: now take a stack ({stacks}).", stacks=stacks))
    if view.passes:
        return Reason("GL-14", text("You have passed: now take a stack ({stacks}) or leave.", stacks=stacks))
    return Reason("GL-14", text("You have played: now take a stack ({stacks}) or leave.", stacks=stacks))


def why_not_chance(state: Any, outcome: int) -> Reason | None:
    """GL-1, GL-3: why this card or first player cannot come; None if it can. -1 is no outcome of the game."""
    if state.phase in (PLAY, TAKE):
        return Reason("GL-5", text("Nothing is drawn now: it is the turn of {turn}.", turn=LETTERS[state.turn]))
    if state.phase == OVER:
        return Reason("GL-19", text("Nothing is drawn any more: the match is over."))
    if state.phase == CHOOSE_FIRST:
        if 0 <= outcome - FIRST_SEAT < state.players:
            return None
        last = LETTERS[state.players - 1]
        return Reason("GL-1", text("First comes who begins: write first and a seat from A to {last}.", last=last))
    if outcome < 0:
        return Reason("GL-3", text("A card comes now: write its number, and ^ for Up or v for Down: 5 or 10v."))
    if outcome >= FIRST_SEAT:
        return Reason("GL-1", text("It is decided who begins; a card comes now."))
    if count(state.deck, outcome):
        return None
    if count(state.cards, outcome) == 0:
        return Reason("GL-2", text("There is no card {card} in the game.", card=card(state, outcome)))
    return Reason("GL-16", text("The deck holds no {card} now.", card=card(state, outcome)))
