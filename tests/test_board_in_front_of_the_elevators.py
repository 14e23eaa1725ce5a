"""In Front of the Elevators in the browser: what the board says of a position. FE- numbers are rules."""

import random
from types import SimpleNamespace as Facts
from typing import Any

import laid
import pytest
from boards import facts_of_board, pass_hands_on

import liftlobby as ll
from liftlobby.core.fields import LETTERS, View, copy_state
from liftlobby.core.game import folder_of
from liftlobby.core.match import Match, legal_actions
from liftlobby.games.in_front_of_the_elevators import reasons
from liftlobby.games.in_front_of_the_elevators.board import FITS, account, board
from liftlobby.games.in_front_of_the_elevators.facts import (
    Preview,
    nobodys_colours,
    plays_to_come,
    points_now,
    preview,
    rounds,
)
from liftlobby.games.in_front_of_the_elevators.notation import ACTION_OF, text_of
from liftlobby.games.in_front_of_the_elevators.rules import DRAW, PLAY, SEND
from liftlobby.web.drawing import Artist, seats_shown

ARTIST = Artist()


def facts_of(table: laid.Table, last: list[str] | None = None) -> dict[str, Any]:
    """The board as A has it to act, with its parts made."""
    game, state = table
    moves = [text_of(state, 0, action) for action in legal_actions(game.rules, state, 0)]
    return facts_of_board(board(View(state, 0), moves, last or [], "en"))


def line_2(facts: dict[str, Any]) -> Facts:
    """The line that the tests lay."""
    line: Facts = facts["line-all"][1]
    return line


def ghosts_of(line: Facts) -> dict[int, tuple[int, Facts]]:
    """Where the cards of the hand would stand: by card, the place and the ghost."""
    rows = [*(one.ghosts for one in line.people), line.ghosts]
    return {ghost.card: (at, ghost) for at, row in enumerate(rows) for ghost in row}


def seen(card: str, line: str) -> Preview:
    """What a card would do in a line."""
    _, state = laid.elevators(card, line)
    return preview(View(state, 0), laid.person(state, card), 1)


def drawn(view: View, moves: list[str], last: list[str], language: str = "en") -> str:
    """The board as HTML."""
    seats = seats_shown(tuple(f"Name {n}" for n in range(view.players)))
    return ARTIST.draw_view(ll.game("in-front-of-the-elevators").type, view, moves, last, language, seats)


def is_refused(table: laid.Table, move: str) -> str:
    """The rule that refuses A's move."""
    reason = reasons.why_not(View(table[1], 0), 0, ACTION_OF[move])
    assert reason is not None
    return reason.rule


# --- what a card would do ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "line", "expected"),
    [
        ("blue-father", "red-boy green-grandma red-grandma", Preview(1, 1, (), ())),
        ("blue-girl", "red-grandpa green-girl", Preview(2, -1, (), ())),
        ("blue-grandpa", "red-boy green-girl", Preview(1, 1, (), ())),
        ("blue-girl", "red-girl red-boy green-girl", Preview(1, 1, (), (0, 2))),
        ("blue-lost", "blue-boy red-boy blue-girl", Preview(3, -1, (0, 2), ())),
        ("green-lost", "red-lost red-boy blue-lost", Preview(3, -1, (), (0, 2))),
        ("green-lost", "red-lost green-boy blue-lost", Preview(3, -1, (1,), (0, 2))),
        ("blue-girl", "", Preview(0, -1, (), ())),
    ],
    ids=["printed-case", "rear", "circle-closes", "case-4", "lost-chooses", "case-5", "case-6", "empty-line"],
)
def test_fe_12_to_16_preview(card: str, line: str, expected: Preview) -> None:
    assert seen(card, line) == expected


def test_fe_12_both_cards_stand_where_they_would_go_and_mark_whom_they_touch() -> None:
    line = line_2(facts_of(laid.elevators("blue-girl blue-mother", "red-boy green-father")))
    ghosts = ghosts_of(line)
    assert [(at, g.move, g.victim) for at, g in (ghosts[0], ghosts[1])] == [
        (0, "blue-girl 2", "the red boy"),
        (1, "blue-mother 2", "the green father"),
    ]
    assert [one.marks for one in line.people] == [" b0", " b1"]


def test_fe_14_who_moves_behind_a_lost_child_is_marked_and_told() -> None:
    line = line_2(facts_of(laid.elevators("blue-lost red-lost", "blue-boy red-boy blue-girl")))
    ghosts = ghosts_of(line)
    assert (ghosts[0][1].chooses, ghosts[0][1].moved) == (True, "")
    assert (ghosts[1][1].chooses, ghosts[1][1].moved) == (False, "the red boy")
    assert [one.marks for one in line.people] == [" m0", " m1", " m0"]


def test_fe_15_whoever_would_leave_for_the_cafe_is_marked() -> None:
    line = line_2(facts_of(laid.elevators("blue-girl blue-grandpa", "red-girl red-boy green-girl")))
    assert [ghost.cafe for _, ghost in ghosts_of(line).values()] == [False, True]
    assert [one.marks for one in line.people] == [" q0 b1", " b0", " q0"]


def test_fe_12_the_ring_marks_the_victim_by_the_kind_of_the_chosen_card() -> None:
    game, state = laid.elevators("blue-grandpa red-lost", "red-girl")
    html = drawn(View(state, 0), [text_of(state, 0, a) for a in legal_actions(game.rules, state, 0)], [])
    assert 'class="unseen r5"' in html
    css = (folder_of(game.type) / "board.css").read_text(encoding="utf-8")
    for kind in range(6):
        assert f":has(.r{kind}:checked) .k{(kind + 1) % 6} .face" in css
    assert ".r6" not in css


# --- phases -----------------------------------------------------------------------------------------------------------


def test_fe_14_candidates_are_pressed_where_they_stand_and_others_are_a_try_that_is_refused() -> None:
    table = laid.lost_child()
    people = line_2(facts_of(table)).people
    assert [(one.send, one.can_send) for one in people] == [
        ("send red-boy", True),
        ("send blue-father", False),
        ("send red-girl", True),
        ("send red-lost", False),
    ]
    assert {is_refused(table, one.send) for one in people if not one.can_send} == {"FE-14"}


@pytest.mark.parametrize(("phase", "decks", "rule"), [(PLAY, "5 5 5 0", "FE-11"), (DRAW, "5 0 5 0", "FE-17")])
def test_fe_11_17_a_deck_that_cannot_be_drawn_from_is_a_try_that_is_refused(phase: int, decks: str, rule: str) -> None:
    table = laid.elevators(phase=phase, decks=decks, open_decks=0b101)
    shown = facts_of(table)["decks"]
    tries = [deck.move for deck in shown if not deck.can_draw]
    assert tries
    assert {is_refused(table, move) for move in tries} == {rule}
    assert [deck.move for deck in shown if deck.can_draw] == ([] if phase == PLAY else ["draw 1", "draw 3"])


def test_fe_31_the_side_pile_is_a_fourth_deck() -> None:
    table = laid.elevators(phase=DRAW, decks="5 5 5 8", open_decks=0b1111, side_pile=True)
    assert [(deck.name, deck.move, deck.key) for deck in facts_of(table)["decks"]][-1] == ("side", "draw side", 4)


def test_fe_08_two_lost_children_can_be_swapped() -> None:
    assert facts_of(laid.two_lost())["hand"].swaps == [("swap blue", "blue"), ("swap red", "red")]


def test_whoever_cannot_act_has_nothing_to_press() -> None:
    _, state = laid.elevators("blue-girl red-boy", "green-boy red-girl")
    for viewer in (None, 1):
        html = drawn(View(state, viewer), [], [])
        assert "<button" not in html
        assert "radio" not in html


def test_long_lines_take_a_second_row() -> None:
    line = "red-boy green-boy red-mother green-mother red-father green-father red-grandma green-grandma yellow-grandma"
    assert line_2(facts_of(laid.elevators(line="red-boy"))).is_long is False
    assert len(line.split()) > FITS
    assert line_2(facts_of(laid.elevators(line=line))).is_long is True


# --- points and turns -------------------------------------------------------------------------------------------------


def test_fe_19_the_rear_rider_stands_in_the_last_box() -> None:
    line = line_2(facts_of(laid.elevators(line="red-girl green-boy")))
    assert [one.box for one in line.people] == [3, 4]
    assert line.empty == [2]
    assert [one.is_rear for one in line.people] == [False, True]


def test_fe_20_21_points_now() -> None:
    _, state = laid.elevators(line="blue-father red-lost red-grandpa")
    assert [points_now(View(state, None), seat) for seat in range(3)] == [4, 8, 0]
    state.cafes[2] = 0b1000001
    assert points_now(View(state, None), 2) == 3


def test_points_now_are_the_points_of_the_round_when_the_doors_close() -> None:
    for step in random_match(3, 4).steps():
        before, after = View(step.before, None), View(step.after, None)
        if before.round_scores != after.round_scores:
            after_lines = copy_state(step.after)
            after_lines.round = before.round
            now = [points_now(View(after_lines, None), seat) for seat in range(3)]
            assert now == [after.round_scores[seat][before.round] for seat in range(3)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fe_18_cards_still_to_be_played(players: int) -> None:
    told: list[tuple[int, int, int]] = []
    for step in random_match(players, 1).steps():
        view: Any = View(step.before, None)
        if view.phase in (PLAY, SEND, DRAW):
            told.append((view.round, view.turns - (view.phase == SEND), plays_to_come(view)))
    for level in range(3):
        of_round = [(turns, left) for at, turns, left in told if at == level]
        assert len({turns + left for turns, left in of_round}) == 1
        assert of_round[0][1] == players * {2: 15, 3: 7, 4: 7}[players]


@pytest.mark.parametrize(
    ("options", "colours"),
    [
        ({"players": 2}, [4]),
        ({"players": 3}, [3]),
        ({"players": 3, "side_pile": True}, [3, 4]),
        ({"players": 4}, [4]),
    ],
)
def test_fe_03_the_colours_of_nobody(options: dict[str, Any], colours: list[int]) -> None:
    match = ll.game("in-front-of-the-elevators", **options).match(seed=1)
    assert nobodys_colours(match.view(None)) == colours


# --- secrets, and the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "vi"])
def test_nothing_drawn_depends_on_what_the_seat_may_not_see(language: str) -> None:
    match = ll.game("in-front-of-the-elevators", players=4).match(seed=5)
    dice = random.Random(5)
    for number in range(60):
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
        state, twin = match._state, copy_state(match._state)
        for viewer in (None, 0, 2):
            pass_hands_on(state, twin, viewer)
            twin.undealt, twin.top_types, twin.removed = number, [number % 7] * 4, 0
            moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
            true = drawn(View(state, viewer), moves, [], language)
            assert drawn(View(twin, viewer), moves, [], language) == true


def random_match(players: int, seed: int) -> Match:
    """A match of random moves, to its end."""
    match = ll.game("in-front-of-the-elevators", players=players).match(seed=seed)
    dice = random.Random(seed)
    while not match.is_over:
        who = match.to_act[0]
        match.play(who, dice.choice(match.legal_moves(who)))
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fe_19_to_26_the_account_tells_every_point(players: int) -> None:
    match = random_match(players, 2)
    history = [(View(step.before, None), View(step.after, None)) for step in match.steps()]
    told = account(history, "en")
    assert match.result is not None
    assert told["sums"] == match.result.scores
    for scored in told["rounds"]:
        for seat in range(players):
            rides = sum(ride.points for ride in scored["rides"][seat])
            assert rides + sum(points for _, points in scored["cafes"][seat]) == scored["sums"][seat]
    assert [scored.level for scored in rounds(history)] == [0, 1, 2]


def test_the_account_of_nothing() -> None:
    assert account([], "en")["rounds"] == []
