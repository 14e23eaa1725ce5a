"""The elevator dice race: log lines, example by example, by the rule whose working they tell."""

from laid import dice, last_square, no_first
from told import told


def test_ed_01_the_shaft() -> None:
    assert told(last_square(), "*", "4") == [
        "The shaft carries 1 2 3 4 5 6 1 2 3 4, from the top down.",
        "A starts beside row 4, B beside row 7; A throws first.",
    ]


def test_ed_04_the_first_player() -> None:
    assert told(no_first(), "*", "first B") == [
        "B begins the race.",
    ]


def test_ed_05_the_very_number() -> None:
    assert told(dice(4), "*", "4") == [
        "A throws 4, the number beside the counter: two forward, to row 6.",
    ]


def test_ed_05_the_same_parity() -> None:
    assert told(dice(4), "*", "2") == [
        "A throws 2 beside 4: one forward, to row 5.",
    ]


def test_ed_05_the_other_parity() -> None:
    assert told(dice(4), "*", "3") == [
        "A throws 3 beside 4: one back, to row 3.",
    ]


def test_ed_06_at_the_back_end() -> None:
    assert told(dice(1), "*", "2") == [
        "A throws 2 beside 1: no further back than row 1.",
    ]


def test_ed_08_a_wins() -> None:
    assert told(dice(10), "*", "2") == [
        "A throws 2 beside 4 and enters the basement.",
    ]


def test_ed_08_b_wins() -> None:
    assert told(dice(1, 1), "*", "3") == [
        "B throws 3 beside 1 and enters the penthouse.",
    ]
