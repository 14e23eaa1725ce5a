"""In Front of the Elevators: what a seat cannot see, dealt anew.

Of every hidden card that lies alone, in a hand or on top of a deck, the colour is seen (FE-2). So each such place gets
an unseen person of its colour, each as likely, and whoever is left over lies in the decks. As long as hands are as they
were dealt, two things make some of these deals likelier than others: two lost children are swapped (FE-8), and no lost
child opens a line (FE-9). Those that are less likely are refused now and then, and all is dealt again. Once a card
has been played, the state does not tell any more who held what when the lines were opened.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import add, nth, place, remove, size
from liftlobby.core.rng import Stream, below
from liftlobby.games.in_front_of_the_elevators.rules import (
    BROWN,
    COLOURS,
    DEAL,
    FIVE_COLOURS,
    FOUR_COLOURS,
    LINES,
    LOST,
    OF_COLOUR,
    OF_TYPE,
    OPEN_DECKS,
    REMOVE,
    SIDE,
    SWAP,
    SWAP_DEAL,
    YELLOW,
    State,
)


def sample_world(state: State, seat: int, stream: Stream, buffer: MutableSequence[int]) -> None:
    """The others' hands, the tops, the decks and the removed card."""
    if state.phase <= REMOVE:
        return  # FE-1, FE-4: no card has come to the table
    table = persons_on_the_table(state)
    deal_anew(state, seat, table, stream)
    while not is_kept(state, seat, table, stream):
        deal_anew(state, seat, table, stream)


def persons_on_the_table(state: State) -> int:
    """The persons in lines and cafes; FE-24: until a card is dealt those of the round before are left in sight."""
    if state.phase == DEAL and state.dealt == 0:
        return 0
    persons = state.guests
    for line in range(LINES):
        for at in range(state.line_sizes[line]):
            persons = add(persons, person_in_line(state, line, at))
    return persons


def person_in_line(state: State, line: int, at: int) -> int:
    """The person at a place of a line."""
    return 8 * (place(state.line_colours[line], at) - 1) + place(state.line_types[line], at) - 1


def deal_anew(state: State, seat: int, table: int, stream: Stream) -> None:
    """Persons of the right colours for the hands, the removed card and the tops; the others lie below."""
    out = table | state.hands[seat]
    unseen = FIVE_COLOURS & ~out
    for other in range(state.players):
        if other != seat:
            hand = hand_anew(state, other, unseen, stream)
            state.hands[other] = hand
            unseen ^= hand
            out |= hand
    pile = 0
    if state.players == 3:  # FE-4: brown and the removed card are put aside
        pile = unseen & (OF_COLOUR << (8 * BROWN))
        if has_side_pile(state) and state.deck_sizes[SIDE] == size(pile):
            # FE-31: the removed card has been drawn: it is any yellow one that has left the decks.
            state.removed = 1 + any_of_colour(out, YELLOW, stream)
        else:
            state.removed = 1 + any_of_colour(unseen, YELLOW, stream)
            pile = add(pile, state.removed - 1)
    unseen &= ~pile
    for deck in range(LINES):
        unseen = turn_up_anew(state, deck, unseen, stream)
    state.undealt = unseen
    if has_side_pile(state):
        state.side_undealt = turn_up_anew(state, SIDE, pile, stream)


def has_side_pile(state: State) -> bool:
    """FE-31: does the fourth deck lie on the table? It comes once the lines are open."""
    return state.side_pile == 1 and state.phase >= OPEN_DECKS


def hand_anew(state: State, seat: int, unseen: int, stream: Stream) -> int:
    """A hand of the colours that all see."""
    hand = 0
    for colour in range(COLOURS):
        for _ in range((state.hand_colours[seat] >> (2 * colour)) & 3):
            hand = add(hand, any_of_colour(unseen & ~hand, colour, stream))
    return hand


def turn_up_anew(state: State, deck: int, cards: int, stream: Stream) -> int:
    """FE-10: a top of the colour that all see, if the deck shows one; returns the cards without it."""
    if state.top_colours[deck] == 0:
        return cards
    person = any_of_colour(cards, state.top_colours[deck] - 1, stream)
    state.top_types[deck] = person % 8 + 1
    return remove(cards, person)


def any_of_colour(persons: int, colour: int, stream: Stream) -> int:
    """One of the persons of a colour, each as likely."""
    of_colour = persons & (OF_COLOUR << (8 * colour))
    return nth(of_colour, below(stream, size(of_colour)))


# --- which deals are likelier than others -----------------------------------------------------------------------------


def is_kept(state: State, seat: int, table: int, stream: Stream) -> bool:
    """Is a deal kept? It is with a probability proportional to the chances of what is known to have happened."""
    plays = size(table) - LINES  # below 0 before all lines are open
    if state.players == 2 and not is_hand_kept(state, 1 - seat, plays, stream):
        return False
    return plays > 0 or is_opening_kept(state, stream)


def is_hand_kept(state: State, seat: int, plays: int, stream: Stream) -> bool:
    """FE-8: nobody goes on with two lost children.

    Of 49 hands, equally likely, that one becomes any of the 12 with one lost child, equally likely if the player cares
    for neither colour. So those have 13 chances for 12 of each hand without one.
    """
    hand = state.hands[seat]
    lost = size(hand & (OF_TYPE << LOST))
    if (state.phase == SWAP or state.phase == SWAP_DEAL) and state.turn == seat:
        return lost == 2
    has_played = plays > int(seat != state.starter)
    if has_played or size(hand) < 2 or lost == 1:
        return True
    return lost == 0 and below(stream, 13) < 12


def is_opening_kept(state: State, stream: Stream) -> bool:
    """FE-9: the fewer lost children lay in the stack, the more persons could have opened the lines instead."""
    stack = FIVE_COLOURS
    if state.players == 3:
        stack = remove(FOUR_COLOURS, state.removed - 1)
    for seat in range(state.players):
        stack &= ~state.hands[seat]
    could_come = stack & ~(OF_TYPE << LOST)
    fewest = size(stack) - COLOURS
    for line in range(state.opened):
        if line == 2 and state.line_types[0] == state.line_types[1]:
            could_come &= ~(OF_TYPE << (state.line_types[0] - 1))
            fewest -= COLOURS
        if below(stream, size(could_come)) >= fewest:
            return False
        could_come = remove(could_come, person_in_line(state, line, 0))
        fewest -= 1
    return True
