"""Files that a user names: read with a sentence for what is wrong, and never written over another unasked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from liftlobby.core.errors import UnknownName

Ask = Callable[[str], bool]


def check_readable(path: Path) -> None:
    """Raise UnknownName unless this is a file that can be read."""
    if not path.exists():
        raise UnknownName(f"There is no file '{path}'.")
    if path.is_dir():
        raise UnknownName(f"'{path}' is a folder; name a file in it.")
    if not os.access(path, os.R_OK):
        raise UnknownName(f"The file '{path}' may not be read by you.")


def check_writable(path: Path, kinds: tuple[str, ...], force: bool, ask: Ask | None = None) -> None:
    """Raise UnknownName unless a file of one of these kinds (endings) may be written here.

    A file that is there already may be replaced with `force`, or when `ask` (a question put to the user) says yes.
    """
    if path.suffix.lower() not in kinds:
        raise UnknownName(f"The name '{path}' should end in {' or '.join(kinds)}.")
    if path.is_dir():
        raise UnknownName(f"'{path}' is a folder; name a file in it.")
    folder = path.parent
    if not folder.is_dir():
        raise UnknownName(f"There is no folder '{folder}' to write '{path.name}' into.")
    if not os.access(folder, os.W_OK):
        raise UnknownName(f"In the folder '{folder}' you may not write.")
    if path.exists() and not force and not (ask and ask(f"There is already a file '{path}'. Replace it?")):
        raise UnknownName(f"There is already a file '{path}'; --force replaces it.")


def ask_at_terminal(question: str) -> bool:
    """Put a yes-no question if there is somebody to answer; otherwise the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
