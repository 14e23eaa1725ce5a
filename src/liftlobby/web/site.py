"""What every page and the API use: the lobby, the artist, the limits; and who asks for what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from liftlobby.core.text import text
from liftlobby.web.drawing import Artist
from liftlobby.web.guards import Limits
from liftlobby.web.lobby import Lobby
from liftlobby.web.seat import Seat
from liftlobby.web.settings import Settings
from liftlobby.web.store import Store
from liftlobby.web.table import Refused, Table
from liftlobby.web.visitor import Connection, Visitor, new_person, visitor_of

Asked = Request[Any, Any, Any]


@dataclass
class Site:
    """The services of one server."""

    lobby: Lobby
    artist: Artist
    limits: Limits

    @classmethod
    def open(cls, settings: Settings) -> Site:
        """Open the store and what stands on it."""
        lobby = Lobby(settings, Store(settings.database_url))
        return cls(lobby, Artist(), Limits(settings.limits))


def site_of(connection: Connection) -> Site:
    """The services of the server that was asked."""
    site: Site = connection.app.state.site
    return site


def page(request: Asked, template: str, status: int = 200, **values: Any) -> Response[str]:
    """A page for whoever asks."""
    visitor = visitor_of(request)
    html = site_of(request).artist.page(template, visitor.language, visitor=visitor, path=here(request), **values)
    return Response(html, media_type="text/html", status_code=status)


def here(request: Asked) -> str:
    """The address that was asked for, to come back to after a change of settings."""
    query = f"?{request.scope['query_string'].decode('latin-1')}" if request.scope["query_string"] else ""
    path = quote(request.scope["path"])
    return path + query if request.method == "GET" else path.rpartition("/")[0] or "/"


def go(address: str, cookies: list[Cookie] | None = None) -> Redirect:
    """Go on to another page after something was done."""
    return Redirect(address, status_code=HTTP_303_SEE_OTHER, cookies=cookies or [])


def known(request: Asked) -> tuple[Visitor, str, list[Cookie]]:
    """Who asks, who they are, and the cookie they need if they are new."""
    visitor = visitor_of(request)
    if visitor.person:
        return visitor, visitor.person, []
    person, cookie = new_person()
    return visitor, person, [cookie]


def seat_at(table: Table, visitor: Visitor, asked: str) -> Seat | None:
    """From where a visitor looks at a table: the seat asked for if it is theirs, their only one, or none.

    Raises Refused if they may not look at all.
    """
    mine = table.seats_of(visitor.person)
    for seat in mine:
        if seat.letter == asked or (len(mine) == 1 and not asked):
            return seat
    if not may_watch(table, visitor):
        raise Refused(403, text("This table is not open to spectators."))
    return None


def may_watch(table: Table, visitor: Visitor) -> bool:
    """May the visitor look at the table from outside?"""
    return table.is_open_to_all or bool(table.seats_of(visitor.person))


def own_seat(table: Table, visitor: Visitor, letter: str) -> Seat:
    """The visitor's seat of this letter. Raises Refused."""
    for seat in table.seats_of(visitor.person):
        if seat.letter == letter:
            return seat
    raise Refused(403, text("That seat is not yours. Open your personal link to come back to it."))


async def form_of(request: Asked) -> dict[str, str]:
    """The fields of a form as short texts; a file as its content."""
    form = await request.form()
    found = {}
    for name, value in form.items():
        if hasattr(value, "read"):
            value = (await value.read()).decode("utf-8", "replace")
        found[str(name)[:40]] = str(value)
    return found
