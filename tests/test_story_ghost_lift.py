"""Ghost Lift: log lines, example by example, by the rule whose working they tell."""

from laid import cards_to_come, full_hands, ghost_lift, last_round, no_deck, one_card
from told import told

from liftlobby.games.ghost_lift.rules import CHOOSE_FIRST, FILL_ROW, OPEN, PASS_DRAW


def test_gl_01_the_first_player() -> None:
    assert told(ghost_lift(first="random", phase=CHOOSE_FIRST, turn=-1), "*", "first B") == [
        "B is the first player.",
    ]


def test_gl_03_the_hands() -> None:
    assert told(full_hands(), "*", "5", "A", "?") == [
        "Everybody has 6 cards; B plays first.",
        "A holds 5 6 7^.",
    ]


def test_gl_03_the_hands_for_a_spectator() -> None:
    assert told(full_hands(), "*", "5", "", "?") == [
        "Everybody has 6 cards; B plays first.",
    ]


def test_gl_03_the_opening_card() -> None:
    assert told(cards_to_come(OPEN), "*", "8") == [
        "The opening card is 8: the needle points Down.",
    ]


def test_gl_04_the_row_is_complete() -> None:
    assert told(cards_to_come(FILL_ROW, starter=0, row="2v 9 9^"), "*", "8") == [
        "The row shows 2v, 8 and 9+9^.",
    ]


def test_gl_09_the_needle_turns() -> None:
    assert told(ghost_lift("8v 8 2", "7 7"), "A", "8+8v") == [
        "A plays 8+8v: the needle turns Down.",
    ]


def test_gl_10_a_play() -> None:
    assert told(ghost_lift("8 2", "7"), "A", "8") == [
        "A plays 8.",
    ]


def test_gl_12_all_others_have_passed() -> None:
    assert told(ghost_lift("8 2", "7", passes=1, last_player=1), "A", "pass") == [
        "A passes.",
        "All others have passed: the Center goes to the side, B leads.",
    ]


def test_gl_13_all_have_passed_on_the_opening_card() -> None:
    assert told(ghost_lift("8 2", "7", passes=2, last_player=-1), "A", "pass") == [
        "A passes.",
        "All have passed on the opening card: it goes to the side, B leads.",
    ]


def test_gl_14_a_stack_is_taken() -> None:
    assert told(ghost_lift("8 2", "7", row="2v 4 4v 9", last_player=0), "A", "take 4") == [
        "A takes 4+4v from the row.",
    ]


def test_gl_14_no_stack_is_taken() -> None:
    assert told(ghost_lift("8 2", "7", row="2v 4 9", last_player=0), "A", "leave") == [
        "A takes no stack.",
    ]


def test_gl_16_a_new_deck() -> None:
    assert told(no_deck("3 3^ 5", row="2v 4 9"), "A", "take 4") == [
        "A takes 4 from the row.",
        "The deck is empty: 3 cards, from the side and from beneath the Center, are shuffled anew.",
    ]


def test_gl_16_a_short_row() -> None:
    assert told(no_deck(row="2v 4 9"), "A", "take 9") == [
        "A takes 9 from the row.",
        "The row shows 2v and 4; there are no more cards for it.",
    ]


def test_gl_16_no_row_at_all() -> None:
    assert told(no_deck(row="9"), "A", "take 9") == [
        "A takes 9 from the row.",
        "There are no cards left for the row.",
    ]


def test_gl_16_a_short_row_after_a_draw() -> None:
    assert told(one_card(), "*", "8") == [
        "The row shows 8 and 9; there are no more cards for it.",
    ]


def test_gl_18_tokens() -> None:
    assert told(last_round(white=[0, 256, 0, 0, 0, 0]), "A", "8") == [
        "A plays 8.",
        "A has no cards left: the round is over.",
        "B is haunted: white 3 and green 9.",
        "C is haunted: white 4.",
        "B begins the next round.",
    ]


def test_gl_19_three_green_tokens() -> None:
    assert told(last_round(white=[0, 256, 8, 0, 0, 0], green=[0, 3, 0, 0, 0, 0]), "A", "8") == [
        "A plays 8.",
        "A has no cards left: the round is over.",
        "B is haunted: white 3 and green 9.",
        "C is haunted: green 4.",
        "B has 3 green tokens and loses to A and C.",
    ]


def test_gl_19_haunted_three_times() -> None:
    assert told(last_round(green=[0, 0, 8, 0, 0, 0]), "A", "8") == [
        "A plays 8.",
        "A has no cards left: the round is over.",
        "B is haunted: white 3 and white 9.",
        "C is haunted: 4 a third time.",
        "C is haunted a third time by the same ghost and loses to A and B.",
    ]


def test_gl_24_two_players() -> None:
    assert told(ghost_lift("8 2", "7", row="2v 4 9 1^", passes=1, last_player=1, players=2), "A", "take 9") == [
        "A takes 9 from the row.",
        "The Center goes to the side; B leads.",
    ]


def test_gl_27_a_card_after_a_pass() -> None:
    assert told(cards_to_come(PASS_DRAW, 0, rules="simplified"), "*", "8", "A") == [
        "A draws 8.",
    ]


def test_gl_27_a_card_after_a_pass_for_others() -> None:
    assert told(cards_to_come(PASS_DRAW, 0, rules="simplified"), "*", "8", "B", "?") == [
        "A draws a card.",
    ]


def test_gl_27_no_card_after_a_pass() -> None:
    assert told(no_deck(rules="simplified"), "A", "pass") == [
        "A passes.",
        "There is no card to draw.",
    ]
