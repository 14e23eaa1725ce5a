"""The elevator dice race in the balance report: who is ahead, and who began."""

from liftlobby.games.elevator_dice.rules import ROLL, State

STANDING = "squares run towards the goal"
PHASES = {ROLL: "throwing"}


def standing_of(state: State, seat: int) -> int:
    """ED-2: how far the counter has come from where it started."""
    if seat == 0:
        return state.rows[0] - 4
    return 7 - state.rows[1]


def phase_of(state: State) -> int:
    """There is one."""
    return state.phase


def opener(state: State) -> int:
    """ED-4: whoever throws first."""
    return state.turn
