"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from liftlobby.core.errors import LiftError


@contextmanager
def written_whole(path: Path, private: bool = False) -> Iterator[Path]:
    """A path to write to that becomes `path` at the end, or vanishes if something goes wrong on the way.

    A private file can be read by its owner alone.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise LiftError(f"'{path}' cannot be written: {error.strerror}.") from None
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        if not private:
            umask = os.umask(0)
            os.umask(umask)
            beside.chmod(0o666 & ~umask)
        beside.replace(path)
    except OSError as error:
        raise LiftError(f"'{path}' cannot be written: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)
