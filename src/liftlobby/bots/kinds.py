"""Bots bound and compiled with a game: no more of a game than the kinds of bots need that play it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from liftlobby.bots import tree
from liftlobby.core import kernels, rulebook
from liftlobby.core.compiled import Function, bindings, compile_kernel
from liftlobby.core.errors import LiftError
from liftlobby.core.fields import fields_of
from liftlobby.core.game import GameType
from liftlobby.core.rulebook import HEURISTIC_BOT, SEARCH_BOT

EVERY_KIND = frozenset({rulebook.RANDOM_BOT, HEURISTIC_BOT, SEARCH_BOT})


def bindings_for(type: GameType, kinds: Collection[int]) -> dict[str, Function]:
    """The functions of a game and of bots of these kinds, in the places of `core.rulebook`."""
    bound = bindings(type.rules)
    if type.heuristic and (HEURISTIC_BOT in kinds or SEARCH_BOT in kinds):
        bound["heuristic_action"] = type.heuristic.heuristic_action
        bound["quick_action"] = rulebook.heuristic_or_random_action
    if SEARCH_BOT in kinds:
        if "sample_world" not in bound:
            bound["sample_world"] = _only_world(type)
        if type.search.rollout == "heuristic":
            bound["rollout_action"] = bound["heuristic_action"]
        if hasattr(type.heuristic, "prospects"):
            bound["prospects"] = type.heuristic.prospects
        bound["bot_action"] = tree.bot_or_search_action
    return bound


def _only_world(type: GameType) -> Function:
    """`sample_world` of a game in which every seat sees all there is."""
    if any(f.seen_by != "public" for f in fields_of(type.rules.State)):
        raise LiftError(f"{type.slug} has no `sample_world`, so what its seats cannot see cannot be searched.")
    return tree.only_world


@lru_cache(maxsize=64)
def compiled_matches(type: GameType, kinds: frozenset[int], *, bounds_checks: bool = False) -> Function:
    """`kernels.play_matches` compiled for a game and bots of these kinds."""
    return compile_kernel(kernels.play_matches, type.rules, bindings_for(type, kinds), bounds_checks=bounds_checks)


@lru_cache(maxsize=64)
def compiled_think(type: GameType, *, bounds_checks: bool = False) -> Function:
    """`tree.think` compiled for a game."""
    return compile_kernel(tree.think, type.rules, bindings_for(type, EVERY_KIND), bounds_checks=bounds_checks)
