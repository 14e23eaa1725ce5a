"""Live updates: a watcher waits for a table to change and says what of it looks otherwise now.

WebSockets carry them: browsers allow any number of tabs these, but only six plain connections to one host.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException
from markupsafe import escape

from liftlobby.web.drawing import Artist
from liftlobby.web.lobby import Lobby
from liftlobby.web.seat import Seat
from liftlobby.web.table import Table

LOBBY_PAUSE = 0.5
"""Seconds between two looks at the lists of tables."""


class Changes:
    """Somebody who waits for changes of a table: a seat's owner, or a spectator."""

    def __init__(self, table: Table, seat: Seat | None) -> None:
        self.table = table
        self.seat = seat
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """The table has changed."""
        self._changed.set()

    async def wait(self) -> None:
        """Until the table has changed."""
        await self._changed.wait()
        self._changed.clear()

    async def send_to(self, socket: WebSocket[Any, Any, Any], message: Callable[[], bytes | None]) -> None:
        """Send what `message` makes of the table, now and after each change, until the other side goes away."""
        self.table.watch(self, self.seat)
        sending = asyncio.create_task(self._send(socket, message))
        try:
            await _until_gone(socket)
        finally:
            sending.cancel()
            self.table.unwatch(self, self.seat)

    async def _send(self, socket: WebSocket[Any, Any, Any], message: Callable[[], bytes | None]) -> None:
        with contextlib.suppress(WebSocketException):
            while True:
                if content := message():
                    await socket.send_data(content, mode="text")
                await self.wait()


class LobbyChanges:
    """Somebody who looks at the lists of tables."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Some table has changed."""
        self._changed.set()

    async def send_to(
        self,
        socket: WebSocket[Any, Any, Any],
        draw: Callable[[dict[str, Any]], str],
        lists: Callable[[], Awaitable[dict[str, Any]]],
    ) -> None:
        """Send the lists whenever they look otherwise, at most twice a second."""
        self.lobby.watchers.add(self)
        gone = asyncio.create_task(_until_gone(socket))
        shown = ""
        try:
            while not gone.done():
                if shown != (html := draw(await lists())):
                    shown = html
                    await socket.send_data(msgspec.json.encode({"parts": {"lists": html}}), mode="text")
                changed = asyncio.create_task(self._changed.wait())
                await asyncio.wait((changed, gone), return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                self._changed.clear()
                await asyncio.sleep(LOBBY_PAUSE)
        except WebSocketException:
            pass
        finally:
            gone.cancel()
            self.lobby.watchers.discard(self)


class Page:
    """What a page shows of a table, to send only what has changed."""

    def __init__(self, artist: Artist, table: Table, seat: Seat | None, language: str) -> None:
        self.artist = artist
        self.table = table
        self.viewer = None if seat is None else seat.number
        self.language = language
        self._parts: dict[str, str] = {}
        self._told: Any = None
        self._lines = 0

    def has_seen(self, version: str) -> None:
        """The page was drawn at this version: if that is the newest, nothing need be sent again."""
        if version == version_of(self.table):
            self._parts = dict(self.artist.parts(self.table, self.viewer, self.language))
            if self.table.status != "waiting":
                self._told = self.table.log_of(self.viewer, self.language)
                self._lines = self._told.total

    def changes(self) -> bytes | None:
        """What has changed since the last time, as JSON; None if nothing has."""
        message = self.message()
        return msgspec.json.encode(message) if message else None

    def message(self) -> dict[str, Any] | None:
        """What has changed since the last message."""
        table = self.table
        parts = self.artist.parts(table, self.viewer, self.language)
        changed = {name: html for name, html in parts.items() if self._parts.get(name) != html}
        self._parts = dict(parts)
        message: dict[str, Any] = {"version": version_of(table), "parts": changed}
        if table.status != "waiting":
            told = table.log_of(self.viewer, self.language)
            if told is not self._told:
                self._told, self._lines = told, 0
                message["reset"] = True
            if new := told.total - self._lines:
                lines = list(told.lines)[-min(new, len(told.lines)) :]
                message["log"] = [f"<li>{escape(line)}</li>" for line in lines]
                self._lines = told.total
        return message if len(message) > 2 or changed else None


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    """Whatever a page sends is only a sign of life."""
    with contextlib.suppress(WebSocketException):
        while True:
            await socket.receive_data(mode="text")


def version_of(table: Table) -> str:
    """The state of a table in memory, as pages and messages name it."""
    return f"{table.epoch}.{table.version}"
