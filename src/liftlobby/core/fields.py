"""Declare once: what a state is made of, how large each value gets, and who may see it.

A rulebook writes its state as a class of declared fields::

    @declare(seats=8)
    class State:
        floor: int = public(8, "where the lift stands")
        drives: list[int] = private(3, "the committed drive card")

and from that one declaration come the dataclass of lists (all zero at first), the NumPy record, the view
of a seat, the observation tensor and the table in the documentation. Nothing else knows what is secret.

A field marked `per_seat`, and every private field, has the seat as its first axis. Whoever is not at the
table keeps zeros there.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

CHANCE = -1
SIMULTANEOUS = -2
TERMINAL = -4
NOBODY = -1
"""What a seat-valued field holds when there is no such seat."""

LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field.

    `greatest` bounds each number it holds (each digit, if it is packed). `width` is the bits of a packed digit and
    `digits` how many of them one integer holds; width 0 is a plain number. `holds` says whether the number is
    a quantity, a seat (one-hot in the tensor, turned so that the observer comes first) or a set of seats.
    What is `fixed` does not change once a match has begun, so copies and views share it.
    """

    name: str
    seen_by: Literal["public", "private", "secret"]
    greatest: int
    meaning: str
    shape: tuple[int, ...]
    per_seat: bool
    digits: int
    width: int
    holds: Literal["number", "seat", "seats"]
    fixed: bool

    def unpack(self, value: int) -> list[int]:
        """The digits of one stored integer, lowest first; a plain number is its only digit."""
        if not self.width:
            return [value]
        mask = (1 << self.width) - 1
        return [(value >> (self.width * i)) & mask for i in range(self.digits)]

    def permits(self, value: int) -> bool:
        """Is the stored integer within the declared bounds?"""
        least = NOBODY if self.holds == "seat" else 0
        if not self.width:
            return least <= value <= self.greatest
        return 0 <= value < 1 << (self.width * self.digits) and max(self.unpack(value)) <= self.greatest


def _declared(seen_by: str, greatest: int, meaning: str, **more: Any) -> Any:
    facts = {"shape": (), "per_seat": False, "digits": 1, "width": 0, "holds": "number", "fixed": False} | more
    return field(default=0, metadata={"seen_by": seen_by, "greatest": greatest, "meaning": meaning} | facts)


def public(
    greatest: int,
    meaning: str,
    *,
    shape: tuple[int, ...] = (),
    per_seat: bool = False,
    digits: int = 1,
    width: int = 0,
    fixed: bool = False,
) -> Any:
    """Declare a field everybody sees. `shape` leaves out the seat axis that `per_seat` puts in front."""
    more = {"shape": shape, "per_seat": per_seat, "digits": digits, "width": width, "fixed": fixed}
    return _declared("public", greatest, meaning, **more)


def private(greatest: int, meaning: str, *, shape: tuple[int, ...] = (), digits: int = 1, width: int = 0) -> Any:
    """Declare a field with one row a seat, which that seat alone sees."""
    return _declared("private", greatest, meaning, shape=shape, per_seat=True, digits=digits, width=width)


def secret(greatest: int, meaning: str, *, shape: tuple[int, ...] = (), digits: int = 1, width: int = 0) -> Any:
    """Declare a field that nobody sees."""
    return _declared("secret", greatest, meaning, shape=shape, digits=digits, width=width)


def public_seat(meaning: str) -> Any:
    """Declare a public field that holds a seat, or NOBODY."""
    return _declared("public", len(LETTERS) - 1, meaning, holds="seat")


def public_seats(meaning: str) -> Any:
    """Declare a public field that holds a set of seats."""
    return _declared("public", 1, meaning, holds="seats", digits=len(LETTERS), width=1)


def declare(*, seats: int) -> Callable[[type[T]], type[T]]:
    """Make a class of declared fields a state for at most `seats` seats. Every state has `players` and `turns`."""

    def make(cls: type[T]) -> type[T]:
        fields = []
        for name in inspect.get_annotations(cls):
            facts = cls.__dict__[name].metadata
            shape = ((seats,) if facts["per_seat"] else ()) + facts["shape"]
            declared = Field(name, **{**facts, "shape": shape})
            fields.append(declared)
            setattr(cls, name, field(default_factory=_zeros(shape)))
        made = dataclass(slots=True, kw_only=True)(cls)
        names = {f.name for f in fields}
        if missing := {"players", "turns"} - names:
            raise TypeError(f"{cls.__name__} must declare the public fields {', '.join(sorted(missing))}.")
        _DECLARED[made] = (tuple(fields), seats)
        return made

    return make


_DECLARED: dict[type, tuple[tuple[Field, ...], int]] = {}


def _zeros(shape: tuple[int, ...]) -> Callable[[], Any]:
    def make(axes: tuple[int, ...] = shape) -> Any:
        return [make(axes[1:]) for _ in range(axes[0])] if axes else 0

    return make


def fields_of(state: type | object) -> tuple[Field, ...]:
    """The declared fields of a state or its class, in the order they were written."""
    return _DECLARED[state if isinstance(state, type) else type(state)][0]


def seats_of(state: type | object) -> int:
    """For how many seats the state class has room."""
    return _DECLARED[state if isinstance(state, type) else type(state)][1]


def leaves(value: Any) -> Iterator[int]:
    """The numbers of a field's value, in order, whatever its shape."""
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def copy_state(state: T) -> T:
    """An independent copy of a state."""
    twin = object.__new__(type(state))
    for f in fields_of(state):
        value = getattr(state, f.name)
        setattr(twin, f.name, copied(value, len(f.shape)) if f.shape and not f.fixed else value)
    return twin


def copied(rows: list[Any], depth: int) -> list[Any]:
    """An independent copy of a list of lists of ... numbers, `depth` lists deep."""
    return rows[:] if depth == 1 else [copied(row, depth - 1) for row in rows]


# --- the NumPy record ---------------------------------------------------------------------------------------------


def record_dtype(cls: type) -> np.dtype[Any]:
    """The state as a NumPy record of signed 64-bit numbers (wide ones: small fields do not pay when compiled)."""
    import numpy as np

    return np.dtype([(f.name, np.int64, f.shape) for f in fields_of(cls)])


def to_record(state: Any) -> NDArray[Any]:
    """The state as an array of one record, shape [1]."""
    import numpy as np

    row = tuple(np.array(getattr(state, f.name)) if f.shape else getattr(state, f.name) for f in fields_of(state))
    return np.array([row], dtype=record_dtype(type(state)))


def from_record(cls: type[T], record: Any) -> T:
    """A state from one NumPy record (an element of an array)."""
    state = cls()
    for f in fields_of(cls):
        setattr(state, f.name, record[f.name].tolist())
    return state


# --- views --------------------------------------------------------------------------------------------------------


@cache
def _seen(cls: Any, seen_by: str) -> tuple[tuple[str, int], ...]:
    """The fields that everybody ("public") or its seat ("private") sees: name, and how many lists deep to copy."""
    return tuple((f.name, 0 if f.fixed else len(f.shape)) for f in fields_of(cls) if f.seen_by == seen_by)


def public_facts(state: Any) -> dict[str, Any]:
    """What everybody sees of a state. Views of one state may share it."""
    kind: Any = type(state)
    facts = {}
    for name, depth in _seen(kind, "public"):
        value = getattr(state, name)
        facts[name] = copied(value, depth) if depth else value
    return facts


class View:
    """What one seat (or, for seat None, a spectator) may see of a state.

    It is built from the declaration by allowlist: public fields, and of private fields the seat's own row, where the
    other rows are None. Rulebook functions run on it as on a state; reaching for anything hidden raises AttributeError.
    """

    seat: int | None

    def __init__(self, state: Any, seat: int | None, public: dict[str, Any] | None = None) -> None:
        facts = dict(public_facts(state) if public is None else public)
        if seat is not None:
            kind: Any = type(state)
            for name, depth in _seen(kind, "private"):
                value = getattr(state, name)
                rows: list[Any] = [None] * len(value)
                rows[seat] = copied(value[seat], depth - 1) if depth > 1 else value[seat]
                facts[name] = rows
        # As attributes of its own, so that reading one costs no more than on a state.
        self.__dict__.update(facts)
        self.seat = seat
        self._fields = fields_of(state)
        self._facts = facts

    def __getattr__(self, name: str) -> Any:
        who = "a spectator" if self.seat is None else f"seat {LETTERS[self.seat]}"
        raise AttributeError(f"{name} is not something {who} may see.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self._facts == other._facts

    def __hash__(self) -> int:
        raise TypeError("A view has no hash; its as_dict() can be written as text.")

    def __repr__(self) -> str:
        return f"View({self.as_dict()})"

    def is_of(self, state_class: type) -> bool:
        """Is it a view of a state of this class?"""
        return self._fields == fields_of(state_class)

    def as_dict(self) -> dict[str, Any]:
        """The view as JSON-ready numbers and lists; packed fields are spread into lists of digits.

        Of a private field only the seat's own row is there.
        """

        def spread(f: Field, value: Any) -> Any:
            if isinstance(value, list):
                return [spread(f, item) for item in value]
            return f.unpack(value) if f.width else value

        return {
            f.name: spread(f, self._facts[f.name][self.seat] if f.seen_by == "private" else self._facts[f.name])
            for f in self._fields
            if f.name in self._facts
        }

    def observation(self) -> NDArray[np.float32]:
        """The observation tensor, shape [observation_size(state class)], float32 from 0 to 1.

        Every number is divided by its greatest value. The observer's seat comes first, the others follow clockwise;
        a spectator looks from seat A. What the seat may not see is 0.
        """
        import numpy as np

        players = self.players
        own = self.seat or 0
        clockwise = [(own + i) % players for i in range(players)]
        numbers: list[float] = []
        for f in self._fields:
            value: Any = self._facts.get(f.name)
            if f.seen_by == "secret":
                continue
            if f.seen_by == "private":
                row = [] if value is None else [value[own]]
                numbers += _scaled(f, row, math.prod(f.shape[1:]))
            elif f.holds == "seat":
                numbers += [float(i < players and clockwise[i] == value) for i in range(len(LETTERS))]
            elif f.holds == "seats":
                numbers += [float(i < players and (value >> clockwise[i]) & 1) for i in range(len(LETTERS))]
            elif f.per_seat:
                numbers += _scaled(f, [value[p] for p in clockwise], math.prod(f.shape))
            else:
                numbers += _scaled(f, [value], math.prod(f.shape))
        return np.array(numbers, dtype=np.float32)


def _scaled(f: Field, value: Any, room: int) -> list[float]:
    """The digits of a value divided by their greatest, followed by zeros up to `room` stored integers."""
    digits = [digit / f.greatest for number in leaves(value) for digit in f.unpack(number)]
    return digits + [0.0] * (room * f.digits - len(digits))


def observation_size(cls: type) -> int:
    """How many numbers the observation tensor has."""
    total = 0
    for f in fields_of(cls):
        if f.seen_by == "private":
            total += math.prod(f.shape[1:]) * f.digits
        elif f.seen_by == "public":
            total += len(LETTERS) if f.holds != "number" else math.prod(f.shape) * f.digits
    return total


def field_table(cls: type) -> str:
    """The declaration as a Markdown table, for the documentation."""
    lines = ["| field | shape | packed | greatest | seen by | meaning |", "|---|---|---|---|---|---|"]
    for f in fields_of(cls):
        packed = f"{f.digits} x {f.width} bit" if f.width else ""
        seen_by = {"public": "everybody", "private": "its seat", "secret": "nobody"}[f.seen_by]
        shape = " x ".join(map(str, f.shape))
        lines.append(f"| `{f.name}` | {shape} | {packed} | {f.greatest} | {seen_by} | {f.meaning} |")
    return "\n".join(lines)
