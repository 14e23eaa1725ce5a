"""Results kept in a Parquet file while they come, so that the same command goes on where it was stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from liftlobby import __version__
from liftlobby.core.errors import LiftError, shorten
from liftlobby.core.files import written_whole
from liftlobby.lab.playing import Results, play_on

KEY = "liftlobby"
"""Under this name the file says what it holds."""
SECONDS_BETWEEN = 3.0
LARGEST_SHARE = 0.05
"""At most this share of the time goes into writing the file again."""


def play_kept(
    results: Results,
    file: Path | None,
    about: dict[str, Any],
    *,
    anew: bool = False,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
    is_enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play what is missing (`playing.play_on`), and keep it in a file, if there is one, while it comes.

    What the file holds already is taken over, unless it is to be begun anew. `about` is what must be equal for the same
    matches. Raises LiftError if the file holds anything else. `is_enough` is asked after every block.
    """
    keeper = Keeper(file, about, results) if file else None
    if keeper and not anew:
        keeper.read()
    keep = keeper.write_sometimes if keeper else lambda: None
    try:
        if not (results.deals and is_enough()):
            play_on(results, threads=threads, progress=progress, keep=keep, is_enough=is_enough)
    finally:
        if keeper:
            keeper.write()


class Keeper:
    """Keeps results in a file, which is replaced whole each time."""

    def __init__(self, path: Path, about: dict[str, Any], results: Results) -> None:
        self.path = path
        self.about = json.loads(json.dumps(about | {"version": __version__}))
        self.results = results
        self._kept = 0
        self._next = time.monotonic()

    def read(self) -> None:
        """Take what the file holds, if there is one. Raises LiftError if it is another command's or damaged."""
        import polars

        if not self.path.exists():
            return
        try:
            about = json.loads(polars.read_parquet_metadata(self.path)[KEY])
            rows = {column.name: column.to_numpy() for column in polars.read_parquet(self.path)}
        except (polars.exceptions.PolarsError, KeyError, ValueError):
            raise LiftError(f"'{self.path}' holds no matches to go on with; --force replaces it.") from None
        if about != self.about:
            raise LiftError(
                f"'{self.path}' holds other matches ({_difference(about, self.about)}); "
                "give this command a file of its own, or --force to replace it."
            )
        try:
            rows["winners"] = rows["winners"].astype(np.str_)
            self.results.take(rows)
        except KeyError as error:
            raise LiftError(f"'{self.path}' has no column {error}; --force replaces it.") from None
        except LiftError as error:
            raise LiftError(f"'{self.path}' cannot be gone on with: {error} --force replaces it.") from None
        self._kept = self.results.matches

    def write_sometimes(self) -> None:
        """Write the file if the last time was long enough ago."""
        if time.monotonic() >= self._next:
            self.write()

    def write(self) -> None:
        """Write the file if there is something new."""
        import polars

        if self.results.matches == self._kept:
            return
        begun = time.monotonic()
        with written_whole(self.path) as beside:
            frame = polars.DataFrame(self.results.rows())
            try:
                frame.write_parquet(beside, metadata={KEY: json.dumps(self.about)})
            except polars.exceptions.PolarsError:
                raise LiftError(
                    f"'{self.path}' cannot be written, perhaps because the disk is full; "
                    f"it keeps the {self._kept:,} matches of before."
                ) from None
        self._kept = self.results.matches
        now = time.monotonic()
        self._next = now + max(SECONDS_BETWEEN, (now - begun) / LARGEST_SHARE)


def _difference(theirs: Any, ours: Any) -> str:
    """The first thing in which two commands differ."""
    if not (isinstance(theirs, dict) and isinstance(ours, dict)):
        return f"{shorten(theirs)}, not {shorten(ours)}"
    names = [*ours, *(name for name in theirs if name not in ours)]
    name = next(name for name in names if theirs.get(name) != ours.get(name))
    return f"{name} {_difference(theirs.get(name), ours.get(name))}"
