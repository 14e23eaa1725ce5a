"""Lift Lobby: play, watch, understand and study the elevator-themed tabletop games.

>>> import liftlobby as ll
>>> match = ll.game("ghost-lift", players=3).match(seed=7)
>>> len(match.to_act)
1
"""

from importlib import import_module
from typing import Any

from liftlobby.core.errors import BadRecord, IllegalMove, LiftError, Reason, TooLarge, UnknownName
from liftlobby.core.fields import View
from liftlobby.core.game import CardTable, Game, GameType, Option, game, game_type, players_option, register, slugs
from liftlobby.core.match import Match, Result
from liftlobby.core.record import read_record, read_records, replay, verify, write_record
from liftlobby.core.worlds import sample_world

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "CardTable",
    "Game",
    "GameType",
    "IllegalMove",
    "LiftError",
    "Match",
    "Option",
    "Reason",
    "Result",
    "TooLarge",
    "UnknownName",
    "View",
    "balance",
    "game",
    "game_type",
    "players_option",
    "read_record",
    "read_records",
    "register",
    "replay",
    "sample_world",
    "simulate",
    "slugs",
    "solve",
    "tournament",
    "verify",
    "write_record",
]


LAB = {"balance": "report", "simulate": "simulate", "solve": "solve", "tournament": "tournament"}
"""What the lab offers, and in which of its modules. They bring NumPy and Numba: loaded when first asked for."""


def __getattr__(name: str) -> Any:
    if name in LAB:
        return getattr(import_module(f"liftlobby.lab.{LAB[name]}"), name)
    raise AttributeError(f"liftlobby has no {name!r}.")
