"""I'm Stuck in the Lift: a quick, sensible player.

It expects each of the others to play 5 on average, more or less a few, and picks the floor or drive card that
then pays most, with a little chance in it: players who all thought the same would all write the same floors.
It reads only what its seat may see.
"""

from collections.abc import MutableSequence

from liftlobby.core.rng import Stream, below
from liftlobby.games.stuck_in_the_lift.rules import (
    DRIVE,
    DRIVING,
    FLOORS,
    POSITIONS,
    TOP,
    WRITE_2,
    State,
    floor_at,
    matching_cards,
    nth_legal_action,
)

SPREAD = 3
"""How far from the expected stop is still thought of, in floors."""
ROUNDS_AHEAD = 3


def heuristic_action(state: State, seat: int, stream: Stream, actions: MutableSequence[int]) -> int:
    """The action that promises most."""
    if state.phase == DRIVING:
        return best_drive(state, seat, stream)
    floor = best_floor(state, stream)
    if nth_legal_action(state, seat, 0) >= WRITE_2:
        return WRITE_2 + floor
    return floor


def best_drive(state: State, seat: int, stream: Stream) -> int:
    """The drive card with the most stars over the stops that the others make likely."""
    best = -1
    chosen = 0
    for drive in range(3):
        stars = 0
        for offset in range(-SPREAD, SPREAD + 1):
            position = (state.position + drive + state.players - 1 + offset) % POSITIONS
            floor = floor_at(position)
            if floor != state.cone:
                stars += likelihood(offset) * matching_cards(state, seat, floor) * worth(floor)
        stars = inexact(stars, stream)
        if stars > best:
            best = stars
            chosen = drive
    return DRIVE + chosen


def best_floor(state: State, stream: Stream) -> int:
    """The floor where the lift will most likely stop in the next rounds; double floors count twice, the cone's not.

    While cards are being rewritten after a stop, the cone has still to move down.
    """
    cone = state.cone
    if state.turns + state.cone == TOP + 1:
        cone -= 1
    best = -1
    chosen = 0
    for floor in range(FLOORS):
        hope = 0
        for rounds in range(1, ROUNDS_AHEAD + 1):
            for offset in range(-SPREAD, SPREAD + 1):
                position = (state.position + rounds * state.players + offset) % POSITIONS
                if floor_at(position) == floor and floor != cone - rounds + 1:
                    hope += likelihood(offset) * worth(floor) * (ROUNDS_AHEAD + 1 - rounds)
        hope = inexact(hope, stream)
        if hope > best:
            best = hope
            chosen = floor
    return chosen


def inexact(value: int, stream: Stream) -> int:
    """The value times 8 to 12, and less than 8 more, so that equal ones differ too."""
    return value * (8 + below(stream, 5)) + below(stream, 8)


def likelihood(offset: int) -> int:
    """A weight that falls with the distance from the expected stop."""
    return SPREAD + 1 - abs(offset)


def worth(floor: int) -> int:
    """SL-9: E and 40 are doubled."""
    if floor == 0 or floor == TOP:
        return 2
    return 1
