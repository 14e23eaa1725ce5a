"""Many tables of four at a running server, each seat a live page: from a posted move to the last of its updates.

Run by `bench/web.py`. The server has a core of its own, this generator another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import sys
import time
from dataclasses import dataclass, field
from urllib.parse import quote

import httpx
from websockets.asyncio.client import ClientConnection, connect

MOVE = re.compile(r'<button(?![^>]*aria-disabled)[^>]*?\bname="?move"?[^>]*?\bvalue="?([^">]+)"?')
TURN = re.compile(r'name="turn" value="(\d+)"')
WITH_PLAYERS = {"in-front-of-the-elevators": 4, "ghost-lift": 4, "stuck-in-the-lift": 4}


@dataclass
class Seat:
    """A seat of a table with its cookie, its page and what it may play."""

    letter: str
    cookie: str
    version: str
    socket: ClientConnection | None = None
    moves: list[str] = field(default_factory=list)
    turn: str = ""
    updates: int = 0


@dataclass
class Table:
    """A table: who is to move, and how long its moves have taken."""

    id: str
    seats: list[Seat]
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False
    waits: list[float] = field(default_factory=list)


async def lay(client: httpx.AsyncClient, game: str) -> Table:
    """A table whose four seats are opened by their personal links."""
    asked = {"game": game, "options": {"players": WITH_PLAYERS[game]}, "seats": [{"kind": "human"}] * 4}
    made = (await client.post("/api/v1/tables", json=asked)).raise_for_status().json()
    seats = []
    for shown in made["seats"]:
        answer = await client.get(f"/t/{made['id']}/key/{shown['token']}")
        cookie = answer.headers["set-cookie"].partition(";")[0]
        client.cookies.clear()  # each seat is somebody else
        page = await client.get(f"/t/{made['id']}", headers={"cookie": cookie})
        version = re.search(r'data-version="([^"]+)"', page.text)
        assert version
        seat = Seat(shown["seat"], cookie, version[1])
        learn(seat, page.text)
        seats.append(seat)
    return Table(made["id"], seats)


def learn(seat: Seat, board: str) -> None:
    """What the seat may play, from the page's own buttons."""
    seat.moves = MOVE.findall(board)
    turn = TURN.search(board)
    seat.turn = turn[1] if turn else ""


async def listen(table: Table, seat: Seat) -> None:
    """Take updates as they come."""
    assert seat.socket
    async for message in seat.socket:
        seat.updates += 1
        table.arrived.set()
        parts = json.loads(message)["parts"]
        if "board" in parts:
            learn(seat, parts["board"])
        table.is_over = table.is_over or bool(parts.get("end"))


async def play(client: httpx.AsyncClient, table: Table, rng: random.Random) -> bool:
    """One move, until all four pages have seen it. False if the match is over."""
    acting = [seat for seat in table.seats if seat.moves]
    if table.is_over or not acting:
        return False
    seat = acting[0]
    before = [s.updates for s in table.seats]
    body = f"seat={seat.letter}&turn={seat.turn}&move={quote(rng.choice(seat.moves))}"
    headers = {"cookie": seat.cookie, "accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
    seat.moves = []
    start = time.perf_counter()
    posted = asyncio.create_task(client.post(f"/t/{table.id}/move", content=body, headers=headers))
    while any(s.updates == b for s, b in zip(table.seats, before, strict=True)):
        table.arrived.clear()
        await asyncio.wait_for(table.arrived.wait(), 60)
    table.waits.append(time.perf_counter() - start)
    answer = await posted
    if answer.status_code != 200:
        raise SystemExit(f"{answer.status_code} {answer.text[:300]}")
    return True


async def at_a_rate(client: httpx.AsyncClient, table: Table, seconds: float, pause: float, rng: random.Random) -> None:
    """A move every `pause` seconds (0: as soon as the last was seen)."""
    await asyncio.sleep(rng.random() * pause)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        if not await play(client, table, rng):
            return
        if pause:
            await asyncio.sleep(max(0.0, begin + pause - time.perf_counter()))


async def run(url: str, game: str, tables: int, pause: float, seconds: float) -> dict[str, float]:
    """Lay the tables, play, and say how long moves took."""
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=90) as client:
        laid = [await lay(client, game) for _ in range(tables)]
        listeners = []
        for table in laid:
            for seat in table.seats:
                query = f"seat={seat.letter}&version={seat.version}"
                address = f"{url.replace('http', 'ws')}/t/{table.id}/live?{query}"
                seat.socket = await connect(address, additional_headers={"cookie": seat.cookie}, compression=None)
                listeners.append(asyncio.create_task(listen(table, seat)))
        await asyncio.sleep(1)
        begin = time.perf_counter()
        rng = random.Random(1)
        await asyncio.gather(*(at_a_rate(client, table, seconds, pause, rng) for table in laid))
        took = time.perf_counter() - begin
        for listener in listeners:
            listener.cancel()
    waits = sorted(wait for table in laid for wait in table.waits)
    early = [wait for table in laid for wait in table.waits[:20]]
    late = [wait for table in laid for wait in table.waits[-20:]]
    return {
        "moves": len(waits),
        "moves_per_second": len(waits) / took,
        "median_ms": 1000 * statistics.median(waits),
        "p99_ms": 1000 * waits[int(0.99 * (len(waits) - 1))],
        "early_ms": 1000 * statistics.median(early),
        "late_ms": 1000 * statistics.median(late),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--game", default="in-front-of-the-elevators")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    given = parser.parse_args()
    json.dump(asyncio.run(run(given.url, given.game, given.tables, given.pause, given.seconds)), sys.stdout)
