"""The elevator dice race: actions as text. Every move is seen by all."""

from liftlobby.core.fields import CHANCE, LETTERS
from liftlobby.games.elevator_dice.rules import FIRST_SEAT, NUM_OUTCOMES, ROLL_ACTION, State

OUTCOMES = {outcome: f"first {LETTERS[outcome - FIRST_SEAT]}" for outcome in range(FIRST_SEAT, NUM_OUTCOMES)}
OUTCOMES |= {face: str(face) for face in range(1, 7)}
ACTIONS = {ROLL_ACTION: "roll"}


def text_of(state: State, player: int, action: int) -> str:
    """`roll`; for chance a face, or `first A`."""
    return (OUTCOMES if player == CHANCE else ACTIONS)[action]


def action_of(state: State, player: int, move: str) -> int:
    """The action or outcome with this text, or -1."""
    known = OUTCOMES if player == CHANCE else ACTIONS
    return next((action for action, text in known.items() if text == move), -1)
