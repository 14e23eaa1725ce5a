"""`lift solve`: exact values of the dice race, and small games solved by counterfactual regret."""

import json
import sys
from collections.abc import Callable
from fractions import Fraction

import kuhn  # noqa: F401  (registers Kuhn poker)
import pytest
import small_games  # noqa: F401  (registers its games)

import liftlobby as ll
from liftlobby.cli import main
from liftlobby.games.elevator_dice import exact
from liftlobby.lab.solve import Solution, solve
from liftlobby.lab.tree import estimate_size, grow

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command here, where the tests' own games are known."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lift", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err.strip()

    return run


def shares(solution: Solution) -> dict[str, dict[str, float]]:
    return {f"{each.seat}: {each.knows}": each.moves for each in solution.strategy}


# --- counterfactual regret --------------------------------------------------------------------------------------------


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    solution = ll.solve(ll.game("kuhn-poker"))
    assert abs(solution.values[0] + 1 / 18) < 1e-3
    assert sum(solution.values) == pytest.approx(0)
    assert 0 <= solution.exploitability <= 1e-3
    assert (solution.nodes, solution.information_sets) == (58, 12)


def test_kuhn_poker_is_played_as_the_literature_says() -> None:
    """Kuhn 1950: with J the first bets some share a of its hands, at most 1/3, with K three times that."""
    plays = shares(solve(ll.game("kuhn-poker"), precision=1e-4))
    bluff = plays["A: * J / * ?"]["bet"]
    assert bluff <= 1 / 3 + 0.01
    assert plays["A: * K / * ?"]["bet"] == pytest.approx(3 * bluff, abs=0.02)
    assert plays["A: * Q / * ?"]["bet"] < 0.01
    assert plays["A: * Q / * ? / A pass / B bet"]["bet"] == pytest.approx(bluff + 1 / 3, abs=0.02)
    assert plays["B: * ? / * Q / A bet"]["bet"] == pytest.approx(1 / 3, abs=0.02)
    assert plays["B: * ? / * J / A pass"]["bet"] == pytest.approx(1 / 3, abs=0.02)
    assert plays["B: * ? / * K / A bet"]["bet"] > 0.99


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    solution = solve(ll.game("pennies"))
    assert solution.values[0] == pytest.approx(1 / 5, abs=2e-3)
    assert solution.information_sets == 2
    assert solution.strategy[0].moves["1"] == pytest.approx(3 / 5, abs=0.02)


def test_a_seat_remembers_its_own_choices() -> None:
    solution = solve(ll.game("hiding"))
    assert solution.values[0] == pytest.approx(0, abs=2e-3)
    assert solution.information_sets == 1 + 1 + 2


def test_with_three_seats_the_gains_are_told_and_no_value_is_promised(here: Run) -> None:
    solution = solve(ll.game("odd-one-out"))
    assert max(solution.gains) < 3e-3
    code, out, _ = here("solve", "odd-one-out")
    assert code == 0
    assert "a game has no one value" in " ".join(out.split())


def test_what_a_seat_could_gain_is_measured_against_a_best_answer() -> None:
    """After one iteration all play alike; the best answer to that in unequal pennies is worked out by hand."""
    solution = solve(ll.game("pennies"), iterations=1)
    chance_of_1 = solution.strategy[1].moves["1"]
    best = max(2 * (1 - chance_of_1) - chance_of_1, chance_of_1 - (1 - chance_of_1))
    assert solution.values[0] + solution.gains[0] == pytest.approx(best)


def test_a_solution_is_the_same_every_time() -> None:
    assert solve(ll.game("kuhn-poker"), iterations=40) == solve(ll.game("kuhn-poker"), iterations=40)


def test_the_size_of_a_tree_is_estimated_without_bias() -> None:
    game = ll.game("kuhn-poker")
    size = estimate_size(game, probes=4000)
    assert 10**size.log10_nodes == pytest.approx(len(grow(game)), rel=0.05)
    assert size.log10_low < size.log10_nodes < size.log10_high
    assert size.given_up == 0


def test_a_game_that_is_too_large_says_so_with_its_size(here: Run) -> None:
    for slug in ("ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"):
        code, out, err = here("solve", slug)
        assert (code, out) == (1, "")
        assert f"lift: {slug} (players=" in err
        assert "is too large to solve: more than 200,000 nodes, by estimate" in err
    with pytest.raises(ll.TooLarge, match="more than 57 nodes, by estimate about 10"):
        solve(ll.game("kuhn-poker"), largest=57)


def test_solve_prints_and_answers_programs(here: Run) -> None:
    code, out, _ = here("solve", "kuhn-poker")
    assert code == 0
    assert "A -0.05" in out
    assert "A pass / B bet" in out
    data = json.loads(here("solve", "kuhn-poker", "--json")[1])
    assert abs(data["values"]["A"] + 1 / 18) < 1e-3
    assert len(data["strategy"]) == 12


def test_a_precision_that_is_not_reached_is_a_failed_check(here: Run) -> None:
    code, out, err = here("solve", "kuhn-poker", "--precision", "1e-9", "--iterations", 20)
    assert code == 1
    assert "A -0.05" in out
    assert "precision of 1e-09 was not reached" in err


# --- exact values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["beyond", "inside"])
def test_the_dice_race_has_a_fraction_for_every_position(ends: str) -> None:
    game = ll.game("elevator-dice", ends=ends)
    rows = exact.solution(game)
    far = 10 if ends == "beyond" else 9
    assert len({tuple(row[name] for name in exact.POSITION) for row in rows}) == len(rows) == 2 * far * far
    assert all(isinstance(row[name], Fraction) for row in rows for name in exact.VALUES)
    assert all(0 < Fraction(row["win_a"]) < 1 < Fraction(row["throws"]) for row in rows)
    # The race is the same seen from the other side.
    chance = {(row["thrower"], int(row["row_a"]), int(row["row_b"])): Fraction(row["win_a"]) for row in rows}
    assert all(chance["A", a, b] == 1 - chance["B", 11 - b, 11 - a] for who, a, b in chance)


@pytest.mark.parametrize(
    ("ends", "first", "printed"),
    [("beyond", "A", 0.508088), ("beyond", "B", 0.491912), ("inside", "A", 0.509660), ("inside", "B", 0.490340)],
)
def test_the_start_of_the_dice_race(ends: str, first: str, printed: float) -> None:
    assert float(exact.start(ll.game("elevator-dice", ends=ends, first=first))["win_a"]) == pytest.approx(
        printed, abs=1e-6
    )
    assert exact.start(ll.game("elevator-dice", ends=ends))["win_a"] == Fraction(1, 2)


def test_exact_values_are_printed(here: Run) -> None:
    code, out, _ = here("solve", "elevator-dice", "-o", "first=A")
    assert code == 0
    assert "win_a, the chance that A wins, and not B: 0.508088" in out
    assert "0.4919" in out
    data = json.loads(here("solve", "elevator-dice", "-o", "ends=inside", "--json")[1])
    assert len(data["positions"]) == 162
    assert data["start"]["win_a"] == {"exact": "1/2", "decimal": 0.5}
    out = here("solve", "elevator-dice", "--at", "row_a=4", "--at", "row_b=7", "--at", "thrower=A")[1]
    chance = exact.win_chances(0, 4, 7, 0)[0]
    assert f"= {chance}\n" in out
    assert out.count("row_a=") == 1


BAD = {
    "position": (["elevator-dice", "--at", "row=4"], "did you mean 'row_b'?"),
    "row": (["elevator-dice", "--at", "row_a=11"], "There is no row_a '11'"),
    "no value": (["elevator-dice", "--at", "4"], "A position is written name=value"),
    "twice": (["elevator-dice", "--at", "row_a=4", "--at", "row_a=5"], "given twice"),
    "precision of fractions": (["elevator-dice", "--precision", "0.1"], "leave out --precision"),
    "nothing to look up": (["kuhn-poker", "--at", "row_a=4"], "no exact values to look up"),
    "precision": (["kuhn-poker", "--precision", "0"], "should be more than 0"),
    "no precision": (["kuhn-poker", "--precision", "nan"], "should be more than 0"),
    "iterations": (["kuhn-poker", "--iterations", "0"], "Invalid value for"),
    "largest": (["kuhn-poker", "--largest", "9" * 30], "Invalid value for"),
    "game": (["kuhn"], "did you mean 'kuhn-poker'?"),
}


@pytest.mark.parametrize("what", BAD)
def test_wrong_usage_of_solve_is_a_sentence(here: Run, what: str) -> None:
    arguments, expected = BAD[what]
    code, out, err = here("solve", *arguments)
    assert (code, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err


def test_solving_the_dice_race_by_iteration_is_refused() -> None:
    with pytest.raises(ll.LiftError, match="solved exactly"):
        solve(ll.game("elevator-dice"))
