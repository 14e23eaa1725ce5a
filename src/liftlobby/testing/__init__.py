"""The conformance suite, public: any game, ours or anybody's, can be put through it."""

from liftlobby.testing.conformance import check_compiled, check_game
from liftlobby.testing.counting import Counts, count_nodes
from liftlobby.testing.exchange import check_exchange
from liftlobby.testing.playthrough import playthrough

__all__ = ["Counts", "check_compiled", "check_exchange", "check_game", "count_nodes", "playthrough"]
