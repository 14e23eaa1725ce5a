"""Golden playthroughs: every game and option set has one, and it still goes like that.

After a wanted change: LIFTLOBBY_WRITE=1 make tests, then read the difference.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from conftest import OPTION_SETS, option_set_name

import liftlobby as ll
from liftlobby.testing import playthrough

FOLDER = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_playthrough(slug: str, options: dict[str, Any]) -> None:
    path = FOLDER / f"{option_set_name(slug, options)}.txt"
    played = playthrough(ll.game(slug, **options))
    if os.environ.get("LIFTLOBBY_WRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(played, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing"
    assert played == path.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {param.id for param in OPTION_SETS}
