"""Ghost Lift: a quick, sensible player.

It sheds many cards at once, whole numbers rather than halves, first those that already haunt it, and likes to leave
the others little room to answer, because who is not answered leads again. It takes from the row only when it must.
It reads only what its seat may see.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import has
from liftlobby.core.rng import Stream
from liftlobby.games.ghost_lift.rules import (
    LEAVE,
    NUMBERS,
    PAIR,
    PASS,
    TAKE,
    TAKE_0,
    UP,
    State,
    legal_actions,
)


def heuristic_action(state: State, seat: int, stream: Stream, actions: MutableSequence[int]) -> int:
    """The action that promises most; the first of equals."""
    number = legal_actions(state, seat, actions)
    chosen = actions[0]
    best = value(state, seat, chosen)
    for n in range(1, number):
        promise = value(state, seat, actions[n])
        if promise > best:
            best = promise
            chosen = actions[n]
    return chosen


def value(state: State, seat: int, action: int) -> int:
    """How good an action looks; only the order matters."""
    if state.phase == TAKE:
        if action == LEAVE:
            return 100
        return value_of_stack(state, seat, action - TAKE_0)
    if action == PASS:
        return -100
    return value_of_play(state, seat, action)


def value_of_stack(state: State, seat: int, number: int) -> int:
    """A stack of a number in hand brings no further token; few cards are better than many."""
    stack = (state.row >> (6 * (number - 1))) & PAIR
    cards = (stack & 7) + (stack >> 3)
    held = (state.hands[seat] >> (6 * (number - 1))) & PAIR
    if held:
        return 50 - cards
    return 20 - cards - danger(state, seat, number)


def value_of_play(state: State, seat: int, action: int) -> int:
    """Cards shed, a number shed wholly, tokens avoided, and little room for an answer."""
    number = action // 64 + 1
    plain = action // 8 % 8
    icon = action % 8
    cards = plain + icon
    held = (state.hands[seat] >> (6 * (number - 1))) & PAIR
    up = state.needle == UP
    if icon:
        up = has(state.icon_up, number - 1)
    if up:
        room = NUMBERS - number
    else:
        room = number - 1
    promise = 8 * cards - 2 * room
    if (held & 7) + (held >> 3) == cards:
        promise += 10 + danger(state, seat, number)
    return promise


def danger(state: State, seat: int, number: int) -> int:
    """GL-19: how much a further token of this number hurts."""
    if has(state.green[seat], number - 1):
        return 12
    if has(state.white[seat], number - 1):
        return 6
    return 0
