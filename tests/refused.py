"""How a refusal is asked for in the tests: the front door, at a table that is set by hand."""

from typing import Any

import pytest

import liftlobby as ll
from liftlobby.core.errors import Reason


def refused(table: tuple[ll.Game, Any], who: str, move: str) -> tuple[str, str]:
    """What a seat (or "*") is told, in English and Vietnamese, for a move that may not be played at this table."""
    game, state = table
    match = game.match(chance="given")
    match._state = state
    with pytest.raises(ll.IllegalMove) as caught:
        match.play(who, move)
    assert move not in caught.value.legal
    return str(caught.value), caught.value.in_language("vi")


def said(reason: Reason | None) -> tuple[str, str]:
    """A reason that must be there, in English and Vietnamese."""
    assert reason is not None
    return reason.render(), reason.render("vi")
