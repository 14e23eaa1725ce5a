"""Tables: to look at on the screen, and to keep in docs/speed.md."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

DOCUMENT = Path(__file__).parents[1] / "docs" / "speed.md"


@dataclass
class Table:
    """A table with a title, and what a reader must know to read it."""

    title: str
    note: str
    columns: list[str]
    rows: list[list[str]] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as Markdown, its columns aligned."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        drawn = [
            "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |" for line in lines
        ]
        drawn.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
        return f"## {self.title}\n\n{self.note}\n\n" + "\n".join(drawn) + "\n"


@dataclass
class Need:
    """What was asked for: at least, or at most, so much; `aim` is what was hoped for."""

    figure: float
    unit: str = ""
    aim: float | None = None
    at_most: bool = False

    def met(self, measured: float, figure: float | None = None) -> bool:
        """Is the figure reached?"""
        figure = self.figure if figure is None else figure
        return measured < figure if self.at_most else measured >= figure

    def told(self, measured: float) -> str:
        """The figure and whether it was reached."""
        sign = "<" if self.at_most else "≥"
        verdict = "met" if self.met(measured) else "**NOT MET**"
        told = f"{sign} {self.figure:g}{self.unit}: {verdict}"
        if self.aim is not None:
            told += f" (aim {self.aim:g}: {'met' if self.met(measured, self.aim) else 'not met'})"
        return told


def millions(rate: float) -> str:
    """A rate in millions a second."""
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e6:.3f} M"


def times(ratio: float) -> str:
    """A ratio."""
    return f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.1f} ×" if ratio >= 2 else f"{ratio:.2f} ×"


def machine() -> str:
    """What the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        cpu = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    parts = ", ".join(f"{name} {version(name.lower())}" for name in ("NumPy", "Numba"))
    return f"{cpu}, {os.cpu_count()} cores; Python {platform.python_version()}, {parts}"


INTRODUCTION = """\
# Speed

Made by `make bench` in one run; every ratio compares two things measured in that run. Whatever plays takes turns,
A B C A B C ..., and the *best* of {rounds} turns of about {seconds} s counts, because noise only ever slows down;
the median stands beside it. Its seconds are processor time, which leaves out most of what else the machine does. A loss
stays in the table. *Decisions* are moves by seats; what chance does is not counted unless a line says so.

Measured on {machine}; load average {load:.1f} at the end (above 1 means other work was going on).
"""

CLOSING = """\
## What made it fast

Rulebooks are plain Python that Numba compiles over one NumPy record of signed 64-bit fields. Most of the speed comes
from what a state holds: hands, undealt cards and open decks are *sets in one integer*, so that the n-th card is two
machine instructions; a line of persons is a *queue in one integer*; a hand in Ghost Lift is a *bag in one integer*
that keeps counts by kind. `core/packed.py` names these operations, so a rulebook says `nth(hand, n)` and not how.
Then: every rule function is inlined by the compiler; random play *counts* legal actions and chance outcomes and asks
for the n-th where a rulebook offers that, instead of listing them; a cafe is looked for only for the type just placed;
nothing is divided by a number that changes; and the random generator is one multiply-add a number.

Left out, because each costs more clarity than it is worth: what the C version gains from having no phases (it *is* the
order of a turn, and cannot stop in the middle, be resumed, or be searched from); hands and decks of a known size;
tables of points by type and box worked out before the match; versions of a rulebook for one number of seats. Fields of
fewer bits did not pay in a trial.
"""


def write(tables: list[Table], rounds: int, seconds: float, sentences: list[str]) -> str:
    """Write docs/speed.md, and return its tables."""
    drawn = "\n".join(table.markdown() for table in tables)
    introduction = INTRODUCTION.format(rounds=rounds, seconds=seconds, machine=machine(), load=os.getloadavg()[0])
    parts = [introduction, *[f"{sentence}\n" for sentence in sentences], drawn, CLOSING]
    DOCUMENT.write_text("\n".join(parts), encoding="utf-8")
    return drawn
