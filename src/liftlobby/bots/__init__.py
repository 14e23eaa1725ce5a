"""Players that are programs. A bot is given a View, never a State, so it cannot know more than its seat.

Bots have names (`bots.names`): `random` plays any legal move, `heuristic` is each game's quick, sensible player, and
`search:1000` looks at a thousand worlds before it moves.
"""

from __future__ import annotations

from functools import lru_cache

from liftlobby.bots.kinds import bindings_for
from liftlobby.bots.names import Bot, read_bot
from liftlobby.core.compiled import Function, bind
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.game import Game, GameType
from liftlobby.core.match import Match
from liftlobby.core.rng import Stream
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT, SEARCH_BOT, quick_action

__all__ = ["Bot", "bot_action", "bot_move", "read_bot"]


def bot_action(game: Game, name: str, view: View, stream: Stream) -> int:
    """The action a bot chooses for the seat whose view it is given; that seat must be to act."""
    bot = read_bot(name)
    if bot.kind == SEARCH_BOT:
        from liftlobby.bots.search import search_action

        return search_action(game, bot, view, stream)
    actions = [0] * game.rules.NUM_ACTIONS
    return int(_quick_choice(game.type)(view, view.seat, bot.kind, stream, actions))


@lru_cache(maxsize=64)
def _quick_choice(type: GameType) -> Function:
    """How the quick bots of a game choose, in plain Python; bound once a game, not once a move."""
    bound = bindings_for(type, {RANDOM_BOT, HEURISTIC_BOT})
    return bind(bound.get("quick_action", quick_action), bound)


def bot_move(match: Match, seat: str, name: str, stream: Stream) -> str:
    """The move, as text, that a bot chooses for a seat that is to act."""
    view = match.view(seat)
    action = bot_action(match.game, name, view, stream)
    return str(match.game_notation.text_of(view, LETTERS.index(seat), action))
