"""The rooms of a game that has none of its own: moves are numbers, reasons and stories are plain.

These are the functions that a game's `notation`, `reasons` and `story` may define; what one of them leaves out is
taken from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from liftlobby.core.errors import Reason
from liftlobby.core.fields import CHANCE, LETTERS, View
from liftlobby.core.rng import Stream
from liftlobby.core.rulebook import Buffer
from liftlobby.core.text import Text, text

if TYPE_CHECKING:
    from liftlobby.core.match import Known, Step

# --- worlds -------------------------------------------------------------------------------------------------------


def sample_world(state: Any, seat: int, stream: Stream, buffer: Buffer) -> None:
    """Fill in what the seat does not see. Here: nothing is hidden."""


# --- notation -----------------------------------------------------------------------------------------------------


def text_of(state: Any, player: int, action: int) -> str:
    """An action of a seat, or an outcome for player CHANCE, as text. Needs only what everybody sees of the state."""
    return str(action)


def action_of(state: Any, player: int, move: str) -> int:
    """The action or outcome with exactly this text, or -1 if there is none."""
    return int(move) if move.isdecimal() and len(move) < 10 else -1


def witness(known: Known, step: Step) -> None:
    """Add the step's move to what a seat knows, hiding what it may not see and revealing what it has learnt.

    Here: every move is seen by all.
    """
    known.show(step.text)


# --- reasons ------------------------------------------------------------------------------------------------------


def over(view: View) -> Reason:
    """Why nothing may be played once the match is over."""
    return Reason("-", text("The match is over."))


def not_to_act(view: View, seat: int) -> Reason:
    """Why the seat may not play anything now, while others may."""
    return Reason("-", text("It is not the turn of {seat}.", seat=LETTERS[seat]))


def unreadable(view: View, seat: int) -> Reason:
    """What a move looks like, for a seat that is to act and wrote something else."""
    return Reason("-", text("That is not a move of this game."))


def why_not(view: View, seat: int, action: int) -> Reason | None:
    """Why the seat, which is to act, may not play this action; a game's own says None if it may, and only then."""
    return Reason("-", text("That is not a legal move."))


def why_not_chance(state: Any, outcome: int) -> Reason:
    """Why chance cannot bring this outcome (-1: its text is no outcome of the game)."""
    return Reason("-", text("That cannot come now."))


# --- story --------------------------------------------------------------------------------------------------------


def tell(before: View, after: View, player: int, move: str) -> list[Text]:
    """What happened, told from a seat's view before and after; `move` is the text as that seat knows it."""
    if player == CHANCE:
        return [text("Chance: {move}.", move=move)]
    return [text("{seat}: {move}.", seat=LETTERS[player], move=move)]


def ending(view: View) -> Text:
    """Why the match is over, in one sentence."""
    return text("The match is over.")
