"""The replay page: a match move by move, from any seat's knowledge, of a table or a record that somebody brought."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from liftlobby.core.errors import BadRecord, LiftError
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.match import Match, Step, Telling
from liftlobby.core.record import read_record, replay
from liftlobby.core.text import text
from liftlobby.web import store as kept
from liftlobby.web.drawing import seats_shown
from liftlobby.web.lobby import new_id
from liftlobby.web.settings import RECORD_LENGTH
from liftlobby.web.site import Asked, form_of, go, page, site_of
from liftlobby.web.table import WAITING, Refused
from liftlobby.web.visitor import visitor_of

KEPT = 32
"""Matches whose steps are kept in memory."""
MOST_MOVES = 10_000
"""The longest match that can be brought."""


@dataclass
class Film:
    """A match and all its steps."""

    match: Match
    steps: list[Step]


FILMS: OrderedDict[tuple[str, int], Film] = OrderedDict()


async def film_of(key: str, match: Match) -> Film:
    """The steps of a match, kept while it does not go on; taken in a thread, so that nobody else waits."""
    name = key, match.num_moves
    film = FILMS.pop(name, None)
    if film is None:
        film = await asyncio.to_thread(lambda: Film(match.clone(), list(match.steps())))
    FILMS[name] = film
    while len(FILMS) > KEPT:
        FILMS.popitem(last=False)
    return film


@get("/t/{table_id:str}/replay")
async def show_table(
    request: Asked, table_id: FromPath[str], ply: FromQuery[str] = "", seat: FromQuery[str] = ""
) -> Response[str]:
    """A table's match: the public view while it runs, from any seat's knowledge once it is over."""
    table = await site_of(request).lobby.find(table_id)
    if table.status == WAITING:
        raise Refused(409, text("The match has not begun."))
    if not table.has_spectators and not table.is_over and not table.seats_of(visitor_of(request).person):
        raise Refused(403, text("This table is not open to spectators."))
    names = [s.name for s in table.seats]
    film = await film_of(table.id, table.match)
    return await show(request, film, f"/t/{table.id}", names, ply, seat, is_open=table.is_over)


@get("/r/{record_id:str}/replay")
async def show_record(
    request: Asked, record_id: FromPath[str], ply: FromQuery[str] = "", seat: FromQuery[str] = ""
) -> Response[str]:
    """A record that somebody brought."""
    content = await site_of(request).lobby.store.read(kept.load_record(record_id[:12]))
    if content is None:
        raise Refused(404, text("There is no record at this address."))
    match = await asyncio.to_thread(lambda: replay(json.loads(content)))
    film = await film_of(record_id, match)
    return await show(request, film, f"/r/{record_id}", match.names, ply, seat, is_open=True)


@get("/replay")
async def ask_record(request: Asked) -> Response[str]:
    """The form for a record file."""
    return page(request, "record.html", problem="")


@post("/replay", request_max_body_size=RECORD_LENGTH)
async def bring_record(request: Asked) -> Response[Any] | Redirect:
    """Keep a record to look at, if it holds a match that follows the rules."""
    site = site_of(request)
    site.limits.count("make", visitor_of(request))
    form = await form_of(request)
    try:
        record = read_record(form.get("record", ""))
        if (moves := len(record["moves"])) > MOST_MOVES:
            raise BadRecord(f"The record has {moves:,} moves; at most {MOST_MOVES:,} can be looked at here.")
        await asyncio.to_thread(replay, record)
    except LiftError as error:
        return page(request, "record.html", 422, problem=str(error))
    record_id = new_id()
    await site.lobby.store.write(kept.add_record(record_id, json.dumps(record)))
    return go(f"/r/{record_id}/replay")


async def show(
    request: Asked, film: Film, base: str, names: list[str], ply: str, seat: str, *, is_open: bool
) -> Response[str]:
    """One moment of a match."""
    site, visitor = site_of(request), visitor_of(request)
    match, steps = film.match, film.steps
    last = len(steps)
    at = min(int(ply), last) if ply.isdecimal() and len(ply) < 7 else last
    viewer = LETTERS.index(seat) if is_open and seat in match.game.seats else None
    letter = "" if viewer is None else seat
    lines, moves = await asyncio.to_thread(told_until, film, at, viewer, visitor.language)
    state = steps[at - 1].after if at else match.game.new_state()
    seats = seats_shown(tuple(names))
    board = site.artist.draw_view(match.game.type, View(state, viewer), [], moves, visitor.language, seats)
    turns = [0] + [n + 1 for n, step in enumerate(steps) if step.player >= 0]
    return page(
        request,
        "replay.html",
        game=match.game,
        base=base,
        board=board,
        lines=lines[-12:],
        ply=at,
        last=last,
        before=max((turn for turn in turns if turn < at), default=0),
        after=min((turn for turn in turns if turn > at), default=last),
        letter=letter,
        seats=seats if is_open else [],
        is_open=is_open,
    )


def told_until(film: Film, at: int, viewer: int | None, language: str) -> tuple[list[str], list[str]]:
    """What was told until a moment, and the last move with what chance did to it, as a viewer knows them."""
    telling = Telling(film.match, viewer)
    lines: list[str] = []
    moves: list[str] = []
    for step in film.steps[:at]:
        lines += [line.render(language) for line in telling.tell(step)]
        moves = [*moves, telling.known.texts[-1]] if step.player < 0 else [telling.known.texts[-1]]
    return lines, moves


HANDLERS = [show_table, show_record, ask_record, bring_record]
