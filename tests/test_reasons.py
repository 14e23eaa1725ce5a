"""Refusals: over random states and all actions, reasons and legal moves never disagree."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import OPTION_SETS
from walks import states

import liftlobby as ll
from liftlobby.core.errors import Reason
from liftlobby.core.fields import CHANCE, SIMULTANEOUS, TERMINAL, View
from liftlobby.core.match import chance_outcomes, legal_actions
from liftlobby.core.packed import has

RULES = {
    "ghost-lift": {f"GL-{n}" for n in range(1, 29)},
    "in-front-of-the-elevators": {f"FE-{n}" for n in (*range(1, 27), 31, 32)},
    "stuck-in-the-lift": {f"SL-{n}" for n in range(1, 17)},
    "elevator-dice": {f"ED-{n}" for n in range(1, 9)},
}
"""The numbered rules there are; a refusal names one of them."""

STATES = {
    "ghost-lift": 250,
    "in-front-of-the-elevators": 400,
    "stuck-in-the-lift": 300,
    "elevator-dice": 200,
}
"""How many states of each option set are tried with all actions."""


def check(slug: str, reason: Reason, seen: set[str]) -> None:
    """The reason names a rule and says a plain sentence in both languages."""
    assert reason.rule in RULES[slug], reason.rule
    if reason.sentence.message not in seen:
        seen.add(reason.sentence.message)
        for language in ("en", "vi"):
            sentence = reason.sentence.render(language)
            assert sentence[-1] in ".?", sentence
            assert not set("{}!") & set(sentence), sentence


def check_state(game: ll.Game, state: Any, seen: set[str]) -> int:
    """Try everything in a state; returns how many actions and outcomes were tried."""
    rules, reasons = game.rules, game.type.reasons
    player = rules.current_player(state)
    tried = 0
    possible = [outcome for outcome, _ in chance_outcomes(rules, state)] if player == CHANCE else []
    for outcome in range(-1, rules.NUM_OUTCOMES):
        reason = reasons.why_not_chance(state, outcome)
        assert (reason is None) == (outcome in possible), (outcome, reason and reason.render())
        if reason:
            check(game.slug, reason, seen)
        tried += 1
    waiting = rules.seats_to_act(state) if player == SIMULTANEOUS else 1 << player if player >= 0 else 0
    for seat in range(game.players):
        view = View(state, seat)
        if player == TERMINAL:
            check(game.slug, reasons.over(view), seen)
        elif not has(waiting, seat):
            check(game.slug, reasons.not_to_act(view, seat), seen)
        else:
            check(game.slug, reasons.unreadable(view, seat), seen)
            legal = legal_actions(rules, state, seat)
            for action in range(rules.NUM_ACTIONS):
                reason = reasons.why_not(view, seat, action)
                assert (reason is None) == (action in legal), (action, reason and reason.render())
                if reason:
                    check(game.slug, reason, seen)
                tried += 1
    return tried


def random_sample(game: ll.Game, seed: int, number: int) -> Iterator[Any]:
    """States of random matches: one in three, and all ends, so that rare ones come up."""
    rng = random.Random(seed)
    for state in states(game, seed):
        if game.rules.current_player(state) == TERMINAL or rng.random() < 0.3:
            yield state
            number -= 1
            if number == 0:
                return


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_reasons_and_legal_moves_never_disagree(slug: str, options: dict[str, Any]) -> None:
    game = ll.game(slug, **options)
    seen: set[str] = set()
    tried = 0
    for state in random_sample(game, seed=17, number=STATES[slug]):
        tried += check_state(game, state, seen)
    assert tried > STATES[slug]


@pytest.mark.parametrize("slug", RULES)
def test_each_kind_of_refusal_has_an_example(slug: str) -> None:
    folder = slug.replace("-", "_")
    source = Path(ll.__file__).parent / "games" / folder / "reasons.py"
    examples = (Path(__file__).parent / f"test_reasons_{folder}.py").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
            message = ast.literal_eval(node.args[0])
            sentence = re.sub(r"\\{\w+\\}", ".+", re.escape(message))
            assert re.search(rf'"[A-Z]{{2}}-\d+: {sentence}"', examples), message
