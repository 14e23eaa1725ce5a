"""Players that are programs. A bot is given a View, never a State, so it cannot know more than its seat.

Bots have names: `random`, which plays any legal move, and `heuristic`, each game's quick, sensible player.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from liftlobby.core.compiled import Function, bind, bindings
from liftlobby.core.errors import unknown
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.game import Game
from liftlobby.core.match import Match
from liftlobby.core.rng import Stream
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT

KINDS = {"random": RANDOM_BOT, "heuristic": HEURISTIC_BOT}


def bot_kind(name: str) -> int:
    """The number by which the kernels know a bot. Raises UnknownName."""
    if name not in KINDS:
        raise unknown("bot", name, KINDS)
    return KINDS[name]


def bot_action(game: Game, name: str, view: View, stream: Stream) -> int:
    """The action a bot chooses for the seat whose view it is given; that seat must be to act."""
    kind = bot_kind(name)
    actions = [0] * game.rules.NUM_ACTIONS
    return int(_choice(game.rules, game.type.heuristic)(view, view.seat, kind, stream, actions))


@lru_cache(maxsize=64)
def _choice(rules: Any, heuristic: Any) -> Function:
    """How the bots of a game choose, in plain Python; bound once a game, not once a move."""
    bound = bindings(rules, heuristic)
    return bind(bound["bot_action"], bound)


def bot_move(match: Match, seat: str, name: str, stream: Stream) -> str:
    """The move, as text, that a bot chooses for a seat that is to act."""
    view = match.view(seat)
    action = bot_action(match.game, name, view, stream)
    return str(match.game_notation.text_of(view, LETTERS.index(seat), action))
