"""The elevator dice race: each kind of refusal, by the rule it names."""

from typing import Any

from refused import refused, said

import liftlobby as ll
from liftlobby.games.elevator_dice import reasons
from liftlobby.games.elevator_dice.rules import CHOOSE_FIRST, FILL, OVER, ROLL, THROW

Table = tuple[ll.Game, Any]


def table(phase: int, winner: int = -1) -> Table:
    """A's turn in this phase."""
    game = ll.game("elevator-dice", first="random" if phase == CHOOSE_FIRST else "A")
    state = game.new_state()
    state.phase, state.winner = phase, winner
    return game, state


def why_not_chance(table: Table, outcome: int) -> tuple[str, str]:
    """What is said of an outcome of the die."""
    return said(reasons.why_not_chance(table[1], outcome))


def test_ed_01_the_shaft_comes_first() -> None:
    assert refused(table(FILL), "A", "roll") == (
        "ED-1: The die is being thrown; wait for it.",
        "ED-1: Xúc xắc đang được gieo; hãy chờ.",
    )


def test_ed_01_no_such_face() -> None:
    assert refused(table(THROW), "*", "7") == (
        "ED-1: The die is thrown now: write a face from 1 to 6.",
        "ED-1: Bây giờ gieo xúc xắc: viết một mặt từ 1 đến 6.",
    )


def test_ed_04_nobody_is_first_yet() -> None:
    assert refused(table(CHOOSE_FIRST), "A", "roll") == (
        "ED-4: It is not decided yet who begins.",
        "ED-4: Chưa biết ai đi trước.",
    )


def test_ed_04_a_face_before_the_first_player() -> None:
    assert refused(table(CHOOSE_FIRST), "*", "4") == (
        "ED-4: First comes who begins: write first A or first B.",
        "ED-4: Trước hết phải chọn người đi trước: viết first A hoặc first B.",
    )


def test_ed_05_not_your_turn() -> None:
    assert refused(table(ROLL), "B", "roll") == (
        "ED-5: It is the turn of A; B waits.",
        "ED-5: Đang là lượt của A; B hãy chờ.",
    )


def test_ed_05_what_a_move_looks_like() -> None:
    assert refused(table(ROLL), "A", "throw") == (
        "ED-5: All you can do is throw: write roll.",
        "ED-5: Bạn chỉ có một việc là gieo: viết roll.",
    )


def test_ed_05_no_face_before_the_throw() -> None:
    assert refused(table(ROLL), "*", "4") == (
        "ED-5: The die is not thrown yet: it is the turn of A.",
        "ED-5: Chưa đến lúc gieo xúc xắc: đang là lượt của A.",
    )


def test_ed_08_over_and_a_has_won() -> None:
    assert refused(table(OVER, winner=0), "A", "roll") == (
        "ED-8: The match is over. A is the first to enter the goal, the basement, and wins.",
        "ED-8: Ván chơi đã kết thúc. A vào đích trước, là tầng hầm, và thắng.",
    )


def test_ed_08_over_and_b_has_won() -> None:
    assert refused(table(OVER, winner=1), "A", "roll") == (
        "ED-8: The match is over. B is the first to enter the goal, the penthouse, and wins.",
        "ED-8: Ván chơi đã kết thúc. B vào đích trước, là tầng áp mái, và thắng.",
    )


def test_ed_08_no_face_after_the_end() -> None:
    assert why_not_chance(table(OVER), 4) == (
        "ED-8: Nothing is thrown any more: the match is over.",
        "ED-8: Không gieo nữa: ván chơi đã kết thúc.",
    )
