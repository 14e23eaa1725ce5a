"""The loops that every game shares, written once: plain Python here, compiled by `core.compiled`.

They call the rulebook by the names of `core.rulebook`. Results depend on (seed, match index) only.
"""

from collections.abc import Sequence
from typing import Any

from liftlobby.core.fields import CHANCE, SIMULTANEOUS, TERMINAL
from liftlobby.core.packed import lowest
from liftlobby.core.rng import Stream, start
from liftlobby.core.rulebook import (
    Buffer,
    apply_action,
    bot_action,
    current_player,
    random_outcome,
    returns,
    score,
    seats_to_act,
)

MOVES, CHANCE_MOVES, TURNS, FINISHED = 0, 1, 2, 3
"""The columns of `counts`."""


def play_out(
    state: Any,
    bots: Sequence[Sequence[int]],
    max_turns: int,
    chance: Stream,
    minds: Stream,
    actions: Buffer,
    weights: Buffer,
    memory: Any,
    counts: Buffer,
) -> None:
    """Play a match from any state until it is over or has had `max_turns` turns; fills in `counts`.

    bots: a row a seat, as `core.rulebook` says. memory: what bots that search work with, else None.

    Chance and bots draw from streams of their own, so other bots meet the same luck for as long as they
    play the same moves. Seats that act at once do so one after another, which none of them can notice.
    """
    moves = 0
    chance_moves = 0
    player = current_player(state)
    while player != TERMINAL and state.turns < max_turns:
        if player == CHANCE:
            apply_action(state, CHANCE, random_outcome(state, chance, actions, weights))
            chance_moves += 1
        else:
            if player == SIMULTANEOUS:
                player = lowest(seats_to_act(state))
            apply_action(state, player, bot_action(state, player, bots[player], minds, actions, weights, memory))
            moves += 1
        player = current_player(state)
    counts[MOVES] = moves
    counts[CHANCE_MOVES] = chance_moves
    counts[TURNS] = state.turns
    counts[FINISHED] = player == TERMINAL


def play_matches(
    states: Any,
    seed: int,
    first: int,
    bots: Any,
    max_turns: int,
    streams: Any,
    actions: Buffer,
    weights: Buffer,
    memory: Any,
    counts: Any,
    gains: Any,
    points: Any,
) -> None:
    """Play the matches `first`, `first` + 1, ... from the position states[0], one for each row of `counts`.

    states: [2] records, of which the second is the working place. bots and memory: as for `play_out`.
    streams: [2, 1]. counts: [matches, 4]. gains and points (returns and scores): [matches, seats], written for
    finished matches only.
    """
    for i in range(len(counts)):
        states[1] = states[0]
        state = states[1]
        streams[0][0] = start(seed, 2 * (first + i))
        streams[1][0] = start(seed, 2 * (first + i) + 1)
        play_out(state, bots, max_turns, streams[0], streams[1], actions, weights, memory, counts[i])
        if counts[i][FINISHED]:
            note_result(state, gains[i], points[i])


def note_result(state: Any, gains: Any, points: Any) -> None:
    """The returns and scores of a match that is over, by seat."""
    for seat in range(state.players):
        gains[seat] = returns(state, seat)
        points[seat] = score(state, seat)
