"""Bots bound and compiled with a game: no more of a game than the kinds of bots need that play it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from liftlobby.bots import tree
from liftlobby.core import kernels, rulebook
from liftlobby.core.compiled import Function, bindings, compile_kernel
from liftlobby.core.game import GameType
from liftlobby.core.rulebook import HEURISTIC_BOT, SEARCH_BOT
from liftlobby.core.worlds import world_sampler

EVERY_KIND = frozenset({rulebook.RANDOM_BOT, HEURISTIC_BOT, SEARCH_BOT})


def bindings_for(type: GameType, kinds: Collection[int]) -> dict[str, Function]:
    """The functions of a game and of bots of these kinds, in the places of `core.rulebook`."""
    bound = bindings(type.rules)
    if type.heuristic and (HEURISTIC_BOT in kinds or SEARCH_BOT in kinds):
        bound["heuristic_action"] = type.heuristic.heuristic_action
        bound["quick_action"] = rulebook.heuristic_or_random_action
    if SEARCH_BOT in kinds:
        bound["sample_world"] = world_sampler(type)
        if type.search.rollout == "heuristic":
            bound["rollout_action"] = bound["heuristic_action"]
        if hasattr(type.heuristic, "prospects"):
            bound["prospects"] = type.heuristic.prospects
        bound["bot_action"] = tree.bot_or_search_action
    return bound


@lru_cache(maxsize=64)
def compiled_matches(type: GameType, kinds: frozenset[int], *, bounds_checks: bool = False) -> Function:
    """`kernels.play_matches` compiled for a game and bots of these kinds."""
    return compile_kernel(kernels.play_matches, type.rules, bindings_for(type, kinds), bounds_checks=bounds_checks)


@lru_cache(maxsize=64)
def compiled_think(type: GameType, *, bounds_checks: bool = False) -> Function:
    """`tree.think` compiled for a game."""
    return compile_kernel(tree.think, type.rules, bindings_for(type, EVERY_KIND), bounds_checks=bounds_checks)
