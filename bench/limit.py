"""The C version of In Front of the Elevators: built here, and checked against our kernel match by match."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
from ours import Batch

import liftlobby as ll

SOURCE = Path(__file__).with_name("elevators.c")
COMMAND = ["cc", "-O3", "-march=native", "-shared", "-fPIC"]


class UnequalError(Exception):
    """The C version and the rulebook played different games."""


@cache
def library(folder: Path) -> ctypes.CDLL:
    """The compiled C version."""
    built = folder / "elevators.so"
    subprocess.run([*COMMAND, "-o", str(built), str(SOURCE)], check=True, capture_output=True, text=True)
    return ctypes.CDLL(str(built))


class CBatch(Batch):
    """Matches of In Front of the Elevators with 4 seats, played by the C version into the same arrays."""

    def __init__(self, folder: Path) -> None:
        super().__init__(ll.game("in-front-of-the-elevators", players=4))
        self._function = library(folder).play_matches
        state = self.game.new_state()
        self._cards = [np.array(table, np.int64) for table in (state.boxes, state.capacities, state.doubled)]

    def play(self, matches: int, seed: int = 1) -> int:
        """Play the matches and return the decisions."""
        self.make_room(matches)
        tables = [table.ctypes.data_as(ctypes.c_void_p) for table in self._cards]
        columns = [column.ctypes.data_as(ctypes.c_void_p) for column in (self.counts, self.gains, self.points)]
        numbers = (ctypes.c_uint64(seed), ctypes.c_uint64(0), ctypes.c_int64(matches))
        self._function(*tables, *numbers, *columns)
        return int(self.counts[:, 0].sum())


def check(c: CBatch, ours: Batch, matches: int = 2000) -> None:
    """Both play the same matches; raises UnequalError at the first that differs in counts, returns or scores."""
    for seed in (1, 20260101):
        c.play(matches, seed)
        ours.play(matches, seed)
        for name in ("counts", "gains", "points"):
            differ = (getattr(c, name) != getattr(ours, name)).any(axis=1)
            if differ.any():
                i = int(differ.argmax())
                told = f"{getattr(c, name)[i].tolist()} in C, {getattr(ours, name)[i].tolist()} compiled"
                raise UnequalError(f"elevators.c plays another game: match {i} of seed {seed} has {name} {told}.")
