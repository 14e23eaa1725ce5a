"""`lift simulate`: many matches between bots, to files and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from liftlobby.core.errors import UnknownName
from liftlobby.core.files import written_whole
from liftlobby.core.game import Game
from liftlobby.core.record import write_record
from liftlobby.terminal.files import ask_at_terminal, check_writable
from liftlobby.terminal.output import console, print_json, progress_bar, say

TABLES = (".parquet", ".csv", ".jsonl")
RECORDS = (".jsonl",)


def run(
    game: Game,
    bots: Sequence[str],
    *,
    matches: int,
    seed: int,
    index: int,
    threads: int,
    max_turns: int | None,
    out: Path | None,
    records: Path | None,
    as_json: bool,
    force: bool,
) -> None:
    """Play, write the files, print the summary. What may not be written is said before anything is played."""
    goes_on = out is not None and out.suffix.lower() == ".parquet" and not force
    if out:
        check_writable(out, TABLES, force or goes_on, ask_at_terminal)
    if records:
        check_writable(records, RECORDS, force, ask_at_terminal)
    if out and records and out.resolve() == records.resolve():
        raise UnknownName(f"--out and --records both name '{out}': give each a file of its own.")

    from liftlobby.lab.keeping import play_kept
    from liftlobby.lab.playing import OneSeating, Plan
    from liftlobby.lab.simulate import simulate_record
    from liftlobby.lab.summary import summarize

    results = OneSeating(Plan(game, [tuple(bots)], matches, seed, max_turns, offset=index))
    kept = out if out and out.suffix.lower() == ".parquet" else None
    about = {"command": "simulate", "bots": list(bots)} | results.plan.about()
    try:
        with progress_bar("Playing", "matches") as show:
            play_kept(results, kept, about, anew=force, threads=threads, progress=show)
    except KeyboardInterrupt:
        going_on = f"'{kept}' keeps {results.matches:,} of {matches:,} matches; the same command goes on."
        say(going_on if kept else "Nothing was written.")
        raise
    columns = results.rows()
    if out and not kept:
        write_table(out, columns)
    if records:
        replayed = (
            simulate_record(game, bots, seed=seed, index=index + n, max_turns=max_turns) for n in range(matches)
        )
        write_records(records, replayed, matches)
    summary = summarize(columns, game, bots)
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary)


def write_table(path: Path, columns: dict[str, Any]) -> None:
    """Write columns as CSV or JSON lines, as the file's name says; Parquet is written while playing."""
    import polars

    frame = polars.DataFrame(columns)
    with written_whole(path) as beside:
        if path.suffix.lower() == ".csv":
            frame.write_csv(beside)
        else:
            frame.write_ndjson(beside)


def write_records(path: Path, records: Iterable[dict[str, Any]], total: int) -> None:
    """Write so many match records, one a line."""
    with (
        progress_bar("Writing records", "records") as show,
        written_whole(path) as beside,
        beside.open("w", encoding="utf-8") as file,
    ):
        for number, record in enumerate(records, start=1):
            file.write(write_record(record) + "\n")
            if show:
                show(number, total)


def _print_summary(summary: dict[str, Any]) -> None:
    out = console()
    unfinished = summary["unfinished"]
    out.print(
        f"{summary['game']}: {summary['matches']:,} matches, {unfinished:,} unfinished"
        + (" (stopped at the greatest number of turns; not counted below)" if unfinished else "")
    )
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    for name in ("seat", "bot"):
        table.add_column(name)
    for name in ("win share", "95 %", "mean score", "95 %"):
        table.add_column(name, justify="right")
    for seat in summary["seats"]:
        table.add_row(
            seat["seat"],
            seat["bot"],
            _percent(seat["win_share"]),
            _interval(seat["win_share_interval"], _percent),
            _number(seat["mean_score"]),
            _interval(seat["mean_score_interval"], _number),
        )
    out.print(table)
    out.print(f"A shared win counts as its fraction. Turns a match: {_number(summary['mean_turns'])} on average.")


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"


def _interval(ends: Sequence[float | None], shown: Any) -> str:
    low, high = ends
    return "-" if low is None or high is None else f"{shown(low)} to {shown(high)}"
