"""Games of a few nodes, with answers known from paper: simultaneous moves, three seats, a view that forgets."""

from collections.abc import MutableSequence
from types import SimpleNamespace
from typing import Any

import liftlobby as ll
from liftlobby.core.fields import SIMULTANEOUS, TERMINAL, declare, private, public, public_seats, secret
from liftlobby.core.packed import full, remove


def two_actions(state: Any, seat: int, actions: MutableSequence[int]) -> int:
    actions[0], actions[1] = 0, 1
    return 2


def no_outcomes(state: Any, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    return 0


def registered(slug: str, seats: tuple[int, int], **rules: Any) -> ll.GameType:
    rules |= {"NUM_ACTIONS": 2, "NUM_OUTCOMES": 0, "legal_actions": two_actions, "chance_outcomes": no_outcomes}
    rules |= {"score": lambda state, seat: int(rules["returns"](state, seat)), "__name__": slug}
    return ll.register(
        ll.GameType(slug=slug, title=slug, rules=SimpleNamespace(**rules), options=(ll.players_option(*seats),))
    )


# --- all seats show a side of a coin at once --------------------------------------------------------------------------


@declare(seats=3)
class Coins:
    players: int = public(3, "players at the table")
    turns: int = public(1, "rounds")
    waiting: int = public_seats("who has still to choose")
    sides: list[int] = private(1, "the side of the coin")


def lay_out(state: Coins) -> None:
    state.waiting = full(state.players)


def choose(state: Coins, player: int, action: int) -> None:
    state.sides[player] = action
    state.waiting = remove(state.waiting, player)


COINS = {
    "State": Coins,
    "setup": lay_out,
    "current_player": lambda state: SIMULTANEOUS if state.waiting else TERMINAL,
    "seats_to_act": lambda state: state.waiting,
    "apply_action": choose,
}


def pennies(state: Coins, seat: int) -> float:
    """Unequal pennies: equal sides win 2 (both 1: 1) for A, unequal ones 1 for B. A plays 1 with 3/5; worth 1/5."""
    if state.sides[0] != state.sides[1]:
        won = -1
    else:
        won = 1 if state.sides[0] else 2
    return float(won if seat == 0 else -won)


def odd_one_out(state: Coins, seat: int) -> float:
    """Of three, who shows another side than both others wins 2 from them."""
    odd = [s for s in range(3) if state.sides.count(state.sides[s]) == 1]
    if not odd:
        return 0.0
    return 2.0 if odd[0] == seat else -1.0


PENNIES = registered("pennies", (2, 2), returns=pennies, **COINS)
ODD_ONE_OUT = registered("odd-one-out", (3, 3), returns=odd_one_out, **COINS)


# --- what a seat did itself, it knows, whatever its view shows --------------------------------------------------------


@declare(seats=2)
class Hiding:
    players: int = public(2, "players at the table")
    turns: int = public(3, "choices so far")
    chosen: int = secret(7, "the choices, as bits: what A hid, what B guessed, what A then says")


def hide_guess_say(state: Hiding, player: int, action: int) -> None:
    state.chosen |= action << state.turns
    state.turns += 1


def found(state: Hiding, seat: int) -> float:
    """A must say what it hid, and B must not have guessed it: 0 for a seat that remembers, less for one that cannot."""
    hidden, guessed, said = state.chosen & 1, state.chosen >> 1 & 1, state.chosen >> 2
    won = 1.0 if said == hidden != guessed else -1.0
    return won if seat == 0 else -won


HIDING = registered(
    "hiding",
    (2, 2),
    State=Hiding,
    setup=lambda state: None,
    current_player=lambda state: TERMINAL if state.turns == 3 else state.turns % 2,
    apply_action=hide_guess_say,
    returns=found,
)
