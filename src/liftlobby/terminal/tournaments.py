"""`lift tournament`: who is stronger, with an interval on every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from liftlobby.core.game import Game
from liftlobby.terminal.files import ask_at_terminal, check_writable
from liftlobby.terminal.output import console, print_json, progress_bar, say
from liftlobby.terminal.simulation import write_records

INTERVALS = {
    "win_share": "95 %, Wilson: as many trials as the deals are worth, at most one a match",
    "margin": "95 %, bootstrap over deals",
    "rank": "95 %, bootstrap over deals",
    "rating": "95 %, bootstrap over deals, with Jeffreys' prior for what was never seen",
    "ahead": "95 % for all pairs together, at any time: betting (Waudby-Smith and Ramdas 2024)",
}


def run(
    game: Game,
    bots: Sequence[str],
    *,
    matches: int,
    seed: int,
    threads: int,
    max_turns: int | None,
    paired: bool,
    early: bool,
    out: Path | None,
    records: Path | None,
    as_json: bool,
    force: bool,
) -> None:
    """Play, or go on playing, write the files, print what it shows."""
    if out:
        check_writable(out, (".parquet",), force=True)
    if records:
        check_writable(records, (".jsonl",), force, ask_at_terminal)

    from liftlobby.lab.tournament import match_record, tournament

    played = [0, 0]
    try:
        with progress_bar("Playing", "matches") as show:

            def progress(done: int, total: int) -> None:
                played[:] = done, total
                if show:
                    show(done, total)

            found = tournament(
                game,
                bots,
                matches,
                seed=seed,
                threads=threads,
                max_turns=max_turns,
                paired=paired,
                early=early,
                file=out,
                anew=force,
                progress=progress,
            )
    except KeyboardInterrupt:
        kept = f"'{out}' keeps them, and the same command goes on" if out else "--out FILE would have kept them"
        say(f"{played[0]:,} of {played[1]:,} matches were played; {kept}.")
        raise
    if out:
        before = found.matches - played[0]
        say(f"'{out}' holds {found.matches:,} matches" + (f", {before:,} of them from before." if before > 0 else "."))
    if records:
        write_records(records, (match_record(found, index) for index in range(found.matches)), found.matches)
    if as_json:
        print_json(as_data(found))
    else:
        _print(found)


def as_data(found: Any) -> dict[str, Any]:
    """A tournament JSON-ready, without its rows."""
    return {
        "game": found.game.slug,
        "options": dict(found.game.options),
        "bots": found.bots,
        "seed": found.seed,
        "max_turns": found.max_turns,
        "paired": found.paired,
        "seatings": [list(seating) for seating in found.seatings],
        "deals": found.deals,
        "matches": found.matches,
        "unfinished": found.unfinished,
        "intervals": INTERVALS,
        "standings": [asdict(standing) for standing in found.standings],
        "comparisons": [asdict(comparison) for comparison in found.comparisons],
    }


def _print(found: Any) -> None:
    out = console()
    options = ", ".join(f"{name}={value}" for name, value in found.game.options.items())
    out.print(f"{found.game.slug} ({options})", style="strong.brass")
    out.print(
        f"{found.matches:,} matches: {found.deals:,} deals in {len(found.seatings):,} seatings. {found.unfinished:,} "
        "unfinished" + (" (not counted in the table, a tie in the meetings below it)." if found.unfinished else ".")
    )
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    table.add_column("bot")
    for name in ("win share of a seat, %", "score over others'", "rank", "rating"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in sorted(found.standings, key=lambda standing: -(standing.rating.value or 0)):
        table.add_row(
            each.bot,
            _with_ends(each.win_share, lambda share: f"{100 * share:.1f}"),
            _with_ends(each.margin, lambda number: f"{number:+,.2f}"),
            _with_ends(each.rank, lambda number: f"{number:.2f}"),
            _with_ends(each.rating, lambda number: f"{round(number):+,}"),
        )
    out.print(table)
    for each in found.comparisons:
        out.print(_verdict(each, found))
    out.print(
        f"In brackets: 95 % intervals, Wilson's for shares (equal bots take {100 / found.game.players:.1f} %), the "
        "bootstrap over deals for the others; of the meetings such as hold at any time and for all pairs at once. "
        "400 rating points are odds of 10 to 1 to finish ahead.",
        style="soft",
    )


def _with_ends(interval: Any, shown: Any) -> Text:
    if interval.value is None:
        return Text("-")
    ends = "" if interval.low is None else f" [{shown(interval.low)}, {shown(interval.high)}]"
    return Text(shown(interval.value) + ends)


def _verdict(each: Any, found: Any) -> str:
    """In a sentence, what is known of two bots."""
    first, second, ahead = each.first, each.second, each.ahead
    share, low, high = ahead.value, ahead.low, ahead.high
    if each.stronger == second:
        first, second, share, low, high = second, first, 1 - share, 1 - high, 1 - low
    measured = f"{first} is ahead in {100 * share:.1f} % of meetings ({100 * low:.1f} to {100 * high:.1f}), ties halved"
    if each.stronger is None:
        return f"No difference between {first} and {second} is shown: {measured}."
    after = each.after_deals * len(found.seatings)
    return f"{first} is stronger than {second}, as was plain after {after:,} matches: {measured}."
