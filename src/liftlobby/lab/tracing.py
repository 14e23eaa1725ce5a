"""Matches played with a trace of every choice and every turn: plain Python like `core.kernels`, compiled the same way.

A trace has room for `MOST_CHOICES` choices and `MOST_TURNS` turns a match; what comes after is not recorded. Traces
live for one batch of matches: `lab.measures` makes a few numbers of each match, and only those are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from liftlobby.bots.kinds import bindings_for
from liftlobby.bots.tree import VISITS
from liftlobby.core import rulebook
from liftlobby.core.compiled import Bindings, Function, compile_kernel
from liftlobby.core.fields import CHANCE, NOBODY, SIMULTANEOUS, TERMINAL
from liftlobby.core.game import GameType, room_of
from liftlobby.core.kernels import CHANCE_MOVES, FINISHED, MOVES, TURNS, note_result
from liftlobby.core.packed import lowest, size
from liftlobby.core.rng import Stream, below, start
from liftlobby.core.rulebook import (
    KIND,
    SEARCH_BOT,
    UNRESTRICTED,
    Buffer,
    apply_action,
    bot_action,
    current_player,
    is_allowed,
    legal_actions,
    opener,
    phase_of,
    preference,
    random_outcome,
    seats_to_act,
    standing_of,
)

OPENER, CHOICES, STANDINGS = 4, 5, 6
"""The columns of `counts` after those of `core.kernels`: the last two say how many rows of the trace were written."""
SEAT, PHASE, OPTIONS, OTHERS = range(4)
"""The columns of `choices`: who chose, in which phase, among how many actions, and how many were still to choose."""
MOST_CHOICES = 4096
MOST_TURNS = 2048


def trace_matches(
    states: Any,
    deals: int,
    minds: int,
    first: int,
    bots: Any,
    restrictions: Sequence[int],
    max_turns: int,
    streams: Any,
    actions: Buffer,
    weights: Buffer,
    memory: Any,
    counts: Any,
    gains: Any,
    points: Any,
    choices: Any,
    standings: Any,
) -> None:
    """Play the matches `first`, `first` + 1, ... as `kernels.play_matches` does, and record them.

    `deals` is the seed of chance and `minds` that of the bots; where both are the same the matches are those that
    `simulate` plays with it. restrictions: one a seat. counts: [matches, 7]. choices: [matches, room, 4].
    standings: [matches, room, seats], a row for the position before the first choice after each turn, and for the last.
    """
    for i in range(len(counts)):
        states[1] = states[0]
        streams[0][0] = start(deals, 2 * (first + i))
        streams[1][0] = start(minds, 2 * (first + i) + 1)
        trace_match(
            states[1],
            bots,
            restrictions,
            max_turns,
            streams[0],
            streams[1],
            actions,
            weights,
            memory,
            counts[i],
            choices[i],
            standings[i],
        )
        if counts[i][FINISHED]:
            note_result(states[1], gains[i], points[i])


def trace_match(
    state: Any,
    bots: Any,
    restrictions: Sequence[int],
    max_turns: int,
    chance: Stream,
    minds: Stream,
    actions: Buffer,
    weights: Buffer,
    memory: Any,
    counts: Any,
    choices: Any,
    standings: Any,
) -> None:
    """Play one match to its end or to `max_turns`."""
    moves = 0
    chance_moves = 0
    seen = 0
    last_turn = -1
    counts[OPENER] = NOBODY
    is_going = True
    while is_going:
        player = current_player(state)
        is_going = player != TERMINAL and state.turns < max_turns
        if not is_going or (player != CHANCE and state.turns != last_turn):
            seen = note_standings(state, seen, standings)
            last_turn = state.turns
        if is_going:
            if player == CHANCE:
                action = random_outcome(state, chance, actions, weights)
                chance_moves += 1
            else:
                others = 0
                if player == SIMULTANEOUS:
                    player = lowest(seats_to_act(state))
                    others = size(seats_to_act(state)) - 1
                if moves == 0:
                    counts[OPENER] = opener(state)
                number = legal_actions(state, player, actions)
                if moves < len(choices):
                    choices[moves, SEAT] = player
                    choices[moves, PHASE] = phase_of(state)
                    choices[moves, OPTIONS] = number
                    choices[moves, OTHERS] = others
                action = bot_action(state, player, bots[player], minds, actions, weights, memory)
                if restrictions[player] != UNRESTRICTED and not is_allowed(state, player, action, restrictions[player]):
                    action = another_action(
                        state, player, bots[player], restrictions[player], action, minds, actions, memory
                    )
                moves += 1
            apply_action(state, player, action)
    counts[MOVES] = moves
    counts[CHANCE_MOVES] = chance_moves
    counts[TURNS] = state.turns
    counts[FINISHED] = player == TERMINAL
    counts[CHOICES] = min(moves, len(choices))
    counts[STANDINGS] = seen


def note_standings(state: Any, row: int, standings: Any) -> int:
    """Write a row if there is room, and return the next."""
    if row == len(standings):
        return row
    for seat in range(state.players):
        standings[row, seat] = standing_of(state, seat)
    return row + 1


# --- restricted play --------------------------------------------------------------------------------------------------


def another_action(
    state: Any,
    seat: int,
    bot: Sequence[int],
    restriction: int,
    action: int,
    stream: Stream,
    actions: Buffer,
    memory: Any,
) -> int:
    """What a bot plays whose choice its restriction forbids: the best of the rest, or its choice if nothing is left."""
    chosen = action
    best = -1.0
    for n in range(legal_actions(state, seat, actions)):
        if is_allowed(state, seat, actions[n], restriction):
            liking = preference(bot, n, stream, memory)
            if liking > best:
                best = liking
                chosen = actions[n]
    return chosen


def drawn_preference(bot: Sequence[int], n: int, stream: Stream, memory: Any) -> float:
    """Any is as good as another, by a number that is drawn."""
    return float(below(stream, 1 << 30))


def searched_preference(bot: Sequence[int], n: int, stream: Stream, memory: Any) -> float:
    """How often a search bot, which has just thought, has tried the n-th legal action."""
    if bot[KIND] == SEARCH_BOT:
        return float(memory.tries[n, VISITS])
    return drawn_preference(bot, n, stream, memory)


# --- bound to a game --------------------------------------------------------------------------------------------------


def tracing_bindings(type: GameType, kinds: frozenset[int]) -> Bindings:
    """The functions of a game, of bots of these kinds, and of the game's room `balance`."""
    own = vars(room_of(type, "balance") or rulebook)
    names = ("standing_of", "phase_of", "opener", "is_allowed")
    bound: dict[str, Function] = {name: own[name] for name in names if name in own}
    bound["preference"] = searched_preference if SEARCH_BOT in kinds else drawn_preference
    return bindings_for(type, kinds) | bound


@lru_cache(maxsize=64)
def compiled_traces(type: GameType, kinds: frozenset[int], *, bounds_checks: bool = False) -> Function:
    """`trace_matches` compiled for a game and bots of these kinds."""
    bound = tracing_bindings(type, kinds)
    return compile_kernel(trace_matches, type.rules, bound, bounds_checks=bounds_checks)
