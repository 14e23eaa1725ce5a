"""Random matches, played with the rulebook itself and told step by step, for tests that look at every state."""

import random
from collections.abc import Iterator
from typing import Any

import liftlobby as ll
from liftlobby.core.fields import CHANCE, SIMULTANEOUS, TERMINAL, copy_state
from liftlobby.core.match import Step, chance_outcomes, legal_actions, letter_of
from liftlobby.core.packed import has


def walks(game: ll.Game, seed: int) -> Iterator[Iterator[Step]]:
    """Random matches without end, each as its steps. Every second one is brisk: it leaves Ghost Lift's row alone."""
    rng = random.Random(seed)
    brisk = False
    while True:
        yield walk(game, rng, brisk)
        brisk = not brisk


def walk(game: ll.Game, rng: random.Random, brisk: bool) -> Iterator[Step]:
    """One random match."""
    rules, before = game.rules, game.new_state()
    while (player := rules.current_player(before)) != TERMINAL:
        if player == CHANCE:
            outcomes = chance_outcomes(rules, before)
            action = rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            if player == SIMULTANEOUS:
                waiting = rules.seats_to_act(before)
                player = rng.choice([seat for seat in range(game.players) if has(waiting, seat)])
            legal = legal_actions(rules, before, player)
            leave = brisk and getattr(rules, "LEAVE", -1) in legal and rng.random() < 0.9
            action = rules.LEAVE if leave else rng.choice(legal)
        after = copy_state(before)
        rules.apply_action(after, player, action)
        text = f"{letter_of(player)} {game.type.notation.text_of(before, player, action)}"
        yield Step(before, player, action, text, after)
        before = after


def states(game: ll.Game, seed: int) -> Iterator[Any]:
    """The states of random matches, one after another, the ends among them."""
    for steps in walks(game, seed):
        for step in steps:
            yield step.before
            if game.rules.current_player(step.after) == TERMINAL:
                yield step.after
