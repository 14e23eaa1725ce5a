"""I'm Stuck in the Lift: each kind of refusal, by the rule it names."""

from typing import Any

from refused import refused

import liftlobby as ll
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, OVER, WRITING

Table = tuple[ll.Game, Any]


def table(phase: int, *, targets: int = 0, blank: int = 0, waiting: int = 0b111, **more: Any) -> Table:
    """Three players; A holds these target cards."""
    game = ll.game("stuck-in-the-lift", players=3)
    state = game.new_state()
    state.phase, state.waiting = phase, waiting
    state.targets[0], state.blank[0] = targets, blank
    for name, value in more.items():
        setattr(state, name, value)
    return game, state


def two_tied() -> Table:
    """A and B have 7 points each."""
    return table(OVER, scores=[7, 7, 2, 0, 0, 0, 0, 0])


def test_sl_04_no_drive_before_the_floors() -> None:
    assert refused(table(WRITING, blank=3), "A", "drive 5") == (
        "SL-4: First write a floor on the 1-star card.",
        "SL-4: Trước hết hãy ghi một tầng lên thẻ 1 sao.",
    )


def test_sl_04_no_drive_before_the_second_floor() -> None:
    assert refused(table(WRITING, blank=2, targets=0x01), "A", "drive 5") == (
        "SL-4: First write a floor on the 2-star card.",
        "SL-4: Trước hết hãy ghi một tầng lên thẻ 2 sao.",
    )


def test_sl_04_the_first_card_first() -> None:
    assert refused(table(WRITING, blank=3), "A", "write2 5") == (
        "SL-4: Both cards are blank: write on the 1-star card first.",
        "SL-4: Cả hai thẻ đều trống: hãy ghi lên thẻ 1 sao trước.",
    )


def test_sl_04_what_writing_looks_like() -> None:
    assert refused(table(WRITING, blank=3), "A", "write 5") == (
        "SL-4: Write write1 and a floor, E or 5 to 40, for the 1-star card: write1 E.",
        "SL-4: Viết write1 và một tầng, E hoặc 5 đến 40, cho thẻ 1 sao: write1 E.",
    )


def test_sl_04_what_writing_the_second_looks_like() -> None:
    assert refused(table(WRITING, blank=2, targets=0x01), "A", "write2 45") == (
        "SL-4: Write write2 and a floor, E or 5 to 40, for the 2-star card: write2 E.",
        "SL-4: Viết write2 và một tầng, E hoặc 5 đến 40, cho thẻ 2 sao: write2 E.",
    )


def test_sl_04_all_written() -> None:
    assert refused(table(WRITING, waiting=0b110), "A", "write1 5") == (
        "SL-4: A has no floor to write now and waits for B and C.",
        "SL-4: A lúc này không phải ghi tầng nào và chờ B và C.",
    )


def test_sl_05_no_floors_while_driving() -> None:
    assert refused(table(DRIVING, targets=0x11), "A", "write1 5") == (
        "SL-5: Floors are not written now: choose the drive card 0, 5 or 10.",
        "SL-5: Lúc này không ghi tầng: hãy chọn thẻ chạy 0, 5 hoặc 10.",
    )


def test_sl_05_what_driving_looks_like() -> None:
    assert refused(table(DRIVING, targets=0x11), "A", "drive 15") == (
        "SL-5: Write drive and 0, 5 or 10: drive 0.",
        "SL-5: Viết drive và 0, 5 hoặc 10: drive 0.",
    )


def test_sl_05_already_committed() -> None:
    assert refused(table(DRIVING, targets=0x11, waiting=0b100), "A", "drive 5") == (
        "SL-5: A has chosen a drive card and waits for C.",
        "SL-5: A đã chọn thẻ chạy và chờ C.",
    )


def test_sl_06_nothing_is_left_to_chance() -> None:
    assert refused(table(DRIVING), "*", "15") == (
        "SL-6: Nothing here is left to chance: the sum of the drive cards moves the lift.",
        "SL-6: Ở đây không có gì ngẫu nhiên: tổng các thẻ chạy làm thang máy chuyển động.",
    )


def test_sl_10_no_drive_before_the_new_floor() -> None:
    assert refused(table(WRITING, blank=2, targets=0x01, turns=1), "A", "drive 5") == (
        "SL-10: First write a new floor on the 2-star card.",
        "SL-10: Trước hết hãy ghi một tầng mới lên thẻ 2 sao.",
    )


def test_sl_10_the_card_is_not_blank() -> None:
    assert refused(table(WRITING, blank=2, targets=0x08, turns=1), "A", "write1 5") == (
        "SL-10: There is 35 on the 1-star card: write on the other card.",
        "SL-10: Đã có 35 trên thẻ 1 sao: hãy ghi lên thẻ kia.",
    )


def test_sl_10_nothing_to_rewrite() -> None:
    assert refused(table(WRITING, targets=0x11, turns=1, waiting=0b010), "A", "write1 5") == (
        "SL-10: A has no floor to write now and waits for B.",
        "SL-10: A lúc này không phải ghi tầng nào và chờ B.",
    )


def test_sl_12_over() -> None:
    assert refused(table(OVER, scores=[7, 9, 2, 0, 0, 0, 0, 0]), "A", "drive 5") == (
        "SL-12: The match is over. After nine rounds B has the most points, 9, and wins.",
        "SL-12: Ván chơi đã kết thúc. Sau chín vòng B có nhiều điểm nhất, 9, và thắng.",
    )


def test_sl_12_over_and_tied() -> None:
    assert refused(two_tied(), "A", "drive 5") == (
        "SL-12: The match is over. After nine rounds A and B tie with 7: whose floor the lift would reach first wins.",
        "SL-12: Ván chơi đã kết thúc. Sau chín vòng A và B hòa 7 điểm: ai ghi tầng thang máy sẽ đến trước thì thắng.",
    )
