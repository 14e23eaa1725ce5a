"""Matches that stand in a position of one's choice, for the worked cases of the rules."""

from typing import Any

import liftlobby as ll
from liftlobby.core.match import Match


def stand(slug: str, options: dict[str, Any], **fields: Any) -> Match:
    """A match with given chance whose state has these fields; rows of a seat are given as {seat: value}."""
    match = ll.game(slug, **options).match(chance="given")
    for name, value in fields.items():
        if isinstance(value, dict):
            for row, entry in value.items():
                getattr(match._state, name)[row] = entry
        else:
            setattr(match._state, name, value)
    return match


def play_all(match: Match, moves: list[str]) -> Match:
    """Play moves written as in a record."""
    for line in moves:
        who, _, move = line.partition(" ")
        match.play(who, move)
    return match


def refusal(match: Match, who: str, move: str) -> ll.IllegalMove:
    """The refusal of a move that may not be played."""
    try:
        match.play(who, move)
    except ll.IllegalMove as error:
        return error
    raise AssertionError(f"{who} {move} was accepted")
