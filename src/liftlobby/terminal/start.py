"""`lift play` and `lift replay` from their options: everything is checked before the screen is taken."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from liftlobby.core.errors import BadRecord, LiftError, UnknownName, unknown
from liftlobby.core.match import Match
from liftlobby.core.record import read_records, replay
from liftlobby.terminal.choices import bots_for, chosen_bots, chosen_game, chosen_language
from liftlobby.terminal.files import ask_at_terminal, check_readable, check_writable
from liftlobby.terminal.output import say


def start_play(
    slug: str | None,
    players: int | None,
    options: list[str],
    humans: int,
    bots: str | None,
    seed: int | None,
    language: str,
    pace: str,
    save: Path | None,
    resume: Path | None,
    force: bool,
) -> None:
    """Check what was asked for, then open the table."""
    from liftlobby.terminal.playing import PACES
    from liftlobby.terminal.session import Session, load
    from liftlobby.terminal.welcome import PlayApp

    language = chosen_language(language)
    if pace not in PACES:
        raise unknown("pace", pace, PACES)
    names = chosen_bots(bots)
    session = None
    if resume is not None:
        if slug or players or options or bots or seed is not None:
            raise UnknownName("--resume goes on with a saved match as it is; leave out what would change it.")
        check_readable(resume)
        session = load(resume)
    elif slug is not None:
        seats = humans + len(names) if len(names) > 1 else None
        chosen = chosen_game(slug, players, options, seats)
        if humans > chosen.players:
            raise UnknownName(f"{humans} people do not fit on {chosen.players} seats; give more --players.")
        session = Session.new(chosen, humans, bots_for(chosen.players - humans, names, "heuristic"), seed)
    elif options:
        raise UnknownName("Options belong to a game; name the game too.")
    if save is not None and (resume is None or save.resolve() != resume.resolve()):
        check_writable(save, (".json",), force, ask_at_terminal)
    need_terminal("lift play")
    if session and save is not None:
        session.file = save
    app = PlayApp(session, language, pace, humans, names, players, seed, save)
    app.run()
    if app.saved:
        say(f"Go on with: lift play --resume {app.saved}")


def start_replay(file: Path, seat: str | None, line: int | None, language: str, plain: bool) -> None:
    """Read the record, then open it, or print it where there is no terminal."""
    from liftlobby.terminal.replaying import ReplayApp, print_replay
    from liftlobby.terminal.timeline import Timeline, knowledge

    language = chosen_language(language)
    check_readable(file)
    match = _match(file, line)
    who = knowledge(match, seat)
    timeline = Timeline(match)
    if plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        print_replay(timeline, who, language)
    else:
        ReplayApp(timeline, who, language).run()


def _match(file: Path, line: int | None) -> Match:
    """The match of the record on a line, or of the first one."""
    lines = []
    for number, record in read_records(file):
        lines.append(number)
        if line in (None, number):
            return _replayed(file, number, record)
    if not lines:
        raise BadRecord(f"The file '{file}' holds no record.")
    raise UnknownName(
        f"On line {line} of '{file}' there is no record; it has {len(lines)}, the last on line {lines[-1]}."
    )


def _replayed(file: Path, number: int, record: dict[str, Any] | BadRecord) -> Match:
    try:
        if isinstance(record, BadRecord):
            raise record
        return replay(record)
    except BadRecord as error:
        raise BadRecord(f"{file}:{number}: {error}") from None


def need_terminal(command: str) -> None:
    """Raise LiftError where nobody can press a key."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LiftError(f"{command} needs a terminal: its input or output is a file or a pipe.")
