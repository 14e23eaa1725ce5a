"""`lift games` and `lift rules`: what there is, and how it is played."""

from __future__ import annotations

import sys
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from liftlobby.core.errors import UnknownName
from liftlobby.core.game import GameType, Value, game_type, rulebook, slugs
from liftlobby.terminal.output import console


def games_as_data(language: str) -> list[dict[str, Any]]:
    """All games with their options, JSON-ready."""
    return [_game_as_data(game_type(slug), language) for slug in slugs()]


def _game_as_data(kind: GameType, language: str) -> dict[str, Any]:
    most = int(kind.option("players").values[-1])
    return {
        "game": kind.slug,
        "title": kind.title,
        "summary": kind.summary.render(language),
        "facts": kind.facts.render(language),
        "rules_version": kind.rules_version,
        "options": [
            {
                "name": option.name,
                "help": option.help.render(language),
                "values": list(option.values_for(most)),
                "default": option.default,
            }
            for option in kind.options
        ],
    }


def print_games(language: str) -> None:
    """The games, each with its options."""
    out = console()
    for data in games_as_data(language):
        out.print(Text.assemble((data["title"], "strong.brass"), "  ", (data["game"], "strong.bottle")))
        out.print(Text(f"  {data['summary']} {data['facts']}."))
        grid = Table.grid(padding=(0, 2, 0, 0))
        for option in data["options"]:
            values = ", ".join(_shown(value) for value in option["values"])
            grid.add_row(
                "   ",
                Text(f"{option['name']}={_shown(option['default'])}", "bottle"),
                Text(values),
                Text(option["help"], "soft"),
            )
        out.print(grid)
        out.print()


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def print_rules(kind: GameType, language: str, only_cards: bool) -> None:
    """The rulebook, then the card data with its status."""
    out = console()
    if not only_cards:
        markdown = rulebook(kind, language)
        if sys.stdout.isatty():
            out.print(Markdown(markdown))
        else:
            print(markdown)
    if kind.cards is None:
        if only_cards:
            raise UnknownName(f"{kind.title} has no card data.")
        return
    out.print(cards_table(kind))


def cards_table(kind: GameType) -> Table:
    """The card data of a game, an entry a row, each with its status: printed, reported, derived or assumed."""
    assert kind.cards is not None
    rows = _entries(kind.cards.default)
    names = list(rows[0])
    table = Table(
        title=f"{kind.title}: {kind.cards.name}", title_justify="left", box=SIMPLE_HEAD, show_edge=False, pad_edge=False
    )
    for name in names:
        table.add_column(name.replace("_", " "), header_style="strong.brass")
    for row in rows:
        table.add_row(*(_cell(row.get(name, "")) for name in names))
    return table


def _entries(cards: dict[str, Any]) -> list[dict[str, Any]]:
    """Card data as rows: a list of tables as it stands, tables under names with the name in front."""
    rows = []
    for key, value in cards.items():
        if isinstance(value, list):
            rows += value
        else:
            rows.append({"": key, **value})
    return rows


def _cell(value: Any) -> str:
    """Levels as I: 2/2/3/4, lists with commas."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        levels = ("I", "II", "III")
        return "\n".join(f"{level:>3} {'/'.join(map(str, boxes))}" for level, boxes in zip(levels, value, strict=False))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
