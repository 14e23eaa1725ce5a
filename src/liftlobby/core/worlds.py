"""Worlds that are possible for a seat: what it sees as it is, and what it cannot see dealt anew.

Each game says how in its room `worlds`; here are the way there from a view and the default for games that hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from liftlobby.core import plain
from liftlobby.core.errors import LiftError
from liftlobby.core.fields import TERMINAL, View, fields_of
from liftlobby.core.game import Game, GameType
from liftlobby.core.masks import masks
from liftlobby.core.packed import LOWER_63
from liftlobby.core.rng import Stream, start


def has_worlds(type: GameType) -> bool:
    """Does the game say how what a seat cannot see is dealt anew, or hide nothing?"""
    if type.worlds is plain:
        return all(f.seen_by == "public" for f in fields_of(type.rules.State))
    return hasattr(type.worlds, "sample_world")


def world_sampler(type: GameType) -> Callable[..., None]:
    """The function for the place `sample_world` of `core.rulebook`. Raises LiftError for a game that has none."""
    if not has_worlds(type):
        raise LiftError(f"{type.slug} has no `sample_world`, so what its seats cannot see cannot be dealt anew.")
    sampler: Callable[..., None] = type.worlds.sample_world
    return sampler


def sample_world(game: Game, view: View, rng: int | Stream) -> Any:
    """A state in which the seat would see this view, as likely as chance and all that the view holds make it.

    Of others' choices nothing is concluded but what they make impossible. What others have chosen at the same time,
    unseen, is taken back: in the world they are to act again. `rng` is a seed or a stream (`core.rng`), and the world
    depends on it and on the view alone. Raises LiftError for a spectator's view, for another game's, and when the
    match is over.
    """
    if view.seat is None:
        raise LiftError("A spectator sits nowhere: give the view of a seat.")
    if not view.is_of(game.rules.State):
        raise LiftError(f"That is not a view of {game.slug}.")
    if game.rules.current_player(view) == TERMINAL:
        raise LiftError("The match is over; a world is something to play on in.")
    sample = world_sampler(game.type)
    world = game.rules.State()
    masks(game.rules.State)["copy_seen"](view, view.seat, world)
    stream = [start(rng & LOWER_63, 0)] if isinstance(rng, int) else rng
    sample(world, view.seat, stream, [0] * max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES))
    return world
