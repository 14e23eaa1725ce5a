"""`lift solve`: exact values from a game's own `exact` room, or a small game solved by `lab.solve`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from liftlobby.core.errors import UnknownName, unknown
from liftlobby.core.fields import LETTERS
from liftlobby.core.game import Game, room_of
from liftlobby.terminal.choices import named_values
from liftlobby.terminal.output import console, print_json, progress_bar, say

MOST_CHOICES = 60
"""So many information sets are printed; --json has them all."""
PLACES = 6


def print_solution(game: Game, at: Sequence[str], limits: Mapping[str, Any], as_json: bool) -> bool:
    """Solve and print. Was the wanted precision reached? Raises TooLarge with the estimated size."""
    exact = room_of(game.type, "exact")
    if exact is None:
        if at:
            raise UnknownName(f"{game.slug} has no exact values to look up with --at.")
        return _solve(game, limits, as_json)
    if limits:
        raise UnknownName(f"{game.slug} is solved exactly; leave out --{min(limits)}.")
    rows = _rows_at(exact, exact.solution(game), named_values(at, "A position"))
    if as_json:
        start = {name: _number(value) for name, value in exact.start(game).items()}
        print_json(
            {
                "game": game.slug,
                "options": dict(game.options),
                "method": "exact: a system of linear equations in fractions",
                "values": exact.VALUES,
                "start": start,
                "positions": [{name: _number(value) for name, value in row.items()} for row in rows],
            }
        )
    elif at:
        _print_in_full(exact, rows)
    else:
        _print_sheets(game, exact, rows)
    return True


def _rows_at(exact: Any, rows: list[dict[str, Any]], wanted: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows whose position has the wanted values."""
    for name, value in wanted.items():
        if name not in exact.POSITION:
            raise unknown("part of a position", name, exact.POSITION)
        known = list(dict.fromkeys(str(row[name]) for row in rows))
        if value not in known:
            raise unknown(name, value, known)
    return [row for row in rows if all(str(row[name]) == value for name, value in wanted.items())]


def _number(value: Any) -> Any:
    """A fraction for a program: exact, and as a decimal."""
    return {"exact": str(value), "decimal": float(value)} if isinstance(value, Fraction) else value


def _print_in_full(exact: Any, rows: list[dict[str, Any]]) -> None:
    """Each position with its values as fractions."""
    out = console()
    for row in rows:
        out.print(", ".join(f"{name}={row[name]}" for name in exact.POSITION), style="strong.brass")
        for name, meaning in exact.VALUES.items():
            out.print(f"  {name}, {meaning}: {float(row[name]):.{PLACES}f}")
            out.print(f"    = {row[name]}", soft_wrap=True)


def _print_sheets(game: Game, exact: Any, rows: list[dict[str, Any]]) -> None:
    """The start, then for each value a table of the first two parts of the position for each value of the third."""
    out = console()
    down, across, sheet = exact.POSITION
    out.print(f"{game.slug} ({_options(game)}), at the start:", style="strong.brass")
    for name, value in exact.start(game).items():
        out.print(f"  {name}, {exact.VALUES[name]}: {float(value):.{PLACES}f}")
    for name, meaning in exact.VALUES.items():
        places = 4 if all(row[name] <= 1 for row in rows) else 2
        for kind in dict.fromkeys(row[sheet] for row in rows):
            out.print(f"\n{name}, {meaning}; {sheet} {kind}; {down} down, {across} across", style="strong.brass")
            found = {(row[down], row[across]): row[name] for row in rows if row[sheet] == kind}
            table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
            columns = list(dict.fromkeys(place for _, place in found))
            for head in ("", *columns):
                table.add_column(str(head), justify="right")
            for line in dict.fromkeys(place for place, _ in found):
                table.add_row(str(line), *(f"{float(found[line, column]):.{places}f}" for column in columns))
            out.print(table)
    out.print("\n--at names a position and prints its exact fractions; --json prints them all.", style="soft")


def _options(game: Game) -> str:
    return ", ".join(f"{name}={value}" for name, value in game.options.items())


def _solve(game: Game, limits: Mapping[str, Any], as_json: bool) -> bool:
    from liftlobby.lab.solve import PRECISION, Solution, solve

    with progress_bar("Solving", "iterations") as show:
        solution: Solution = solve(game, **limits, progress=show)
    sentence = _what_it_means(solution)
    if as_json:
        print_json(
            {
                "game": game.slug,
                "options": dict(game.options),
                "method": "CFR+ over the whole tree",
                "means": sentence,
                "nodes": solution.nodes,
                "information_sets": solution.information_sets,
                "iterations": solution.iterations,
                "values": dict(zip(game.seats, solution.values, strict=True)),
                "gains": dict(zip(game.seats, solution.gains, strict=True)),
                "exploitability": solution.exploitability,
                "strategy": [
                    {"seat": each.seat, "knows": each.knows, "moves": each.moves} for each in solution.strategy
                ],
            }
        )
    else:
        _print_strategy(solution, sentence)
    precision = limits.get("precision", PRECISION)
    if solution.exploitability > precision:
        say(
            f"The precision of {precision:g} was not reached: after {solution.iterations:,} iterations a seat may gain "
            f"{solution.exploitability:.2g}. Give more --iterations."
        )
        return False
    return True


def _what_it_means(solution: Any) -> str:
    """What may be said of the values."""
    off = sum(solution.gains)
    if len(solution.values) == 2:
        return f"With two seats this is the value of the game, to within {off:.2g} either way."
    return (
        f"With {len(solution.values)} seats a game has no one value: these are the values of one set of strategies, "
        f"from which no seat gains more than {max(solution.gains):.2g} by playing otherwise alone."
    )


def _print_strategy(solution: Any, sentence: str) -> None:
    out = console()
    game = solution.game
    out.print(f"{game.slug} ({_options(game)})", style="strong.brass")
    values = ", ".join(f"{LETTERS[seat]} {value:+.6f}" for seat, value in enumerate(solution.values))
    out.print(f"Value by seat: {values}. {sentence}")
    out.print(
        f"Exploitability {solution.exploitability:.2g} after {solution.iterations:,} iterations of CFR+ on "
        f"{solution.nodes:,} nodes and {solution.information_sets:,} information sets."
    )
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    for name in ("seat", "knows", "plays"):
        table.add_column(name)
    for each in solution.strategy[:MOST_CHOICES]:
        plays = ", ".join(f"{move} {100 * share:.1f} %" for move, share in each.moves.items())
        table.add_row(each.seat, each.knows, plays)
    out.print(table)
    if len(solution.strategy) > MOST_CHOICES:
        out.print(f"{len(solution.strategy) - MOST_CHOICES:,} more with --json.", style="soft")
