"""The pages of a table: what is shown of it, and everything that is done at it. All of it works without scripts."""

from __future__ import annotations

import io
import json
from typing import Any

import msgspec
import segno
from litestar import Response, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from liftlobby.core.errors import IllegalMove
from liftlobby.core.text import text
from liftlobby.web.guards import base_of, lets_in
from liftlobby.web.live import Changes, Page, version_of
from liftlobby.web.lobby import new_key
from liftlobby.web.log import Told
from liftlobby.web.seat import Seat
from liftlobby.web.settings import CHAT_LENGTH
from liftlobby.web.site import Asked, form_of, go, known, may_watch, own_seat, page, seat_at, site_of
from liftlobby.web.table import OVER, WAITING, Refused, Stale, Table, refusal
from liftlobby.web.visitor import Visitor, clean_name, muted_after, visitor_of


def table_page(request: Asked, table: Table, seat: Seat | None, status: int = 200, told: Any = None) -> Response[str]:
    """The table from a seat; `told` is a refusal to show."""
    site, visitor = site_of(request), visitor_of(request)
    mine = table.seats_of(visitor.person)
    viewer = None if seat is None else seat.number
    # Several people at one screen: between turns nobody's hand lies open.
    covered = seat is None and len(mine) > 1 and table.status not in (WAITING, OVER)
    drawn = site.artist.draw(table, viewer, visitor.language)
    log = table.log_of(viewer, visitor.language) if table.status != WAITING else None
    return page(
        request,
        "table.html",
        status,
        table=table,
        seat=seat,
        mine=mine,
        covered=covered,
        parts=drawn.parts,
        board=drawn.board,
        log=log,
        version=version_of(table),
        told=told,
        url=base_of(request),
    )


@get("/t/{table_id:str}")
async def show_table(request: Asked, table_id: FromPath[str], seat: FromQuery[str] = "") -> Response[str]:
    """A table as the visitor may see it. Whoever comes back gets a seat back that a bot was keeping."""
    table = await site_of(request).lobby.find(table_id)
    visitor = visitor_of(request)
    place = seat_at(table, visitor, seat)
    if place:
        await table.come_back(place)
    elif table.is_over and (mine := table.seats_of(visitor.person)):
        place = mine[0]  # who had several seats at one screen needs no cover any more
    return table_page(request, table, place)


@post("/t/{table_id:str}/{action:str}")
async def act(request: Asked, table_id: FromPath[str], action: FromPath[str]) -> Response[Any]:
    """Whatever is done at a table: a form's answer is the table again, a script's answer is short."""
    site = site_of(request)
    table = await site.lobby.find(table_id)
    form = await form_of(request)
    visitor = visitor_of(request)
    by_script = "application/json" in request.headers.get("accept", "")
    if action not in ACTIONS:
        raise Refused(404, text("There is no such thing to do at a table."))
    try:
        address, cookies = await ACTIONS[action](request, table, form)
    except NOT_DONE as error:
        told, status = told_of(error, table, visitor.language)
        if by_script:
            return Response(told | {"version": version_of(table)}, status_code=status)
        letter = form.get("seat", "")
        mine = [seat for seat in table.seats_of(visitor.person) if seat.letter == letter]
        return table_page(request, table, mine[0] if mine else seat_at(table, visitor, ""), status, told)
    if by_script:
        return Response({"go": address} if address else {}, status_code=200, cookies=cookies)
    return go(address or f"/t/{table.id}", cookies)


NOT_DONE = (Refused, IllegalMove, Stale)


def told_of(error: Exception, table: Table, language: str) -> tuple[dict[str, str], int]:
    """What to tell about something that could not be done: sentence, rule, where the rule stands."""
    if isinstance(error, IllegalMove):
        error = refusal(error.why)
    if isinstance(error, Refused):
        rule = error.rule if error.rule not in ("", "-") else ""
        link = f"/rules/{table.game.slug}#{rule}" if rule else ""
        return {"sentence": error.sentence.render(language), "rule": rule, "link": link}, error.status
    return {"sentence": Stale.sentence.render(language), "rule": "", "link": ""}, 409


Done = tuple[str, list[Any]]


async def move(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Play a move."""
    return await play_move(table, visitor_of(request), form), []


async def play_move(table: Table, visitor: Visitor, form: dict[str, str]) -> str:
    """Play the move of a form, and say where to go on, "" for here. Raises what NOT_DONE names."""
    seat = own_seat(table, visitor, form.get("seat", ""))
    await table.come_back(seat)
    await table.play(seat, form.get("move", "")[:200], number(form.get("turn", "")))
    return after_choice(table, visitor, seat)


def after_choice(table: Table, visitor: Visitor, seat: Seat) -> str:
    """With several seats at one screen the cover comes down unless the same seat goes on."""
    if len(table.seats_of(visitor.person)) < 2:
        return ""
    return f"/t/{table.id}?seat={seat.letter}" if seat in table.to_act else f"/t/{table.id}"


async def take_back(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Take back a choice that others have not seen."""
    seat = own_seat(table, visitor_of(request), form.get("seat", ""))
    await table.come_back(seat)
    await table.take_back(seat)
    return f"/t/{table.id}?seat={seat.letter}", []


async def sit(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Sit down."""
    visitor, person, cookies = known(request)
    site_of(request).limits.count("join", visitor)
    name = clean_name(form.get("name", "")) or visitor.shown_name
    seat = await table.sit(number(form.get("number", "")), name, person)
    return f"/t/{table.id}?seat={seat.letter}", cookies


async def leave(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Get up."""
    await table.leave(own_seat(table, visitor_of(request), form.get("seat", "")), new_key())
    return "/", []


async def stand_in(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Hand an absent player's seat to a bot; only who sits here too may."""
    visitor = visitor_of(request)
    if not table.seats_of(visitor.person):
        raise Refused(403, text("Only who sits at this table may do that."))
    place = number(form.get("number", ""))
    if not 0 <= place < len(table.seats):
        raise Refused(404, text("There is no such seat at this table."))
    await table.stand_in(table.seats[place])
    return "", []


async def come_back(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Take one's seat back from the bot."""
    seat = own_seat(table, visitor_of(request), form.get("seat", ""))
    await table.come_back(seat)
    return f"/t/{table.id}?seat={seat.letter}", []


async def chat(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Say something: who sits here, and spectators where they are allowed."""
    visitor = visitor_of(request)
    seat_at(table, visitor, "")
    site_of(request).limits.count("chat", visitor)
    said = "".join(letter for letter in " ".join(form.get("said", "").split()) if letter.isprintable()).strip()
    if not said:
        raise Refused(422, text("There is nothing to say yet: write something first."))
    if len(said) > CHAT_LENGTH:
        raise Refused(422, text("That is too long: a line of chat has at most {most} characters.", most=CHAT_LENGTH))
    mine = table.seats_of(visitor.person)
    # In brackets, so that nobody looks like a player.
    name = mine[0].name if mine else f"({visitor.shown_name})"
    await table.say(name, said)
    return "", []


async def mute(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """Read somebody's chat no more, or again; only this visitor's pages change."""
    visitor = visitor_of(request)
    seat = seat_at(table, visitor, form.get("seat", ""))
    address = f"/t/{table.id}?seat={seat.letter}" if seat else f"/t/{table.id}"
    return address, [muted_after(visitor, clean_name(form.get("name", "")))]


async def rematch(request: Asked, table: Table, form: dict[str, str]) -> Done:
    """The same people, bots and settings once more; whoever asks first makes the table."""
    visitor = visitor_of(request)
    if not table.seats_of(visitor.person):
        raise Refused(403, text("Only who sits at this table may do that."))
    if not table.is_over:
        raise Refused(409, text("There is a rematch when this match is over."))
    site = site_of(request)
    if table.next_id is None:
        site.limits.count("make", visitor)
    again = await site.lobby.make_next(table)
    return f"/t/{again.id}", []


ACTIONS = {
    "move": move,
    "take-back": take_back,
    "sit": sit,
    "leave": leave,
    "stand-in": stand_in,
    "come-back": come_back,
    "chat": chat,
    "mute": mute,
    "rematch": rematch,
}


def number(given: str) -> int:
    """A whole number from a form, -1 if it is none."""
    return int(given) if given.isdecimal() and len(given) < 7 else -1


@get("/t/{table_id:str}/key/{key:str}")
async def open_seat(request: Asked, table_id: FromPath[str], key: FromPath[str]) -> Redirect:
    """A personal link: this device, too, holds the seat from now on."""
    table = await site_of(request).lobby.find(table_id)
    seat = table.seat_of_key(key)
    if seat is None:
        raise Refused(404, text("This personal link no longer opens a seat."))
    _, person, cookies = known(request)
    await table.hold(seat, person)
    return go(f"/t/{table.id}?seat={seat.letter}", cookies)


@get("/t/{table_id:str}/invite.svg")
async def invite(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """The table's address as a QR code."""
    table = await site_of(request).lobby.find(table_id)
    drawn = io.BytesIO()
    segno.make(f"{base_of(request)}/t/{table.id}").save(drawn, kind="svg", border=2, scale=5, light="white")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@get("/t/{table_id:str}/record")
async def record(request: Asked, table_id: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
    """The match record: all of it once the match is over, before that what the visitor knows."""
    table = await site_of(request).lobby.find(table_id)
    place = seat_at(table, visitor_of(request), seat)
    content = json.dumps(record_of(table, place), ensure_ascii=False, indent=1).encode()
    headers = {"content-disposition": f'attachment; filename="{table.game.slug}-{table.id}.json"'}
    return Response(content, media_type="application/json", headers=headers)


def record_of(table: Table, seat: Seat | None) -> dict[str, Any]:
    """The record that a seat or a spectator may have now. Raises Refused."""
    if table.status == WAITING:
        raise Refused(409, text("The match has not begun."))
    if table.is_over:
        return table.match.record()
    return table.match.public_record() if seat is None else table.match.record(seat=seat.letter)


@get("/t/{table_id:str}/log")
async def whole_log(request: Asked, table_id: FromPath[str], seat: FromQuery[str] = "") -> Response[str]:
    """All that happened, from the first move."""
    table = await site_of(request).lobby.find(table_id)
    place = seat_at(table, visitor_of(request), seat)
    lines: list[str] = []
    if table.status != WAITING:
        viewer = None if place is None else place.number
        lines = list(Told(table, viewer, visitor_of(request).language, None).lines)
    return page(request, "log.html", table=table, lines=lines, seat=place)


@websocket("/t/{table_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """A table's changes, as they happen, and the moves that the page sends, answered where no change says it all."""
    if not await lets_in(socket):
        return
    site, visitor = site_of(socket), visitor_of(socket)
    try:
        table = await site.lobby.find(table_id)
        seat = seat_at(table, visitor, socket.query_params.get("seat", ""))
    except Refused:
        await socket.close(code=4404)
        return
    if seat:
        await table.come_back(seat)
    shown = Page(site.artist, table, seat, visitor.language)
    shown.has_seen(socket.query_params.get("version", ""))

    async def take(said: str) -> bytes | None:
        try:
            form = msgspec.json.decode(said, type=dict[str, str])
        except (msgspec.DecodeError, msgspec.ValidationError):
            return None
        try:
            address = await play_move(table, visitor, form)
        except NOT_DONE as error:
            return msgspec.json.encode({"answer": told_of(error, table, visitor.language)[0]})
        return msgspec.json.encode({"answer": {"go": address}}) if address else None

    def may_look() -> bool:
        return seat in table.seats_of(visitor.person) if seat else may_watch(table, visitor)

    await Changes(table, seat, may_look).send_to(socket, shown.changes, take)


HANDLERS = [show_table, act, open_seat, invite, record, whole_log, live]
