"""I'm Stuck in the Lift: log lines, example by example, by the rule whose working they tell."""

from laid import lift, writing
from told import told


def test_sl_04_what_is_written_is_secret() -> None:
    assert told(writing(), "A", "write2 5", "B", "write2 ?") == [
        "A has written.",
        "Round 1 begins with the cone on 40.",
    ]


def test_sl_04_the_own_floor() -> None:
    assert told(writing(waiting=3), "A", "write2 5", "A") == [
        "A writes 5 on the 2-star card.",
    ]


def test_sl_05_a_drive_card_is_secret() -> None:
    assert told(lift(0, [1, 0], [0x11, 0x11, 0x11], waiting=3), "A", "drive 5", "B", "drive ?") == [
        "A has chosen a drive card.",
    ]


def test_sl_06_the_printed_example() -> None:
    assert told(lift(4, [2, 1], [0x11, 0x11, 0x11]), "A", "drive 10", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 10, B 5, C 0; the sum is 15.",
        "The lift rides from 20 to 35; the arrow points up.",
        "Nobody has written 35.",
        "Round 2 begins with the cone on 35.",
    ]


def test_sl_06_turning_at_the_end() -> None:
    assert told(lift(7, [2, 1], [0x11, 0x11, 0x11]), "A", "drive 10", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 10, B 5, C 0; the sum is 15.",
        "The lift rides from 35 by way of 40 to 30; the arrow points down.",
        "Nobody has written 30.",
        "Round 2 begins with the cone on 35.",
    ]


def test_sl_07_a_sum_of_nothing() -> None:
    assert told(lift(4, [1, 1], [0x51, 0x15, 0x11]), "A", "drive 0", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 0, B 0, C 0; the sum is 0.",
        "The lift stays on 20.",
        "A scores 2 with 20 on the 2-star card, to be written anew.",
        "B scores 1 with 20 on the 1-star card, to be written anew.",
    ]


def test_sl_09_both_cards_on_e() -> None:
    assert told(lift(15, [1, 1], [0x11, 0x22, 0x22], cone=5), "A", "drive 5", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 5, B 0, C 0; the sum is 5.",
        "The lift rides from 5 to E; the arrow points up.",
        "A scores 6, doubled, with E on both cards, to be written anew.",
    ]


def test_sl_11_the_cone() -> None:
    assert told(lift(7, [1, 1], [0x91, 0x99, 0x11]), "A", "drive 5", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 5, B 0, C 0; the sum is 5.",
        "The lift rides from 35 to 40; the arrow points down.",
        "The cone is on 40: nobody is paid.",
        "A reveals 40 on the 2-star card and must write both cards anew.",
        "B reveals 40 on both cards and must write both cards anew.",
    ]


def test_sl_12_the_last_round() -> None:
    assert told(lift(4, [1, 1], [0x11, 0x11, 0x11], cone=1, turns=7), "A", "drive 5", "C") == [
        "A has chosen a drive card.",
        "The drive cards: A 5, B 0, C 0; the sum is 5.",
        "The lift rides from 20 to 25; the arrow points up.",
        "Nobody has written 25.",
        "The cone is on E: the last round begins.",
    ]


def test_sl_14_the_end() -> None:
    assert told(lift(4, [1, 1], [0x11, 0x11, 0x11], cone=0, turns=8, scores=[4, 2, 3, 0, 0, 0, 0, 0]), "A", "drive 5")[
        -2:
    ] == [
        "Nobody has written 25.",
        "After nine rounds A has the most points, 4, and wins.",
    ]


def test_sl_14_a_tie() -> None:
    assert told(lift(4, [1, 1], [0x11, 0x11, 0x11], cone=0, turns=8, scores=[4, 2, 4, 0, 0, 0, 0, 0]), "A", "drive 5")[
        -1:
    ] == [
        "After nine rounds A and C tie with 4: whose floor the lift would reach first wins.",
    ]
