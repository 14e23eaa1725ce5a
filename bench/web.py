"""The web server under load, beside boardgame.io in the same run where npm is there; writes docs/speed-web.md.

Each server runs on one core, the load generator on the other. Tables have four seats, each seat a live page, and every
move of ours is in SQLite before anybody sees it.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from report import Table
from timing import tell

ROOT = Path(__file__).parent.parent
PEER = Path(__file__).with_name("boardgameio")
GAMES = ("in-front-of-the-elevators", "ghost-lift", "stuck-in-the-lift")
RUNS = ((200, 1.0, 10.0), (500, 1.0, 10.0), (20, 0.0, 8.0))
"""Tables, seconds between the moves of a table (0: as soon as the last was seen), seconds of the run."""


def pinned(core: int, command: list[str]) -> list[str]:
    """The command on one core, where that can be said."""
    return ["taskset", "-c", str(core), *command] if shutil.which("taskset") else command


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@contextmanager
def serving(
    command: list[str], url: str, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """A server that answers, and how many seconds its first answer took."""
    start = time.perf_counter()
    server = subprocess.Popen(
        pinned(0, command), env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                urllib.request.urlopen(url, timeout=1).read()
                break
            except OSError:
                time.sleep(0.005)
        yield server, time.perf_counter() - start
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


@contextmanager
def ours() -> Iterator[tuple[str, subprocess.Popen[bytes], float]]:
    """Our server on a new database."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "liftlobby.cli", "serve", "--no-browser", "--port", str(port), "--data", data]
        with serving(command, url, {"LIFTLOBBY_LIMITS": "off", "LIFTLOBBY_COMPILE": "off"}) as (server, seconds):
            yield url, server, seconds


def memory(process: subprocess.Popen[bytes]) -> float:
    """The megabytes that a process holds now."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def play(command: list[str]) -> dict[str, float]:
    """What a load generator has measured."""
    done = subprocess.run(pinned(1, command), capture_output=True, text=True, timeout=90)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    found: dict[str, float] = json.loads(done.stdout)
    return found


def row(name: str, tables: int, pause: float, found: dict[str, float], held: float) -> list[str]:
    """A line of the table."""
    speed = f"{tables} at {1 / pause:g}/s" if pause else f"{tables} at full speed"
    flat = f"{found['early_ms']:.1f} / {found['late_ms']:.1f}" if "early_ms" in found else ""
    times = f"{found['median_ms']:.1f} / {found['p99_ms']:.1f}"
    return [name, speed, f"{found['moves_per_second']:.0f}", times, flat, f"{held:.0f}"]


def loads() -> Table:
    """Every run of every game, then of the peer."""
    table = Table(
        "Live tables of four",
        "From the posted move to the last of its four updates, milliseconds, median / 99th percentile; the first and "
        "the last twenty moves of each table; the server's memory at the end. Asked of us: 200 tables 15 / 60 ms, 500 "
        "tables 99th percentile 150 ms, at full speed 400 moves/s, under 300 MB.",
        ["server", "tables", "moves/s", "median / 99 %, ms", "early / late, ms", "MB"],
    )
    for game in GAMES:
        for tables, pause, seconds in RUNS if game == GAMES[0] else RUNS[::2]:
            tell(f"{game}, {tables} tables")
            with ours() as (url, server, _):
                load = [sys.executable, str(Path(__file__).with_name("load.py")), url, "--game", game]
                found = play([*load, "--tables", str(tables), "--pause", str(pause), "--seconds", str(seconds)])
                table.rows.append(row(game, tables, pause, found, memory(server)))
    if shutil.which("npm"):
        table.rows += peer()
    return table


def peer() -> list[list[str]]:
    """boardgame.io with its file storage, and in memory, where everything is lost with the process."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for file in PEER.iterdir():
            shutil.copy(file, home)
        subprocess.run(["npm", "install", "--silent"], cwd=home, check=True, capture_output=True)
        for kept in (["kept"], []):
            for tables, pause, seconds in RUNS:
                name = "boardgame.io, files" if kept else "boardgame.io, memory"
                tell(f"{name}, {tables} tables")
                port = free_port()
                url = f"http://localhost:{port}"
                command = ["node", str(home / "server.cjs"), str(port), *(str(home / k) for k in kept)]
                with serving(command, f"{url}/games", {}) as (server, _):
                    load = ["node", str(home / "load.cjs"), url, str(tables), str(pause), str(seconds)]
                    try:
                        rows.append(row(name, tables, pause, play(load), memory(server)))
                    except subprocess.TimeoutExpired:
                        rows.append([name, f"{tables}", "", "not all tables could be laid", "", ""])
    return rows


def pages() -> Table:
    """The first answer, and what a first visit to a table downloads."""
    table = Table("Pages", "Everything a first visit loads, compressed.", ["what", "measured", "asked"])
    with ours() as (url, _, seconds):
        table.rows.append(["first answer after the start, s", f"{seconds:.2f}", "< 1.5"])
        for game in (*GAMES, "elevator-dice"):
            table.rows.append([f"a table of {game}, KB", f"{first_visit(url, game) / 1000:.1f}", "< 60"])
    return table


def first_visit(url: str, game: str) -> int:
    """Bytes of a table's page with styles, script and sign."""
    jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = jar.open(urllib.request.Request(f"{url}/play/{game}", method="POST")).read().decode()
    addresses = {part.split('"')[0] for part in page.split('="/static/')[1:]}
    return sum(len(gzip.compress(jar.open(f"{url}/static/{a}").read(), 5)) for a in addresses) + len(
        gzip.compress(page.encode(), 5)
    )


def main() -> None:
    """Measure and write the page."""
    tables: list[Any] = [pages(), loads()]
    title = "# Speed of the web server"
    head = f"{title}\n\nMade by `python bench/web.py` in one run: the server on a core, the load on another."
    (ROOT / "docs" / "speed-web.md").write_text(
        head + "\n\n" + "\n\n".join(table.markdown() for table in tables) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
