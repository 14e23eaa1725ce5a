"""Moves as people type them: any case, any spaces, copies in any order, or only what tells them apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from liftlobby.core.fields import View
from liftlobby.core.match import Match


def find_move(typed: str, legal: Sequence[str]) -> str | None:
    """The legal move that is meant, if it is exactly one.

    First a move with the same parts, in any order; then one that ends with what was typed ("35" for "write1 35",
    "girl 2" for "blue-girl 2"); then one that begins with these letters ("p" for "pass").
    """
    parts = _parts(typed)
    if not parts:
        return None
    same = [move for move in legal if sorted(_parts(move)) == sorted(parts)]
    if len(same) == 1:
        return same[0]
    flat = " ".join(parts)
    ends = [move for move in legal if re.search(rf"(^|[ -]){re.escape(flat)}$", move.lower())]
    if len(ends) == 1:
        return ends[0]
    starts = [move for move in legal if flat.isalpha() and move.lower().startswith(flat)]
    return starts[0] if len(starts) == 1 else None


def as_written(typed: str, match: Match, view: View, seat: int) -> str:
    """What was typed in the spelling of the record, as far as it can be read as a move, so that a refusal fits it."""
    flat = " ".join(typed.split())
    cards = "+".join(sorted(_parts(typed)))
    letters_last = re.sub(r"\be\b", "E", flat.lower())
    for spelling in (flat, flat.lower(), letters_last, cards):
        action = match.game_notation.action_of(view, seat, spelling)
        if action >= 0:
            return str(match.game_notation.text_of(view, seat, action))
    return flat[:60]


def _parts(typed: str) -> list[str]:
    return [part for part in re.split(r"[\s+]+", typed.lower()) if part]
