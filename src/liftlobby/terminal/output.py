"""Where output goes: data to stdout, talk to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from liftlobby.terminal.theme import rich_theme

PLAIN_WIDTH = 100
"""How wide text is drawn when nobody's terminal says."""


def console() -> Console:
    """The console for data; without colours and of a fixed width when it is not a terminal."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(theme=rich_theme("dark"), highlight=False, width=width)


def say(sentence: str) -> None:
    """A sentence to the user, beside the data."""
    print(sentence, file=sys.stderr)


def print_json(data: Any) -> None:
    """Data for a program."""
    print(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))


@contextmanager
def progress_bar(what: str, unit: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr, as a function of (done, total); None when nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Getting ready", total=None, speed="")

        def show(done: int, total: int) -> None:
            speed = progress.tasks[0].speed
            said = f"{speed:,.0f} {unit}/s" if speed else ""
            progress.update(task, description=what, completed=done, total=total, speed=said)

        yield show
