"""Counts as data: the nodes of each kind and the distinct information states to a depth, for small option sets."""

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import kuhn  # noqa: F401  (registers Kuhn poker)
import pytest

import liftlobby as ll
from liftlobby.testing import count_nodes

POSITIONS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text())["position"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: f"{p['game']} {p['options']}")
def test_counts(position: dict[str, Any]) -> None:
    game = ll.game(position["game"], **position["options"])
    match = game.match(seed=position["seed"]) if "seed" in position else game.match(chance="given")
    counts = count_nodes(match, len(position["counts"]) - 1)
    assert [list(dataclasses.astuple(row)) for row in counts] == position["counts"]
