"""What a seat sees of a state, as two functions for kernels: written as source from the declaration of the fields.

They stand in the places `copy_seen` and `view_key` of `core.rulebook`, run in plain Python (there from a View too) and
compile like any other. Both name what is seen, never what is hidden: a field that is not declared as
seen cannot slip in.
"""

from __future__ import annotations

import itertools
from functools import cache
from types import FunctionType
from typing import Any

from liftlobby.core.fields import Field, fields_of
from liftlobby.core.packed import multiply_add

LANES = "abcd"
"""Numbers are hashed in four chains side by side, because each step of a chain waits for the one before."""


@cache
def masks(state_class: Any) -> dict[str, FunctionType]:
    """The functions `copy_seen` and `view_key` of a state class, by name."""
    space: dict[str, Any] = {"__name__": __name__, "mix": mix}
    exec(compile(source(state_class), f"<what is seen of {state_class.__module__}>", "exec"), space)
    return {name: space[name] for name in ("copy_seen", "view_key")}


def mix(key: int, number: int) -> int:
    """The hash of what `key` stands for, followed by a number."""
    return multiply_add(key ^ (key >> 32), 0x1E37_79B9_7F4A_7C15, number)


def source(state_class: Any) -> str:
    """The two functions as Python source."""
    seen = [f for f in fields_of(state_class) if f.seen_by != "secret"]
    lines = ["def copy_seen(state, seat, world):"]
    for f in fields_of(state_class):
        if f.seen_by == "public":
            lines += _each_number(f, f.shape, f"{{0}} = state.{f.name}{{1}}")
        else:
            lines += _each_number(f, f.shape, "{0} = 0")
        if f.seen_by == "private":
            lines += _each_number(f, f.shape[1:], f"{{0}} = state.{f.name}[seat]{{1}}", "[seat]")
    lines += ["", "def view_key(state, seat):"]
    lines += [f"    {lane} = seat + {number}" for number, lane in enumerate(LANES)]
    for lane, number in zip(itertools.cycle(LANES), _numbers(seen), strict=False):
        lines.append(f"    {lane} = mix({lane}, state.{number})")
    lines.append("    return mix(mix(mix(mix(a, b), c), d), 0)")
    return "\n".join(lines)


def _each_number(f: Field, shape: tuple[int, ...], statement: str, row: str = "") -> list[str]:
    """Loops over the places of a field, or of one row of it; {0} in the statement is the place, {1} its indices."""
    lines = [f"{'    ' * (depth + 1)}for i{depth} in range({length}):" for depth, length in enumerate(shape)]
    indices = "".join(f"[i{depth}]" for depth in range(len(shape)))
    return [*lines, "    " * (len(shape) + 1) + statement.format(f"world.{f.name}{row}{indices}", indices)]


def _numbers(seen: list[Field]) -> list[str]:
    """Every number a seat sees, as it is written after `state.`."""
    found = []
    for f in seen:
        shape = f.shape[1:] if f.seen_by == "private" else f.shape
        own = "[seat]" if f.seen_by == "private" else ""
        for place in itertools.product(*map(range, shape)):
            found.append(f.name + own + "".join(f"[{i}]" for i in place))
    return found
