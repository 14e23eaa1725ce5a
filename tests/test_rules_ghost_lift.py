"""Ghost Lift by its numbered rules."""

from typing import Any

import pytest
from positions import play_all, refusal, stand

import liftlobby as ll
from liftlobby.core.match import Match
from liftlobby.core.packed import copies, total
from liftlobby.games.ghost_lift.rules import DOWN, END_ROUND, FILL_ROW, PLAY, UP, apply_action, end_round, haunt

SLUG = "ghost-lift"
Tokens = dict[int, set[int]]


def bag(cards: str) -> int:
    """A bag from texts such as "7 7 7^ 2v"."""
    found = 0
    for card in cards.split():
        number = int(card.rstrip("^v"))
        found += copies(2 * number - 2 + card.endswith(("^", "v")), 1)
    return found


def numbers(given: set[int]) -> int:
    return sum(1 << number - 1 for number in given)


def table(
    hands: list[str],
    center: str = "",
    needle: int = UP,
    *,
    row: str = "",
    deck: str = "5 5 6 6 7 7 8 8v 2v 3^",
    rules: str = "standard",
    turn: int = 0,
    **fields: Any,
) -> Match:
    """A position in which the seat `turn` is to play."""
    shown = bag(center)
    seats = range(len(hands))
    return stand(
        SLUG,
        {"players": len(hands), "rules": rules, "first": "A"},
        phase=PLAY,
        turn=turn,
        dealing=-1,
        starter=0,
        needle=needle,
        center=shown,
        center_number=int(center.split()[0].rstrip("^v")) if center else 0,
        center_size=total(shown),
        row=bag(row),
        row_numbers=numbers({int(card.rstrip("^v")) for card in row.split()}),
        deck=bag(deck),
        deck_size=total(bag(deck)),
        hands={seat: bag(hands[seat]) for seat in seats},
        hand_sizes={seat: total(bag(hands[seat])) for seat in seats},
        **fields,
    )


def leaving(match: Match, moves: list[str]) -> Match:
    """Play moves; whoever is offered the row leaves it, and the first possible cards are turned up."""
    for line in moves:
        play_all(match, [line])
        while match.to_act == ("*",) or "leave" in match.legal_moves(match.to_act[0]):
            match.play(match.to_act[0], "leave" if match.to_act != ("*",) else match.legal_moves("*")[0])
    return match


def plays(match: Match, seat: str = "A") -> set[str]:
    return set(match.legal_moves(seat))


# --- GL-2 to GL-4: the deal -------------------------------------------------------------------------------------------


def test_gl_02_sixty_cards_six_of_each_number() -> None:
    match = ll.game(SLUG, players=3, first="A").match(chance="given")
    chances = dict(match.chance_outcomes())
    assert {card: round(60 * chance) for card, chance in chances.items()} == {
        "1^": 6, "2": 3, "2v": 3, "3": 3, "3^": 3, "4": 3, "4v": 3, "5": 6, "6": 6,
        "7": 3, "7^": 3, "8": 3, "8v": 3, "9": 3, "9^": 3, "10v": 6,
    }  # fmt: skip


def test_gl_02_an_icon_table_of_ones_own() -> None:
    game = ll.game(SLUG, players=2, first="A", icons={"5": {"icon": "v", "copies": 2}, "1": {"copies": 0}})
    outcomes = game.match(chance="given").legal_moves("*")
    assert {"5v", "5", "1"} <= set(outcomes)
    assert "1^" not in outcomes


@pytest.mark.parametrize(
    ("players", "rules", "hand", "row"),
    [(2, "standard", 10, 4), (3, "standard", 6, 3), (6, "standard", 6, 3), (4, "simplified", 8, 0)],
)
def test_gl_03_22_25_hands_and_row(players: int, rules: str, hand: int, row: int) -> None:
    view = ll.game(SLUG, players=players, rules=rules).match(seed=4).view()
    assert view.hand_sizes[:players] == [hand] * players
    assert view.row_numbers.bit_count() == row
    assert view.center_size == 1


@pytest.mark.parametrize(("card", "needle"), [("1^", UP), ("5", UP), ("6", DOWN), ("7^", DOWN), ("10v", DOWN)])
def test_gl_03_case_8_the_opening_card_ignores_its_icon(card: str, needle: int) -> None:
    match = ll.game(SLUG, players=3, rules="simplified", first="A").match(chance="given")
    while match.view().deck_size > 60 - 24:
        match.play("*", next(move for move in match.legal_moves("*") if move != card))
    match.play("*", card)
    assert match.view().needle == needle


def test_gl_04_equal_numbers_form_one_stack() -> None:
    match = stand(SLUG, {"players": 3, "first": "A"}, phase=FILL_ROW, deck=bag("7 7^ 2 3 4"), deck_size=5, turn=0)
    play_all(match, ["* 7", "* 7^", "* 2", "* 3"])
    assert match.view().row == bag("7 7^ 2 3")
    assert match.to_act == ("A",)


# --- GL-5 to GL-13: playing and passing -------------------------------------------------------------------------------


def test_gl_06_case_1_as_many_as_the_center_or_one_more() -> None:
    match = table(["6 6 6 6 5", "2", "3"], "4 4")
    assert plays(match) == {"6+6", "6+6+6", "pass"}


def test_gl_06_case_2_nothing_above_ten() -> None:
    assert plays(table(["9 9^ 8", "2", "3"], "10v")) == {"pass"}


def test_gl_06_never_equal() -> None:
    assert plays(table(["7 7^ 6", "2", "3"], "7", DOWN)) == {"6", "pass"}


def test_gl_07_case_4_one_card_or_a_whole_hand_of_one_number() -> None:
    assert plays(table(["5 5 5 5", "2", "3"])) == {"5", "5+5+5+5"}
    assert plays(table(["5 5 6", "2", "3"])) == {"5", "6"}


def test_gl_08_no_pass_without_a_center() -> None:
    assert refusal(table(["5 6", "2", "3"]), "A", "pass").rule == "GL-8"


def test_gl_09_case_3_an_icon_moves_the_needle() -> None:
    match = leaving(table(["4v 9", "2 3", "2"], "3"), ["A 4v"])
    assert match.view().needle == DOWN
    assert plays(match, "B") == {"2", "3", "pass"}


def test_gl_09_case_5_one_extra_with_an_icon_among_them() -> None:
    match = table(["3 3 3^ 9", "2", "2"], "5 5", DOWN)
    assert "3+3+3^" in plays(match)
    match.play("A", "3+3+3^")
    assert match.view().needle == UP


def test_gl_09_the_player_chooses_the_copies() -> None:
    assert plays(table(["7 7 7^ 7^ 1^", "2", "2"], "4 4")) == {
        "7+7", "7+7^", "7^+7^", "7+7+7^", "7+7^+7^", "pass",
    }  # fmt: skip


def test_gl_06_with_many_icons_still_at_most_one_more() -> None:
    assert plays(table(["7 7^ 7^ 7^ 1^", "2", "2"], "4")) == {"7", "7^", "7+7^", "7^+7^", "pass"}


def test_gl_09_copies_are_written_plain_ones_first() -> None:
    assert refusal(table(["7 7^ 2", "2", "2"], "4"), "A", "7^+7").rule == "GL-5"


def test_gl_10_older_cards_lie_beneath() -> None:
    match = leaving(table(["5 9", "6 9", "2"], "4"), ["A 5", "B 6"])
    assert match.view().beneath == bag("4 5")
    assert match.view().center == bag("6")


def test_gl_11_passing_is_for_this_turn_only() -> None:
    match = leaving(table(["9 8", "6 5", "7 2"], "4"), ["A pass", "B 5", "C 7"])
    assert plays(match, "A") == {"8", "9", "pass"}


def test_gl_12_when_all_others_pass_the_last_player_leads_and_the_needle_stays() -> None:
    match = leaving(table(["9 8 1^", "6 5", "7 2"], "4"), ["A 9", "B pass", "C pass"])
    view = match.view()
    assert (view.center_number, view.needle) == (0, UP)
    assert view.side == bag("4 9")
    assert plays(match, "A") == {"8", "1^"}


def test_gl_13_all_pass_on_the_opening_card() -> None:
    match = table(["2 3", "2 3", "2 3"], "4", last_player=-1)
    leaving(match, ["A pass", "B pass"])
    assert match.view().center_number == 4
    leaving(match, ["C pass"])
    assert match.view().side == bag("4")
    assert plays(match, "A") == {"2", "3"}


# --- GL-14 to GL-16: the end of a turn --------------------------------------------------------------------------------


def test_gl_14_a_whole_stack_may_be_taken_before_the_center_is_cleared() -> None:
    match = table(["9 8", "6", "7"], "4", row="2 2v 3 5", deck="1^ 5 8 8")
    play_all(match, ["A 9", "A leave", "B pass"])
    assert plays(match, "B") == {"leave", "take 2", "take 3", "take 5"}
    play_all(match, ["B take 2", "* 8"])
    assert match.view("B").hands[1] == bag("6 2 2v")
    assert match.view().known[1] == bag("2 2v")
    play_all(match, ["C pass"])
    assert match.view().center_number == 9, "GL-14: the Center goes only after the take"
    match.play("C", "leave")
    assert match.view().center_number == 0


def test_gl_14_not_asked_without_a_row_nor_in_the_simplified_game() -> None:
    match = play_all(table(["9 8", "6", "7"], deck=""), ["A 9"])
    assert match.to_act == ("B",)
    assert play_all(table(["9 8", "6", "7"], "4", rules="simplified"), ["A 9"]).to_act == ("B",)


def test_gl_15_drawing_goes_on_while_equal_numbers_come() -> None:
    match = table(["9 8", "6", "7"], "4", row="2 3 5", deck="3 5 8 8")
    play_all(match, ["A 9", "A take 2", "* 3", "* 5", "* 8"])
    assert match.view().row == bag("3 3 5 5 8")
    assert match.to_act == ("B",)


def test_gl_16_the_side_and_what_lies_beneath_become_the_new_deck() -> None:
    match = table(["9 8", "6", "7"], "4", row="2 3 5", deck="", side=bag("1^ 10v"), beneath=bag("7^"))
    play_all(match, ["A 9", "A take 2"])
    assert match.legal_moves("*") == ["10v", "1^", "4", "7^"]
    assert match.view().deck_size == 4


def test_gl_16_without_any_card_the_row_stays_short_until_there_are_some() -> None:
    match = table(["9 8", "10v 2", "7 7"], "4", row="2 3 5", deck="", beneath=0)
    match._state.center = bag("4")
    play_all(match, ["A 9", "A take 2", "* 4"])  # the old Center lay beneath
    assert match.view().row == bag("3 4 5")
    match = table(["9 8", "10v 2", "7 7"], row="3 5", deck="")
    play_all(match, ["A 9", "A leave"])
    assert match.view().row == bag("3 5")
    play_all(match, ["B 10v", "B leave"])  # GL-16: completed in step 3 of every turn, also without a take
    assert match.legal_moves("*") == ["9"]


def test_gl_17_an_empty_hand_ends_the_round_at_once() -> None:
    match = play_all(table(["9", "6 6", "7"], "4", row="2 3 5"), ["A 9"])
    assert match.to_act == ("*",)
    assert match.view().white[:3] == [0, numbers({6}), numbers({7})]
    assert match.view().starter == 1  # GL-21


# --- GL-18 to GL-21: ghosts -------------------------------------------------------------------------------------------


def ended(hands: list[str], white: Tokens, green: Tokens) -> Match:
    """A round that seat A has just ended."""
    match = table(hands, "4", last_player=0)
    for seat, given in white.items():
        match._state.white[seat] = numbers(given)
    for seat, given in green.items():
        match._state.green[seat] = numbers(given)
    end_round(match._state)
    return match


def test_gl_18_case_6_one_token_a_number() -> None:
    match = ended(["", "3 3 9", "1^"], {}, {})
    assert match.view().white[1] == numbers({3, 9})


def test_gl_18_none_white_green() -> None:
    match = ended(["", "3 9", "1^"], {1: {3}}, {})
    assert (match.view().white[1], match.view().green[1]) == (numbers({9}), numbers({3}))


def test_gl_19_a_third_haunting_loses_and_the_others_win() -> None:
    match = ended(["", "3", "1^"], {}, {1: {3}})
    assert match.result
    assert match.result.winners == ["A", "C"]
    assert match.result.returns == [0.5, -1.0, 0.5]
    assert match.view().green[1] == numbers({3}), "GL-20: it stays green"


def test_gl_19_three_green_tokens_lose() -> None:
    match = ended(["", "1^ 2 8", "1^"], {1: {2, 8}}, {1: {5}})
    assert match.result
    assert match.result.winners == ["A", "C"]
    assert match.result.scores == [0, 3, 0]


def test_gl_20_case_7_more_green_loses() -> None:
    match = ended(["", "8", "10v"], {1: {8}}, {1: {2, 5}, 2: {10}})
    assert match.result
    assert match.result.winners == ["A", "C"]


@pytest.mark.parametrize(
    ("white", "green", "winners"),
    [
        ({}, {1: {3, 4, 9}, 2: {3, 4, 8}}, ["A", "C"]),  # the highest number on a green token
        ({1: {1}, 2: {1, 6}}, {1: {3, 4, 8}, 2: {3, 5, 8}}, ["A", "B"]),  # most white
        ({1: {1}, 2: {1}}, {1: {3, 4, 8}, 2: {3, 5, 8}}, ["A"]),  # together
    ],
)
def test_gl_20_ties(white: Tokens, green: Tokens, winners: list[str]) -> None:
    match = ended(["", "3", "3"], white, green)
    assert match.result
    assert match.result.winners == winners


def test_gl_21_all_cards_are_shuffled_and_the_left_neighbour_begins() -> None:
    match = play_all(table(["9", "6", "7"], "4", turn=0), ["A 9"])
    view = match.view()
    assert (view.deck_size, view.starter, view.center_number, view.row) == (60, 1, 0, 0)
    assert view.hand_sizes == [0] * 6


# --- GL-22 to GL-27: two players, simplified --------------------------------------------------------------------------


def test_gl_24_two_players_must_take_after_a_pass_and_the_other_leads() -> None:
    match = table(["9 8", "6 5"], "4", row="2 3 5 7", last_player=1)
    match.play("A", "pass")
    assert plays(match, "A") == {"take 2", "take 3", "take 5", "take 7"}
    assert refusal(match, "A", "leave").rule == "GL-24"
    play_all(match, ["A take 2", "* 6"])
    assert match.view().center_number == 0
    assert plays(match, "B") == {"5", "6"}


def test_gl_23_two_players_may_leave_after_a_play() -> None:
    match = play_all(table(["9 8", "6 5"], "4", row="2 3 5 7"), ["A 9"])
    assert "leave" in plays(match, "A")


def test_gl_24_the_opening_card_of_two_players_too() -> None:
    match = play_all(table(["2 3", "6 5"], "4", row="2", deck="", last_player=-1), ["A pass", "A take 2"])
    assert match.view().center_number == 0


def test_gl_26_simplified_any_number_of_equal_cards() -> None:
    match = table(["6 6 6 3", "2", "3"], "4 4", rules="simplified")
    assert plays(match) == {"6", "6+6", "6+6+6", "pass"}
    assert plays(table(["6 6 3", "2", "3"], rules="simplified")) == {"6", "6+6", "3"}


def test_gl_27_simplified_a_pass_draws_a_card() -> None:
    match = play_all(table(["6 3", "2", "3"], "9", rules="simplified", deck="5 8"), ["A pass", "* 8"])
    assert match.view("A").hands[0] == bag("6 3 8")
    assert match.view().known[0] == 0
    assert match.record(seat="B")["moves"][-1] == "* ?"
    assert match.record(seat="A")["moves"][-1] == "* 8"


def test_gl_27_without_any_card_nothing_is_drawn() -> None:
    match = play_all(table(["6 3", "2", "3"], "9", rules="simplified", deck=""), ["A pass"])
    assert match.to_act == ("B",)


def test_gl_28_a_match_stopped_early_is_unfinished_and_no_result() -> None:
    game = ll.game(SLUG, players=4)
    columns = ll.simulate(game, bots=["random"] * 4, matches=50, seed=1, max_turns=30)
    stopped = ~columns["finished"]
    assert stopped.any()
    assert (columns["turns"][stopped] == 30).all()
    assert (columns["winners"][stopped] == "").all()
    assert all(value != value for value in columns["returns_A"][stopped])


# --- what a seat knows ------------------------------------------------------------------------------------------------


def test_known_cards_shrink_as_they_are_played() -> None:
    match = table(["7 7 7^ 2", "2", "3"], "4 4", known={0: bag("7 2")})
    match.play("A", "7+7")
    assert match.view("B").known[0] == bag("2")


def test_cards_are_conserved() -> None:
    match = ll.game(SLUG, players=3).match(seed=3)
    for _ in range(300):
        match.play(match.to_act[0], match.legal_moves(match.to_act[0])[-1])
        state = match._state
        piles = (state.deck, state.side, state.beneath, state.center, state.row, *state.hands)
        assert sum(piles) == state.cards


def test_haunting_places_all_tokens_first() -> None:
    match = table(["", "3 5", "1^"], green={1: numbers({3})}, white={1: numbers({5})})
    assert haunt(match._state, 1)
    assert match.view().green[1] == numbers({3, 5})


def test_pseudo_phases_are_never_seen() -> None:
    match = play_all(table(["9", "6", "7"], "4"), [])
    apply_action(match._state, 0, match.game_notation.action_of(match._state, 0, "9"))
    assert match.view().phase < END_ROUND
