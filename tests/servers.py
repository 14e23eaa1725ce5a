"""A real `lift serve` for tests, and the people and programs that talk to it."""

import contextlib
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

GAMES = ("elevator-dice", "ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift")
API = "/api/v1/tables"
TLS = ssl.create_default_context()
"""Not needed, but making one for each client takes longer than most tests."""
SERVE = [sys.executable, "-m", "liftlobby.cli", "serve", "--no-browser"]


def free_port() -> int:
    """A port where nobody listens now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


class Server:
    """A server process on a folder of its own; it can be stopped, killed and started again on the same tables."""

    def __init__(self, folder: Path, *flags: str, **environment: str) -> None:
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.flags = flags
        quick = {"LIFTLOBBY_BOT_PAUSE": "0", "LIFTLOBBY_LIMITS": "off", "LIFTLOBBY_COMPILE": "off"}
        self.environment = quick | environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes]

    def start(self) -> "Server":
        """Start it and wait for its first answer."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stderr=log, env=os.environ | self.environment)
        until(self._answers, seconds=30)
        return self

    def command(self) -> list[str]:
        """What is started."""
        return [*SERVE, "--port", str(self.port), "--data", str(self.data), *self.flags]

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx.get(f"{self.url}/keys", verify=TLS).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        self.process.kill()
        self.process.wait()

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ask it to stop and wait until it has."""
        self.process.send_signal(how)
        return self.process.wait(timeout=10)

    def failures(self) -> str:
        """What the server's log says of faults."""
        log = self.log.read_text()
        return log if "Traceback" in log or "ERROR" in log else ""

    def program(self, token: str = "", **more: Any) -> httpx.Client:
        """A program that talks to the API with a seat's token."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, verify=TLS, **more)

    def guest(self, name: str = "") -> "Guest":
        """Somebody with a browser of their own."""
        return Guest(self, name)

    def table(self, game: str, *seats: str, **more: Any) -> "Made":
        """A table made through the API; each seat is human, open, or the name of a bot."""
        asked = [{"kind": s} if s in ("human", "open") else {"kind": "bot", "bot": s} for s in seats]
        options = {"players": len(seats)} | more.pop("options", {})
        with self.program() as program:
            answer = program.post(API, json={"game": game, "options": options, "seats": asked} | more)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return Made(self, told["id"], {seat["seat"]: seat.get("token", "") for seat in told["seats"]})


class Made:
    """A table at a server with the tokens of its seats."""

    def __init__(self, server: Server, id: str, tokens: dict[str, str]) -> None:
        self.server = server
        self.id = id
        self.tokens = tokens
        self.page = f"/t/{id}"
        self.api = f"{API}/{id}"
        self._programs: dict[str, httpx.Client] = {}

    def program(self, seat: str = "") -> httpx.Client:
        """The program at a seat ("": a spectator); each keeps its connection."""
        if seat not in self._programs:
            self._programs[seat] = self.server.program(self.tokens[seat] if seat else "")
        return self._programs[seat]

    def state(self, seat: str = "") -> dict[str, Any]:
        """The state as a seat, or the public, sees it."""
        return dict(self.program(seat).get(self.api).raise_for_status().json())

    def move(self, seat: str, move: str, turn: int) -> httpx.Response:
        """Post a move."""
        return self.program(seat).post(f"{self.api}/moves", json={"move": move, "turn": turn})

    def play(self, seat: str, move: str = "") -> dict[str, Any]:
        """Play a move that must be accepted: the first legal one if none is given."""
        state = self.state(seat)
        answer = self.move(seat, move or state["legal_moves"][0], state["turn"])
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def record(self, seat: str = "") -> dict[str, Any]:
        """The record as it may be had now."""
        return dict(self.program(seat).get(f"{self.api}/record").raise_for_status().json())

    def wait_for_end(self, seconds: float = 30) -> dict[str, Any]:
        """The record once the match is over."""
        until(lambda: self.state()["status"] == "over", seconds)
        return self.record()

    def live(self, seat: str = "") -> ClientConnection:
        """The state over a WebSocket."""
        address = f"{self.server.url.replace('http', 'ws', 1)}{self.api}/ws"
        return connect(f"{address}?token={self.tokens[seat]}" if seat else address)


class Guest(httpx.Client):
    """Somebody with a browser: cookies, forms, pages."""

    def __init__(self, server: Server, name: str = "") -> None:
        super().__init__(base_url=server.url, timeout=30, verify=TLS)
        self.server = server
        if name:
            self.form("/settings", name=name)

    def form(self, address: str, **fields: Any) -> httpx.Response:
        """Post a form as a page would."""
        return self.post(address, data=fields, headers={"origin": self.server.url})

    def new_table(self, game: str, **fields: Any) -> str:
        """Make a table through the form; the address of its page."""
        answer = self.form(f"/new/{game}", **{"spectators": "on", "pace": "instant"} | fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def live(self, page: str, **query: str) -> ClientConnection:
        """The live connection of a table's page."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = httpx.URL(f"ws://127.0.0.1:{self.server.port}{page}/live", params=query)
        return connect(str(address), additional_headers={"cookie": cookies, "origin": self.server.url})

    def key_of(self, page: str, seat: str = "") -> str:
        """The personal link that the page shows."""
        found = KEY_LINK.search(self.get(page, params={"seat": seat} if seat else {}).text)
        assert found, "the page shows no personal link"
        return found[0]


KEY_LINK = re.compile(r"/t/\w+/key/\w+")
TURN = re.compile(r'name="?turn"? value="?(\d+)')


def turn_on(page: str) -> str:
    """The turn that a page's moves are for."""
    found = TURN.search(page)
    assert found, "the page holds no turn"
    return found[1]


def until(holds: Any, seconds: float = 10) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{holds} did not hold within {seconds} s"
        time.sleep(0.02)


@contextlib.contextmanager
def serving(folder: Path, *flags: str, **environment: str) -> Iterator[Server]:
    """A server for a while. Its log must tell of no fault."""
    server = Server(folder, *flags, **environment)
    try:
        yield server.start()
        assert not server.failures(), server.failures()
    finally:
        if server.process.poll() is None:
            server.stop()
