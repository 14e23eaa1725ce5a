"""What every answer carries and every request must pass: headers, origin, and how often one may do a thing."""

from __future__ import annotations

import time
from collections import deque
from urllib.parse import urlsplit

from litestar import Request, Response

from liftlobby.core.text import text
from liftlobby.web.table import Refused
from liftlobby.web.visitor import Connection

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
LIMITS = {"make": (20, 60.0), "join": (30, 60.0), "chat": (12, 20.0)}
"""So many times in so many seconds, for one person at one address."""


async def guard_headers(response: Response) -> Response:  # type: ignore[type-arg]
    """Nothing but our own files runs, and no page holds ours in a frame."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")
    return response


def is_own_origin(connection: Connection) -> bool:
    """Does the request come from our own pages (or from a program, which sends no origin)?"""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == connection.headers.get("host")


async def guard_origin(request: Request) -> None:  # type: ignore[type-arg]
    """Other sites' forms change nothing here."""
    if request.method == "POST" and not is_own_origin(request):
        raise Refused(403, text("This came from another site. Open the table here and try again."))


class Limits:
    """How often something was done lately, by whom."""

    def __init__(self, is_on: bool) -> None:
        self._is_on = is_on
        self._done: dict[tuple[str, str], deque[float]] = {}

    def count(self, what: str, who: str) -> None:
        """Raises Refused if `who` has done it too often."""
        if not self._is_on:
            return
        most, seconds = LIMITS[what]
        now = time.monotonic()
        if len(self._done) > 10_000:
            self._done = {key: times for key, times in self._done.items() if times and now - times[-1] < 60}
        times = self._done.setdefault((what, who), deque())
        while times and now - times[0] > seconds:
            times.popleft()
        if len(times) >= most:
            raise Refused(429, text("That was a little fast. Wait a moment and try again."))
        times.append(now)
