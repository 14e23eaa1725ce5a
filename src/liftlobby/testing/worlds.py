"""Worlds that are possible for a seat (`core.worlds`): they look as its view does, and the match can go on in them.

That they are as likely as chance makes them is for each game to show, against counting by hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from liftlobby.core.compiled import bind, bindings, compile_kernel
from liftlobby.core.fields import (
    CHANCE,
    LETTERS,
    SIMULTANEOUS,
    TERMINAL,
    View,
    copy_state,
    fields_of,
    leaves,
    to_record,
)
from liftlobby.core.game import Game
from liftlobby.core.masks import masks
from liftlobby.core.match import Match, chance_outcomes, legal_actions
from liftlobby.core.packed import has
from liftlobby.core.rng import start
from liftlobby.core.rulebook import Buffer, sample_world
from liftlobby.core.worlds import sample_world as world_of
from liftlobby.core.worlds import world_sampler
from liftlobby.testing.exchange import exchanged_state

FARTHEST = 100
"""Moves after which a world has shown that one can play on in it."""


def check_worlds(match: Match, dice: random.Random) -> None:
    """For each seat: a world depends on view and seed only, is within bounds, looks as the seat sees it, and goes on.

    A seat sees the same in it, but for choices that others have made at the same time, unseen: those are taken back,
    and some choice of theirs must lead to the view again.
    """
    game = match.game
    for seat, letter in enumerate(game.seats):
        view, seed = match.view(letter), dice.getrandbits(60)
        world = world_of(game, view, seed)
        twin = exchanged_state(match._state, game.players, seat, dice)
        assert world == world_of(game, View(twin, seat), seed), f"the world of {letter} depends on what is hidden"
        _check_bounds(world)
        if match.player == SIMULTANEOUS:
            _choose_again(game, world, view, dice)
        assert View(world, seat) == view, f"{letter} sees {View(world, seat)} in its world, not {view}"
        _play_on(game, world_of(game, view, seed), dice)


def _check_bounds(world: Any) -> None:
    for f in fields_of(world):
        for number in leaves(getattr(world, f.name)):
            assert type(number) is int, f"in a world {f.name} holds {number!r}, which is not an int"
            assert f.permits(number), f"in a world {f.name} holds {number}, outside its declared bounds"


def _choose_again(game: Game, world: Any, view: View, dice: random.Random) -> None:
    """Let the seats whose choices were taken back choose, as far as that brings the world nearer to the view."""
    rules = game.rules
    for other in range(game.players):
        while other != view.seat and has(rules.seats_to_act(world), other):
            after = copy_state(world)
            rules.apply_action(after, other, dice.choice(legal_actions(rules, world, other)))
            if _differences(after, view) >= _differences(world, view):
                break
            for f in fields_of(world):
                setattr(world, f.name, getattr(after, f.name))


def _differences(world: Any, view: View) -> int:
    """How many numbers look otherwise."""
    seen, wanted = View(world, view.seat).as_dict(), view.as_dict()
    return sum(a != b for name in wanted for a, b in zip(leaves(seen[name]), leaves(wanted[name]), strict=True))


def _play_on(game: Game, world: Any, dice: random.Random) -> None:
    """The match goes on in a world, at random, within the bounds of the fields, to its end if that is not far."""
    rules = game.rules
    moves = 0
    while (player := rules.current_player(world)) != TERMINAL and moves < FARTHEST:
        if player == CHANCE:
            outcomes, weights = zip(*chance_outcomes(rules, world), strict=True)
            action = dice.choices(outcomes, weights)[0]
        else:
            if player == SIMULTANEOUS:
                player = dice.choice([s for s in range(game.players) if has(rules.seats_to_act(world), s)])
            action = dice.choice(legal_actions(rules, world, player))
        rules.apply_action(world, player, action)
        moves += 1
    _check_bounds(world)


def _some_states(game: Game, dice: random.Random) -> list[Any]:
    """Up to 50 states of a random match, from its beginning and later."""
    match = game.match(seed=dice.getrandbits(40))
    states: list[Any] = []
    while match.to_act and len(states) < 50:
        if match.num_moves < 60 or match.num_moves % 7 == 0:
            states.append(copy_state(match._state))
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
    return states


def fill_in(worlds: Any, seats: Sequence[int], streams: Any, buffer: Buffer) -> None:
    """A kernel: fill in what seats[i] does not see in worlds[i]. streams: [worlds, 1]."""
    for i in range(len(seats)):
        sample_world(worlds[i], seats[i], streams[i], buffer)


def check_compiled_worlds(game: Game, *, seed: int = 1, matches: int = 3) -> None:
    """In random matches worlds are the same interpreted, compiled, and compiled with bounds checks, to the byte."""
    import numpy as np

    rules = game.rules
    dice = random.Random(f"worlds {seed}")
    states = [state for _ in range(matches) for state in _some_states(game, dice)]
    bound = bindings(rules) | {"sample_world": world_sampler(game.type)}
    copy_seen = masks(rules.State)["copy_seen"]
    slow, seats = [], []
    for state in states:
        for seat in range(game.players):
            slow.append(rules.State())
            seats.append(seat)
            copy_seen(state, seat, slow[-1])
    fast = np.concatenate([to_record(world) for world in slow])
    streams = [[start(seed, i)] for i in range(len(seats))]
    room = max(rules.NUM_ACTIONS, rules.NUM_OUTCOMES)
    for bounds_checks in (False, True):
        worlds = fast.copy()
        kernel = compile_kernel(fill_in, rules, bound, bounds_checks=bounds_checks)
        kernel(worlds, np.array(seats), np.array(streams), np.zeros(room, np.int64))
        if not bounds_checks:
            bind(fill_in, bound)(slow, seats, [stream[:] for stream in streams], [0] * room)
        for i, world in enumerate(slow):
            same = worlds[i : i + 1].tobytes() == to_record(world).tobytes()
            assert same, f"{game.slug} {game.options}: a compiled world of {LETTERS[seats[i]]} differs from {world}"
