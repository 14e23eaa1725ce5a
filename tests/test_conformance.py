"""Every game with every set of options, and a game the package does not know, through the public conformance suite."""

from typing import Any

import kuhn
import pytest
from conftest import OPTION_SETS

import liftlobby as ll
from liftlobby.core import fields
from liftlobby.testing import check_exchange, check_game


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_game_conforms(slug: str, options: dict[str, Any]) -> None:
    check_game(ll.game(slug, **options), matches=1, max_moves=250)


def test_kuhn_poker_conforms() -> None:
    check_game(ll.game("kuhn-poker"), matches=20)


def test_the_exchange_test_compares_many_pairs() -> None:
    game = ll.game("in-front-of-the-elevators", players=3, side_pile=True)
    assert check_exchange(game, tries=40) >= 8


# --- the suite must notice what it is for -----------------------------------------------------------------------------


def test_a_leaking_notation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kuhn.Notation, "witness", staticmethod(lambda known, step: known.show(step.text)))
    # All moves shown: no move is hidden, so no exchange can be made, which the suite refuses to call a success.
    with pytest.raises(AssertionError, match="changed nobody's view"):
        check_exchange(ll.game("kuhn-poker"), tries=40)


def test_a_leak_in_the_masked_record_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = kuhn.Notation.witness

    def leaky(known: Any, step: Any) -> None:
        honest(known, step)
        if known.texts[-1] == "* ?" and step.action == 2:
            known.texts[-1] = "* ??"

    monkeypatch.setattr(kuhn.Notation, "witness", staticmethod(leaky))
    with pytest.raises(AssertionError, match="differ"):
        check_exchange(ll.game("kuhn-poker"), tries=40)


def test_a_view_that_shows_a_secret_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = fields.View.__init__

    def leaky(view: fields.View, state: Any, seat: int | None, public: Any = None) -> None:
        honest(view, state, seat, public)
        view._facts["history"] += state.cards[1] > 1

    monkeypatch.setattr(fields.View, "__init__", leaky)
    with pytest.raises(AssertionError, match="a view depends on hidden fields"):
        check_exchange(ll.game("kuhn-poker"), tries=40)


def test_illegal_actions_listed_as_legal_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsorted(state: Any, seat: int, actions: Any) -> int:
        actions[0], actions[1] = kuhn.BET, kuhn.PASS
        return 2

    monkeypatch.setattr(kuhn, "legal_actions", unsorted)
    with pytest.raises(AssertionError, match="not sorted"):
        check_game(ll.game("kuhn-poker"), matches=1, compiled=False)


def test_returns_that_do_not_sum_to_zero_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kuhn, "returns", lambda state, seat: 1.0)
    with pytest.raises(AssertionError, match="sum to zero"):
        check_game(ll.game("kuhn-poker"), matches=1, compiled=False)


def test_a_field_outside_its_bounds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = kuhn.apply_action

    def careless(state: kuhn.State, player: int, action: int) -> None:
        honest(state, player, action)
        state.dealt += 1 if state.dealt == 2 else 0

    monkeypatch.setattr(kuhn, "apply_action", careless)
    with pytest.raises(AssertionError, match="outside its declared bounds"):
        check_game(ll.game("kuhn-poker"), matches=1, compiled=False)
