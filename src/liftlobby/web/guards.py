"""What every answer carries and every request must pass: headers, origin, and how often one may do a thing."""

from __future__ import annotations

import re
import time
from collections import deque
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response, WebSocket

from liftlobby.core.text import text
from liftlobby.web.table import Refused
from liftlobby.web.visitor import Connection, Visitor

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
LIMITS = {"make": (20, 60.0), "join": (30, 60.0), "chat": (12, 20.0)}
"""So many times in so many seconds, for one person."""
AT_ONE_ADDRESS = 4
"""So many people may be at one address."""
HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")


def with_headers(response: Response[Any]) -> Response[Any]:
    """Nothing but our own files runs, and no page holds ours in a frame."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")
    return response


async def guard_headers(response: Response[Any]) -> Response[Any]:
    """The same for every answer, as the framework wants to be told."""
    return with_headers(response)


def is_own_origin(connection: Connection) -> bool:
    """Does the request come from our own pages (or from a program, which sends no origin)?"""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == connection.headers.get("host")


def base_of(connection: Connection) -> str:
    """The address by which the server was asked, to make links with. Raises Refused if it cannot be one."""
    host = connection.headers.get("host", "")
    if not HOST.fullmatch(host):
        raise Refused(400, text("The request could not be read."))
    return f"{connection.scope['scheme']}://{host}"


async def lets_in(socket: WebSocket[Any, Any, Any]) -> bool:
    """Accept a socket that our own pages, or a program, have opened; close any other."""
    if not is_own_origin(socket):
        await socket.close(code=4403)
        return False
    await socket.accept()
    return True


async def guard_origin(request: Request[Any, Any, Any]) -> None:
    """Other sites' forms change nothing here."""
    if request.method == "POST" and not is_own_origin(request):
        raise Refused(403, text("This came from another site. Open the table here and try again."))


class Limits:
    """How often something was done lately, by whom."""

    def __init__(self, is_on: bool) -> None:
        self._is_on = is_on
        self._done: dict[tuple[str, str], deque[float]] = {}

    def count(self, what: str, visitor: Visitor) -> None:
        """Raises Refused if this has been done too often by the visitor, or from where they are: cookies are free."""
        if not self._is_on:
            return
        most, seconds = LIMITS[what]
        now = time.monotonic()
        if len(self._done) > 10_000:
            self._done = {key: times for key, times in self._done.items() if times and now - times[-1] < 60}
        for who, so_many in ((visitor.person, most), (visitor.address, most * AT_ONE_ADDRESS)):
            times = self._done.setdefault((what, who), deque())
            while times and now - times[0] > seconds:
                times.popleft()
            if who and len(times) >= so_many:
                raise Refused(429, text("That was a little fast. Wait a moment and try again."))
            times.append(now)
