"""I'm Stuck in the Lift by its numbered rules."""

import pytest
from positions import play_all, refusal, stand

import liftlobby as ll
from liftlobby.core.match import Match
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, find_winners, floor_at

SLUG = "stuck-in-the-lift"
UP = {name: floor for floor, name in enumerate(FLOOR_NAMES)}
DOWN = {name: (16 - floor) % 16 for name, floor in UP.items()}


def cards(first: str, second: str) -> int:
    """The two target cards of a seat as the state holds them."""
    return (UP[first] + 1) | (UP[second] + 1) << 4


def ride(position: int, drives: list[int], targets: list[tuple[str, str]], cone: str, turns: int = 3) -> Match:
    """A round from a position: everybody commits, the lift moves."""
    players = len(drives)
    match = stand(
        SLUG,
        {"players": players},
        phase=DRIVING,
        turns=turns,
        position=position,
        cone=UP[cone],
        waiting=(1 << players) - 1,
        blank=dict.fromkeys(range(players), 0),
        targets={seat: cards(*targets[seat]) for seat in range(players)},
    )
    return play_all(match, [f"{'ABCDEFGH'[seat]} drive {drive}" for seat, drive in enumerate(drives)])


def floor_of(match: Match) -> str:
    return FLOOR_NAMES[floor_at(match.view().position)]


def test_sl_01_two_to_eight_players() -> None:
    assert ll.game_type(SLUG).option("players").values == tuple(range(2, 9))


def test_sl_03_the_lift_starts_on_e_pointing_up_and_the_cone_on_40() -> None:
    view = ll.game(SLUG, players=3).match().view()
    assert (view.position, view.cone) == (UP["E"], UP["40"])


def test_sl_04_all_write_at_the_same_time_in_any_order_any_floor_twice() -> None:
    match = ll.game(SLUG, players=2).match()
    assert list(match.to_act) == ["A", "B"]
    play_all(match, ["B write1 35", "A write1 E", "B write2 35"])
    assert list(match.to_act) == ["A"]
    assert match.legal_moves("A") == sorted(f"write2 {floor}" for floor in FLOOR_NAMES)


def test_sl_05_all_three_drive_cards_are_always_legal_and_hidden_until_the_last() -> None:
    match = play_all(
        ll.game(SLUG, players=2).match(), ["A write1 5", "A write2 5", "B write1 10", "B write2 10", "A drive 10"]
    )
    assert match.record(seat="B")["moves"][-1] == "A drive ?"
    assert match.view("B").shown == [0] * 8
    match.play("B", "drive 5")
    assert match.record(seat="B")["moves"][-2] == "A drive 10"
    assert match.view("B").shown[:2] == [3, 2]
    assert refusal(match, "A", "write1 5").legal == match.legal_moves("A")


def test_sl_06_case_1_the_printed_example() -> None:
    assert floor_of(ride(UP["20"], [5, 5, 5], [("E", "E")] * 3, "5")) == "35"


def test_sl_06_case_2_the_arrow_turns_at_40() -> None:
    match = ride(UP["35"], [5, 10, 0], [("E", "E")] * 3, "5")
    assert floor_of(match) == "30"
    assert match.view().position == DOWN["30"]


def test_sl_07_case_3_landing_on_40_turns_at_once_and_a_sum_of_0_stops_there() -> None:
    match = ride(UP["35"], [5, 0], [("40", "5"), ("E", "E")], "5")
    assert match.view().position == UP["40"] == DOWN["40"]
    assert match.view().scores[0] == 2
    match = play_all(match, ["A write1 40", "A drive 0", "B drive 0"])
    assert match.view().position == UP["40"]
    assert match.view().scores[0] == 4


def test_sl_07_case_4_eighty_is_a_whole_round() -> None:
    assert ride(UP["E"], [10] * 8, [("5", "5")] * 8, "5").view().position == UP["E"]


def test_sl_08_passing_a_floor_or_the_cone_does_nothing() -> None:
    match = ride(UP["10"], [10, 10], [("15", "20"), ("E", "E")], "25")
    assert floor_of(match) == "30"
    assert match.view().scores[:2] == [0, 0]


def test_sl_09_case_7_both_cards_on_a_double_floor_pay_six() -> None:
    assert ride(DOWN["10"], [10, 0], [("E", "E"), ("5", "5")], "25").view().scores[0] == 6


@pytest.mark.parametrize(
    ("targets", "stop", "points"),
    [(("20", "5"), 10, 1), (("5", "20"), 10, 2), (("20", "20"), 10, 3), (("5", "5"), 10, 0)],
)
def test_sl_09_stars(targets: tuple[str, str], stop: int, points: int) -> None:
    assert ride(UP["10"], [stop, 0], [targets, ("E", "E")], "40").view().scores[0] == points


def test_sl_10_only_the_revealed_card_is_rewritten_and_the_same_floor_may_be() -> None:
    match = ride(UP["10"], [10, 0], [("5", "20"), ("E", "E")], "40")
    assert match.to_act == ("A",)
    assert "write2 20" in match.legal_moves("A")
    assert all(move.startswith("write2") for move in match.legal_moves("A"))


def test_sl_11_case_5_on_the_cone_matches_pay_nothing_and_both_cards_are_rewritten() -> None:
    match = ride(UP["35"], [5, 0, 0], [("40", "40"), ("E", "40"), ("E", "E")], "40")
    view = match.view()
    assert view.scores[:3] == [0, 0, 0]
    assert view.hits[:3] == [0b11, 0b10, 0]
    assert view.blank[:3] == [0b11, 0b11, 0]


def test_sl_12_case_6_the_ninth_round_with_the_cone_on_e() -> None:
    match = ride(DOWN["5"], [5, 0], [("E", "5"), ("10", "10")], "E", turns=8)
    assert match.view().scores[0] == 0
    assert match.result is None  # SL-13: first the cards are rewritten
    play_all(match, ["A write1 20", "A write2 20"])
    assert match.result is not None


def test_sl_12_the_cone_moves_down_once_all_have_written() -> None:
    match = ride(UP["10"], [10, 0], [("5", "20"), ("E", "E")], "40", turns=0)
    assert match.view().cone == UP["40"]
    match.play("A", "write2 5")
    assert match.view().cone == UP["35"]


@pytest.mark.parametrize(
    ("targets", "winners"),
    [
        ([("20", "40"), ("10", "40")], 0b10),  # case 8
        ([("15", "15"), ("20", "20")], 0b01),  # case 9
        ([("5", "40"), ("5", "35")], 0b11),  # both on the floor that comes first
        ([("20", "25"), ("35", "40")], 0b01),
    ],
)
def test_sl_14_ties_are_broken_by_where_the_lift_would_go(targets: list[tuple[str, str]], winners: int) -> None:
    tied = stand(
        SLUG, {"players": 3}, position=DOWN["15"], targets={0: cards(*targets[0]), 1: cards(*targets[1])}, scores={2: 0}
    )
    tied._state.targets[2] = cards("10", "10")
    tied._state.scores[:3] = [4, 4, 3]
    assert find_winners(tied._state) == winners


def test_sl_15_the_current_floor_counts_only_when_the_walk_comes_back() -> None:
    tied = stand(SLUG, {"players": 2}, position=UP["40"], targets={0: cards("40", "40"), 1: cards("E", "E")})
    assert find_winners(tied._state) == 0b10


def test_what_a_card_cannot_carry_is_public_until_it_is_rewritten() -> None:
    match = ride(UP["10"], [10, 0], [("5", "20"), ("E", "E")], "40")
    ruled_out = match.view("B").ruled_out
    assert ruled_out[0] == 1 << UP["20"]  # the first card of A; the second was revealed
    assert ruled_out[1] == 1 << UP["20"] | 1 << UP["20"] + 9
