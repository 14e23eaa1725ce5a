"""All the tables: found when somebody asks, made, listed, and let go of when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from liftlobby.bots import read_bot
from liftlobby.core.errors import LiftError
from liftlobby.core.game import Game
from liftlobby.core.text import plain_text, text
from liftlobby.web import store as kept
from liftlobby.web.seat import BOT, HUMAN, OPEN
from liftlobby.web.settings import DAYS_ON_THE_TABLE, LEAST_BANK, MINUTES_IN_MEMORY, PACES, Settings
from liftlobby.web.store import Conflict, Store
from liftlobby.web.table import WAITING, Refused, Table

LOG = logging.getLogger("liftlobby")
LETTERS_OF_IDS = "abcdefghjkmnpqrstuvwxyz23456789"
CATCH_UP_SECONDS = 0.1
MOST_ITERATIONS, MOST_MILLISECONDS = 10_000, 2_000
"""For how long a bot may search at a table."""
BOT_NAMES = ("Abel", "Bo", "Cleo", "Dag", "Edda", "Finn", "Gus", "Hedy")
"""What the bots of the eight seats are called."""


@dataclass
class NewSeat:
    """A seat of a table to be made: `kind` is human, open or bot; `person` holds it at once, and so do `others`.

    A seat of a rematch keeps its `key`, so that personal links and programs' tokens open it, too.
    """

    kind: str
    name: str = ""
    bot: str = ""
    person: str = ""
    others: tuple[str, ...] = ()
    key: str = ""


@dataclass
class NewTable:
    """A table to be made. `bank` and `increment` are seconds; no bank is no clock."""

    game: Game
    seats: list[NewSeat] = field(default_factory=list)
    is_public: bool = False
    has_spectators: bool = True
    has_memory_aid: bool = True
    bank: int | None = None
    increment: int = 0
    pace: str = "calm"


def new_id(length: int = 8) -> str:
    """An address that nobody guesses."""
    return "".join(secrets.choice(LETTERS_OF_IDS) for _ in range(length))


def new_key() -> str:
    """What opens a seat."""
    return secrets.token_hex(16)


class Lobby:
    """The tables of this server, and whoever watches the list of them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.tables: dict[str, Table] = {}
        self.watchers: set[Any] = set()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Go on where the last server stopped."""
        self._tasks = [asyncio.create_task(task()) for task in (self._resume, self._sweep, self._catch_up)]

    def close(self) -> None:
        """Stop; everything is stored already."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables.values():
            table.close()
        self.store.close()

    async def find(self, table_id: str) -> Table:
        """The table at an address. Raises Refused."""
        table = self.tables.get(table_id)
        if table is None and len(table_id) <= 12 and table_id.isalnum():
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
            try:
                table = await asyncio.shield(self._loading[table_id])
            finally:
                self._loading.pop(table_id, None)
        if table is None:
            raise Refused(404, text("There is no table at this address."))
        table.touched = time.time()
        return table

    async def _load(self, table_id: str) -> Table | None:
        stored = await self.store.read(kept.load(table_id))
        if stored is None:
            return None
        table = Table(self.store, stored, self.settings.bot_pause, self.changed)
        self.tables[table_id] = table
        table.go_on()
        if table.is_full:
            await table.begin()  # a server was stopped between the last one's sitting down and the first move
        return table

    async def make(self, new: NewTable, table_id: str = "") -> Table:
        """A new table; the match begins at once if no seat is open. Raises Refused."""
        check_seats(new)
        table_id, now = table_id or new_id(), time.time()
        row = {
            "id": table_id,
            "game": new.game.slug,
            "options": json.dumps(new.game.options),
            "data": json.dumps(new.game.data),
            "status": WAITING,
            "is_public": new.is_public,
            "has_spectators": new.has_spectators,
            "has_memory_aid": new.has_memory_aid,
            "bank": new.bank,
            "increment": new.increment,
            "pace": new.pace,
            "server_seed": secrets.token_bytes(32),
            "next_id": None,
            "version": 0,
            "created": now,
            "touched": now,
        }
        seats = [
            {
                "table_id": table_id,
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "stand_in": False,
                "key": seat.key or new_key(),
                "taken_back": 0,
                "bank": None if new.bank is None else float(new.bank),
            }
            for number, seat in enumerate(new.seats)
        ]
        holders = [(n, person) for n, seat in enumerate(new.seats) for person in (seat.person, *seat.others) if person]
        await self.store.write(kept.add_table(row, seats, holders))
        table = await self.find(table_id)
        self.changed()
        return table

    async def make_next(self, table: Table) -> Table:
        """The table of the rematch: the same people, bots and settings. Whoever asks first makes it."""
        next_id = await table.claim_next(new_id())
        seats = [NewSeat(s.kind, s.name, s.bot, "", tuple(sorted(s.holders)), s.key) for s in table.seats]
        again = NewTable(table.game, seats, table.is_public, table.has_spectators, table.has_memory_aid, table.bank)
        again.increment, again.pace = table.increment, table.pace
        with contextlib.suppress(Conflict):
            if not await self.store.read(kept.versions([next_id])):
                await self.make(again, next_id)
        return await self.find(next_id)

    def changed(self) -> None:
        """The list of tables is no longer as it was."""
        for watcher in self.watchers:
            watcher.wake()

    async def open_tables(self) -> list[Table]:
        """Public tables that were touched lately, those with room first."""
        ids = await self.store.read(kept.open_since(_days_ago()))
        found = [await self.find(table_id) for table_id in ids]
        found = [table for table in found if table.is_open_to_all]
        return sorted(found, key=lambda table: table.status != WAITING)

    async def tables_of(self, person: str) -> list[Table]:
        """The tables where a person sits, newest first."""
        if not person:
            return []
        return [await self.find(table_id) for table_id in await self.store.read(kept.tables_of(person))]

    async def _resume(self) -> None:
        """Tables in play go on by themselves: bots move, clocks run."""
        for table_id in await self.store.read(kept.running_since(_days_ago())):
            try:
                await self.find(table_id)
            except Exception:
                LOG.exception("Table %s could not be resumed.", table_id)
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """Let go of tables where nothing happens."""
        while True:
            await asyncio.sleep(60)
            before = time.time() - 60 * MINUTES_IN_MEMORY
            for table in list(self.tables.values()):
                if table.touched < before and table.is_idle:
                    del self.tables[table.id]

    async def _catch_up(self) -> None:
        """Look which tables other servers have changed: often if there are some, and now and then in case there are."""
        pause = CATCH_UP_SECONDS if self.settings.workers > 1 else 10 * CATCH_UP_SECONDS
        while True:
            await asyncio.sleep(pause)
            ids = list(self.tables)
            found = await self.store.read(kept.versions(ids)) if ids else {}
            for table_id, version in found.items():
                table = self.tables.get(table_id)
                if table and version > table.stored_version and not table.lock.locked():
                    await table.catch_up()


def is_put_away(table: Table) -> bool:
    """Has nobody touched the table for long?"""
    return table.last_touched < _days_ago()


def _days_ago() -> float:
    return time.time() - 86400 * DAYS_ON_THE_TABLE


def check_seats(new: NewTable) -> None:
    """Raises Refused unless there is a seat a player, each of a known kind with a known bot."""
    if len(new.seats) != new.game.players:
        sentence = text("There are {players} seats to fill.", players=new.game.players)
        raise Refused(422, sentence)
    for number, seat in enumerate(new.seats):
        if seat.kind not in (HUMAN, OPEN, BOT):
            raise Refused(422, text("A seat is human, open or bot."))
        if seat.kind == BOT:
            try:
                bot = read_bot(seat.bot)
            except LiftError as error:
                raise Refused(422, plain_text(error)) from None
            if bot.iterations > MOST_ITERATIONS or bot.milliseconds > MOST_MILLISECONDS or bot.threads > 1:
                raise Refused(422, text("Bots here think on one thread, for 2000ms or 10000 iterations at most."))
            seat.name = seat.name or BOT_NAMES[number]
        elif seat.kind == HUMAN:
            seat.name = seat.name or "Guest"
        else:
            seat.name = ""
    if new.pace not in PACES:
        raise Refused(422, text("The pace is calm, quick or instant."))
    if new.bank is not None and not LEAST_BANK <= new.bank <= 30 * 86400:
        raise Refused(422, text("A clock starts with 10 seconds to 30 days."))
    if not 0 <= new.increment <= 86400:
        raise Refused(422, text("A clock adds 0 seconds to a day for each move."))
