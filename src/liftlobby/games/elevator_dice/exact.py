"""The elevator dice race, solved exactly: who wins from where, and how long it still takes.

Nothing is decided and the numbers of the shaft do not matter: every throw is two forward with chance 1/6, one forward
with 1/3 and one back with 1/2, wherever a counter stands (ED-5). So a position is how far the thrower has to go and how
far the other, and the values of all positions solve a system of linear equations.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from liftlobby.games.elevator_dice.rules import ROWS

STEPS = ((2, Fraction(1, 6)), (1, Fraction(1, 3)), (-1, Fraction(1, 2)))

Position = tuple[int, int]
"""How many steps whoever throws next has to go, and the other."""


def win_chances(ends: int, row_a: int, row_b: int, thrower: int) -> tuple[Fraction, Fraction]:
    """The exact chances of A and B to win, counters beside these rows and `thrower` (0 or 1) to throw.

    `ends` is 0 for beyond, 1 for inside, as in the state.
    """
    first = chances(ends)[position(ends, row_a, row_b, thrower)]
    return (first, 1 - first) if thrower == 0 else (1 - first, first)


def expected_throws(ends: int, row_a: int, row_b: int, thrower: int) -> Fraction:
    """The expected number of throws still to come, by the same arguments."""
    return lengths(ends)[position(ends, row_a, row_b, thrower)]


def position(ends: int, row_a: int, row_b: int, thrower: int) -> Position:
    """The position by rows (ED-2, ED-3)."""
    to_go = ROWS + 1 - ends - row_a, row_b - ends
    return to_go[thrower], to_go[1 - thrower]


@cache
def chances(ends: int) -> dict[Position, Fraction]:
    """For every position the chance that whoever throws next wins: w = sum of p * (1 if entered else 1 - w after)."""
    equations = {}
    for here in positions(ends):
        row, right = {here: Fraction(1)}, Fraction(0)
        for chance, after in throws(ends, here):
            right += chance
            if after:
                row[after] = row.get(after, Fraction(0)) + chance
        equations[here] = row, right
    return solved(equations)


@cache
def lengths(ends: int) -> dict[Position, Fraction]:
    """For every position the expected number of throws still to come: n = 1 + sum of p * n after."""
    equations = {}
    for here in positions(ends):
        row = {here: Fraction(1)}
        for chance, after in throws(ends, here):
            if after:
                row[after] = row.get(after, Fraction(0)) - chance
        equations[here] = row, Fraction(1)
    return solved(equations)


def positions(ends: int) -> list[Position]:
    """All positions; near ones first, which keeps the elimination short."""
    far = ROWS - ends
    return sorted(((m, o) for m in range(1, far + 1) for o in range(1, far + 1)), key=lambda p: (p[0] + p[1], p))


def throws(ends: int, here: Position) -> list[tuple[Fraction, Position | None]]:
    """What a throw leads to (None: the goal), and its chance; back at the end of the shaft a counter stays (ED-6)."""
    mine, other = here
    return [(p, (other, min(mine - steps, ROWS - ends)) if mine > steps else None) for steps, p in STEPS]


Equations = dict[Position, tuple[dict[Position, Fraction], Fraction]]


def solved(equations: Equations) -> dict[Position, Fraction]:
    """Gaussian elimination over fractions; each equation begins with its own unknown."""
    order = list(equations)
    for n, here in enumerate(order):
        row, right = equations[here]
        row, right = {k: v / row[here] for k, v in row.items()}, right / row[here]
        equations[here] = row, right
        for below in order[n + 1 :]:
            other, value = equations[below]
            if factor := other.pop(here, None):
                for k, v in row.items():
                    if k != here:
                        other[k] = other.get(k, Fraction(0)) - factor * v
                equations[below] = other, value - factor * right
    found: dict[Position, Fraction] = {}
    for here in reversed(order):
        row, right = equations[here]
        found[here] = right - sum((v * found[k] for k, v in row.items() if k != here), Fraction(0))
    return found
