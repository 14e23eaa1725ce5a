"""The API for programs: the same services as the pages, as JSON. Described at /api/v1/openapi."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent, ServerSentEventMessage

from liftlobby.core.errors import IllegalMove, LiftError
from liftlobby.core.fields import LETTERS
from liftlobby.core.text import plain_text, text
from liftlobby.web.guards import base_of, lets_in
from liftlobby.web.live import Changes
from liftlobby.web.lobby import NewSeat, NewTable
from liftlobby.web.newtable import game_asked
from liftlobby.web.seat import HUMAN, Seat
from liftlobby.web.settings import NAME_LENGTH
from liftlobby.web.site import Asked, site_of
from liftlobby.web.table import WAITING, Refused, Stale, Table
from liftlobby.web.table_pages import record_of
from liftlobby.web.visitor import Connection, clean_name, visitor_of


class SeatAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: yours (human), free (open) or a bot's."""

    kind: Literal["human", "bot", "open"]
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""
    bot: str = "heuristic"


class TableAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A new table. `options` are the game's; `bank` and `increment` are seconds; without seats all are open."""

    game: str
    options: dict[str, int | bool | str] = {}
    seats: list[SeatAsked] = []
    public: bool = False
    spectators: bool = True
    bank: int | None = None
    increment: int = 0
    pace: Literal["calm", "quick", "instant"] = "instant"


class SitAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits down."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""


class MoveAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A move and the turn it is meant for, as the state told it."""

    move: Annotated[str, msgspec.Meta(max_length=200)]
    turn: int


@post("/tables")
async def make(request: Asked, data: JSONBody[TableAsked]) -> Response[Any]:
    """A new table: its address, and a token for each seat that is yours."""
    site = site_of(request)
    site.limits.count("make", visitor_of(request))
    try:
        chosen = game_asked(data.game, dict(data.options))
    except LiftError as error:
        raise Refused(422, plain_text(error)) from None
    asked = data.seats or [SeatAsked("open")] * chosen.players
    seats = [NewSeat(s.kind, clean_name(s.name), s.bot if s.kind == "bot" else "") for s in asked]
    new = NewTable(
        chosen, seats, data.public, data.spectators, bank=data.bank, increment=data.increment, pace=data.pace
    )
    table = await site.lobby.make(new)
    shown = [{"seat": s.letter} | ({"token": s.key} if s.kind == HUMAN else {}) for s in table.seats]
    return Response({"id": table.id, "url": f"{base_of(request)}/t/{table.id}", "seats": shown}, status_code=201)


@post("/tables/{table_id:str}/seats/{letter:str}")
async def sit(
    request: Asked, table_id: FromPath[str], letter: FromPath[str], data: JSONBody[SitAsked | None] = None
) -> Response[Any]:
    """Sit down on an open seat: its token."""
    site = site_of(request)
    visitor = visitor_of(request)
    site.limits.count("join", visitor)
    table = await site.lobby.find(table_id)
    number = LETTERS.index(letter) if letter in tuple(LETTERS) else -1
    seat = await table.sit(number, clean_name(data.name if data else "") or visitor.shown_name, "")
    return Response({"seat": seat.letter, "token": seat.key}, status_code=201)


@get("/tables/{table_id:str}")
async def show(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """The state as the token's seat, or without one the public, may see it."""
    table = await site_of(request).lobby.find(table_id)
    return Response(state_of(table, await seat_here(request, table)))


@post("/tables/{table_id:str}/moves")
async def move(request: Asked, table_id: FromPath[str], data: JSONBody[MoveAsked]) -> Response[Any]:
    """Play a move: the new state; 409 with it if the turn has passed, 422 with rule, reason and legal moves."""
    table = await site_of(request).lobby.find(table_id)
    seat = await seat_here(request, table)
    if seat is None:
        raise Refused(401, text("A move needs the token of a seat: Authorization: Bearer TOKEN."))
    try:
        await table.play(seat, data.move, data.turn)
    except Stale:
        return Response(state_of(table, seat), status_code=409)
    except IllegalMove as error:
        told = {"rule": error.rule, "reason": error.reason, "legal_moves": error.legal}
        return Response(told, status_code=422)
    return Response(state_of(table, seat), status_code=200)


@post("/tables/{table_id:str}/take-back")
async def take_back(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Take back a choice that others have not seen: the new state."""
    table = await site_of(request).lobby.find(table_id)
    seat = await seat_here(request, table)
    if seat is None:
        raise Refused(401, text("A move needs the token of a seat: Authorization: Bearer TOKEN."))
    await table.take_back(seat)
    return Response(state_of(table, seat), status_code=200)


@get("/tables/{table_id:str}/record")
async def record(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """The match record: all of it when the match is over, before that what the seat or the public knows."""
    table = await site_of(request).lobby.find(table_id)
    return Response(record_of(table, await seat_here(request, table)))


@get("/tables/{table_id:str}/events")
async def events(request: Asked, table_id: FromPath[str], token: FromQuery[str] = "") -> ServerSentEvent:
    """The state, and again whenever it has changed, as server-sent events."""
    table = await site_of(request).lobby.find(table_id)
    seat = await seat_here(request, table, token)

    async def messages() -> AsyncIterator[ServerSentEventMessage]:
        async for state in states(changes_for(table, seat)):
            yield ServerSentEventMessage(state.decode(), event="state")

    return ServerSentEvent(messages())


@websocket("/tables/{table_id:str}/ws")
async def socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """The same as events, over a WebSocket."""
    if not await lets_in(socket):
        return
    try:
        table = await site_of(socket).lobby.find(table_id)
        seat = await seat_here(socket, table, socket.query_params.get("token", ""))
    except Refused as error:
        await socket.close(code=4000 + error.status)
        return
    await changes_for(table, seat).send_to(socket, lambda: msgspec.json.encode(state_of(table, seat)))


def changes_for(table: Table, seat: Seat | None) -> Changes:
    """The changes of a table for a program: while its token opens the seat, or spectators may look."""
    token = seat.key if seat else ""

    def may_look() -> bool:
        return seat.key == token if seat else table.is_open_to_all

    return Changes(table, seat, may_look)


async def states(changes: Changes) -> AsyncIterator[bytes]:
    """The state as JSON, now and after each change, while it may be looked at."""
    table, seat = changes.table, changes.seat
    table.watch(changes, seat)
    try:
        while changes.may_look():
            yield msgspec.json.encode(state_of(table, seat))
            await changes.wait()
    finally:
        table.unwatch(changes, seat)


async def seat_here(connection: Connection, table: Table, token: str = "") -> Seat | None:
    """The seat that the request's token opens: its owner is here, so a bot that kept it gives it back."""
    seat = seat_by_token(connection, table, token)
    if seat is not None:
        await table.come_back(seat)
    return seat


def seat_by_token(connection: Connection, table: Table, token: str = "") -> Seat | None:
    """The seat that the request's token opens, None without a token. Raises Refused."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    token = token or (given.strip() if scheme.lower() == "bearer" else "")
    if not token:
        if not table.is_open_to_all:
            raise Refused(401, text("This table is not open to spectators."))
        return None
    seat = table.seat_of_key(token)
    if seat is None:
        raise Refused(403, text("This token does not open a seat at this table."))
    return seat


def state_of(table: Table, seat: Seat | None) -> dict[str, Any]:
    """A table as a seat, or the public, may see it."""
    state: dict[str, Any] = {
        "id": table.id,
        "game": table.game.slug,
        "options": table.game.options,
        "status": table.status,
        "seats": [
            {"seat": s.letter, "kind": s.kind, "name": s.name, "bot": s.bot, "stand_in": s.stand_in}
            for s in table.seats
        ],
        "to_act": [s.letter for s in table.to_act],
        "turn": None if seat is None else table.turn_of(seat),
        "legal_moves": [],
        "view": None,
        "log": [],
        "result": None,
        "commitment": table.commitment,
    }
    if table.status == WAITING:
        return state
    viewer = None if seat is None else seat.number
    state["view"] = table.view(viewer).as_dict()
    state["log"] = list(table.log_of(viewer, "en").lines)
    if seat is not None:
        state["legal_moves"] = table.match.legal_moves(seat.letter)
    if result := table.match.result:
        state["result"] = {name: result[name] for name in result.keys()}  # noqa: SIM118
    return state


HANDLERS = [Router("/api/v1", route_handlers=[make, sit, show, move, take_back, record, events, socket])]
