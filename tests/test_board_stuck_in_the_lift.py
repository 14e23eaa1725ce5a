"""I'm Stuck in the Lift in the browser: what the board says of a position. SL- numbers are rules."""

import random
from typing import Any

import pytest
from boards import facts_of_board

import liftlobby as ll
from liftlobby.core.fields import LETTERS, View, copy_state
from liftlobby.core.match import Match
from liftlobby.games.stuck_in_the_lift.board import account, board
from liftlobby.games.stuck_in_the_lift.facts import (
    cone_at_stop,
    floor_after,
    has_just_ridden,
    has_to_write,
    last_sum,
    pays,
    ridden,
)
from liftlobby.web.drawing import Artist, seats_shown

ARTIST = Artist()
WRITINGS = {"A": ("15", "40"), "B": ("15", "15"), "C": ("E", "20")}


def written(writings: dict[str, tuple[str, str]] | None = None) -> Match:
    """A match of three, or as many as write, in which all have written."""
    writings = writings or WRITINGS
    match = ll.game("stuck-in-the-lift", players=len(writings)).match(seed=1)
    for seat, floors in writings.items():
        for card, floor in enumerate(floors, 1):
            match.play(seat, f"write{card} {floor}")
    return match


def drive(match: Match, *drives: int) -> list[str]:
    """Everybody drives; returns the last move."""
    for seat, card in zip(LETTERS, drives, strict=False):
        match.play(seat, f"drive {card}")
    return [f"{LETTERS[len(drives) - 1]} drive {drives[-1]}"]


def facts_of(match: Match, seat: str | None, last: list[str] | None = None) -> dict[str, Any]:
    """The board of a seat."""
    moves = match.legal_moves(seat) if seat else []
    return facts_of_board(board(match.view(seat), moves, last or [], "en"))


def windows_of(facts: dict[str, Any], seat: int) -> dict[str, tuple[str, str, str, str]]:
    """The windows of a seat by floor."""
    place = [player["seat"] for player in facts["players"]].index(seat)
    return {floor["name"]: floor["windows"][place] for floor in facts["floors"]}


def drawn(view: View, moves: list[str], last: list[str], language: str) -> str:
    """The board as HTML."""
    seats = seats_shown(tuple(f"Name {n}" for n in range(view.players)))
    return ARTIST.draw_view(ll.game("stuck-in-the-lift").type, view, moves, last, language, seats)


def test_sl_04_every_floor_writes_the_card_that_is_blank() -> None:
    match = ll.game("stuck-in-the-lift", players=3).match(seed=1)
    assert [floor["move"] for floor in facts_of(match, "A")["floors"]][-2:] == ["write1 5", "write1 E"]
    match.play("A", "write1 20")
    facts = facts_of(match, "A", ["A write1 20"])
    assert (facts["writes"], facts["writing"]) == (2, "★★")
    assert facts["floors"][0]["move"] == "write2 40"
    assert [(card["floor"], card["is_written"]) for card in facts["own"]] == [("20", False), ("", True)]
    assert windows_of(facts, 0)["20"][0] == "s1 b2 me"


def test_sl_05_the_own_choice_is_shown_while_others_choose_and_theirs_is_not() -> None:
    match = written()
    match.play("A", "drive 10")
    mine, theirs = facts_of(match, "A"), facts_of(match, "B")
    assert [lever["drive"] for lever in mine["levers"] if lever["is_chosen"]] == [10]
    assert all(not lever["move"] for lever in mine["levers"])
    assert not any(lever["is_chosen"] for lever in theirs["levers"])
    assert {player["letter"]: player["door"] for player in theirs["players"]} == {"A": "done", "B": "busy", "C": "busy"}


@pytest.mark.parametrize(("drives", "floors"), [((5, 10, 0), [0, 1, 2, 3]), ((0, 0, 0), [0])])
def test_sl_06_the_ride_passes_every_floor(drives: tuple[int, ...], floors: list[int]) -> None:
    match = written()
    last = drive(match, *drives)
    view = match.view(None)
    assert has_just_ridden(view, last)
    assert (last_sum(view), ridden(view)) == (sum(drives), floors)


def test_sl_07_the_ride_turns_at_the_end() -> None:
    match = written({"A": ("5", "5"), "B": ("5", "5"), "C": ("5", "5"), "D": ("5", "5"), "E": ("5", "5")})
    drive(match, 10, 10, 10, 10, 10)
    assert ridden(match.view(None)) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 6]


def test_sl_06_where_each_drive_card_alone_would_bring_the_lift() -> None:
    match = written()
    drive(match, 10, 10, 10)
    view = match.view("A")
    assert [floor_after(view, card) for card in (0, 5, 10)] == [6, 7, 8]
    facts = facts_of(match, "A")
    assert [lever["to"] for lever in facts["levers"]] == ["30", "35", "40"]
    assert {floor["name"]: floor["ghosts"] for floor in facts["floors"] if floor["ghosts"]} == {"35": [5], "40": [10]}


def test_a_choice_of_another_is_no_ride() -> None:
    match = written()
    last = drive(match, 5, 5)
    assert not has_just_ridden(match.view(None), last)
    assert facts_of(match, "C", ["B drive ?"])["steps"] == ""


def test_sl_09_hits_show_their_points_on_their_floor() -> None:
    match = written()
    last = drive(match, 5, 10, 0)
    facts = facts_of(match, "C", last)
    assert windows_of(facts, 0)["15"][:3] == ("h1 o2", "+1", "")
    assert windows_of(facts, 1)["15"][:3] == ("h1 h2", "+1", "+2")
    assert windows_of(facts, 1)["20"][0] == "b1 b2"
    assert {player["letter"]: player["gain"] for player in facts["players"]} == {"A": 1, "B": 3, "C": None}
    assert {player["letter"]: player["door"] for player in facts["players"]} == {"A": "busy", "B": "busy", "C": "idle"}


def test_sl_09_floors_where_a_card_was_not_shown_are_dark() -> None:
    match = written()
    last = drive(match, 5, 10, 0)
    facts = facts_of(match, None, last)
    assert windows_of(facts, 2)["15"][0] == "o1 o2"
    assert windows_of(facts, 2)["20"][0] == "m1 m2"
    assert {player["letter"]: player["known"] for player in facts["players"]}["C"] == "★ not on 15; ★★ not on 15"


def test_sl_09_the_ends_pay_twice() -> None:
    match = written()
    drive(match, 0, 0, 0)
    view = match.view(None)
    assert [pays(view, card) for card in range(2)] == [2, 4]
    assert match.view(None).scores[2] == 2


def test_sl_11_the_cone_pays_nothing() -> None:
    match = written({"A": ("40", "5"), "B": ("5", "10"), "C": ("5", "5"), "D": ("5", "5")})
    last = drive(match, 10, 10, 10, 10)
    view = match.view("A")
    assert (cone_at_stop(view), pays(view, 1)) == (8, 0)
    facts = facts_of(match, "A", last)
    assert facts["floors"][0]["has_cone"]
    assert windows_of(facts, 0)["40"][1] == "0"
    assert windows_of(facts, 0)["5"][0] == "b1 b2 me"


def test_sl_12_the_cone_of_the_stop_is_known_after_it_has_moved() -> None:
    match = written({"A": ("40", "5"), "B": ("5", "10"), "C": ("5", "5"), "D": ("5", "5")})
    drive(match, 10, 10, 10, 10)
    match.play("A", "write1 5")
    match.play("A", "write2 5")
    view = match.view(None)
    assert (view.cone, cone_at_stop(view), pays(view, 0)) == (7, 8, 0)


def test_sl_10_who_has_nothing_to_write_is_not_waited_for() -> None:
    match = written()
    assert not has_to_write(match.view(None), 0)
    drive(match, 5, 10, 0)
    assert [has_to_write(match.view(None), seat) for seat in range(3)] == [True, True, False]


def test_the_own_column_is_the_last() -> None:
    match = written()
    for seat, order in (("A", [1, 2, 0]), ("B", [2, 0, 1]), (None, [0, 1, 2])):
        assert [player["seat"] for player in facts_of(match, seat)["players"]] == order


@pytest.mark.parametrize("language", ["en", "vi"])
def test_nothing_drawn_depends_on_what_the_seat_may_not_see(language: str) -> None:
    match = ll.game("stuck-in-the-lift", players=5).match(seed=5)
    dice = random.Random(5)
    for _ in range(60):
        if match.is_over:
            break
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
        for viewer in (None, 0, 3):
            twin = copy_state(match._state)
            for seat in range(5):
                if seat != viewer:
                    twin.targets[seat] = dice.randint(0, 9) + 16 * dice.randint(0, 9)
                    twin.drives[seat] = dice.randint(0, 3)
            moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
            same = drawn(View(match._state, viewer), moves, [f"{who} drive ?"], language)
            assert drawn(View(twin, viewer), moves, [f"{who} drive ?"], language) == same


def test_the_account_adds_up_to_the_points() -> None:
    match = ll.game("stuck-in-the-lift", players=4).match(seed=7)
    dice = random.Random(7)
    while not match.is_over:
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
    history = [(View(step.before, None), View(step.after, None)) for step in match.steps()]
    facts = account(history, "en")
    assert len(facts["stops"]) == 9
    for seat, (points, has_won) in enumerate(facts["totals"]):
        assert sum(stop["paid"][seat][1] for stop in facts["stops"]) == points
        assert has_won == (LETTERS[seat] in match.result.winners if match.result else False)


def test_sl_14_a_tie_is_told_with_the_way_the_lift_would_go_on() -> None:
    match = written({"A": ("20", "40"), "B": ("10", "40")})
    while not match.is_over:
        for seat in match.to_act:
            moves = match.legal_moves(seat)
            match.play(seat, "drive 0" if "drive 0" in moves else moves[0])
    view = match.view(None)
    facts = account([(View(s.before, None), View(s.after, None)) for s in match.steps()], "en")
    assert view.scores[:2] == [0, 0]
    assert facts["way"].startswith("5 10 15")
    assert [has_won for _, has_won in facts["totals"]] == [False, True]
