"""Many tables of four at a running server, each seat a live page: from a move sent to the last of its updates.

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

import aiohttp

MOVE = re.compile(r'<button(?![^>]*aria-disabled)[^>]*?\bname="?move"?[^>]*?\bvalue="?([^">]+)"?')
TURN = re.compile(r'name="turn" value="(\d+)"')
WITH_PLAYERS = {"in-front-of-the-elevators": 4, "ghost-lift": 4, "stuck-in-the-lift": 4}


@dataclass
class Seat:
    """A seat of a table with its cookie, its page and what it may play."""

    letter: str
    cookie: str
    socket: aiohttp.ClientWebSocketResponse | None = None
    parts: dict[str, str] = field(default_factory=dict)
    updates: int = 0

    @property
    def moves(self) -> list[str]:
        """What the seat may play: the buttons that can be pressed, wherever they are on its page."""
        return [move for html in self.parts.values() if 'name="move"' in html for move in MOVE.findall(html)]

    @property
    def turn(self) -> str:
        """The seat's count of choices, which stands in the board's form."""
        return next(found[1] for html in self.parts.values() if (found := TURN.search(html)))


@dataclass
class Table:
    """A table: who is to move, and how long its moves have taken."""

    id: str
    seats: list[Seat]
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False
    waits: list[float] = field(default_factory=list)


async def lay(client: aiohttp.ClientSession, game: str) -> Table:
    """A table whose four seats are opened by their personal links."""
    asked = {"game": game, "options": {"players": WITH_PLAYERS[game]}, "seats": [{"kind": "human"}] * 4}
    async with client.post("/api/v1/tables", json=asked) as answer:
        answer.raise_for_status()
        made = await answer.json()
    seats = []
    for shown in made["seats"]:
        async with client.get(f"/t/{made['id']}/key/{shown['token']}", allow_redirects=False) as answer:
            cookie = answer.headers["set-cookie"].partition(";")[0]
        async with client.get(f"/t/{made['id']}", headers={"cookie": cookie}) as answer:
            assert f'data-table="{made["id"]}"' in await answer.text()
        seats.append(Seat(shown["seat"], cookie))
    return Table(made["id"], seats)


async def listen(table: Table, seat: Seat) -> None:
    """Take updates as they come."""
    assert seat.socket
    async for message in seat.socket:
        told = json.loads(message.data)
        if "answer" in told:
            assert "sentence" not in told["answer"], told
            continue
        parts = told["parts"]
        seat.parts |= parts
        seat.updates += 1
        table.arrived.set()
        table.is_over = table.is_over or bool(parts.get("end"))


async def play(table: Table, rng: random.Random) -> bool:
    """One move, until all four pages have seen it. False if the match is over."""
    acting = [(seat, moves) for seat in table.seats if (moves := seat.moves)]
    if table.is_over or not acting:
        return False
    seat, moves = acting[0]
    before = [s.updates for s in table.seats]
    assert seat.socket
    start = time.perf_counter()
    await seat.socket.send_str(json.dumps({"seat": seat.letter, "turn": seat.turn, "move": rng.choice(moves)}))
    while any(s.updates == b for s, b in zip(table.seats, before, strict=True)):
        table.arrived.clear()
        await asyncio.wait_for(table.arrived.wait(), 60)
    table.waits.append(time.perf_counter() - start)
    return True


async def at_a_rate(table: Table, seconds: float, pause: float, rng: random.Random) -> None:
    """A move every `pause` seconds (0: as soon as the last was seen)."""
    await asyncio.sleep(rng.random() * pause)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        if not await play(table, rng):
            return
        if pause:
            await asyncio.sleep(max(0.0, begin + pause - time.perf_counter()))


async def run(url: str, game: str, tables: int, pause: float, seconds: float) -> dict[str, float]:
    """Lay the tables, play, and say how long moves took."""
    # Each seat is somebody else, so the session keeps no cookies.
    session = aiohttp.ClientSession(
        url,
        connector=aiohttp.TCPConnector(limit=0),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(90),
    )
    async with session as client:
        laid = [await lay(client, game) for _ in range(tables)]
        listeners = []
        for table in laid:
            for seat in table.seats:
                where = f"/t/{table.id}/live?seat={seat.letter}"
                seat.socket = await client.ws_connect(where, headers={"cookie": seat.cookie}, max_msg_size=0)
                listeners.append(asyncio.create_task(listen(table, seat)))
        await asyncio.sleep(1)
        begin = time.perf_counter()
        rng = random.Random(1)
        await asyncio.gather(*(at_a_rate(table, seconds, pause, rng) for table in laid))
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
