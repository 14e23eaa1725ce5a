"""The elevator cards (FE-5), from `elevators.toml` or a table of one's own."""

from pathlib import Path
from typing import Any

from liftlobby.core.errors import LiftError, shorten
from liftlobby.core.game import CardTable
from liftlobby.core.packed import add
from liftlobby.games.in_front_of_the_elevators.notation import TYPE_NAMES
from liftlobby.games.in_front_of_the_elevators.rules import BOXES, LINES, LOST, ROUNDS, State

SIDES = ("players_2_4", "players_3")
MOST_POINTS = 99


def merge(default: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The default groups with what `given` says of the groups it names. Raises LiftError for anything malformed."""
    if not set(given) <= {"group"} or not isinstance(given.get("group", []), list):
        raise LiftError("An elevator table consists of [[group]] entries.")
    groups = {group["name"]: dict(group) for group in default["group"]}
    for entry in given.get("group", []):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str) or name not in groups:
            raise LiftError(f"Each group of an elevator table is named {', '.join(groups)}, not {shorten(name)!r}.")
        for key, value in entry.items():
            if key not in groups[name]:
                raise LiftError(
                    f"Group {name} has an unknown entry {shorten(key)!r}; known are {', '.join(groups[name])}."
                )
            if key in SIDES:
                _check_levels(name, key, value)
            elif key == "doubled":
                _check_doubled(name, value)
            elif not isinstance(value, str):
                raise LiftError(f"In group {name} {key} should be a text.")
        groups[name] |= entry
    return {"group": list(groups.values())}


def _check_levels(name: str, side: str, levels: Any) -> None:
    if not isinstance(levels, list) or len(levels) != ROUNDS:
        raise LiftError(f"In group {name} {side} should list {ROUNDS} levels.")
    for boxes in levels:
        fits = isinstance(boxes, list) and 0 < len(boxes) <= BOXES
        if not fits or not all(type(points) is int and 0 <= points <= MOST_POINTS for points in boxes):
            raise LiftError(
                f"In group {name} a level of {side} should list the points of 1 to {BOXES} boxes, 0 to {MOST_POINTS}."
            )


def _check_doubled(name: str, types: Any) -> None:
    known = TYPE_NAMES[:LOST]
    if not isinstance(types, list) or len(types) != 2 or types[0] == types[1] or not all(t in known for t in types):
        raise LiftError(f"In group {name} doubled should be two of {', '.join(known)}.")


def fill(state: State, table: dict[str, Any]) -> None:
    """FE-5, FE-6: put the side for this number of players into a state; lines in the order of the table."""
    for line in range(LINES):
        group = table["group"][line]
        for name in group["doubled"]:
            state.doubled[line] = add(state.doubled[line], TYPE_NAMES.index(name))
        for level, boxes in enumerate(group["players_3" if state.players == 3 else "players_2_4"]):
            state.capacities[level][line] = len(boxes)
            state.boxes[level][line][: len(boxes)] = boxes


ELEVATORS = CardTable("elevators", Path(__file__).with_name("elevators.toml"), merge, fill, option="elevators")
