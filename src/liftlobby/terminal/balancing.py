"""`lift balance`: the designer's report as a page and as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liftlobby.core.errors import UnknownName, shorten
from liftlobby.core.files import written_whole
from liftlobby.core.game import Game, game
from liftlobby.terminal.files import ask_at_terminal, check_writable
from liftlobby.terminal.output import progress_bar, say

PAGES = (".html", ".htm")
DATA = (".json",)


if TYPE_CHECKING:
    from liftlobby.lab.report import Report


def run(
    chosen: Game,
    bots: Sequence[str],
    *,
    matches: int,
    seed: int,
    threads: int,
    max_turns: int | None,
    compare: Sequence[str],
    out: Path,
    data: Path | None,
    force: bool,
) -> None:
    """Play and write the report. What may not be written or compared is said before anything is played."""
    check_writable(out, PAGES, force, ask_at_terminal)
    if data:
        check_writable(data, DATA, force, ask_at_terminal)
    before, after = compared(chosen, compare)

    from liftlobby.lab.balance import USUAL_TURNS, play
    from liftlobby.lab.report import planned

    report = planned(before, bots, matches, seed=seed, max_turns=max_turns or USUAL_TURNS, compare=after)
    try:
        with progress_bar("Playing", "matches") as show:
            play(report.studies, threads, show)
    except KeyboardInterrupt:
        if report.study.part("matches"):
            _write(report, out, data)
            say(f"'{out}' holds what was played until now.")
        else:
            say("Nothing was written.")
        raise
    _write(report, out, data)
    say(f"'{out}' holds the report.")


def _write(report: Report, out: Path, data: Path | None) -> None:
    with written_whole(out) as beside:
        beside.write_text(report.page(), encoding="utf-8")
    if data:
        text = json.dumps(report.as_data(), ensure_ascii=False, indent=2, allow_nan=False)
        with written_whole(data) as beside:
            beside.write_text(text, encoding="utf-8")


def compared(chosen: Game, compare: Sequence[str]) -> tuple[Game, Game | None]:
    """The game, and what it is compared with: an option of another value, or two files of cards."""
    if not compare:
        return chosen, None
    if len(compare) > 2:
        raise UnknownName("--compare takes one option=value or two card files.")
    given = _given(chosen)
    are_options = ["=" in each and not Path(each).exists() for each in compare]
    if all(are_options) and len(compare) == 1:
        name, _, value = (part.strip() for part in compare[0].partition("="))
        changed = game(chosen.slug, **(given | {name: value}))
        if (changed.options, changed.data) == (chosen.options, chosen.data):
            raise UnknownName(f"--compare {shorten(compare[0])} is what is played already; name another value.")
        return chosen, changed
    if any(are_options):
        raise UnknownName("--compare takes one option=value or two card files, not both.")
    if len(compare) == 1:
        raise UnknownName(
            f"--compare takes one option=value or two card files; {shorten(compare[0])!r} is neither an option with a "
            "value nor one of two files."
        )
    cards = chosen.type.cards
    if not cards:
        raise UnknownName(f"{chosen.slug} has no card table, so there are no card files to compare.")
    if chosen.data:
        raise UnknownName(f"The two files of --compare are the {cards.name}; leave out --option {cards.name}=.")
    one, other = (game(chosen.slug, **(given | {cards.name: file})) for file in compare)
    if one.new_state() == other.new_state():
        raise UnknownName(f"{shorten(compare[0])!r} and {shorten(compare[1])!r} describe the same cards.")
    return one, other


def _given(chosen: Game) -> dict[str, Any]:
    """The options of a game as `game` takes them."""
    cards = chosen.type.cards
    return {name: value for name, value in chosen.options.items() if not (cards and name == cards.option)} | chosen.data
