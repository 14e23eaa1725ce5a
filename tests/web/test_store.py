"""What is kept: moves survive a killed server, two servers agree, and a move is made exactly once."""

import asyncio
import json
import random
import re
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from servers import Guest, Made, Server, serving, turn_on, until

from liftlobby.core.record import verify
from liftlobby.web import store as kept
from liftlobby.web.store import METADATA, Conflict, Store


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What several calls give that are made at the same moment."""
    barrier = threading.Barrier(len(calls))

    def call(what: Callable[[], Any]) -> Any:
        barrier.wait()
        return what()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, calls))


# --- killed, stopped, started again -------------------------------------------------------------------------------


def play_until_the_server_dies(made: Made, played: list[tuple[str, str]]) -> None:
    """Play any moves and note each that the server has acknowledged."""
    dice = random.Random(1)
    try:
        while to_act := made.state()["to_act"]:
            seat = dice.choice(to_act)
            state = made.state(seat)
            move = dice.choice(state["legal_moves"])
            if made.move(seat, move, state["turn"]).status_code == 200:
                played.append((seat, move))
    except httpx.TransportError:
        return


def follows(record: list[str], seen: list[str]) -> bool:
    """Does a full record go on where a masked one stood?"""
    return len(record) >= len(seen) and all("?" in b or a == b for a, b in zip(record, seen, strict=False))


def test_kill_9_loses_no_acknowledged_move_and_every_table_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, LIFTLOBBY_BOT_PAUSE="0.02") as server:
        bots = [
            server.table("in-front-of-the-elevators", "heuristic", "heuristic", pace="calm"),
            server.table("elevator-dice", "random", "random", pace="calm"),
        ]
        made = server.table("stuck-in-the-lift", "human", "human", "human")
        played: list[tuple[str, str]] = []
        playing = threading.Thread(target=play_until_the_server_dies, args=(made, played))
        playing.start()
        until(lambda: len(played) > 12)
        seen = [table.record()["moves"] for table in bots]
        server.kill()
        playing.join()
        server.environment["LIFTLOBBY_BOT_PAUSE"] = "0"
        acknowledged = {seat: [move for who, move in played if who == seat] for seat in "ABC"}

        server.start()
        for table, moves in zip(bots, seen, strict=True):
            record = table.wait_for_end()
            assert len(moves) > 3
            assert follows(record["moves"], moves)
            assert verify(record).is_fair
        for seat in "ABC":
            turn = made.state(seat)["turn"]
            assert len(acknowledged[seat]) <= turn <= len(acknowledged[seat]) + 1
        play_until_the_server_dies(made, played)
        record = made.record()
        assert verify(record).is_fair
        for seat in "ABC":
            moves = [line[2:] for line in record["moves"] if line.startswith(seat)]
            assert moves[: len(acknowledged[seat])] == acknowledged[seat]


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    """Is there such a process?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_stop_is_clean_within_5_seconds_and_resumes(tmp_path: Path, how: int) -> None:
    # An empty cache keeps the kernels compiling, which must not outlive the server either.
    cache = tmp_path / "cache"
    environment = {"LIFTLOBBY_BOT_PAUSE": "0.05", "LIFTLOBBY_COMPILE": "on", "LIFTLOBBY_CACHE": str(cache)}
    with serving(tmp_path, **environment) as server:
        made = server.table("ghost-lift", "heuristic", "heuristic", pace="calm")
        children = children_of(server.process.pid)
        assert children, "the kernels are compiled in a process of their own"
        with (
            made.live() as socket,
            server.program() as listener,
            listener.stream("GET", f"{made.api}/events") as events,
        ):
            next(events.iter_lines())
            socket.recv()
            seen = made.record()["moves"]
            start = time.monotonic()
            assert server.stop(how) == 0
            assert time.monotonic() - start < 5
        assert not [child for child in children if is_running(child)]
        assert not server.failures()
        if how == signal.SIGTERM:
            server.environment["LIFTLOBBY_COMPILE"] = "off"
            server.start()
            until(lambda: len(made.record()["moves"]) > len(seen) + 5)
            assert made.record()["moves"][: len(seen)] == seen


def test_several_workers_serve_one_lobby(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        made = server.table("elevator-dice", "human", "human", options={"first": "A"})
        answers = []
        for _ in range(8):
            with server.program(made.tokens["A"]) as program:  # a new connection: any worker
                answers.append(program.post(f"{made.api}/moves", json={"move": "roll", "turn": 0}).status_code)
        assert sorted(set(answers)) == [200, 409]
        assert answers.count(200) == 1
        assert server.stop() == 0


# --- exactly once -------------------------------------------------------------------------------------------------


class Twin(Server):
    """A second server on the same tables; both look for what the other has changed."""

    def __init__(self, folder: Path, data: Path) -> None:
        folder.mkdir()
        super().__init__(folder, LIFTLOBBY_WORKERS="2", LIFTLOBBY_DATA=str(data))
        self.data = data

    def command(self) -> list[str]:
        """The application alone, without `lift serve`."""
        app = ["liftlobby.web.app:create_app", "--factory", "--log-level", "warning"]
        return [sys.executable, "-m", "uvicorn", *app, "--port", str(self.port)]


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    folder = tmp_path_factory.mktemp("twins")
    servers = [Twin(folder / name, folder / "data") for name in ("one", "two")]
    try:
        for server in servers:
            server.start()
        yield servers[0], servers[1]
        for server in servers:
            assert not server.failures(), server.failures()
    finally:
        for server in servers:
            server.stop()


def test_two_servers_posting_one_turn_make_one_move(twins: tuple[Server, Server]) -> None:
    one, two = twins
    made = one.table("elevator-dice", "human", "human", options={"first": "A"})
    there = Made(two, made.id, made.tokens)
    there.state("A")
    rolls = 0
    for _ in range(12):
        to_act = made.state()["to_act"]
        if not to_act:
            break
        seat = to_act[0]
        turn = made.state(seat)["turn"]
        until(lambda seat=seat, turn=turn: there.state(seat)["turn"] == turn)
        answers = at_once(*(lambda table=table: table.move(seat, "roll", turn) for table in (made, there)))  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert {answer.json()["turn"] for answer in answers} == {turn + 1}
        rolls += 1
    assert sum(line.endswith("roll") for line in made.record()["moves"]) == rolls
    until(lambda: made.state() == there.state())


def test_a_move_at_one_server_is_seen_live_at_the_other(twins: tuple[Server, Server]) -> None:
    one, two = twins
    made = one.table("stuck-in-the-lift", "human", "human")
    there = Made(two, made.id, made.tokens)
    with there.live("B") as socket:
        socket.recv(timeout=5)
        for _ in range(2):
            state = made.play("A")
            assert json.loads(socket.recv(timeout=5))["log"] == made.state("B")["log"]
    assert state == there.state("A")


def test_a_turn_newer_than_a_server_knows_is_not_stale(twins: tuple[Server, Server]) -> None:
    # Answers of one server and posts to the other, with no time to catch up between them.
    one, two = twins
    made = one.table("stuck-in-the-lift", "human", "human")
    there = Made(two, made.id, made.tokens)
    there.state("A")
    turn = made.play("A")["turn"]
    move = made.state("A")["legal_moves"][0]
    assert there.move("A", move, turn).status_code == 200


def test_two_servers_lose_no_line_of_chat_and_make_one_rematch(twins: tuple[Server, Server]) -> None:
    one, two = twins
    here = one.guest("Ann")
    page = here.new_table("elevator-dice", **{"seat-1": "here"})
    there = two.guest()
    there.cookies.update(here.cookies)
    there.get(page)
    for n in range(6):
        said = [lambda who=who, n=n: who.form(f"{page}/chat", said=f"line {n}") for who in (here, there)]
        assert [answer.status_code for answer in at_once(*said)] == [303, 303]
    keys = {seat: here.key_of(page, seat)[-32:] for seat in "AB"}
    made = Made(one, page[3:], keys)
    while to_act := made.state()["to_act"]:
        made.play(to_act[0])
    until(lambda: Made(two, page[3:], keys).state()["status"] == "over")
    for who in (here, there):
        assert len(re.findall(r"\bline \d", who.get(page).text)) == 12
    answers = at_once(*(lambda who=who: who.form(f"{page}/rematch") for who in (here, there)))
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["location"] == answers[1].headers["location"] != page
    again = Made(two, answers[0].headers["location"][3:], keys)
    assert again.state("A")["status"] == "running"


def test_a_double_click_is_one_move(server: Server) -> None:
    made = server.table("stuck-in-the-lift", "human", "human")
    with server.program(made.tokens["A"]) as first, server.program(made.tokens["A"]) as second:
        for turn in range(2):
            move = {"move": made.state("A")["legal_moves"][0], "turn": turn}
            posts = [lambda p=p, m=move: p.post(f"{made.api}/moves", json=m) for p in (first, second)]
            answers = at_once(*posts)
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            assert answers[0].json() == answers[1].json()
    assert [line[:8] for line in made.record("A")["moves"]] == ["A write1", "A write2"]


def test_a_double_click_on_a_page_without_script_is_one_move(server: Server, guest: Guest) -> None:
    page = guest.new_table("elevator-dice", **{"seat-1": "here", "option-first": "A"})
    fields = {"seat": "A", "move": "roll", "turn": turn_on(guest.get(page, params={"seat": "A"}).text)}
    answers = at_once(*[lambda: guest.form(f"{page}/move", **fields)] * 2)
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    assert guest.get(f"{page}/record").text.count("A roll") == 1


def test_two_commits_at_the_same_time_both_count(server: Server) -> None:
    made = server.table("stuck-in-the-lift", "human", "human")
    for turn in range(6):
        states = {seat: made.state(seat) for seat in "AB"}
        assert [state["turn"] for state in states.values()] == [turn, turn]
        answers = at_once(
            *(lambda s=s: made.move(s, states[s]["legal_moves"][0], turn) for s in "AB")  # noqa: B023
        )
        assert [answer.status_code for answer in answers] == [200, 200]


# --- the store itself ---------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of its own."""
    opened = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    yield opened
    opened.close()


def test_an_empty_file_becomes_a_store_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.touch()
    for _ in range(2):
        store = Store(f"sqlite:///{path}")
        with store.engine.connect() as connection:
            assert not compare_metadata(MigrationContext.configure(connection), METADATA)
        asyncio.run(store.write(kept.add_record(f"r{time.time_ns() % 10**9}", "{}")))
        store.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("select count(*) from records").fetchone() == (2,)
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)


def a_table(**more: Any) -> dict[str, Any]:
    """A table's row."""
    row = {"id": "t", "game": "elevator-dice", "options": "{}", "data": "{}", "status": "running", "is_public": False}
    flags = {"has_spectators": True, "has_memory_aid": True, "pace": "calm", "server_seed": b"0" * 32}
    return row | flags | {"version": 0, "created": 0.0, "touched": 0.0} | more


A_SEAT = {
    "table_id": "t", "seat": 0, "kind": "human", "name": "", "bot": "", "stand_in": False, "key": "", "taken_back": 0,
}  # fmt: skip


async def test_a_table_holds_one_move_a_ply(store: Store) -> None:
    await store.write(kept.add_table(a_table(), [A_SEAT], []))
    writes = [store.write(kept.add_moves("t", 0, [f"A {i}"], {})) for i in range(5)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] + [Conflict] * 4
    stored = await store.read(kept.load("t"))
    assert [line for line, _ in stored.moves] == ["A 0"]
    assert stored.table["version"] == 1


async def test_a_write_given_up_does_not_stop_the_store(store: Store) -> None:
    await store.write(kept.add_table(a_table(), [A_SEAT], []))
    slow = asyncio.create_task(store.write(lambda connection: time.sleep(0.2)))
    await asyncio.sleep(0.05)
    given_up = asyncio.create_task(store.write(kept.add_moves("t", 0, ["A 0"], {})))
    await asyncio.sleep(0.05)
    given_up.cancel()
    slow.cancel()
    async with asyncio.timeout(5):
        await store.write(kept.add_moves("t", 1, ["A 1"], {}))


async def test_one_faulty_write_does_not_spoil_those_beside_it(store: Store) -> None:
    await store.write(kept.add_table(a_table(), [A_SEAT], []))

    def fail(connection: sa.Connection) -> None:
        raise ValueError("broken")

    block = asyncio.create_task(store.write(lambda connection: time.sleep(0.1)))
    works = [kept.add_moves("t", 0, ["A 0"], {}), fail, kept.add_moves("t", 1, ["A 1"], {})]
    results = await asyncio.gather(block, *(store.write(work) for work in works), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), type(None), ValueError, type(None)]
