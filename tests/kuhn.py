"""Kuhn poker through the public interface, a game that the package does not know. Its value is -1/18 for the first."""

import sys
from collections.abc import MutableSequence
from typing import Any

import liftlobby as ll
from liftlobby.core.fields import CHANCE, TERMINAL, declare, private, public
from liftlobby.core.rng import Stream, below

PASS, BET = 0, 1
NUM_ACTIONS, NUM_OUTCOMES = 2, 3
# After each history of passes (0) and bets (1), written as 1 and then its bits: is the hand over?
PASS_PASS, BET_PASS, BET_BET, PASS_BET_PASS, PASS_BET_BET = 0b100, 0b110, 0b111, 0b1010, 0b1011


@declare(seats=2)
class State:
    players: int = public(2, "players at the table")
    turns: int = public(3, "passes and bets so far")
    dealt: int = public(2, "cards dealt")
    history: int = public(15, "1, then a bit for each pass (0) and bet (1)")
    cards: list[int] = private(3, "the card, 1 to 3")


def setup(state: State) -> None:
    state.history = 1


def current_player(state: State) -> int:
    if state.dealt < 2:
        return CHANCE
    if state.history in (PASS_PASS, BET_PASS, BET_BET, PASS_BET_PASS, PASS_BET_BET):
        return TERMINAL
    return state.turns % 2


def legal_actions(state: State, seat: int, actions: MutableSequence[int]) -> int:
    actions[0], actions[1] = PASS, BET
    return 2


def chance_outcomes(state: State, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    number = 0
    for card in range(3):
        if state.cards[0] != card + 1:
            outcomes[number], weights[number] = card, 1
            number += 1
    return number


def chance_weight(state: State) -> int:
    return 3 - state.dealt


def nth_chance_outcome(state: State, n: int) -> int:
    if state.dealt and n >= state.cards[0] - 1:
        return n + 1
    return n


def apply_action(state: State, player: int, action: int) -> None:
    if state.dealt < 2:
        state.cards[state.dealt] = action + 1
        state.dealt += 1
    else:
        state.history = 2 * state.history + action
        state.turns += 1


def score(state: State, seat: int) -> int:
    """Chips won or lost: a bet that is not called takes the ante, otherwise the higher card wins."""
    won = 1 if state.cards[0] > state.cards[1] else -1
    if state.history == BET_PASS:
        won = 1
    elif state.history == PASS_BET_PASS:
        won = -1
    elif state.history in (BET_BET, PASS_BET_BET):
        won *= 2
    return won if seat == 0 else -won


def returns(state: State, seat: int) -> float:
    return float(score(state, seat))


def sample_world(state: State, seat: int, stream: Stream, buffer: MutableSequence[int]) -> None:
    """The other's card, if it has been dealt, is one that the seat does not hold."""
    own = state.cards[seat]
    other = 1 - seat
    if state.dealt > other:
        if own == 0:
            state.cards[other] = 1 + below(stream, 3)
        else:
            card = 1 + below(stream, 2)
            state.cards[other] = card + int(card >= own)


class Notation:
    """Cards are J, Q, K; who is dealt one sees it."""

    @staticmethod
    def text_of(state: State, player: int, action: int) -> str:
        return "JQK"[action] if player == CHANCE else ("pass", "bet")[action]

    @staticmethod
    def action_of(state: State, player: int, move: str) -> int:
        moves = ["J", "Q", "K"] if player == CHANCE else ["pass", "bet"]
        return moves.index(move) if move in moves else -1

    @staticmethod
    def witness(known: Any, step: Any) -> None:
        if step.player == CHANCE and step.before.dealt != known.seat:
            known.hide(step.text, "* ?", step.before.dealt)
        else:
            known.show(step.text)


KUHN = ll.register(
    ll.GameType(
        slug="kuhn-poker",
        title="Kuhn poker",
        rules=sys.modules[__name__],
        notation=Notation,
        worlds=sys.modules[__name__],
        options=(ll.players_option(2, 2),),
    )
)
