"""The front door: matches, views, logs, refusals."""

import pickle
from typing import Any

import pytest
from conftest import OPTION_SETS

import liftlobby as ll


def test_the_front_door_of_the_readme() -> None:
    game = ll.game("ghost-lift", players=3)
    match = game.match(seed=7)
    assert len(match.to_act) == 1
    assert match.result is None
    with pytest.raises(ll.IllegalMove) as refused:
        match.play(match.to_act[0], "11")
    assert refused.value.rule.startswith("GL-")
    assert refused.value.legal == match.legal_moves(match.to_act[0])
    assert ll.replay(match.record()).view() == match.view()


def test_the_same_seed_is_the_same_match() -> None:
    game = ll.game("in-front-of-the-elevators", players=4)
    assert game.match(seed=1).moves == game.match(seed=1).moves != game.match(seed=2).moves
    assert game.match(seed=-5).moves == game.match(seed=-5).moves
    assert game.match(seed=2**80).moves == game.match(seed=2**80).moves


def test_a_refused_move_changes_nothing() -> None:
    match = ll.game("stuck-in-the-lift", players=2).match()
    before = match.record()
    for who, move in [("A", "drive 5"), ("A", "write2 5"), ("A", "write1 7"), ("A", ""), ("B", "WRITE1 5"), ("*", "5")]:
        with pytest.raises(ll.IllegalMove):
            match.play(who, move)
    assert match.record() == before


@pytest.mark.parametrize("move", [None, 5, b"drive 5", "x" * 100_000, "drive 5\n", "drive  5", "drive ５"])
def test_anything_can_be_offered_as_a_move(move: Any) -> None:
    match = ll.game("stuck-in-the-lift", players=2).match()
    with pytest.raises(ll.IllegalMove):
        match.play("A", move)


@pytest.mark.parametrize("seat", ["C", "a", "", "AB", "?", None, 0])
def test_an_unknown_seat_is_a_sentence(seat: Any) -> None:
    match = ll.game("elevator-dice").match(seed=1)
    with pytest.raises(ll.UnknownName, match="There is no seat"):
        match.play(seat, "roll")
    if seat is not None:
        with pytest.raises(ll.UnknownName, match="There is no seat"):
            match.view(seat)


def test_clones_go_their_own_way_with_the_same_chance_to_come() -> None:
    match = ll.game("elevator-dice", first="A").match(seed=3)
    match.log("A")
    twin = match.clone()
    match.play("A", "roll")
    assert twin.num_moves == match.num_moves - 2
    twin.play("A", "roll")
    assert twin.moves == match.moves
    assert twin.log("A") == match.log("A")


def test_matches_can_be_pickled() -> None:
    match = ll.game("stuck-in-the-lift", players=2).match(seed=1)
    match.play("B", "write1 20")
    assert pickle.loads(pickle.dumps(match.record())) == match.record()


def test_a_result_reads_both_ways() -> None:
    match = ll.game("elevator-dice").match(seed=3)
    while match.to_act:
        match.play(match.to_act[0], "roll")
    result = match.result
    assert result is not None
    assert dict(result) == {
        "winners": result.winners,
        "returns": result.returns,
        "scores": result.scores,
        "reason": result.reason,
    }
    assert result["winners"] == result.winners


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_a_log_told_as_it_happens_is_the_log_told_afterwards(slug: str, options: dict[str, Any]) -> None:
    live = ll.game(slug, **options).match(seed=2)
    seats = (*live.game.seats, None)
    for seat in seats:
        live.log(seat)
    for _ in range(60):
        if live.to_act:
            live.play(live.to_act[-1], live.legal_moves(live.to_act[-1])[0])
    later = ll.replay(live.record())
    for seat in seats:
        assert live.log(seat) == later.log(seat)
        assert all(line.endswith((".", ":", "?")) for line in live.log(seat)), live.log(seat)
    assert live.log("A", "vi") != live.log("A")


def test_views_are_plain_data_for_others() -> None:
    match = ll.game("ghost-lift", players=3).match(seed=7)
    view = match.view("B").as_dict()
    assert view["hands"] == match.view("B").as_dict()["hands"]
    assert len(view["hands"]) == 20
    assert "deck" not in view
    assert "hands" not in match.view().as_dict()
    with pytest.raises(AttributeError, match="deck is not something seat B may see"):
        _ = match.view("B").deck
    with pytest.raises(AttributeError, match="hands is not something a spectator may see"):
        _ = match.view().hands


def test_a_commit_leaves_no_trace_of_its_value() -> None:
    views = []
    for drive in (0, 5, 10):
        match = ll.game("stuck-in-the-lift", players=3).match()
        for who in "ABC":
            match.play(who, "write1 5")
            match.play(who, "write2 5")
        match.play("A", f"drive {drive}")
        views.append((match.view("B"), match.log("B"), match.record(seat="B"), match.to_act, match.legal_moves("B")))
    assert views[0] == views[1] == views[2]


def test_seats_can_be_named() -> None:
    match = ll.game("elevator-dice").match(seed=1, seats=["Ann", "heuristic"])
    assert match.record()["seats"] == ["Ann", "heuristic"]
    assert ll.replay(match.record()).names == ["Ann", "heuristic"]
