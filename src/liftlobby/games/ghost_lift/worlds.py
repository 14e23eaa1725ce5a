"""Ghost Lift: what a seat cannot see, dealt anew.

A card that a seat does not see is in another hand or in the deck. All cards are dealt and drawn with equal chances
(GL-3, GL-15, GL-27), so any way to lay the unseen ones on the places that are left is as likely as the others. A state
does not tell whether the deck has been made anew (GL-16), so neither what everybody knows to have gone into it.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import copies, nth_kind, total
from liftlobby.core.rng import Stream, below
from liftlobby.games.ghost_lift.rules import CHOOSE_FIRST, State


def sample_world(state: State, seat: int, stream: Stream, buffer: MutableSequence[int]) -> None:
    """The others' hands hold what all have seen go there, filled up from the unseen cards; the rest is the deck."""
    if state.phase == CHOOSE_FIRST:
        return  # GL-3: the cards have not come to the table
    unseen = state.cards - state.center - state.beneath - state.side - state.row - state.hands[seat]
    for other in range(state.players):
        if other != seat:
            unseen -= state.known[other]
    left = total(unseen)
    for other in range(state.players):
        if other != seat:
            hand = state.known[other]
            for _ in range(state.hand_sizes[other] - total(hand)):
                card = copies(nth_kind(unseen, below(stream, left)), 1)
                hand += card
                unseen -= card
                left -= 1
            state.hands[other] = hand
    state.deck = unseen
