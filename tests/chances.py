"""Worlds counted against chances, for tests."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import liftlobby as ll
from liftlobby.core.fields import View, copy_state
from liftlobby.core.masks import masks
from liftlobby.core.rng import start
from liftlobby.core.worlds import world_sampler


def worlds(game: ll.Game, view: View, number: int) -> list[Any]:
    """So many worlds for the view's seat from one stream, as `ll.sample_world` makes them one by one."""
    rules, sample = game.rules, world_sampler(game.type)
    seen, stream, buffer = rules.State(), [start(5, 0)], [0] * max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    masks(rules.State)["copy_seen"](view, view.seat, seen)
    made = [copy_state(seen) for _ in range(number)]
    for world in made:
        sample(world, view.seat, stream, buffer)
    return made


def check_worlds_are_as_likely(
    game: ll.Game, view: View, what: Callable[[Any], Hashable], weights: Mapping[Hashable, float], number: int = 2000
) -> None:
    """What `what` says of worlds comes as often as its weight asks for, and nothing else comes.

    Chi-square (Pearson 1900), six standard deviations from its mean at most: with the stream of `worlds` it holds or it
    does not, and no luck is involved. Rare outcomes are counted together.
    """
    counted = Counter(what(world) for world in worlds(game, view, number))
    assert set(counted) <= {outcome for outcome, weight in weights.items() if weight > 0}
    total = sum(weights.values())
    expected = {outcome: number * weight / total for outcome, weight in weights.items()}
    bins = [(counted[outcome], often) for outcome, often in expected.items() if often >= 5]
    rare = number - sum(often for _, often in bins)
    if rare > 1e-6:
        bins.append((number - sum(times for times, _ in bins), rare))
    degrees = len(bins) - 1
    assert degrees > 0, "there is nothing to count"
    square = sum((times - often) ** 2 / often for times, often in bins)
    assert square < degrees + 6 * math.sqrt(2 * degrees), f"{square:.1f} with {degrees} degrees of freedom"
