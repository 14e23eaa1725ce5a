"""In Front of the Elevators: why a move may not be played. FE- numbers are rules."""

from typing import Any

from liftlobby.core.errors import Reason
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.text import text
from liftlobby.games.in_front_of_the_elevators.notation import text_of
from liftlobby.games.in_front_of_the_elevators.rules import (
    BROWN,
    CHOOSE_FIRST,
    COLOURS,
    DEAL,
    DEALT,
    DRAW,
    DRAW_0,
    FIRST,
    LINES,
    LOST,
    NUM_ACTIONS,
    OPEN_DECKS,
    OPEN_LINES,
    OVER,
    PLAY,
    REMOVE,
    REMOVED,
    SEND,
    SEND_0,
    SIDE,
    SWAP,
    SWAP_0,
    SWAP_DEAL,
    TOP_0,
    TURN_UP,
    TYPES,
    YELLOW,
)
from liftlobby.games.in_front_of_the_elevators.story import ending
from liftlobby.games.in_front_of_the_elevators.words import (
    COLOUR_WORDS,
    all_of,
    deck_name,
    line_of,
    one_of,
    person,
    persons,
)

NO_SUCH_PERSON = Reason("FE-2", text("There is no such person: each colour has seven."))


def over(view: View) -> Reason:
    """FE-26: three rounds are played."""
    return Reason("FE-26", text("The match is over. {ending}", ending=ending(view)))


def not_to_act(view: View, seat: int) -> Reason:
    """FE-11: players take turns; FE-8: an exchange and FE-7 to FE-10: the deal come first."""
    if view.phase == SWAP:
        turn = LETTERS[view.turn]
        return Reason("FE-8", text("{turn} exchanges a lost child; {seat} waits.", turn=turn, seat=LETTERS[seat]))
    if view.phase in (PLAY, SEND, DRAW):
        turn = LETTERS[view.turn]
        return Reason("FE-11", text("It is the turn of {turn}; {seat} waits.", turn=turn, seat=LETTERS[seat]))
    if view.phase == CHOOSE_FIRST:
        return Reason("FE-1", text("It is not decided yet who begins."))
    return Reason("FE-10", text("Cards are still being dealt or turned up; then it goes on."))


def unreadable(view: View, seat: int) -> Reason:
    """FE-8, FE-11, FE-14: what a move looks like now, with one that is legal."""
    legal = next(action for action in range(NUM_ACTIONS) if why_not(view, seat, action) is None)
    state: Any = view
    example = text_of(state, seat, legal)
    if view.phase == PLAY:
        return Reason(
            "FE-11", text("Write a person from your hand and a line from 1 to 3: {example}.", example=example)
        )
    if view.phase == DRAW:
        return Reason("FE-11", text("Write draw and a deck: {example}.", example=example))
    if view.phase == SEND:
        return Reason("FE-14", text("Write send and a person in the line: {example}.", example=example))
    return Reason("FE-8", text("Write swap and the colour of a lost child: {example}.", example=example))


def why_not(view: View, seat: int, action: int) -> Reason | None:
    """FE-2, FE-4, FE-8, FE-11, FE-14, FE-17, FE-31: why this may not be played; None if it may."""
    if view.phase == SWAP:
        return _why_not_swap(view, seat, action)
    if action >= SWAP_0:
        return Reason("FE-8", text("Lost children are exchanged only while hands are dealt, with 2 players."))
    if view.phase == SEND:
        return _why_not_send(view, action)
    if view.phase == DRAW:
        return _why_not_draw(view, action)
    if action >= DRAW_0:
        return Reason("FE-11", text("First play a card into a line; then draw."))
    if action >= SEND_0:
        return Reason("FE-14", text("Nobody is sent now: only a lost child brings somebody to the rear. Play a card."))
    return _why_not_play(view, seat, action // 4, action % 4)


def _why_not_play(view: View, seat: int, card: int, line: int) -> Reason | None:
    """FE-11: a card from the hand into one of three lines."""
    if card % 8 >= TYPES:
        return NO_SUCH_PERSON
    if line >= LINES:
        return Reason("FE-6", text("There are three lines: 1, 2 and 3."))
    if has(view.hands[seat], card):
        return None
    if view.players == 3 and card // 8 == BROWN and not view.side_pile:
        return Reason("FE-4", text("With 3 players there are no brown cards."))
    hand = all_of(persons(view.hands[seat]))
    return Reason("FE-11", text("You do not have {person}: you hold {hand}.", person=person(card), hand=hand))


def _why_not_send(view: View, action: int) -> Reason | None:
    """FE-14: one person of the lost child's colour, from its line."""
    line = line_of(view, view.line)
    lost = line[-1]
    same = [card for card in line[:-1] if card // 8 == lost // 8]
    choice = one_of(person(card) for card in same)
    if not SEND_0 <= action < DRAW_0:
        return Reason("FE-14", text("First choose who moves behind the lost child: {choice}.", choice=choice))
    card = action - SEND_0
    if card in same:
        return None
    if card % 8 >= TYPES:
        return NO_SUCH_PERSON
    if card == lost:
        return Reason("FE-14", text("The lost child itself stays where it is: send {choice}.", choice=choice))
    if card // 8 != lost // 8:
        colour = COLOUR_WORDS[lost // 8]
        sentence = text("Only {colour} persons follow this lost child: send {choice}.", colour=colour, choice=choice)
        return Reason("FE-14", sentence)
    return Reason(
        "FE-14",
        text("Not in line {line}: {person}. Send {choice}.", person=person(card), line=view.line + 1, choice=choice),
    )


def _why_not_draw(view: View, action: int) -> Reason | None:
    """FE-11, FE-17: the top of a deck that has one; FE-31: the side pile where there is one."""
    decks = one_of(deck_name(deck) for deck in range(LINES + 1) if view.deck_sizes[deck])
    if action < SEND_0:
        return Reason("FE-11", text("You have played a card: now draw from {decks}.", decks=decks))
    if action < DRAW_0:
        return Reason("FE-14", text("Nobody is sent now: draw from {decks}.", decks=decks))
    deck = action - DRAW_0
    if view.deck_sizes[deck]:
        return None
    if deck < SIDE:
        return Reason("FE-17", text("Deck {deck} is empty: draw from {decks}.", deck=deck + 1, decks=decks))
    if view.side_pile:
        return Reason("FE-31", text("The side pile is empty: draw from {decks}.", decks=decks))
    return Reason("FE-31", text("This match has no side pile: draw from {decks}.", decks=decks))


def _why_not_swap(view: View, seat: int, action: int) -> Reason | None:
    """FE-8: one of the two lost children in hand is exchanged."""
    own = [colour for colour in range(COLOURS) if has(view.hands[seat], 8 * colour + LOST)]
    colours = one_of(COLOUR_WORDS[colour] for colour in own)
    if action < SWAP_0:
        return Reason("FE-8", text("First exchange one of your lost children: {colours}.", colours=colours))
    if action - SWAP_0 in own:
        return None
    colour = COLOUR_WORDS[action - SWAP_0]
    return Reason("FE-8", text("You have no {colour} lost child: exchange {colours}.", colour=colour, colours=colours))


# --- chance -----------------------------------------------------------------------------------------------------------


def why_not_chance(state: Any, outcome: int) -> Reason | None:
    """FE-1, FE-2, FE-4, FE-7 to FE-10, FE-31: why this cannot come; None if it can. -1 is no outcome of the game."""
    if state.phase in (PLAY, SEND, DRAW, SWAP):
        return Reason("FE-11", text("Nothing is dealt now: it is the turn of {turn}.", turn=LETTERS[state.turn]))
    if state.phase == OVER:
        return Reason("FE-26", text("Nothing is dealt any more: the match is over."))
    use, card = divmod(outcome, 64)
    if state.phase == CHOOSE_FIRST:
        if use == FIRST and card < state.players:
            return None
        last = LETTERS[state.players - 1]
        return Reason("FE-1", text("First comes who begins: write first and a seat from A to {last}.", last=last))
    if use == FIRST:
        return Reason("FE-1", text("It is decided who begins; a card comes now."))
    wanted, form = _form(state)
    if use != wanted:
        return form
    if card // 8 >= COLOURS or card % 8 >= TYPES:
        return NO_SUCH_PERSON
    return _wrong_colour(state, card // 8) or _wrong_type(state, card % 8) or _not_there(state, card)


def _form(state: Any) -> tuple[int, Reason]:
    """Which use the next card has, and how to write it."""
    if state.phase == REMOVE:
        return REMOVED, Reason("FE-4", text("A yellow card is put aside now: write remove and the card."))
    if state.phase in (OPEN_DECKS, TURN_UP):
        if state.deck == SIDE:
            return TOP_0 + SIDE, Reason("FE-31", text("The side pile gets a new top: write topside and the card."))
        sentence = text("Deck {deck} gets a new top: write top{deck} and the card.", deck=state.deck + 1)
        return TOP_0 + state.deck, Reason("FE-10", sentence)
    if state.phase == OPEN_LINES:
        return DEALT, Reason("FE-9", text("A person for line {line} comes now: write the card.", line=state.opened + 1))
    if state.phase == DEAL:
        return DEALT, Reason("FE-7", text("{seat} is dealt a card now: write it.", seat=LETTERS[state.dealt // 2]))
    return DEALT, Reason("FE-8", text("{seat} is dealt another card now: write it.", seat=LETTERS[state.turn]))


def _wrong_colour(state: Any, colour: int) -> Reason | None:
    """FE-4, FE-7, FE-8: the colour that the card must have."""
    if state.phase == REMOVE and colour != YELLOW:
        return Reason("FE-4", text("The card put aside is yellow, the colour of nobody."))
    own = state.dealt if state.players == 2 else state.dealt // 2
    if state.phase == DEAL and colour != own:
        seat, word = LETTERS[state.dealt // 2], COLOUR_WORDS[own]
        return Reason("FE-7", text("{seat} is dealt a {colour} card now.", seat=seat, colour=word))
    if state.phase == SWAP_DEAL and colour != state.deck:
        seat, word = LETTERS[state.turn], COLOUR_WORDS[state.deck]
        return Reason("FE-8", text("{seat} exchanges for another {colour} card.", seat=seat, colour=word))
    return None


def _wrong_type(state: Any, kind: int) -> Reason | None:
    """FE-9: no lost child opens a line, nor a third person of one type."""
    if state.phase != OPEN_LINES:
        return None
    if kind == LOST:
        return Reason("FE-9", text("No line begins with a lost child: another person is turned up."))
    if state.opened == LINES - 1 and line_of(state, 0)[0] % 8 == line_of(state, 1)[0] % 8 == kind:
        return Reason("FE-9", text("The three lines do not all begin with the same type: another person is turned up."))
    return None


def _not_there(state: Any, card: int) -> Reason | None:
    """FE-2, FE-31: every card exists once, and comes from where it lies."""
    if state.phase == REMOVE:
        return None
    if state.phase in (OPEN_DECKS, TURN_UP) and state.deck == SIDE:
        if has(state.side_undealt, card):
            return None
        return Reason("FE-31", text("Not in the side pile: {person}.", person=person(card)))
    if has(state.undealt, card):
        return None
    return Reason("FE-2", text("Not in the stack any more: {person}. Every card exists once.", person=person(card)))
