"""The search: multiple-observer information-set Monte Carlo tree search, written once for every game.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). Each iteration deals a world
that is possible for the seat that thinks, walks down the tree in it, adds one node, plays on to the end, and tells
every node on the way what the seat that acted there gained.

A node stands for all that a seat sees when it is to act, so its key is `view_key`, each seat has nodes of its own, and
what they have learnt never depends on what their seat cannot see. Chance has no nodes. Seats that act at once do so
one after another (the one that thinks first), which none of them can notice.

Plain Python like a rulebook, and compiled the same way.
"""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

from liftlobby.core.fields import CHANCE, SIMULTANEOUS, TERMINAL
from liftlobby.core.packed import has, lowest
from liftlobby.core.rng import Stream, below
from liftlobby.core.rulebook import (
    ITERATIONS,
    KIND,
    SEARCH_BOT,
    Buffer,
    apply_action,
    copy_seen,
    current_player,
    legal_actions,
    prospects,
    quick_action,
    random_outcome,
    returns,
    rollout_action,
    sample_world,
    seats_to_act,
    view_key,
)

KEY, FIRST_TRY = 0, 1
"""The columns of `nodes`."""
VISITS, GAINED = 0, 1
"""The columns of `tries`."""
TRY, SEAT = 0, 1
"""The columns of `path`."""
USED_NODES, USED_TRIES, STEPS = 0, 1, 2
"""The places of `counts`."""
LEAST, MOST = 0, 1
"""The places of `span`."""


class Memory(NamedTuple):
    """What a search works with, so that kernels allocate nothing; `bots.search` makes one.

    A node is a row of `nodes` and, for each of its legal actions in their order, a row of `tries`.
    """

    worlds: Any
    """[2] states: what the seat that thinks sees, zero elsewhere; and the world of the iteration."""
    nodes: Any
    """[a power of two, 2]: key, and 1 + the first of its rows in `tries`; a free place has zeros."""
    tries: Any
    """[rows, 2]: visits, and the sum of what the acting seat gained."""
    path: Any
    """[longest walk, 2]: of each step of the iteration, the row of `tries` and the seat."""
    gains: Any
    """[seats]: what each seat gained in the iteration."""
    thought: Any
    """[actions, seats]: by the place of the seat's legal action now, the sum of what each seat gained."""
    span: Any
    """[2]: the least and the greatest gain so far."""
    counts: Any
    """[3]: nodes and tries in use, and the steps of the iteration."""
    doubts: Any
    """[visits]: the square root of the logarithm of so many visits, as UCB1 has it; the last stands for more."""
    exploration: float
    """The constant of UCB1, for gains that span 1."""
    turns: int
    """After how many turns an iteration stops before the end."""


def bot_or_search_action(
    state: Any, seat: int, bot: Sequence[int], stream: Stream, actions: Buffer, weights: Buffer, memory: Memory
) -> int:
    """What a bot plays where some search. A bot that does is shown what its seat sees, by allowlist."""
    if bot[KIND] == SEARCH_BOT:
        copy_seen(state, seat, memory.worlds[0])
        return search_action(seat, bot[ITERATIONS], stream, actions, weights, memory)
    return quick_action(state, seat, bot[KIND], stream, actions)


def search_action(seat: int, iterations: int, stream: Stream, actions: Buffer, weights: Buffer, memory: Memory) -> int:
    """The action that the seat, which is to act in `memory.worlds[0]`, has tried most once it has thought."""
    root = memory.worlds[0]
    if legal_actions(root, seat, actions) > 1:
        forget(memory)
        think(seat, iterations, stream, actions, weights, memory)
    number = legal_actions(root, seat, actions)
    return actions[most_tried(number, memory)]


def forget(memory: Memory) -> None:
    """An empty tree."""
    for i in range(len(memory.nodes)):
        memory.nodes[i, KEY] = 0
        memory.nodes[i, FIRST_TRY] = 0
    for n in range(len(memory.thought)):
        for seat in range(len(memory.gains)):
            memory.thought[n, seat] = 0.0
    memory.span[LEAST] = 0.0
    memory.span[MOST] = 0.0
    memory.counts[USED_NODES] = 0
    memory.counts[USED_TRIES] = 0


def most_tried(number: int, memory: Memory) -> int:
    """The place of the action tried most among the root's `number`; of equals the one that gained most, then the first.

    The root is the first node, so its tries come first.
    """
    tries = memory.tries
    best = 0
    for n in range(1, number):
        more = tries[n, VISITS] - tries[best, VISITS]
        if more > 0 or (more == 0 and tries[n, GAINED] > tries[best, GAINED]):
            best = n
    return best


def think(seat: int, iterations: int, stream: Stream, actions: Buffer, weights: Buffer, memory: Memory) -> None:
    """So many iterations from what the seat sees; they go on where the ones before them stopped."""
    for _ in range(iterations):
        world = memory.worlds[1]
        copy_seen(memory.worlds[0], seat, world)
        sample_world(world, seat, stream, actions)
        last_turn = world.turns + memory.turns
        walk(world, seat, stream, actions, weights, memory)
        roll_out(world, last_turn, stream, actions, weights)
        learn(world, memory)


def walk(world: Any, seat: int, stream: Stream, actions: Buffer, weights: Buffer, memory: Memory) -> None:
    """Down the tree to a node that is new, or to the end of the match; `path` holds the steps."""
    steps = 0
    is_known = True
    player = current_player(world)
    while is_known and player != TERMINAL and steps < len(memory.path):
        if player == CHANCE:
            action = random_outcome(world, stream, actions, weights)
        else:
            if player == SIMULTANEOUS:
                player = whose_turn(world, seat)
            number = legal_actions(world, player, actions)
            n = 0
            if number > 1:
                key = view_key(world, player)
                place = find(key, memory)
                is_known = memory.nodes[place, FIRST_TRY] != 0
                if is_known:
                    n = choose(memory.nodes[place, FIRST_TRY] - 1, number, stream, memory)
                elif has_room(number, memory):
                    add_node(place, key, number, memory)
                    n = first_choice(world, player, number, stream, actions, weights)
                else:
                    break
                memory.path[steps, TRY] = memory.nodes[place, FIRST_TRY] - 1 + n
                memory.path[steps, SEAT] = player
                steps += 1
            action = actions[n]
        apply_action(world, player, action)
        player = current_player(world)
    memory.counts[STEPS] = steps


def whose_turn(world: Any, seat: int) -> int:
    """Of seats that act at once the one that thinks, then the lowest: so the root is the first node of every walk."""
    waiting = seats_to_act(world)
    if has(waiting, seat):
        return seat
    return lowest(waiting)


def find(key: int, memory: Memory) -> int:
    """The place of the node with this key, or the free place where it would be."""
    nodes = memory.nodes
    last = len(nodes) - 1
    place = key & last
    while nodes[place, FIRST_TRY] != 0 and nodes[place, KEY] != key:
        place = (place + 1) & last
    return place


def has_room(number: int, memory: Memory) -> bool:
    """May a node with so many actions be added? Half of the places stay free, so that nodes are found quickly."""
    counts = memory.counts
    return bool(counts[USED_NODES] < len(memory.nodes) // 2 and counts[USED_TRIES] + number <= len(memory.tries))


def add_node(place: int, key: int, number: int, memory: Memory) -> None:
    """A node with so many actions, none of them tried."""
    row = memory.counts[USED_TRIES]
    memory.nodes[place, KEY] = key
    memory.nodes[place, FIRST_TRY] = row + 1
    memory.counts[USED_NODES] += 1
    memory.counts[USED_TRIES] = row + number
    for n in range(number):
        memory.tries[row + n, VISITS] = 0.0
        memory.tries[row + n, GAINED] = 0.0


def first_choice(world: Any, player: int, number: int, stream: Stream, actions: Buffer, weights: Buffer) -> int:
    """The place, among the legal actions, of what a seat plays in a new node: what it would play beyond the tree."""
    action = rollout_action(world, player, stream, weights)
    n = 0
    while n < number - 1 and actions[n] != action:
        n += 1
    return n


def choose(row: int, number: int, stream: Stream, memory: Memory) -> int:
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002): what was never tried, at random; then what may be best."""
    tries = memory.tries
    visits = 0.0
    untried = 0
    for n in range(row, row + number):
        visits += tries[n, VISITS]
        untried += int(tries[n, VISITS] == 0)
    if untried:
        return nth_untried(row, below(stream, untried), memory)
    span = memory.span[MOST] - memory.span[LEAST]
    if span == 0.0:
        span = 1.0
    curiosity = memory.exploration * span * memory.doubts[min(int(visits), len(memory.doubts) - 1)]
    best = -inf
    chosen = 0
    for n in range(number):
        tried = tries[row + n, VISITS]
        promise = (tries[row + n, GAINED] + curiosity * sqrt(tried)) / tried
        if promise > best:
            best = promise
            chosen = n
    return chosen


def nth_untried(row: int, n: int, memory: Memory) -> int:
    """The place of a node's n-th action, from 0, that was never tried."""
    i = row
    while n > 0 or memory.tries[i, VISITS] != 0:
        n -= int(memory.tries[i, VISITS] == 0)
        i += 1
    return i - row


def roll_out(world: Any, last_turn: int, stream: Stream, actions: Buffer, weights: Buffer) -> None:
    """Play on to the end, or to the last turn that is looked at."""
    player = current_player(world)
    while player != TERMINAL and world.turns < last_turn:
        if player == CHANCE:
            apply_action(world, CHANCE, random_outcome(world, stream, actions, weights))
        else:
            if player == SIMULTANEOUS:
                player = lowest(seats_to_act(world))
            apply_action(world, player, rollout_action(world, player, stream, actions))
        player = current_player(world)


def learn(world: Any, memory: Memory) -> None:
    """Tell every step what the seat that took it has gained, and the root what all have."""
    is_over = current_player(world) == TERMINAL
    root_try = memory.path[0, TRY]
    for seat in range(world.players):
        if is_over:
            gain = returns(world, seat)
        else:
            gain = prospects(world, seat)
        memory.gains[seat] = gain
        memory.thought[root_try, seat] += gain
        memory.span[LEAST] = min(memory.span[LEAST], gain)
        memory.span[MOST] = max(memory.span[MOST], gain)
    for i in range(memory.counts[STEPS]):
        tried = memory.path[i, TRY]
        memory.tries[tried, VISITS] += 1.0
        memory.tries[tried, GAINED] += memory.gains[memory.path[i, SEAT]]
