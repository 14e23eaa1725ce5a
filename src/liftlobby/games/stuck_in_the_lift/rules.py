"""I'm Stuck in the Lift: the rulebook. SL- numbers are rules.

There is no chance: everything uncertain is what the others have secretly written and committed. Floors are 0 (E) to
8 (40). The lift's `position` is a triangle wave of 16 steps: 0 is E going up, 8 is 40 going down, 15 is floor 5
going down.
"""

from collections.abc import MutableSequence

from liftlobby.core.fields import SIMULTANEOUS, TERMINAL, declare, private, public, public_seats
from liftlobby.core.packed import add, full, has, nth, remove, size

FLOORS = 9
TOP = 8
POSITIONS = 16
BOTH_CARDS = 0b11

# Phases
WRITING, DRIVING, OVER = 0, 1, 2

# Actions: floor f on the 1-star card is f, on the 2-star card 9 + f, drive card d (0, 1, 2 for 0, 5, 10) is 18 + d
WRITE_2 = FLOORS
DRIVE = 2 * FLOORS
NUM_ACTIONS = DRIVE + 3
NUM_OUTCOMES = 0


@declare(seats=8)
class State:
    """The lift, the cone, what was written and what was committed."""

    players: int = public(8, "players at the table")
    phase: int = public(2, "0 writing floors, 1 choosing drive cards, 2 over")
    turns: int = public(9, "rounds in which the lift has moved")
    position: int = public(15, "where the lift is on its way up and down: 0 is E, 8 is 40, 9 to 15 lead down")
    cone: int = public(8, "the floor with the cone")
    waiting: int = public_seats("who has still to commit")
    blank: list[int] = public(1, "the target cards without a floor: 1 star, 2 stars", per_seat=True, digits=2, width=1)
    targets: list[int] = private(9, "the floors written on the target cards, plus 1; 0 is blank", digits=2, width=4)
    ruled_out: list[int] = public(
        1,
        "floors the target cards cannot carry: nine of the first, nine of the second",
        per_seat=True,
        digits=18,
        width=1,
    )
    drives: list[int] = private(3, "the committed drive card (1, 2, 3 for 0, 5, 10); 0 is none")
    shown: list[int] = public(3, "the drive card of the last round, likewise", per_seat=True)
    hits: list[int] = public(
        1, "the target cards revealed at the last stop: 1 star, 2 stars", per_seat=True, digits=2, width=1
    )
    scores: list[int] = public(54, "points", per_seat=True)
    winners: int = public_seats("who won")


def setup(state: State) -> None:
    """SL-3: the lift on E pointing up, the cone on 40. SL-4: all cards are blank."""
    state.phase = WRITING
    state.cone = TOP
    state.waiting = full(state.players)
    for seat in range(state.players):
        state.blank[seat] = BOTH_CARDS


def current_player(state: State) -> int:
    """SL-4, SL-5: all who have still to commit act at the same time."""
    if state.phase == OVER:
        return TERMINAL
    return SIMULTANEOUS


def seats_to_act(state: State) -> int:
    """SL-4, SL-5: in any order."""
    return state.waiting


def legal_actions(state: State, seat: int, actions: MutableSequence[int]) -> int:
    """SL-4, SL-10: any floor on the first blank card. SL-5: any drive card."""
    number = num_legal_actions(state, seat)
    for n in range(number):
        actions[n] = nth_legal_action(state, seat, n)
    return number


def num_legal_actions(state: State, seat: int) -> int:
    """SL-4, SL-5: nine floors or three drive cards."""
    if state.phase == WRITING:
        return FLOORS
    return 3


def nth_legal_action(state: State, seat: int, n: int) -> int:
    """SL-4, SL-5: floor n or drive card n."""
    if state.phase == DRIVING:
        return DRIVE + n
    if has(state.blank[seat], 0):
        return n
    return WRITE_2 + n


def chance_outcomes(state: State, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    """Nothing in this game is left to chance."""
    return 0


def apply_action(state: State, player: int, action: int) -> None:
    """SL-4, SL-10: write a floor. SL-5: commit a drive card; the last one moves the lift."""
    if state.phase == DRIVING:
        state.drives[player] = action - DRIVE + 1
        state.waiting = remove(state.waiting, player)
        if state.waiting == 0:
            move_lift(state)
    else:
        if action >= WRITE_2:
            write(state, player, 1, action - WRITE_2)
        else:
            write(state, player, 0, action)
        if state.waiting == 0:
            end_writing(state)


def write(state: State, seat: int, card: int, floor: int) -> None:
    """SL-4, SL-10: any floor may be written; nothing is known about it yet."""
    state.targets[seat] |= (floor + 1) << (4 * card)
    state.blank[seat] = remove(state.blank[seat], card)
    if state.blank[seat] == 0:
        state.waiting = remove(state.waiting, seat)


def end_writing(state: State) -> None:
    """SL-12: the cone moves down and the next round begins; SL-13: after the ninth the game is over.

    The first writing of the game ends no round: then the lift has not moved yet.
    """
    if state.turns + state.cone == TOP + 1:
        if state.cone == 0:
            state.winners = find_winners(state)
            state.phase = OVER
            return
        state.cone -= 1
    state.phase = DRIVING
    state.waiting = full(state.players)


def move_lift(state: State) -> None:
    """SL-6, SL-7: the lift moves by the sum, one floor per 5, and turns at the ends. SL-9 to SL-11: the stop."""
    steps = 0
    for seat in range(state.players):
        steps += state.drives[seat] - 1
        state.shown[seat] = state.drives[seat]
        state.drives[seat] = 0
    state.position = (state.position + steps) & (POSITIONS - 1)
    state.turns += 1
    floor = floor_at(state.position)
    for seat in range(state.players):
        hits = matching_cards(state, seat, floor)
        state.hits[seat] = hits
        state.ruled_out[seat] |= 0b1_000000001 << floor
        state.waiting |= int(hits > 0) << seat
    for n in range(size(state.waiting)):
        reveal(state, nth(state.waiting, n), floor)
    state.phase = WRITING
    if state.waiting == 0:
        end_writing(state)


def reveal(state: State, seat: int, floor: int) -> None:
    """SL-9: matching cards pay their stars, twice on E and 40. SL-11: with the cone nothing, and both are rewritten."""
    blank = state.hits[seat]
    if floor == state.cone:
        blank = BOTH_CARDS
    elif floor == 0 or floor == TOP:
        # A set of cards read as a number is its stars: 1, 2 or 1 + 2.
        state.scores[seat] += 2 * blank
    else:
        state.scores[seat] += blank
    if has(blank, 0):
        state.targets[seat] &= 0b1111_0000
        state.ruled_out[seat] &= full(FLOORS) << FLOORS
    if has(blank, 1):
        state.targets[seat] &= 0b1111
        state.ruled_out[seat] &= full(FLOORS)
    state.blank[seat] = blank


def matching_cards(state: State, seat: int, floor: int) -> int:
    """SL-9: the set of target cards that carry the floor."""
    written = floor + 1
    return ((state.targets[seat] & 15) == written) | (((state.targets[seat] >> 4) == written) << 1)


def floor_at(position: int) -> int:
    """SL-7: the floor at a point of the triangle wave."""
    if position > TOP:
        return POSITIONS - position
    return position


def find_winners(state: State) -> int:
    """SL-14, SL-15: most points; tied, who has written the floor that the lift would reach first.

    The walk visits every floor, and after the last round no card is blank, so it always finds one.
    """
    best = 0
    for seat in range(state.players):
        best = max(best, state.scores[seat])
    tied = 0
    for seat in range(state.players):
        if state.scores[seat] == best:
            tied = add(tied, seat)
    position = state.position
    found = 0
    while size(tied) > 1 and found == 0:
        position = (position + 1) & (POSITIONS - 1)
        for n in range(size(tied)):
            seat = nth(tied, n)
            if matching_cards(state, seat, floor_at(position)):
                found = add(found, seat)
    if found:
        return found
    return tied


def score(state: State, seat: int) -> int:
    """SL-9, SL-16: the points."""
    return state.scores[seat]


def returns(state: State, seat: int) -> float:
    """SL-14: the winners share what the others lose."""
    if has(state.winners, seat):
        return state.players / size(state.winners) - 1.0
    return -1.0
