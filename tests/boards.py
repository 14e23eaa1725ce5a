"""What the board of a game in the browser says, with all its parts made; and matches to draw."""

from typing import Any

from liftlobby.core.match import Match, Telling
from liftlobby.core.parts import Board


def facts_of_board(board: Board) -> dict[str, Any]:
    """The facts of the frame and of all parts; of numbered parts (`line-0`, `line-1`) a list (`line-all`)."""
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


def followed(match: Match) -> dict[int | None, Telling]:
    """What is told of a match, from its first move on, to every seat and to a spectator (None)."""
    tellings = {viewer: Telling(match, viewer) for viewer in [None, *range(match.game.players)]}
    for telling in tellings.values():
        for step in match.steps():
            telling.tell(step)
        match.followers.append(telling.tell)
    return tellings


def pass_hands_on(state: Any, twin: Any, viewer: int | None) -> list[int]:
    """In `twin` everybody but the viewer holds the hand of the next: returns whose hands were exchanged."""
    others = [seat for seat in range(state.players) if seat != viewer]
    twin.hands = state.hands[:]
    for seat, other in zip(others, (*others[1:], others[0]), strict=True):
        twin.hands[seat] = state.hands[other]
    return others
