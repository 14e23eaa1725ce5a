"""Live updates: a watcher waits for a table to change and says what of it looks otherwise now.

WebSockets carry them: browsers allow any number of tabs these, but only six plain connections to one host.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException
from markupsafe import escape

from liftlobby.web.drawing import Artist
from liftlobby.web.lobby import Lobby
from liftlobby.web.seat import Seat
from liftlobby.web.table import WAITING, Table

LOBBY_PAUSE = 0.5
"""Seconds between two looks at the lists of tables."""


async def ignore(said: str) -> None:
    """Take what is only a sign of life."""


class Watcher:
    """Somebody who waits for something to change."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """It has changed."""
        self._changed.set()

    async def wait(self) -> None:
        """Until it has changed."""
        await self._changed.wait()
        self._changed.clear()


class Changes(Watcher):
    """Somebody who waits for changes of a table: a seat's owner, or a spectator.

    `may_look` is asked before anything is shown: a seat that was left may be somebody else's by now.
    """

    def __init__(self, table: Table, seat: Seat | None, may_look: Callable[[], bool]) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.may_look = may_look

    async def send_to(
        self,
        socket: WebSocket[Any, Any, Any],
        message: Callable[[], bytes | None],
        take: Callable[[str], Awaitable[bytes | None]] = ignore,
    ) -> None:
        """Send what `message` makes of the table, now and after each change, until the other side goes away.

        What the other side sends is given to `take`, whose answer goes back. Whoever may not look any more is told so.
        """

        async def sending() -> None:
            while self.may_look():
                if content := message():
                    await socket.send_data(content, mode="text")
                await self.wait()
            await socket.close(code=4403)

        self.table.watch(self, self.seat)
        try:
            await _while_there(socket, sending(), take)
        finally:
            self.table.unwatch(self, self.seat)


class LobbyChanges(Watcher):
    """Somebody who looks at the lists of tables."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self.lobby = lobby

    async def send_to(
        self,
        socket: WebSocket[Any, Any, Any],
        draw: Callable[[dict[str, Any]], str],
        lists: Callable[[], Awaitable[dict[str, Any]]],
    ) -> None:
        """Send the lists whenever they look otherwise, at most twice a second."""

        async def sending() -> None:
            shown = ""
            while True:
                if shown != (html := draw(await lists())):
                    shown = html
                    await socket.send_data(msgspec.json.encode({"parts": {"lists": html}}), mode="text")
                await self.wait()
                await asyncio.sleep(LOBBY_PAUSE)

        self.lobby.watchers.add(self)
        try:
            await _while_there(socket, sending(), ignore)
        finally:
            self.lobby.watchers.discard(self)


class Page:
    """What a page shows of a table, to send only what has changed."""

    def __init__(self, artist: Artist, table: Table, seat: Seat | None, language: str) -> None:
        self.artist = artist
        self.table = table
        self.viewer = None if seat is None else seat.number
        self.language = language
        self._parts: dict[str, str] = {}
        self._frame: object = None
        self._told: Any = None
        self._lines = 0

    def has_seen(self, version: str) -> None:
        """The page was drawn at this version: if that is the newest, nothing need be sent again."""
        if version == version_of(self.table):
            drawn = self.artist.draw(self.table, self.viewer, self.language)
            self._parts, self._frame = drawn.parts | drawn.inside, drawn.frame
            if self.table.status != WAITING:
                self._told = self.table.log_of(self.viewer, self.language)
                self._lines = self._told.total

    def changes(self) -> bytes | None:
        """What has changed since the last time, as JSON; None if nothing has."""
        message = self.message()
        return msgspec.json.encode(message) if message else None

    def message(self) -> dict[str, Any] | None:
        """What has changed since the last message."""
        table = self.table
        drawn = self.artist.draw(table, self.viewer, self.language)
        parts = drawn.parts | drawn.inside
        changed = {}
        if drawn.frame != self._frame:
            # A new frame is empty: its parts come after it.
            changed["board"] = drawn.framed(lambda _: "")
            self._parts = {name: html for name, html in self._parts.items() if name in drawn.parts}
        changed |= {name: html for name, html in parts.items() if self._parts.get(name) != html}
        self._parts, self._frame = parts, drawn.frame
        message: dict[str, Any] = {"version": version_of(table), "parts": changed}
        if table.status != WAITING:
            told = table.log_of(self.viewer, self.language)
            if told is not self._told:
                self._told, self._lines = told, 0
                message["reset"] = True
            if new := told.total - self._lines:
                lines = list(told.lines)[-min(new, len(told.lines)) :]
                message["log"] = [f"<li>{escape(line)}</li>" for line in lines]
                self._lines = told.total
        return message if len(message) > 2 or changed else None


async def _while_there(
    socket: WebSocket[Any, Any, Any],
    sending: Coroutine[Any, Any, None],
    take: Callable[[str], Awaitable[bytes | None]],
) -> None:
    """Send until the other side goes away, and take what it sends. A fault in either is raised."""

    async def listening() -> None:
        while True:
            if answer := await take(await socket.receive_data(mode="text")):
                await socket.send_data(answer, mode="text")

    tasks = asyncio.create_task(sending), asyncio.create_task(listening())
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with contextlib.suppress(WebSocketException):
                task.result()
    finally:
        for task in tasks:
            task.cancel()


def version_of(table: Table) -> str:
    """The state of a table in memory, as pages and messages name it."""
    return f"{table.epoch}.{table.version}"
