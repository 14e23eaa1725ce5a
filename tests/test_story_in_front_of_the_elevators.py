"""In Front of the Elevators: log lines, example by example, by the rule whose working they tell."""

from laid import decks, elevators, last_deal, lost_child, printed_round, tied_round, tops, two_lost
from told import told

from liftlobby.games.in_front_of_the_elevators.rules import SWAP_DEAL, TURN_UP


def test_fe_07_the_hands() -> None:
    assert told(last_deal(), "*", "green-girl", "A", "green-?") == [
        "Round I: everybody has two cards of the own family.",
        "A holds the blue girl and the blue boy.",
    ]


def test_fe_08_a_lost_child_goes_back() -> None:
    assert told(two_lost(), "A", "swap red") == [
        "A has two lost children and gives the red one back.",
    ]


def test_fe_08_another_card() -> None:
    assert told(two_lost(SWAP_DEAL, deck=1, undealt="red-boy"), "*", "red-boy", "A") == [
        "A gets the red boy instead.",
    ]


def test_fe_08_another_card_for_others() -> None:
    assert told(two_lost(SWAP_DEAL, deck=1, undealt="red-boy"), "*", "red-boy", "B", "red-?") == [
        "A gets another red card instead.",
    ]


def test_fe_10_the_decks() -> None:
    assert told(tops(), "*", "top3 red-boy", "A", "top3 red-?") == [
        "Deck 1 shows blue.",
        "Deck 2 shows green.",
        "Deck 3 shows red.",
        "B begins.",
    ]


def test_fe_10_a_new_top() -> None:
    assert told(elevators(phase=TURN_UP, deck=1, undealt="red-boy"), "*", "top2 red-boy", "A", "top2 red-?") == [
        "Deck 2 shows red.",
    ]


def test_fe_11_a_draw() -> None:
    assert told(decks("2", "5 5 5 0"), "A", "draw 2", "A") == [
        "A draws the red boy from deck 2.",
    ]


def test_fe_11_a_draw_for_others() -> None:
    assert told(decks("2", "5 5 5 0"), "A", "draw 2", "B") == [
        "A draws a red card from deck 2.",
    ]


def test_fe_11_to_the_rear() -> None:
    assert told(elevators(line="red-girl"), "A", "blue-girl 2") == [
        "A plays the blue girl into line 2.",
    ]


def test_fe_13_in_front_of_the_frontmost() -> None:
    assert told(elevators("blue-father", "red-girl red-grandma green-grandma"), "A", "blue-father 2") == [
        "A plays the blue father into line 2, in front of the red grandma.",
    ]


def test_fe_14_nobody_moves() -> None:
    assert told(elevators("blue-lost", "red-girl"), "A", "blue-lost 2") == [
        "A plays the blue lost child into line 2.",
    ]


def test_fe_14_one_moves() -> None:
    assert told(elevators("blue-lost", "blue-girl red-boy"), "A", "blue-lost 2") == [
        "A plays the blue lost child into line 2: the blue girl moves behind it.",
    ]


def test_fe_14_a_choice() -> None:
    assert told(elevators("blue-lost", "blue-girl blue-boy"), "A", "blue-lost 2") == [
        "A plays the blue lost child into line 2 and chooses who moves behind it.",
    ]


def test_fe_14_the_choice() -> None:
    assert told(lost_child(), "A", "send red-boy") == [
        "A sends the red boy behind the lost child.",
    ]


def test_fe_15_the_cafe() -> None:
    assert told(elevators("blue-girl", "red-girl red-boy green-girl"), "A", "blue-girl 2") == [
        "A plays the blue girl into line 2, in front of the red boy.",
        "Three girls leave line 2 for the cafe, a set for A.",
    ]


def test_fe_16_a_third_lost_child() -> None:
    assert told(elevators("green-lost", "red-lost green-boy blue-lost"), "A", "green-lost 2") == [
        "A plays the green lost child into line 2: the green boy moves behind it.",
        "Three lost children leave line 2 for the cafe, a set for A.",
    ]


def test_fe_17_a_deck_runs_out() -> None:
    assert told(decks("2", "5 1 5 0"), "A", "draw 2", "B") == [
        "A draws a red card from deck 2.",
        "Deck 2 is empty.",
    ]


def test_fe_18_all_decks_are_out() -> None:
    assert told(decks("2", "0 1 0 0"), "A", "draw 2", "B") == [
        "A draws a red card from deck 2.",
        "All three decks are empty: everybody plays once more.",
    ]


def test_fe_19_the_printed_round() -> None:
    assert told(printed_round(), "B", "red-grandpa 3") == [
        "B plays the red grandpa into line 3.",
        "Elevator 1: the red grandma 2 for B, the yellow father 2 for nobody, the green lost child 0, the "
        "green girl 2 x 4 = 8 for C.",
        "Elevator 2: the yellow girl 2 for nobody, the green grandpa 2 x 3 = 6 for C, the red mother 4 for B.",
        "Elevator 3: the red boy 2 for B, the blue father 3 for A, the blue mother 2 x 5 = 10 for A; left behind: 1.",
        "Cafe: A 2, B 2.",
        "Points of round I: A 15, B 10, C 14.",
        "A scored most and begins the next round.",
    ]


def test_fe_25_a_tie_in_the_round() -> None:
    assert told(tied_round(), "B", "red-lost 1") == [
        "B plays the red lost child into line 1.",
        "Elevator 1: the yellow boy 2 x 3 = 6 for nobody, the red lost child 0.",
        "Elevator 2 rides empty.",
        "Elevator 3 rides empty.",
        "Cafe: A 1, C 1.",
        "Points of round I: A 1, B 0, C 1.",
        "A and C scored most; A begins the next round.",
    ]


def test_fe_26_the_end() -> None:
    assert told(printed_round(round=2), "B", "red-grandpa 3")[-3:] == [
        "Points of round III: A 21, B 16, C 22.",
        "Sum of the rounds: A 21, B 16, C 22.",
        "C has the most points after three rounds, 22, and wins.",
    ]


def test_fe_31_the_side_pile() -> None:
    assert told(decks("s", "5 5 5 2", side_pile=True), "A", "draw side", "B") == [
        "A draws a red card from the side pile.",
    ]


def test_fe_31_the_side_pile_runs_out() -> None:
    assert told(decks("s", "5 5 5 1", side_pile=True), "A", "draw side", "B") == [
        "A draws a red card from the side pile.",
        "The side pile is empty.",
    ]
