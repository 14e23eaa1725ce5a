"""What a game's board in the browser is made of: parts that are drawn, kept and sent one by one."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Part(NamedTuple):
    """A part of a board: what decides how it looks (equal keys, equal looks), and what gives the facts to draw it."""

    key: object
    facts: Callable[[], Any]


class Board(NamedTuple):
    """A board: the facts of its frame, which seldom change, and the parts in it by the id of their element.

    `board.html` has a macro `frame(f, part, seats, me)`, where `part(id)` is the HTML of a part, and for each part one
    named as its id without a number (`line-2` is drawn by `line`), with the arguments `(f, seats, me)`.
    """

    frame: dict[str, Any]
    parts: dict[str, Part]
