"""Timing on a noisy machine: everything takes turns, several times over, and the best turn counts."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ROUNDS = 100
SECONDS = 0.02
"""How long one turn of a workload should at least take: many short turns find the quiet moments."""


@dataclass
class Workload:
    """Something to measure: `play(n)` does n units of work and returns how much there was to count."""

    name: str
    play: Callable[[int], float]
    size: int = 1
    clock: Callable[[], float] = time.process_time
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The best rate, per second: noise only ever slows down."""
        return max(self.rates)

    @property
    def median(self) -> float:
        """The median rate, per second."""
        return statistics.median(self.rates)

    def turn(self) -> float:
        """Work once, and return the seconds it took."""
        begin = self.clock()
        done = self.play(self.size)
        seconds = self.clock() - begin
        self.rates.append(done / seconds)
        return seconds


def tell(line: str) -> None:
    """Progress goes to stderr."""
    print(line, file=sys.stderr, flush=True)


def measure(workloads: Sequence[Workload], rounds: int = ROUNDS) -> None:
    """Find a size for each workload, then let all of them take turns: A B C A B C ..."""
    for workload in workloads:
        tell(f"  warming up {workload.name}")
        workload.play(1)  # compiles
        while (seconds := workload.turn()) < SECONDS:
            workload.size *= 2 if seconds > SECONDS / 8 else 8
        workload.rates.clear()
    for number in range(rounds):
        if number % 10 == 0:
            tell(f"  round {number + 1} of {rounds}")
        for workload in workloads:
            workload.turn()


def run_python(code: Sequence[str], environment: dict[str, str] | None = None) -> tuple[float, str]:
    """Run a fresh Python with these arguments; the seconds it took in all, and its output."""
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, *code], check=True, capture_output=True, text=True, env=environment)
    return time.perf_counter() - begin, done.stdout
