"""The elevator dice race by its numbered rules."""

import pytest
from positions import play_all, stand

import liftlobby as ll
from liftlobby.core.match import Match
from liftlobby.games.elevator_dice.rules import ROLL, steps_for


def race(rows: list[int], turn: int, number: int, **options: str) -> Match:
    """A race with the counters beside these rows and the same number in every square."""
    return stand(
        "elevator-dice", {"first": "A"} | options, phase=ROLL, filled=10, shaft=[number] * 10, rows=rows, turn=turn
    )


def test_ed_01_a_fills_odd_rows_b_even_ones_from_the_top() -> None:
    match = play_all(ll.game("elevator-dice", first="B").match(chance="given"), [f"* {1 + i % 6}" for i in range(10)])
    assert match.view().shaft == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]
    assert match.to_act == ("B",)


def test_ed_02_the_counters_start_beside_rows_4_and_7() -> None:
    assert ll.game("elevator-dice").match(chance="given").view().rows == [4, 7]


@pytest.mark.parametrize(("ends", "goals"), [("beyond", [11, 0]), ("inside", [10, 1])])
def test_ed_03_the_ends(ends: str, goals: list[int]) -> None:
    for seat, row in ((0, goals[0] - 1), (1, goals[1] + 1)):
        match = play_all(race([row, row], seat, 3, ends=ends), [f"{'AB'[seat]} roll", "* 5"])
        assert match.view().rows[seat] == goals[seat]
        assert match.result
        assert match.result.winners == ["AB"[seat]]


def test_ed_03_inside_the_goal_of_the_other_is_just_a_square() -> None:
    match = play_all(race([2, 7], 0, 3, ends="inside"), ["A roll", "* 2"])
    assert match.view().rows[0] == 1
    assert match.result is None


def test_ed_04_first_is_drawn_or_chosen() -> None:
    assert ll.game("elevator-dice").match(chance="given").legal_moves("*") == ["first A", "first B"]
    assert ll.game("elevator-dice", first="B").match(chance="given").legal_moves("*") == list("123456")


def test_ed_05_each_throw_is_two_forward_one_forward_or_one_back() -> None:
    for number in range(1, 7):
        steps = sorted(steps_for(face, number) for face in range(1, 7))
        assert steps == [-1, -1, -1, 1, 1, 2]  # chances 1/2, 1/3, 1/6 whatever the number


def test_ed_06_case_4_no_further_back_than_the_own_end() -> None:
    assert play_all(race([1, 7], 0, 3), ["A roll", "* 2"]).view().rows[0] == 1
    assert play_all(race([4, 10], 1, 3), ["B roll", "* 2"]).view().rows[1] == 10


def test_ed_07_case_5_two_steps_from_the_last_square_enter() -> None:
    match = play_all(race([10, 7], 0, 4), ["A roll", "* 4"])
    assert match.result
    assert match.result.winners == ["A"]


def test_ed_08_the_first_to_enter_wins_at_once() -> None:
    match = play_all(race([4, 1], 1, 4), ["B roll", "* 2"])
    assert match.to_act == ()
    assert match.result
    assert (match.result.winners, match.result.scores) == (["B"], [0, 1])


def test_case_1_the_printed_example() -> None:
    match = play_all(race([4, 7], 1, 3), ["B roll", "* 1", "A roll", "* 6"])
    assert match.view().rows == [3, 6]


def test_case_2_the_number_itself_is_two_forward() -> None:
    assert play_all(race([3, 6], 1, 5), ["B roll", "* 5"]).view().rows[1] == 4


def test_case_3_b_enters_the_penthouse_with_any_even_throw() -> None:
    for face in (2, 4, 6):
        match = play_all(race([4, 1], 1, 4), ["B roll", f"* {face}"])
        assert match.result
        assert match.result.winners == ["B"]


def exact_win_probability(ends: str) -> float:
    """A's chance if A begins: the linear system of ED-5 over both rows, solved by iteration."""
    low, high = (1, 10) if ends == "inside" else (0, 11)
    to_move = {(a, b): 0.5 for a in range(1, 11) for b in range(1, 11)}

    def step(mine: int, other: int, table: dict[tuple[int, int], float]) -> float:
        # Rows are counted from the mover's own back end; the same for both by symmetry.
        won = 0.0
        goal = high - low + low  # the mover's goal row in its own count
        for steps, chance in ((2, 1 / 6), (1, 1 / 3), (-1, 1 / 2)):
            row = max(1, mine + steps)
            won += chance * (1.0 if row >= goal else 1.0 - table[other, row])
        return won

    for _ in range(5000):
        to_move = {(a, b): step(a, b, to_move) if a < high and b < high else 0.0 for a, b in to_move}
    return to_move[4, 4]


@pytest.mark.parametrize(("ends", "printed"), [("beyond", 0.508088), ("inside", 0.509660)])
def test_the_win_rate_agrees_with_the_exact_one(ends: str, printed: float) -> None:
    exact = exact_win_probability(ends)
    assert abs(exact - printed) < 1e-6
    for first, chance in (("A", exact), ("B", 1 - exact)):
        game = ll.game("elevator-dice", ends=ends, first=first)
        columns = ll.simulate(game, bots=["random"] * 2, matches=200_000, seed=11)
        assert abs((columns["winners"] == "A").mean() - chance) < 5 * (0.25 / 200_000) ** 0.5
