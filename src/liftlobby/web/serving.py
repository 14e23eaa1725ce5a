"""`lift serve`: start the server, say where it is, compile the kernels meanwhile, and stop when asked."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import uvicorn

from liftlobby.core.errors import LiftError

COMPILE = """
import os
os.nice(15)
import liftlobby as ll
from liftlobby.core.game import game_type, slugs
for slug in slugs():
    bot = "heuristic" if game_type(slug).heuristic else "random"
    game = ll.game(slug)
    ll.simulate(game, [bot] * game.players, 1, max_turns=1)
"""


def serve(
    host: str, port: int, data: Path, database: str, workers: int, log_level: str, *, open_browser: bool = True
) -> None:
    """Serve until told to stop. Raises LiftError if the address is taken."""
    check_address(host, port)
    data.mkdir(parents=True, exist_ok=True)
    os.environ["LIFTLOBBY_DATA"] = str(data)
    os.environ["LIFTLOBBY_DATABASE"] = database
    os.environ["LIFTLOBBY_WORKERS"] = str(workers)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{port}/"
    print(
        f"The lift lobby is open: {address}  (Ctrl-C closes it; tables are kept in {data})", file=sys.stderr, flush=True
    )
    compiling = start_compiling() if os.environ.get("LIFTLOBBY_COMPILE", "on") == "on" else None
    # The server stops by itself when asked, and then passes the signal on: here it ends the command, not the process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if open_browser and has_screen():
        webbrowser.open(address)
    try:
        uvicorn.run(
            "liftlobby.web.app:create_app",
            factory=True,
            host=host,
            port=port,
            workers=workers if workers > 1 else None,
            log_level=log_level,
            access_log=False,
            ws_max_size=65_536,
            ws_per_message_deflate=False,  # a compressor for each of thousands of pages would take a gigabyte
            timeout_graceful_shutdown=3,
        )
    finally:
        if compiling:
            compiling.kill()  # it holds nothing that could be lost
            compiling.wait()


def check_address(host: str, port: int) -> None:
    """Raises LiftError if nobody can be served there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            raise LiftError(
                f"Nothing can be served at {host} port {port} ({error.strerror}); choose another with --port."
            ) from None


def start_compiling() -> subprocess.Popen[bytes]:
    """Compile the kernels in a process of its own, so that the first simulation or search need not wait."""
    print("Fast kernels are compiled in the background; the tables do not wait for them.", file=sys.stderr, flush=True)
    return subprocess.Popen([sys.executable, "-c", COMPILE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def has_screen() -> bool:
    """Is there somebody in front of this machine who could see a browser?"""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
