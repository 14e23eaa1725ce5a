"""The conformance suite, public: any game, ours or anybody's, can be put through it."""

from liftlobby.testing.conformance import check_compiled, check_game
from liftlobby.testing.exchange import check_exchange

__all__ = ["check_compiled", "check_exchange", "check_game"]
