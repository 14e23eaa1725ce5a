"""I'm Stuck in the Lift in the balance report: who is ahead, and what can be forbidden a player."""

from liftlobby.games.stuck_in_the_lift.rules import DRIVE, DRIVING, FLOORS, TOP, WRITING, State, score

STANDING = "points"
COMPETENT = "search:400"
"""The bot that plays for the report unless another is named: 50 matches a second."""
PHASES = {WRITING: "writing a floor", DRIVING: "choosing a drive card"}
RESTRICTIONS = (
    "never drives 0",
    "never drives 5",
    "never drives 10",
    "never writes E or 40",
    "never writes a floor between E and 40",
    "never writes the floor with the cone",
)
NO_0, NO_5, NO_10, NO_ENDS, NO_MIDDLE, NO_CONE = range(1, 7)


def standing_of(state: State, seat: int) -> int:
    """SL-9: the points."""
    return score(state, seat)


def phase_of(state: State) -> int:
    """SL-4, SL-5: writing or driving."""
    return state.phase


def is_allowed(state: State, seat: int, action: int, restriction: int) -> bool:
    """SL-4, SL-5: drive cards, and floors of either target card."""
    if action >= DRIVE:
        return restriction > NO_10 or action - DRIVE != restriction - NO_0
    floor = action % FLOORS
    if restriction == NO_ENDS:
        return 0 < floor < TOP
    if restriction == NO_MIDDLE:
        return floor == 0 or floor == TOP
    return restriction != NO_CONE or floor != state.cone
