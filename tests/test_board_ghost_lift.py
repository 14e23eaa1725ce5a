"""Ghost Lift in the browser: what the board says of a position laid by hand. GL- numbers are rules."""

import random
from typing import Any

import laid
import pytest
from boards import facts_of_board, pass_hands_on

import liftlobby as ll
from liftlobby.core.fields import LETTERS, View, copy_state
from liftlobby.core.game import Game
from liftlobby.core.match import legal_actions
from liftlobby.games.ghost_lift import reasons
from liftlobby.games.ghost_lift.board import account, board
from liftlobby.games.ghost_lift.facts import haunted_now, needle_after, passed, round_ends
from liftlobby.games.ghost_lift.notation import action_of, text_of
from liftlobby.games.ghost_lift.rules import DOWN, PLAY, TAKE, UP, apply_action
from liftlobby.web.drawing import Artist, seats_shown

ARTIST = Artist()


def moves_of(game: Game, state: Any) -> list[str]:
    """A's legal moves."""
    return [text_of(state, 0, action) for action in legal_actions(game.rules, state, 0)]


def facts_of(table: laid.Table, last: list[str] | None = None) -> dict[str, Any]:
    """The board as A has it to play."""
    game, state = table
    return facts_of_board(board(View(state, 0), moves_of(game, state), last or [], "en"))


def hand_of(facts: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The stacks of the hand by number."""
    return {stack["number"]: stack for stack in facts["hand"]}


def drawn(view: View, moves: list[str], last: list[str], language: str = "en") -> str:
    """The board as HTML."""
    seats = seats_shown(tuple(f"Name {n}" for n in range(view.players)))
    return ARTIST.draw_view(ll.game("ghost-lift").type, view, moves, last, language, seats)


def test_gl_06_what_can_be_played_has_its_ways_and_the_rest_a_try() -> None:
    hand = hand_of(facts_of(laid.ghost_lift("5 7 7^ 7^ 9 9", "6 6")))
    assert [way["move"] for way in hand[7]["plays"]] == ["7+7^", "7^+7^", "7+7^+7^"]
    assert [way["move"] for way in hand[9]["plays"]] == ["9+9"]
    assert hand[5]["plays"] == []


@pytest.mark.parametrize(("hand", "center"), [("5 7 9^", "6"), ("5 7", "6 6"), ("1^ 5", "10v")])
def test_gl_06_a_try_is_refused_with_the_rule(hand: str, center: str) -> None:
    game, state = laid.ghost_lift(hand, center)
    tries = [stack["try"] for stack in facts_of((game, state))["hand"] if not stack["plays"]]
    assert tries
    for play in tries:
        refused = reasons.why_not(View(state, 0), 0, action_of(state, 0, play))
        assert refused is not None
        assert refused.rule == "GL-6"


def test_gl_09_each_way_shows_where_the_needle_would_point() -> None:
    hand = hand_of(facts_of(laid.ghost_lift("8 8v 9 9^", "7")))
    ways = {way["move"]: (way["way"][1], way["flips"]) for stack in hand.values() for way in stack["plays"]}
    assert ways["8"] == ("Up", False)
    assert ways["8v"] == ("Down", True)
    assert ways["9+9^"] == ("Up", False)


def test_gl_09_needle_after_a_play() -> None:
    _, state = laid.ghost_lift("8 8v", "7", needle=DOWN)
    view = View(state, 0)
    assert [needle_after(view, play) for play in ("8", "8+8v", "7^")] == [DOWN, DOWN, UP]


def test_gl_06_the_dial_lights_what_would_follow() -> None:
    facts = facts_of(laid.ghost_lift("9", "7"))
    assert [number for number, _, _, kind in facts["plates"] if kind == "on"] == [8, 9, 10]
    assert [number for number, _, _, kind in facts["plates"] if kind == "at"] == [7]
    assert (facts["way_word"], facts["wanted"]) == ("Up", "higher than 7")


def test_gl_07_the_last_cards_are_said_to_end_the_round() -> None:
    hand = hand_of(facts_of(laid.ghost_lift("5 5 5")))
    assert [(way["move"], way["is_last"]) for way in hand[5]["plays"]] == [("5", False), ("5+5+5", True)]


def test_gl_08_without_a_center_passing_is_refused() -> None:
    assert facts_of(laid.ghost_lift("5 6"))["pass"] == "cannot"
    assert facts_of(laid.ghost_lift("5 6", "4"))["pass"] == "can"
    assert facts_of(laid.ghost_lift("5 6", "10v"))["pass"] == "only"


def test_gl_11_who_has_passed() -> None:
    _, state = laid.ghost_lift("5 6", "4", passes=1, players=4)
    assert passed(View(state, 0)) == [3]
    state.phase = TAKE
    assert passed(View(state, 0)) == [0]


def test_gl_14_the_row_can_be_taken_or_left() -> None:
    facts = facts_of(laid.ghost_lift("5 6", "4", row="7 7^ 9"))
    assert [(stack["move"], stack["can"], len(stack["cards"])) for stack in facts["stacks"]] == [
        ("take 7", True, 2),
        ("take 9", True, 1),
    ]
    assert facts["leave"] == "can"


def test_gl_24_after_a_pass_with_2_players_the_row_cannot_be_left() -> None:
    facts = facts_of(laid.ghost_lift("5 6", "4", row="7", players=2, passes=1))
    assert facts["leave"] == "cannot"


def test_gl_18_what_the_hand_would_bring_now() -> None:
    _, state = laid.ghost_lift("3 3 5 9 9^")
    state.white[0], state.green[0] = 1 << 4, 1 << 8
    then = haunted_now(View(state, 0))
    assert (then.white, then.green, then.thrice) == ([3], [5], [9])
    assert then.is_too_much
    assert state.white[0] == 1 << 4


def test_gl_19_three_green_ones_would_be_too_many() -> None:
    _, state = laid.ghost_lift("3")
    state.white[0], state.green[0] = 1 << 2, 0b11
    assert haunted_now(View(state, 0)).is_too_much
    state.green[0] = 0b1
    assert not haunted_now(View(state, 0)).is_too_much


def test_gl_19_how_near_a_seat_is_to_losing_is_said() -> None:
    game, state = laid.ghost_lift("3", "2")
    state.green[1] = 0b1000010
    near = {player["seat"]: player["near"] for player in facts_of((game, state))["guest-all"]}
    assert near[1] == "one more green, or a third visit of 2, 7, is the end"
    assert near[0] == ""


def test_the_own_seat_is_the_last_and_the_others_follow_clockwise() -> None:
    _, state = laid.ghost_lift("5 6", "4", players=4)
    for seat, order in ((0, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (None, [0, 1, 2, 3])):
        assert [
            player["seat"] for player in facts_of_board(board(View(state, seat), [], [], "en"))["guest-all"]
        ] == order


def test_cards_travel_from_where_they_were_played() -> None:
    game, state = laid.ghost_lift("5 6 6", "4")
    before = facts_of((game, state))
    assert hand_of(before)[6]["travel"] == "own-6"
    apply_action(state, 0, action_of(state, 0, "6"))
    after = facts_of_board(board(View(state, 0), [], ["A 6"], "en"))
    assert after["center_from"] == "own-6"
    assert hand_of(after)[6]["travel"] == ""
    theirs = facts_of_board(board(View(state, 1), [], ["A 6"], "en"))
    assert theirs["center_from"] == "seat-0"
    assert {player["seat"]: player["travel"] for player in theirs["guest-all"]}[0] == ""


def test_known_cards_stand_in_an_element_the_page_can_hide() -> None:
    _, state = laid.ghost_lift("5 6", "4")
    state.known[1] = laid.bag(state, "7 7^")
    html = drawn(View(state, 0), [], [])
    assert html.count('class="known') == 1
    assert "7, 7 with Up" in html


@pytest.mark.parametrize("language", ["en", "vi"])
def test_nothing_drawn_depends_on_what_the_seat_may_not_see(language: str) -> None:
    match = ll.game("ghost-lift", players=4).match(seed=5)
    dice = random.Random(5)
    for _ in range(40):
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
        state, twin = match._state, copy_state(match._state)
        for viewer in (None, 0, 2):
            others = pass_hands_on(state, twin, viewer)
            twin.deck = state.hands[others[0]]
            moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
            assert drawn(View(twin, viewer), moves, [], language) == drawn(View(state, viewer), moves, [], language)


def test_gl_17_the_account_tells_every_round() -> None:
    match = ll.game("ghost-lift", players=3, rules="simplified").match(seed=2)
    while not match.is_over:
        who = match.to_act[0]
        plays = [move for move in match.legal_moves(who) if move != "pass"]
        match.play(who, max(plays, key=len) if plays else "pass")
    history = [(View(step.before, None), View(step.after, None)) for step in match.steps()]
    ends = round_ends(history)
    facts = account(history, "en")
    assert [row["number"] for row in facts["rounds"]] == list(range(1, len(ends) + 1))
    for seat, total in enumerate(facts["totals"]):
        greens = sum(kind == "g" for row in facts["rounds"] for _, kind in row["tokens"][seat])
        whites = sum(kind == "w" for row in facts["rounds"] for _, kind in row["tokens"][seat])
        assert (total["green"], total["white"]) == (greens, whites - greens)
    assert match.view(None).phase > PLAY


def test_gl_19_the_account_shows_a_third_visit() -> None:
    _, state = laid.ghost_lift("6", "5")
    state.hands[1] = laid.bag(state, "9 3 3")
    state.green[1], state.hand_sizes[1], state.hand_sizes[2] = 1 << 8, 3, 0
    before = copy_state(state)
    apply_action(state, 0, action_of(state, 0, "6"))
    tokens = {
        seat: account([(View(before, seat), View(state, seat))], "en")["rounds"][0]["tokens"][1] for seat in (0, 1)
    }
    assert tokens == {0: [(3, "w"), (9, "t")], 1: [(3, "w"), (9, "t")]}
