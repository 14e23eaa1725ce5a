"""The elevator dice race (Stephen Tallevi): the rulebook. ED- numbers are rules.

Rows count from 1 at the top to 10 at the bottom. A runs down, B runs up; every throw comes from chance, so
nothing here is a decision.
"""

from collections.abc import MutableSequence

from liftlobby.core.fields import CHANCE, TERMINAL, declare, public, public_seat

# Option `ends` (ED-3)
BEYOND, INSIDE = 0, 1
# Option `first` (ED-4): 0 is random, then the seats
RANDOM_FIRST = 0

# Phases
CHOOSE_FIRST, FILL, ROLL, THROW, OVER = 0, 1, 2, 3, 4

ROWS = 10
ROLL_ACTION = 0
NUM_ACTIONS = 1
# Chance outcomes: 1-6 are the faces of the die, then `first A` and `first B`
FIRST_SEAT = 7
NUM_OUTCOMES = 9


@declare(seats=2)
class State:
    """The shaft, the two counters and whose throw it is."""

    players: int = public(2, "players at the table")
    ends: int = public(1, "option ends: 0 beyond, 1 inside")
    first: int = public(2, "option first: 0 random, 1 A, 2 B")
    phase: int = public(4, "0 choose first, 1 fill, 2 roll, 3 throw, 4 over")
    turns: int = public(1_000_000_000, "throws of the race so far")
    filled: int = public(10, "squares of the shaft that carry a number")
    shaft: list[int] = public(6, "the number in each row, from the top; 0 is free", shape=(10,))
    rows: list[int] = public(11, "the row beside which each counter stands; 0 and 11 lie beyond", per_seat=True)
    turn: int = public_seat("who throws next in the race")
    winner: int = public_seat("who entered the goal")


def setup(state: State) -> None:
    """ED-2: A starts beside row 4, B beside row 7. ED-4: who begins the race."""
    state.rows[0] = 4
    state.rows[1] = 7
    state.winner = -1
    state.turn = -1
    state.phase = CHOOSE_FIRST
    if state.first != RANDOM_FIRST:
        state.turn = state.first - 1
        state.phase = FILL


def current_player(state: State) -> int:
    """ED-1, ED-5: the die is thrown by chance; in the race a player asks for it."""
    if state.phase == ROLL:
        return state.turn
    if state.phase == OVER:
        return TERMINAL
    return CHANCE


def legal_actions(state: State, seat: int, actions: MutableSequence[int]) -> int:
    """ED-5: all a player can do is throw."""
    actions[0] = ROLL_ACTION
    return 1


def num_legal_actions(state: State, seat: int) -> int:
    """ED-5: one."""
    return 1


def nth_legal_action(state: State, seat: int, n: int) -> int:
    """ED-5: the throw."""
    return ROLL_ACTION


def chance_outcomes(state: State, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    """ED-4: either seat may begin. ED-1, ED-5: the six faces."""
    number = chance_weight(state)
    for n in range(number):
        outcomes[n] = nth_chance_outcome(state, n)
        weights[n] = 1
    return number


def chance_weight(state: State) -> int:
    """ED-1, ED-4: two seats or six faces, each with weight 1."""
    if state.phase == CHOOSE_FIRST:
        return 2
    return 6


def nth_chance_outcome(state: State, n: int) -> int:
    """ED-1, ED-4: seat n or face n + 1."""
    if state.phase == CHOOSE_FIRST:
        return FIRST_SEAT + n
    return 1 + n


def apply_action(state: State, player: int, action: int) -> None:
    """Carry out a throw, a roll of the die or the choice of who begins."""
    if state.phase == ROLL:
        state.phase = THROW
    elif state.phase == THROW:
        move_counter(state, action)
    elif state.phase == FILL:
        fill(state, action)
    else:
        state.turn = action - FIRST_SEAT
        state.phase = FILL


def fill(state: State, face: int) -> None:
    """ED-1: the value goes into the next free square from the top, A and B in turn."""
    state.shaft[state.filled] = face
    state.filled += 1
    if state.filled == ROWS:
        state.phase = ROLL


def move_counter(state: State, face: int) -> None:
    """ED-5, ED-6: two forward, one forward or one back. ED-7, ED-8: whoever enters or passes the goal wins."""
    seat = state.turn
    row = state.rows[seat]
    steps = steps_for(face, state.shaft[row - 1])
    if seat == 0:
        row = max(row + steps, 1)
        entered = row > goal_row(state, 0) - 1
    else:
        row = min(row - steps, ROWS)
        entered = row < goal_row(state, 1) + 1
    if entered:
        row = goal_row(state, seat)
        state.winner = seat
        state.phase = OVER
    else:
        state.turn = 1 - seat
        state.phase = ROLL
    state.rows[seat] = row
    state.turns += 1


def steps_for(face: int, number: int) -> int:
    """ED-5: the steps forward for a face thrown beside a number."""
    if face == number:
        return 2
    if (face ^ number) & 1 == 0:
        return 1
    return -1


def goal_row(state: State, seat: int) -> int:
    """ED-3: the row that is the seat's goal."""
    if seat == 0:
        return ROWS + 1 - state.ends
    return state.ends


def score(state: State, seat: int) -> int:
    """ED-8: 1 for the winner."""
    if state.winner == seat:
        return 1
    return 0


def returns(state: State, seat: int) -> float:
    """ED-8: the winner gains what the other loses."""
    if state.winner == seat:
        return 1.0
    return -1.0
