"""In Front of the Elevators in the balance report: who is ahead, and what can be forbidden a player."""

from liftlobby.core.packed import place, size, standing
from liftlobby.games.in_front_of_the_elevators.rules import (
    DRAW,
    DRAW_0,
    LINES,
    LOST,
    OVER,
    PLAY,
    SEND,
    SWAP,
    State,
    cafe_points,
    cuts_before,
    num_riders,
    owner,
    rider_points,
    score,
)

STANDING = "points, were the doors to close now"
PHASES = {SWAP: "swapping a lost child", PLAY: "playing a card", SEND: "sending a relative", DRAW: "drawing a card"}
RESTRICTIONS = (
    "never draws its own colour",
    "never draws another's colour",
    "never plays into the children's line",
    "never plays into the men's line",
    "never plays into the women's line",
    "never plays a lost child",
    "never cuts in",
    "never sends three to the cafe",
)
NO_OWN, NO_OTHER, NO_LINE_0, NO_LINE_1, NO_LINE_2, NO_LOST, NO_CUT, NO_CAFE = range(1, 9)


def standing_of(state: State, seat: int) -> int:
    """FE-19 to FE-23: the rounds so far, the cafe, and what the riders would score now."""
    points = score(state, seat)
    if state.phase != OVER:
        points += cafe_points(state, seat)
        for line in range(LINES):
            for at in range(num_riders(state, line)):
                if owner(state, place(state.line_colours[line], at) - 1) == seat:
                    points += rider_points(state, line, at)
    return points


def phase_of(state: State) -> int:
    """FE-8, FE-11, FE-14: swapping, playing, sending, drawing."""
    return state.phase


def opener(state: State) -> int:
    """FE-1: the first round's start player."""
    return state.starter


def is_allowed(state: State, seat: int, action: int, restriction: int) -> bool:
    """FE-11: the card, its line and the deck; FE-12: cutting in; FE-15: the third of a type."""
    if state.phase == DRAW:
        is_own = owner(state, state.top_colours[action - DRAW_0] - 1) == seat
        return (restriction != NO_OWN or not is_own) and (restriction != NO_OTHER or is_own)
    if state.phase != PLAY:
        return True
    kind = action // 4 % 8
    line = action % 4
    if NO_LINE_0 <= restriction <= NO_LINE_2:
        return line != restriction - NO_LINE_0
    if restriction == NO_LOST:
        return kind != LOST
    if restriction == NO_CUT:
        return standing(state.line_types[line], cuts_before(kind)) == 0
    return restriction != NO_CAFE or size(standing(state.line_types[line], kind + 1)) < 2
