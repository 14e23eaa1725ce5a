"""The elevator dice race, solved exactly: who wins from where, and how long it still takes.

Nothing is decided and the numbers of the shaft do not matter: every throw is two forward with chance 1/6, one forward
with 1/3 and one back with 1/2, wherever a counter stands (ED-5). So a position is how far the thrower has to go and how
far the other, and the values of all positions solve a system of linear equations.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TypeVar

from liftlobby.core.fields import LETTERS
from liftlobby.core.game import Game
from liftlobby.games.elevator_dice.rules import RANDOM_FIRST, ROWS

POSITION = ("row_a", "row_b", "thrower")
VALUES = {"win_a": "the chance that A wins, and not B", "throws": "how many throws are expected to come"}

STEPS = ((2, Fraction(1, 6)), (1, Fraction(1, 3)), (-1, Fraction(1, 2)))

Position = tuple[int, int]
"""How many steps whoever throws next has to go, and the other."""

N = TypeVar("N", Fraction, float)
"""Fractions are exact. Floats are solved many times faster and are right to far more places than anybody prints."""


def solution(game: Game) -> list[dict[str, int | str | Fraction]]:
    """A row for every pair of rows and either thrower: `POSITION` (rows of the shaft, a letter) and exact `VALUES`."""
    ends = game.new_state().ends
    rows_a = range(1, ROWS + 1 - ends)
    rows_b = range(1 + ends, ROWS + 1)
    return [_row(ends, a, b, thrower) for thrower in range(2) for a in rows_a for b in rows_b]


def start(game: Game) -> dict[str, Fraction]:
    """The `VALUES` at the beginning of the race (ED-2); when who begins is left to chance, the mean of both (ED-4)."""
    state = game.new_state()
    beginners = range(2) if state.first == RANDOM_FIRST else [state.first - 1]
    rows = [_row(state.ends, state.rows[0], state.rows[1], thrower) for thrower in beginners]
    return {name: sum((Fraction(row[name]) for row in rows), Fraction(0)) / len(rows) for name in VALUES}


def _row(ends: int, row_a: int, row_b: int, thrower: int) -> dict[str, int | str | Fraction]:
    return {
        "row_a": row_a,
        "row_b": row_b,
        "thrower": LETTERS[thrower],
        "win_a": win_chances(ends, row_a, row_b, thrower)[0],
        "throws": expected_throws(ends, row_a, row_b, thrower),
    }


def win_chances(ends: int, row_a: int, row_b: int, thrower: int) -> tuple[Fraction, Fraction]:
    """The exact chances of A and B to win, counters beside these rows and `thrower` (0 or 1) to throw.

    `ends` is 0 for beyond, 1 for inside, as in the state. The first call takes 0.1 s.
    """
    first: Fraction = chances(ends, Fraction)[position(ends, row_a, row_b, thrower)]
    return (first, 1 - first) if thrower == 0 else (1 - first, first)


def expected_throws(ends: int, row_a: int, row_b: int, thrower: int) -> Fraction:
    """The expected number of throws still to come, by the same arguments."""
    number: Fraction = lengths(ends, Fraction)[position(ends, row_a, row_b, thrower)]
    return number


def shown(ends: int, row_a: int, row_b: int, thrower: int) -> tuple[float, float]:
    """A's chance and the throws still to come, in floats: for drawings, which must not wait."""
    here = position(ends, row_a, row_b, thrower)
    first = chances(ends, float)[here]
    return first if thrower == 0 else 1 - first, lengths(ends, float)[here]


def position(ends: int, row_a: int, row_b: int, thrower: int) -> Position:
    """The position by rows (ED-2, ED-3)."""
    to_go = ROWS + 1 - ends - row_a, row_b - ends
    return to_go[thrower], to_go[1 - thrower]


@cache
def chances(ends: int, number: type[N]) -> dict[Position, N]:
    """For every position the chance that whoever throws next wins: w = sum of p * (1 if entered else 1 - w after)."""
    equations = {}
    for here in positions(ends):
        row, right = {here: number(1)}, number(0)
        for chance, after in throws(ends, here):
            right += number(chance)
            if after:
                row[after] = row.get(after, number(0)) + number(chance)
        equations[here] = row, right
    return solved(equations)


@cache
def lengths(ends: int, number: type[N]) -> dict[Position, N]:
    """For every position the expected number of throws still to come: n = 1 + sum of p * n after."""
    equations = {}
    for here in positions(ends):
        row = {here: number(1)}
        for chance, after in throws(ends, here):
            if after:
                row[after] = row.get(after, number(0)) - number(chance)
        equations[here] = row, number(1)
    return solved(equations)


def positions(ends: int) -> list[Position]:
    """All positions; near ones first, which keeps the elimination short."""
    far = ROWS - ends
    return sorted(((m, o) for m in range(1, far + 1) for o in range(1, far + 1)), key=lambda p: (p[0] + p[1], p))


def throws(ends: int, here: Position) -> list[tuple[Fraction, Position | None]]:
    """What a throw leads to (None: the goal), and its chance; back at the end of the shaft a counter stays (ED-6)."""
    mine, other = here
    return [(p, (other, min(mine - steps, ROWS - ends)) if mine > steps else None) for steps, p in STEPS]


def solved(equations: dict[Position, tuple[dict[Position, N], N]]) -> dict[Position, N]:
    """Gaussian elimination; each equation begins with its own unknown, which may not vanish on the way."""
    order = list(equations)
    for n, here in enumerate(order):
        row, right = equations[here]
        own = row.pop(here)
        row, right = {k: v / own for k, v in row.items()}, right / own
        equations[here] = row, right
        for below in order[n + 1 :]:
            if here in equations[below][0]:
                other, value = equations[below]
                factor = other.pop(here)
                for k, v in row.items():
                    other[k] = other[k] - factor * v if k in other else -factor * v
                equations[below] = other, value - factor * right
    found: dict[Position, N] = {}
    for here in reversed(order):
        row, value = equations[here]
        for k, v in row.items():
            value -= v * found[k]
        found[here] = value
    return found
