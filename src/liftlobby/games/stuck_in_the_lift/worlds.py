"""I'm Stuck in the Lift: what a seat cannot see, dealt anew.

Nothing here is chance: hidden are only choices, so each floor that a target card can still carry is as likely as the
others. What has been committed and not yet revealed is taken back.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import add, full, has, nth, size
from liftlobby.core.rng import Stream, below
from liftlobby.games.stuck_in_the_lift.rules import BOTH_CARDS, DRIVING, FLOORS, State, floor_at


def sample_world(state: State, seat: int, stream: Stream, buffer: MutableSequence[int]) -> None:
    """Floors for the others' target cards; SL-4, SL-5: others who have committed secretly are to do it again."""
    for other in range(state.players):
        if other != seat:
            if state.phase == DRIVING:
                state.waiting = add(state.waiting, other)
            elif cards_to_write(state, other):
                state.blank[other] = cards_to_write(state, other)
                state.waiting = add(state.waiting, other)
            for card in range(2):
                if not has(state.blank[other], card):
                    state.targets[other] |= (1 + possible_floor(state, other, card, stream)) << (4 * card)


def cards_to_write(state: State, seat: int) -> int:
    """The target cards that were blank when this writing began: SL-4 both at the start, then those of SL-10, SL-11."""
    if state.turns == 0:
        return BOTH_CARDS
    if state.hits[seat] and floor_at(state.position) == state.cone:
        return BOTH_CARDS
    return state.hits[seat]


def possible_floor(state: State, seat: int, card: int, stream: Stream) -> int:
    """A floor that the card can carry: the lift has not stopped there since it was written (SL-9).

    Both cards may carry the same floor (SL-4), so each is written for itself.
    """
    possible = full(FLOORS) & ~(state.ruled_out[seat] >> (FLOORS * card))
    return nth(possible, below(stream, size(possible)))
