"""What is not play: imports, the command, compiling, memory and threads."""

from __future__ import annotations

import gc
import json
import os
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from report import Need, Table, times
from timing import Workload, measure, run_python, tell

import liftlobby as ll
from liftlobby.bots import bot_move

TURNS = 7
MATCHES = 9
BARE = ["-c", "pass"]
IMPORT = "import time; t = time.perf_counter(); import {0}; print(time.perf_counter() - t)"
WITHOUT_SCIPY = "import sys; sys.modules['scipy'] = None\n"
CPU_IMPORT = "import time; t = time.process_time(); import numba; print(time.process_time() - t)"
NUMBA = "import sys, liftlobby; print('numba' in sys.modules)"
FIRST_MATCH = """
import sys, time
import liftlobby as ll
game = ll.game(sys.argv[1], players=int(sys.argv[2]))
begin = time.process_time()
ll.simulate(game, [sys.argv[3]] * game.players, 1, max_turns=100)
print(time.process_time() - begin)
"""
GAMES = {"in-front-of-the-elevators": 4, "ghost-lift": 4, "stuck-in-the-lift": 8, "elevator-dice": 2}


def start_up() -> Table:
    """Imports and `lift --help`, each in fresh processes that take turns; medians."""
    tell("start-up")
    table = Table(
        "Starting",
        f"Each in {TURNS} fresh processes that take turns; medians. An import is timed inside, a command from outside.",
        ["what", "seconds", "beside", "ratio", "required"],
    )
    measured: dict[str, Callable[[], float]] = {
        "python": lambda: run_python(BARE)[0],
        "lift --help": lambda: run_python(["-m", "liftlobby.cli", "--help"])[0],
        "import liftlobby": lambda: float(run_python(["-c", IMPORT.format("liftlobby")])[1]),
        "import numpy": lambda: float(run_python(["-c", IMPORT.format("numpy")])[1]),
    }
    taken: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(TURNS):
        for name, run in measured.items():
            taken[name].append(run())
    seconds = {name: statistics.median(all_of_it) for name, all_of_it in taken.items()}
    for name, other, need in (
        ("import liftlobby", "import numpy", Need(0.2, " s", at_most=True)),
        ("lift --help", "python", Need(0.4, " s", at_most=True)),
    ):
        told = f"{'`python -c pass`' if other == 'python' else f'`{other}`'} {seconds[other]:.3f}"
        ratio = times(seconds[name] / seconds[other])
        table.rows.append([f"`{name}`", f"{seconds[name]:.3f}", told, ratio, need.told(seconds[name])])
    brings = run_python(["-c", NUMBA])[1].strip() == "True"
    verdict = "no: **NOT MET**" if brings else "no: met"
    table.rows.append(["`import liftlobby` imports Numba", "yes" if brings else "no", "", "", verdict])
    return table


def compiling() -> Table:
    """The first match of a game with an empty cache and with a full one."""
    table = Table(
        "Compiling",
        "The first `simulate` of a fresh process, `import numba` within, in seconds of processor time: with an empty "
        "cache folder (once), and again from that cache (best of 3). Lift Lobby does not need SciPy, but the peers "
        "bring it here, and where it is installed Numba imports it: so it is hidden, and a column says what it costs.",
        [
            "game",
            "bots",
            "first, s",
            "from cache, s",
            "first / cache",
            "cache / `import numba`",
            "from cache with SciPy, s",
            "required",
        ],
    )
    numba = min(float(run_python(["-c", WITHOUT_SCIPY + CPU_IMPORT])[1]) for _ in range(3))
    for slug, players in GAMES.items():
        bots = ["random"] + ["heuristic"] * (ll.game_type(slug).heuristic is not None)
        for bot in bots:
            tell(f"compiling {slug}, {bot}")
            with tempfile.TemporaryDirectory() as cache:
                environment = os.environ | {"LIFTLOBBY_CACHE": cache}
                arguments = slug, str(players), bot
                code = ["-c", WITHOUT_SCIPY + FIRST_MATCH, *arguments]
                first = float(run_python(code, environment)[1])
                cached = min(float(run_python(code, environment)[1]) for _ in range(3))
                code = ["-c", FIRST_MATCH, *arguments]
                with_scipy = min(float(run_python(code, environment)[1]) for _ in range(3))
            needs = Need(10, " s", at_most=True).told(first), Need(1, " s", at_most=True).told(cached)
            ratios = times(first / cached), times(cached / numba)
            seconds = f"{first:.2f}", f"{cached:.2f}", *ratios, f"{with_scipy:.2f}"
            table.rows.append([slug, bot, *seconds, "; ".join(needs)])
    return table


def finished_match(game: ll.Game, seed: int) -> ll.Match:
    """A match between heuristic players, or random ones where a game has none."""
    bot = "heuristic" if game.type.heuristic else "random"
    match = game.match(seed=seed)
    stream = [seed]
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, bot_move(match, seat, bot, stream))
    return match


def size_of(make: Callable[[], Any]) -> int:
    """The bytes that what `make` returns holds, once `make` has run before."""
    make()
    gc.collect()
    tracemalloc.start()
    kept = make()
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return held


def memory() -> Table:
    """What a finished match holds in memory."""
    table = Table(
        "Memory",
        f"What a finished `Match` holds by `tracemalloc`: the median of {MATCHES} matches between heuristic players "
        "(random ones in the dice race), the largest of them in brackets. *With log*: once a seat has read its log.",
        ["game", "moves", "KB", "with log, KB", "its record as JSON, KB", "ratio", "required"],
    )

    def with_log(game: ll.Game, seed: int) -> ll.Match:
        match = finished_match(game, seed)
        match.log("A")
        return match

    for slug, players in GAMES.items():
        tell(f"memory of {slug}")
        game = ll.game(slug, players=players)
        seeds = range(MATCHES)
        held = [size_of(partial(finished_match, game, seed)) / 1024 for seed in seeds]
        logged = [size_of(partial(with_log, game, seed)) / 1024 for seed in seeds]
        matches = [finished_match(game, seed) for seed in seeds]
        moves = statistics.median(match.num_moves for match in matches)
        record = statistics.median(len(json.dumps(match.record())) for match in matches) / 1024
        middle = statistics.median(held)
        table.rows.append(
            [
                f"{slug}, {players} seats",
                f"{moves:.0f}",
                f"{middle:.1f} ({max(held):.1f})",
                f"{statistics.median(logged):.1f} ({max(logged):.1f})",
                f"{record:.1f}",
                times(middle / record),
                Need(20, " KB", at_most=True).told(max(held)),
            ]
        )
    return table


def threads(games: Sequence[tuple[str, ll.Game, int | None]]) -> Table:
    """Two threads against one."""
    tell("threads")
    table = Table(
        "Threads",
        "`simulate` with two threads against one, best of 9 turns, in matches a second of the clock on the wall.",
        ["game", "one", "two", "ratio"],
    )

    def workload(name: str, game: ll.Game, limit: int | None, number: int) -> Workload:
        def play(batches: int) -> float:
            matches = 4096 * batches
            ll.simulate(game, ["random"] * game.players, matches, threads=number, max_turns=limit)
            return matches

        return Workload(f"{name}, {number} threads", play, clock=time.perf_counter)

    pairs = [(name, [workload(name, game, limit, number) for number in (1, 2)]) for name, game, limit in games]
    measure([each for _, pair in pairs for each in pair], rounds=9)
    for name, (one, two) in pairs:
        table.rows.append([name, f"{one.best:,.0f}", f"{two.best:,.0f}", times(two.best / one.best)])
    return table
