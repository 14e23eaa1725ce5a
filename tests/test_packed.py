"""Sets, queues and bags against Python's own sets, lists and counters; and the same when compiled."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from liftlobby.core import packed
from liftlobby.core.compiled import primitives
from liftlobby.core.packed import (
    add,
    copies,
    count,
    full,
    has,
    insert,
    leave,
    leave_all,
    lowest,
    multiply_add,
    nth,
    nth_kind,
    pairs_with,
    place,
    remove,
    size,
    standing,
    total,
)

members = st.sets(st.integers(0, 61), min_size=1)
queues = st.lists(st.integers(1, 7), max_size=14)


@st.composite
def bags(draw: Any) -> list[int]:
    """Counts of twenty kinds, at most six in each pair, as the cards of a game with six copies a number."""
    counts: list[int] = []
    for _ in range(10):
        plain = draw(st.integers(0, 6))
        counts += [plain, draw(st.integers(0, 6 - plain))]
    return counts


def packed_set(items: set[int]) -> int:
    made = 0
    for item in items:
        made = add(made, item)
    return made


def packed_queue(values: list[int]) -> int:
    made = 0
    for i, value in enumerate(values):
        made = insert(made, i, value)
    return made


def packed_bag(counts: list[int]) -> int:
    return sum(copies(kind, number) for kind, number in enumerate(counts))


@given(members)
def test_sets(items: set[int]) -> None:
    made = packed_set(items)
    assert size(made) == len(items)
    assert lowest(made) == min(items)
    assert [nth(made, n) for n in range(len(items))] == sorted(items)
    assert {item for item in range(62) if has(made, item)} == items
    assert remove(made, min(items)) == packed_set(items - {min(items)})
    assert size(full(7)) == 7


@given(queues, st.integers(1, 7), st.data())
def test_queues(values: list[int], value: int, data: Any) -> None:
    made = packed_queue(values)
    assert [place(made, i) for i in range(15)] == values + [0] * (15 - len(values))
    assert standing(made, value) == packed_set({4 * i for i, other in enumerate(values) if other == value})
    at = data.draw(st.integers(0, len(values)))
    longer = [*values[:at], value, *values[at:]]
    assert insert(made, at, value) == packed_queue(longer)
    assert leave(packed_queue(longer), at) == made
    assert leave_all(made, standing(made, value)) == packed_queue([other for other in values if other != value])


@given(bags())
def test_bags(counts: list[int]) -> None:
    made = packed_bag(counts)
    assert [count(made, kind) for kind in range(20)] == counts
    assert total(made) == sum(counts)
    cards = list(Counter(dict(enumerate(counts))).elements())
    assert [nth_kind(made, n) for n in range(len(cards))] == sorted(cards)
    for least in range(1, 8):
        enough = {6 * i for i in range(10) if counts[2 * i] + counts[2 * i + 1] >= least}
        assert pairs_with(made, least) == packed_set(enough)


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_multiply_add_keeps_63_bits(a: int, b: int, c: int) -> None:
    assert multiply_add(a, b, c) == (a * b + c) % 2**63


@given(st.integers(1, 2**62 - 1), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_what_is_a_machine_instruction_when_compiled_is_the_same(items: int, b: int, c: int) -> None:
    compiled = primitives()
    assert compiled[packed.size](items) == size(items)
    assert compiled[packed.lowest](items) == lowest(items)
    assert compiled[packed.multiply_add](items, b, c) == multiply_add(items, b, c)
    assert all(hasattr(function, "py_func") for function in compiled.values())
    if packed.nth in compiled:  # processors with BMI2
        places = items & packed.QUEUE_ONES
        assert compiled[packed.leave_all](b & full(60), places) == leave_all(b & full(60), places)
        assert [compiled[packed.nth](items, n) for n in range(size(items))] == [
            nth(items, n) for n in range(size(items))
        ]
