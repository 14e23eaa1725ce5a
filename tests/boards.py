"""What the board of a game in the browser says, with all its parts made."""

from typing import Any

from liftlobby.core.parts import Board


def facts_of_board(board: Board) -> dict[str, Any]:
    """The facts of the frame and of all parts; of numbered parts (`line-0`, `line-1`) a list (`lines`)."""
    found = dict(board.frame)
    for name, part in board.parts.items():
        stem, _, number = name.partition("-")
        facts = part.facts()
        if number:
            found.setdefault(f"{stem}-all", []).append(facts)
        elif isinstance(facts, dict):
            found |= facts
        else:
            found[stem] = facts
    return found
