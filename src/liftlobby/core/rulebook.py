"""What a rulebook is: these functions, over a state declared with `core.fields`.

The kernels call them by these names; `core.compiled` puts a game's own functions in their place. A rulebook must
define all but the last five, which speed up games whose actions are quicker to count than to list; where it
does not, the ones here list and choose.

An action is an int from 0 to `NUM_ACTIONS` - 1, a chance outcome one from 0 to `NUM_OUTCOMES` - 1 (constants of the
rulebook). `state` is changed in place. `setup` finds the option fields already filled in and everything else zero.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from liftlobby.core.fields import NOBODY
from liftlobby.core.rng import Stream, below

Buffer = MutableSequence[int]

NUM_ACTIONS: int
NUM_OUTCOMES: int


def setup(state: Any) -> None:
    """Make a state with its options filled in ready for the first move."""
    raise NotImplementedError  # a rulebook's own function stands here


def current_player(state: Any) -> int:
    """The seat to act, CHANCE, SIMULTANEOUS (then `seats_to_act` says who) or TERMINAL."""
    raise NotImplementedError


def legal_actions(state: Any, seat: int, actions: Buffer) -> int:
    """Write the legal actions of a seat that is to act into `actions`, rising, and return how many."""
    raise NotImplementedError


def chance_outcomes(state: Any, outcomes: Buffer, weights: Buffer) -> int:
    """Write the possible outcomes, rising, and their positive integer weights, and return how many."""
    raise NotImplementedError


def apply_action(state: Any, player: int, action: int) -> None:
    """Carry out a legal action of a seat, or a possible outcome for player CHANCE."""
    raise NotImplementedError


def score(state: Any, seat: int) -> int:
    """What the seat has so far, in the game's own unit."""
    raise NotImplementedError


def returns(state: Any, seat: int) -> float:
    """What the seat gains or loses once the match is over; all seats sum to zero, winners have the most."""
    raise NotImplementedError


# --- only where a game has them -----------------------------------------------------------------------------------


def seats_to_act(state: Any) -> int:
    """The set of seats that may act now."""
    return 1 << current_player(state)


def num_legal_actions(state: Any, seat: int) -> int:
    """How many actions `legal_actions` would list."""
    raise NotImplementedError


def nth_legal_action(state: Any, seat: int, n: int) -> int:
    """The n-th of them, from 0."""
    raise NotImplementedError


def chance_weight(state: Any) -> int:
    """The sum of the weights `chance_outcomes` would list."""
    raise NotImplementedError


def nth_chance_outcome(state: Any, n: int) -> int:
    """The first listed outcome whose running sum of weights exceeds n."""
    raise NotImplementedError


# --- choosing at random -------------------------------------------------------------------------------------------


def random_action(state: Any, seat: int, stream: Stream, actions: Buffer) -> int:
    """A legal action, each as likely; lists them."""
    return actions[below(stream, legal_actions(state, seat, actions))]


def random_outcome(state: Any, stream: Stream, outcomes: Buffer, weights: Buffer) -> int:
    """A chance outcome by its weight; lists them."""
    number = chance_outcomes(state, outcomes, weights)
    weight = 0
    for i in range(number):
        weight += weights[i]
    left = below(stream, weight)
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return outcomes[i]


def counted_action(state: Any, seat: int, stream: Stream, actions: Buffer) -> int:
    """The same choice as `random_action`, by counting."""
    return nth_legal_action(state, seat, below(stream, num_legal_actions(state, seat)))


def counted_outcome(state: Any, stream: Stream, outcomes: Buffer, weights: Buffer) -> int:
    """The same choice as `random_outcome`, by counting."""
    return nth_chance_outcome(state, below(stream, chance_weight(state)))


# --- for search -------------------------------------------------------------------------------------------------------


def sample_world(state: Any, seat: int, stream: Stream, buffer: Buffer) -> None:
    """Fill in what `seat` does not see, which is zero in `state`: one of the worlds that are possible, by its chance.

    A game's `worlds.py` defines it. Chance weighs worlds as the rulebook does, given all that the seat's view holds; of
    others' choices nothing is concluded but what they make impossible. Choices that others have made at the same time,
    unseen, are taken back: those seats are to act again. The match is not over. `buffer` has room for every action
    and every outcome.
    """
    raise NotImplementedError  # a game's own function stands here


def prospects(state: Any, seat: int) -> float:
    """What the seat may expect where a look ahead stops before the end, in the unit of `returns`."""
    return 0.0


def copy_seen(state: Any, seat: int, world: Any) -> None:
    """Make `world` hold what `seat` sees of `state`, and zero elsewhere; `state` may be that seat's view."""
    raise NotImplementedError  # made from the declaration of the fields by `core.masks`


def view_key(state: Any, seat: int) -> int:
    """A hash, below 2**63, of what the seat sees: equal for equal views, and for others but by an unlikely accident."""
    raise NotImplementedError  # made from the declaration of the fields by `core.masks`


# --- for the balance report: a game's `balance.py` may define them ---------------------------------------------------

UNRESTRICTED = 0
"""The restriction of a seat that may do all that is legal."""


def standing_of(state: Any, seat: int) -> int:
    """How well the seat stands, to be compared with the others': more is better. Here what it has so far."""
    return score(state, seat)


def phase_of(state: Any) -> int:
    """Which kind of choice the seats now have."""
    return 0


def opener(state: Any) -> int:
    """At the first choice of a match: the seat that begins, or NOBODY where all begin together."""
    return NOBODY


def is_allowed(state: Any, seat: int, action: int, restriction: int) -> bool:
    """May a seat under this restriction play the legal action? Reads only what the seat may see."""
    return True


def preference(bot: Sequence[int], n: int, stream: Stream, memory: Any) -> float:
    """How much a bot that has just chosen likes the n-th legal action, from 0."""
    raise NotImplementedError  # `lab.tracing` has it


# --- bots that are compiled with the game -------------------------------------------------------------------------

KIND, ITERATIONS = 0, 1
"""What a bot is to kernels: a row with its kind and, if it searches, how many worlds it looks at."""
RANDOM_BOT, HEURISTIC_BOT, SEARCH_BOT = 0, 1, 2


def heuristic_action(state: Any, seat: int, stream: Stream, actions: Buffer) -> int:
    """A quick, sensible choice: a game's `heuristic.py` defines it."""
    raise NotImplementedError  # a game's own function stands here


def rollout_action(state: Any, seat: int, stream: Stream, actions: Buffer) -> int:
    """What seats play beyond the part of the tree that a search has grown."""
    return random_action(state, seat, stream, actions)


def quick_action(state: Any, seat: int, kind: int, stream: Stream, actions: Buffer) -> int:
    """What a bot of a kind that does not search plays; all are random where none is heuristic."""
    return random_action(state, seat, stream, actions)


def heuristic_or_random_action(state: Any, seat: int, kind: int, stream: Stream, actions: Buffer) -> int:
    """What such a bot plays where some are heuristic."""
    if kind == HEURISTIC_BOT:
        return heuristic_action(state, seat, stream, actions)
    return random_action(state, seat, stream, actions)


def bot_action(
    state: Any, seat: int, bot: Sequence[int], stream: Stream, actions: Buffer, weights: Buffer, memory: Any
) -> int:
    """What a bot plays where none searches; else `bots.tree` has it."""
    return quick_action(state, seat, bot[KIND], stream, actions)
