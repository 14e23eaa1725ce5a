"""I'm Stuck in the Lift: actions as text, and who knows which."""

from liftlobby.core.fields import LETTERS
from liftlobby.core.match import Known, Step
from liftlobby.core.packed import has
from liftlobby.games.stuck_in_the_lift.rules import DRIVE, FLOORS, NUM_ACTIONS, WRITE_2, State

FLOOR_NAMES = ["E", "5", "10", "15", "20", "25", "30", "35", "40"]


def _text(action: int) -> str:
    if action >= DRIVE:
        return f"drive {5 * (action - DRIVE)}"
    return f"write{1 + action // WRITE_2} {FLOOR_NAMES[action % FLOORS]}"


TEXTS = [_text(action) for action in range(NUM_ACTIONS)]


def text_of(state: State, player: int, action: int) -> str:
    """`write1 35`, `write2 E`, `drive 10`."""
    return TEXTS[action]


def action_of(state: State, player: int, move: str) -> int:
    """The action with this text, or -1."""
    return TEXTS.index(move) if move in TEXTS else -1


def witness(known: Known, step: Step) -> None:
    """Others' floors and drive cards are hidden; the reveal shows the drive cards and the floors that match."""
    kind = step.text.split()[1]
    key = (step.player, kind)
    if kind != "drive":
        known.forget(key)  # what the card carried before was wiped out unseen
    if step.player == known.seat:
        known.show(step.text)
    else:
        known.hide(step.text, f"{LETTERS[step.player]} {kind} ?", key)
    if step.after.turns > step.before.turns:
        for seat in range(step.after.players):
            known.reveal((seat, "drive"))
            for card in range(2):
                if has(step.after.hits[seat], card):
                    known.reveal((seat, f"write{card + 1}"))
