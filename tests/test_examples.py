"""The programs in `examples/` run as they stand, and print what they are there to show."""

import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT

SHOWS = {
    "balance_house_rule": ["are seen to change", "Real choices, drawing a card: +", "house_rule.html tells"],
    "simulate": ["2,000 matches of", "  D: ", "ghosts", "winners"],
    "tournament": ["deals in 6 seatings", "heuristic: ", "stronger is heuristic"],
    "write_a_bot": ["My bot is haunted in 0% of matches"],
    "solve": [
        "beyond: who begins wins with 3796192975404115959236724386073187536523063369816661482/",
        "is too large to solve",
    ],
}


@pytest.mark.parametrize("name", SHOWS)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "examples" / f"{name}.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert all(words in done.stdout for words in SHOWS[name]), done.stdout


def test_every_example_is_run() -> None:
    """The bot for the web's API is run with a server, in tests/web."""
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == {*SHOWS, "api_bot"}
