"""How the tests run the command `lift`, and read what it says when something is wrong."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
Lift = Callable[..., subprocess.CompletedProcess[str]]


def lift_in(folder: Path) -> Lift:
    """Something that runs the command in a folder."""

    def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(folder / "data")}
        return subprocess.run(
            [sys.executable, "-m", "liftlobby.cli", *map(str, arguments)],
            cwd=folder,
            env=environment,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )

    return run


def sentence(done: subprocess.CompletedProcess[str], code: int) -> str:
    """What was said on stderr, which must be no traceback, with nothing on stdout."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr.strip().splitlines()[-1]
