"""What is kept of the tables: seats, moves and notes, in SQLite or another database.

A match is its moves: one row a move, unique by (table, ply), so that two servers cannot both be right. All changes go
through one writer thread, which commits whatever waits in one transaction; who asked is told after the commit.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

METADATA = sa.MetaData()
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(12), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("has_spectators", sa.Boolean, nullable=False),
    sa.Column("has_memory_aid", sa.Boolean, nullable=False),
    sa.Column("bank", sa.Integer),
    sa.Column("increment", sa.Integer),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("server_seed", sa.LargeBinary(32), nullable=False),
    sa.Column("next_id", sa.String(12)),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False),
    sa.Column("key", sa.String(32), nullable=False),
    sa.Column("taken_back", sa.Integer, nullable=False),
    sa.Column("bank", sa.Float),
)
HOLDERS = sa.Table(
    "holders",
    METADATA,
    sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True, index=True),
)
MOVES = sa.Table(
    "moves",
    METADATA,
    sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("line", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
NOTES = sa.Table(
    "notes",
    METADATA,
    sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
)
RECORDS = sa.Table(
    "records",
    METADATA,
    sa.Column("id", sa.String(12), primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

Work = Callable[[sa.Connection], Any]


class Conflict(Exception):
    """Another server was first: what was to be stored no longer fits."""


@dataclass
class Stored:
    """A table as it is kept."""

    table: dict[str, Any]
    seats: list[dict[str, Any]]
    holders: list[tuple[int, str]]
    moves: list[tuple[str, float]]
    notes: list[dict[str, Any]]


class Store:
    """The database. Waiting functions are for the server's loop; `read` and `write` take a function of a connection."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        if self.is_sqlite:
            if self.engine.url.database:
                Path(self.engine.url.database).parent.mkdir(parents=True, exist_ok=True)
            event.listen(self.engine, "connect", _set_up_sqlite)
        migrate(self.engine)
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    async def write(self, work: Work) -> Any:
        """Run `work` in a transaction of the writer; returns after the commit. Raises Conflict."""
        future: Future[Any] = Future()
        self._waiting.put((work, future))
        return await asyncio.wrap_future(future)

    async def read(self, work: Work) -> Any:
        """Run `work` on a connection of its own, in a thread."""
        return await asyncio.to_thread(self._read, work)

    def close(self) -> None:
        """Finish what waits and let go of the database."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    def _read(self, work: Work) -> Any:
        with self.engine.connect() as connection:
            return work(connection)

    def _write_all(self) -> None:
        with self.engine.connect() as connection:
            while (first := self._waiting.get()) is not None:
                batch = [first]
                while not self._waiting.empty():
                    more = self._waiting.get()
                    if more is None:
                        self._waiting.put(None)
                        break
                    batch.append(more)
                self._commit(connection, batch)

    def _commit(self, connection: sa.Connection, batch: list[tuple[Work, Future[Any]]]) -> None:
        """All in one transaction; if one does not fit, each in its own. What was given up meanwhile is left out."""
        batch = [entry for entry in batch if entry[1].running() or entry[1].set_running_or_notify_cancel()]
        try:
            with connection.begin():
                results = [work(connection) for work, _ in batch]
        except Exception as error:
            connection.rollback()
            if len(batch) == 1:
                batch[0][1].set_exception(Conflict() if isinstance(error, IntegrityError) else error)
            else:
                for entry in batch:
                    self._commit(connection, [entry])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    """WAL: readers never wait for the writer. In it, NORMAL keeps every commit through a killed process."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: sa.Engine) -> None:
    """Bring the database to the newest layout."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # servers that start together migrate one after another
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(76)")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


# --- what is written and read -------------------------------------------------------------------------------------


def add_table(table: dict[str, Any], seats: list[dict[str, Any]], holders: Sequence[tuple[int, str]]) -> Work:
    """A new table with its seats."""

    def work(connection: sa.Connection) -> None:
        connection.execute(TABLES.insert(), table)
        connection.execute(SEATS.insert(), seats)
        if holders:
            rows = [{"table_id": table["id"], "seat": seat, "person": person} for seat, person in holders]
            connection.execute(HOLDERS.insert(), rows)

    return work


_ADD_MOVE = MOVES.insert()
_TOUCH = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("of"))
    .values(version=TABLES.c.version + 1, touched=sa.bindparam("now"))
)
_SET_BANK = (
    SEATS.update()
    .where(SEATS.c.table_id == sa.bindparam("of"), SEATS.c.seat == sa.bindparam("at_seat"))
    .values(bank=sa.bindparam("left"))
)


def _insert_moves(connection: sa.Connection, table_id: str, first: int, lines: Sequence[str], now: float) -> None:
    """Moves from ply `first` on."""
    rows = [{"table_id": table_id, "ply": first + i, "line": line, "at": now} for i, line in enumerate(lines)]
    connection.execute(_ADD_MOVE, rows)


def add_moves(
    table_id: str,
    first: int,
    lines: list[str],
    banks: dict[int, float],
    *,
    is_over: bool = False,
    note: dict[str, Any] | None = None,
) -> Work:
    """Moves from ply `first` on, with the clocks of the seats that moved, and a note if something is to be told."""

    def work(connection: sa.Connection) -> None:
        now = time.time()
        _insert_moves(connection, table_id, first, lines, now)
        connection.execute(_TOUCH, {"of": table_id, "now": now})
        for seat, left in banks.items():
            connection.execute(_SET_BANK, {"of": table_id, "at_seat": seat, "left": left})
        if note:
            connection.execute(NOTES.insert(), note)
        if is_over:
            connection.execute(TABLES.update().where(TABLES.c.id == table_id), {"status": "over"})

    return work


def take_back(
    table_id: str, seat: int, ply: int, values: dict[str, Any], later: list[str], note: dict[str, Any]
) -> Work:
    """The move at `ply` goes; the later ones, made at the same time by others, close the gap."""

    def work(connection: sa.Connection) -> None:
        now = time.time()
        gone = connection.execute(MOVES.delete().where(MOVES.c.table_id == table_id, MOVES.c.ply >= ply))
        if gone.rowcount != len(later) + 1:
            raise IntegrityError("take back", None, ValueError("the match has gone on"))
        if later:
            _insert_moves(connection, table_id, ply, later, now)
        connection.execute(SEATS.update().where(SEATS.c.table_id == table_id, SEATS.c.seat == seat), values)
        connection.execute(NOTES.insert(), note)
        connection.execute(_TOUCH, {"of": table_id, "now": now})

    return work


def change(
    table_id: str,
    *,
    table: dict[str, Any] | None = None,
    seats: dict[int, dict[str, Any]] | None = None,
    holders: Sequence[tuple[int, str]] = (),
    gone: Sequence[int] = (),
    note: dict[str, Any] | None = None,
    moves: Sequence[str] = (),
) -> Work:
    """Whatever else changes at a table: its own columns, seats' columns, who holds a seat, a note, the first moves."""

    def work(connection: sa.Connection) -> None:
        now = time.time()
        if table:
            connection.execute(TABLES.update().where(TABLES.c.id == table_id), table)
        for seat, values in (seats or {}).items():
            connection.execute(SEATS.update().where(SEATS.c.table_id == table_id, SEATS.c.seat == seat), values)
        for seat in gone:
            connection.execute(HOLDERS.delete().where(HOLDERS.c.table_id == table_id, HOLDERS.c.seat == seat))
        for seat, person in holders:
            connection.execute(HOLDERS.insert(), {"table_id": table_id, "seat": seat, "person": person})
        if note:
            connection.execute(NOTES.insert(), note)
        if moves:
            _insert_moves(connection, table_id, 0, moves, now)
        connection.execute(_TOUCH, {"of": table_id, "now": now})

    return work


def claim_next(table_id: str, next_id: str) -> Work:
    """The id of the rematch: this one, unless there is one already."""

    def work(connection: sa.Connection) -> str:
        free = TABLES.update().where(TABLES.c.id == table_id, TABLES.c.next_id.is_(None))
        if connection.execute(free, {"next_id": next_id}).rowcount:
            connection.execute(_TOUCH, {"of": table_id, "now": time.time()})
        return str(connection.scalar(sa.select(TABLES.c.next_id).where(TABLES.c.id == table_id)))

    return work


def load(table_id: str) -> Callable[[sa.Connection], Stored | None]:
    """A table with everything that belongs to it, or None."""

    def work(connection: sa.Connection) -> Stored | None:
        row = connection.execute(TABLES.select().where(TABLES.c.id == table_id)).mappings().first()
        if row is None:
            return None
        table = dict(row) | {"options": json.loads(row["options"]), "data": json.loads(row["data"])}
        of = {
            part: connection.execute(part.select().where(part.c.table_id == table_id).order_by(*part.primary_key))
            .mappings()
            .all()
            for part in (SEATS, HOLDERS, MOVES, NOTES)
        }
        return Stored(
            table,
            [dict(row) for row in of[SEATS]],
            [(row["seat"], row["person"]) for row in of[HOLDERS]],
            [(row["line"], row["at"]) for row in of[MOVES]],
            [dict(row) for row in of[NOTES]],
        )

    return work


Ids = Callable[[sa.Connection], list[str]]


def _ids(chosen: sa.Select[tuple[str]]) -> Ids:
    return lambda connection: list(connection.scalars(chosen))


def running_since(moment: float) -> Ids:
    """The tables in play that were touched after a moment."""
    return _ids(sa.select(TABLES.c.id).where(TABLES.c.status == "running", TABLES.c.touched > moment))


def open_since(moment: float, most: int = 50) -> Ids:
    """Public tables with room or to be watched, newest first."""
    return _ids(
        sa.select(TABLES.c.id)
        .where(TABLES.c.status.in_(("waiting", "running")), TABLES.c.is_public, TABLES.c.touched > moment)
        .order_by(TABLES.c.touched.desc())
        .limit(most)
    )


def tables_of(person: str, most: int = 100) -> Ids:
    """The tables where a person holds a seat, newest first."""
    return _ids(
        sa.select(TABLES.c.id)
        .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        .where(HOLDERS.c.person == person)
        .group_by(TABLES.c.id, TABLES.c.touched)
        .order_by(TABLES.c.touched.desc())
        .limit(most)
    )


def versions(ids: Sequence[str]) -> Callable[[sa.Connection], dict[str, int]]:
    """How often each of some tables has changed."""

    def work(connection: sa.Connection) -> dict[str, int]:
        chosen = sa.select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(ids))
        return {row.id: row.version for row in connection.execute(chosen)}

    return work


def add_record(record_id: str, content: str) -> Work:
    """A record that somebody brought to look at."""

    def work(connection: sa.Connection) -> None:
        connection.execute(RECORDS.insert(), {"id": record_id, "content": content, "created": time.time()})

    return work


def load_record(record_id: str) -> Callable[[sa.Connection], str | None]:
    """The record of this number, or None."""

    def work(connection: sa.Connection) -> str | None:
        found: str | None = connection.scalar(sa.select(RECORDS.c.content).where(RECORDS.c.id == record_id))
        return found

    return work
