"""The cards of Ghost Lift: which copies carry an icon (GL-2), from `icons.toml` or a table of one's own."""

from pathlib import Path
from typing import Any

from liftlobby.core.errors import LiftError, shorten
from liftlobby.core.game import CardTable
from liftlobby.core.packed import add, copies
from liftlobby.games.ghost_lift.rules import NUMBERS, State

COPIES = 6


def merge(default: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The default table with the numbers that `given` names replaced. Raises LiftError for anything malformed."""
    for number, entry in given.items():
        if number not in default:
            raise LiftError(
                f"The icon table has an entry {shorten(number)!r}; its entries are the numbers 1 to {NUMBERS}."
            )
        if not isinstance(entry, dict) or not set(entry) <= {"icon", "copies", "status"} or "copies" not in entry:
            raise LiftError(f"Number {number} of the icon table should have copies, and may have icon and status.")
        if type(entry["copies"]) is not int or not 0 <= entry["copies"] <= COPIES:
            raise LiftError(f"Number {number} of the icon table should have 0 to {COPIES} copies with the icon.")
        if entry.get("icon", "^") not in ("^", "v"):
            raise LiftError(f'The icon of number {number} should be "^" (Up) or "v" (Down).')
        if type(entry.get("status", "")) is not str:
            raise LiftError(f"The status of number {number} should be a text.")
    return {number: entry | given.get(number, {}) for number, entry in default.items()}


def fill(state: State, table: dict[str, Any]) -> None:
    """GL-2: put the cards into a state."""
    for number in range(1, NUMBERS + 1):
        entry = table[str(number)]
        state.cards += copies(2 * number - 2, COPIES - entry["copies"]) + copies(2 * number - 1, entry["copies"])
        if entry["icon"] == "^":
            state.icon_up = add(state.icon_up, number - 1)


ICONS = CardTable("icons", Path(__file__).with_name("icons.toml"), merge, fill)
