"""The elevator dice race in the browser, and its exact chances. ED- numbers are rules."""

import random
import re
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace as Facts
from typing import Any

import positions
import pytest
from boards import facts_of_board

import liftlobby as ll
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.match import Match
from liftlobby.core.text import languages
from liftlobby.games.elevator_dice import exact
from liftlobby.games.elevator_dice.board import account, board
from liftlobby.games.elevator_dice.exact import expected_throws, shown, win_chances
from liftlobby.games.elevator_dice.facts import effect, lands, moved
from liftlobby.games.elevator_dice.rules import BEYOND, INSIDE, ROLL, goal_row
from liftlobby.web.drawing import Artist, seats_shown

ARTIST = Artist()
SHAFT = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]
EVERYWHERE = [
    (ends, a, b, thrower)
    for ends in (BEYOND, INSIDE)
    for a in range(1, 11 - ends)
    for b in range(1 + ends, 11)
    for thrower in (0, 1)
]


def stand(a: int, b: int, turn: int = 0, **options: Any) -> Match:
    """A race with the counters beside these rows."""
    return positions.stand("elevator-dice", options, phase=ROLL, shaft=SHAFT, filled=10, rows=[a, b], turn=turn)


def facts_of(match: Match, seat: str | None = None, last: list[str] | None = None) -> dict[str, Any]:
    """The board of a seat."""
    return facts_of_board(board(match.view(seat), match.legal_moves(seat) if seat else [], last or [], "en"))


def rows_of(facts: dict[str, Any], first: int = 0) -> dict[int, Facts]:
    """The rows of the board by number."""
    return dict(enumerate(facts["rows"], first))


def drawn(match: Match, viewer: int | None, language: str = "en", last: list[str] | None = None) -> str:
    """The board as HTML."""
    seats = seats_shown(tuple(f"Name {n}" for n in range(2)))
    moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
    view = match.view(None if viewer is None else LETTERS[viewer])
    return ARTIST.draw_view(match.game.type, view, moves, last or [], language, seats)


# --- exact chances ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ends", "printed"), [(BEYOND, "0.508088"), (INSIDE, "0.509660")])
def test_the_chances_at_the_start(ends: int, printed: str) -> None:
    begins, waits = win_chances(ends, 4, 7, 0)[0], win_chances(ends, 4, 7, 1)[0]
    assert f"{float(begins):.6f}" == printed
    assert begins + waits == 1


@pytest.mark.parametrize(("ends", "a", "b", "thrower"), random.Random(1).sample(EVERYWHERE, 60))
def test_ed_05_the_chances_are_what_the_next_throw_makes_of_them(ends: int, a: int, b: int, thrower: int) -> None:
    match = stand(a, b, thrower, ends=("beyond", "inside")[ends])
    view: Any = match.view(None)
    chance, length = Fraction(0), Fraction(1)
    for steps, weight in ((2, Fraction(1, 6)), (1, Fraction(1, 3)), (-1, Fraction(1, 2))):
        row = lands(view, steps)
        if row == goal_row(view, thrower):
            chance += weight * (1 - thrower)
        else:
            after = (row, b, 1) if thrower == 0 else (a, row, 0)
            chance += weight * win_chances(ends, *after)[0]
            length += weight * expected_throws(ends, *after)
    assert win_chances(ends, a, b, thrower) == (chance, 1 - chance)
    assert expected_throws(ends, a, b, thrower) == length


def test_what_is_shown_is_exact_to_the_last_place_shown() -> None:
    for place in EVERYWHERE:
        chance, length = shown(*place)
        printed = facts_of(stand(*place[1:], ends=("beyond", "inside")[place[0]]))
        for told, value, digits in (
            (printed["chances"][0], 100 * win_chances(*place)[0], "0.01"),
            (printed["chances"][1], 100 * win_chances(*place)[1], "0.01"),
            (printed["left"], expected_throws(*place), "0.1"),
        ):
            rounded = (Decimal(value.numerator) / value.denominator).quantize(Decimal(digits), ROUND_HALF_EVEN)
            assert told == str(rounded)
        assert abs(chance - win_chances(*place)[0]) < 1e-12
        assert abs(length - expected_throws(*place)) < 1e-9


def test_how_long_a_match_takes() -> None:
    dice = random.Random(3)
    game = ll.game("elevator-dice", first="A")
    lengths = []
    for _ in range(400):
        match = game.match(seed=dice.randrange(10**9))
        while not match.is_over:
            match.play(match.to_act[0], "roll")
        lengths.append(match._state.turns)
    mean = sum(lengths) / len(lengths)
    spread = (sum((length - mean) ** 2 for length in lengths) / len(lengths)) ** 0.5
    assert abs(mean - expected_throws(BEYOND, 4, 7, 0)) < 4 * spread / len(lengths) ** 0.5


def test_drawings_do_not_wait_for_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    solved = exact.solved

    def noted(equations: Any) -> Any:
        asked.append(type(next(iter(equations.values()))[1]))
        return solved(equations)

    monkeypatch.setattr(exact, "solved", noted)
    exact.chances.cache_clear()
    exact.lengths.cache_clear()
    facts_of(stand(4, 7))
    assert asked == [float, float]
    facts_of(stand(3, 6))
    assert asked == [float, float]


# --- the board --------------------------------------------------------------------------------------------------------


def test_ed_05_what_each_face_would_do_is_told_before_the_throw() -> None:
    facts = facts_of(stand(4, 7), "A")
    assert facts["beside"] == 4
    assert [effect for _, _, effect in facts["faces"]] == [
        "one back", "one forward", "one back", "two forward", "one back", "one forward",
    ]  # fmt: skip
    rows = rows_of(facts)
    assert {row: facts.to for row, facts in rows.items() if facts.to} == {3: "1 3 5", 5: "2 6", 6: "4"}


@pytest.mark.parametrize(
    ("a", "b", "turn", "steps", "row", "said"),
    [
        (1, 7, 0, -1, 1, "stays at its end"),
        (4, 10, 1, -1, 10, "stays at its end"),
        (10, 7, 0, 2, 11, "two forward, into the goal"),
        (4, 1, 1, 1, 0, "one forward, into the goal"),
        (4, 6, 1, 2, 4, "two forward"),
    ],
)
def test_ed_06_07_where_a_throw_leads(a: int, b: int, turn: int, steps: int, row: int, said: str) -> None:
    view = stand(a, b, turn).view(None)
    assert lands(view, steps) == row
    assert effect(view, steps).render() == said


@pytest.mark.parametrize(("ends", "number"), [("beyond", 12), ("inside", 10)])
def test_ed_03_the_goals_stand_at_the_ends(ends: str, number: int) -> None:
    facts = facts_of(stand(4, 7, ends=ends))
    assert len(facts["rows"]) == number
    assert [row.goal for row in facts["rows"]] == ["penthouse", *[""] * (number - 2), "cellar"]
    assert bool(facts["rows"][0].number) == (ends == "inside")


def test_ed_01_a_match_begins_with_a_full_shaft() -> None:
    match = ll.game("elevator-dice").match(seed=1)
    facts = facts_of(match, match.to_act[0])
    assert all(row.number for row in facts["rows"][1:-1])
    assert facts["can_roll"]
    assert facts["chances"]
    assert facts["face"] == 0


def test_the_die_shows_the_last_throw() -> None:
    match = stand(4, 7)
    match.play("A", "roll")
    match.play("*", "6")
    assert facts_of(match, "A", ["A roll", "* 6"])["face"] == 6
    assert 'class="die f6 last"' in drawn(match, 0, last=["A roll", "* 6"])


def test_the_chances_stay_while_the_die_rolls() -> None:
    match = stand(4, 7)
    before = facts_of(match)
    match.play("A", "roll")
    assert facts_of(match)["chances"] == before["chances"]
    assert facts_of(match)["faces"] == before["faces"]


@pytest.mark.parametrize("language", languages())
def test_one_button_for_who_throws_none_for_others(language: str) -> None:
    match = stand(4, 7)
    for viewer, number in ((0, 1), (1, 0), (None, 0)):
        assert len(re.findall('<button [^>]*name="move" value="roll"', drawn(match, viewer, language))) == number


def test_ed_08_the_end_is_certain() -> None:
    match = stand(10, 7)
    match.play("A", "roll")
    match.play("*", str(SHAFT[9]))
    facts = facts_of(match)
    assert facts["chances"] == ["100.00", "0.00"]
    assert (facts["faces"], facts["left"]) == ([], "")
    assert facts["rows"][-1].counters == [True, False]


def test_the_account_tells_every_throw_and_how_the_chances_went() -> None:
    match = ll.game("elevator-dice", first="B").match(seed=4)
    while not match.is_over:
        match.play(match.to_act[0], "roll")
    views: list[Any] = [View(match.game.new_state(), None), *(View(step.after, None) for step in match.steps())]
    history = list(pairwise(views))
    told = account(history, "en")
    throws = views[-1].turns
    assert sum(row[0] for row in told["rows"]) == throws
    assert all(row[0] == sum(row[1:]) for row in told["rows"])
    assert sum(map(len, moved(history))) == throws
    points = told["graph"].split()
    assert len(points) == throws + 1
    assert points[0] == f"0,{100 - 100 * float(win_chances(BEYOND, 4, 7, 1)[0]):.0f}"
    assert points[-1].startswith("400,")
    assert points[-1].endswith(",0" if match.result and match.result.winners == ["A"] else ",100")


def test_the_account_of_nothing() -> None:
    assert account([], "en")["graph"] == ""
