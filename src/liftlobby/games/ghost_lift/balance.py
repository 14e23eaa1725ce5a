"""Ghost Lift in the balance report: who is most haunted, and what can be forbidden a player."""

from liftlobby.core.packed import size
from liftlobby.games.ghost_lift.rules import LEAVE, NUMBERS, OVER, PAIR, PASS, PLAY, TAKE, State

STANDING = "steps of haunting still spared, were the round to end now"
COMPETENT = "heuristic"
"""The bot that plays for the report unless another is named: a search takes seconds a match."""
PHASES = {PLAY: "playing or passing", TAKE: "taking from the row"}
SINGLES_OUT_THE_LOSER = True
RESTRICTIONS = (
    "never takes from the row",
    "never leaves the row alone",
    "never passes while a card can be played",
    "never plays two cards at once",
    "never plays a card with an icon",
)
NO_TAKE, NO_LEAVE, NO_PASS, NO_MANY, NO_ICON = range(1, 6)


def standing_of(state: State, seat: int) -> int:
    """GL-18: a white token is one step, a green one two, and each number in hand would be one more."""
    steps = 2 * size(state.green[seat]) + size(state.white[seat])
    if state.phase != OVER:
        for n in range(NUMBERS):
            steps += int((state.hands[seat] >> (6 * n)) & PAIR != 0)
    return -steps


def phase_of(state: State) -> int:
    """GL-5, GL-14: playing or taking."""
    return state.phase


def opener(state: State) -> int:
    """GL-1: the first round's first player."""
    return state.starter


def is_allowed(state: State, seat: int, action: int, restriction: int) -> bool:
    """GL-6 to GL-11, GL-14: plays, the pass, taking and leaving."""
    if state.phase == TAKE:
        if restriction == NO_TAKE:
            return action == LEAVE
        return restriction != NO_LEAVE or action != LEAVE
    if action == PASS:
        return restriction != NO_PASS
    plain = action // 8 % 8
    icon = action % 8
    if restriction == NO_MANY:
        return plain + icon == 1
    return restriction != NO_ICON or icon == 0
