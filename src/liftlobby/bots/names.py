"""The names of bots, and what they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

from liftlobby.core.errors import LiftError, UnknownName, shorten, unknown
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT, SEARCH_BOT

USUAL_ITERATIONS = 1000
MOST_ITERATIONS = 1_000_000
MOST_MILLISECONDS = 60_000
MOST_THREADS = 64
EXAMPLES = "search:1000 looks at 1000 worlds, search:500ms for half a second, search:1000@2 on two threads"


@dataclass(frozen=True)
class Bot:
    """A bot, as its name tells: what kind it is and, if it searches, for how long and on how many threads.

    It searches for a number of iterations or, where `milliseconds` is not 0, for so long.
    """

    name: str
    kind: int
    iterations: int = 0
    milliseconds: int = 0
    threads: int = 1

    @property
    def row(self) -> tuple[int, int]:
        """What kernels need to know of it, in the columns of `core.rulebook`."""
        return self.kind, self.iterations


QUICK = {"random": RANDOM_BOT, "heuristic": HEURISTIC_BOT}
SEARCH = re.compile(r"search(?::(?P<budget>\d+)(?P<ms>ms)?(?:@(?P<threads>\d+))?)?", re.ASCII)


def read_bot(name: str) -> Bot:
    """The bot of this name. Raises UnknownName if there is none."""
    if name in QUICK:
        return Bot(name, QUICK[name])
    if name.partition(":")[0] != "search":
        raise unknown("bot", name, [*QUICK, "search"])
    found = SEARCH.fullmatch(name)
    if not found:
        raise UnknownName(f"{shorten(name)!r} does not say how to search: {EXAMPLES}.")
    threads = _number(name, "threads", found["threads"] or "1", MOST_THREADS)
    if found["ms"]:
        milliseconds = _number(name, "milliseconds", found["budget"], MOST_MILLISECONDS)
        return Bot(name, SEARCH_BOT, milliseconds=milliseconds, threads=threads)
    iterations = _number(name, "iterations", found["budget"] or str(USUAL_ITERATIONS), MOST_ITERATIONS)
    return Bot(name, SEARCH_BOT, iterations, threads=threads)


def _number(name: str, what: str, digits: str, most: int) -> int:
    if len(digits) > len(str(most)) or not 1 <= int(digits) <= most:
        raise UnknownName(f"{shorten(name)!r}: the {what} of a search should be 1 to {most:,}, not {shorten(digits)}.")
    return int(digits)


def check_reproducible(bot: Bot) -> None:
    """Raises LiftError for a bot that plays by the clock, or on threads, which a simulation has a use for itself."""
    if bot.milliseconds:
        raise LiftError(
            f"{bot.name} plays as well as the machine is fast, so its matches could not be played again: "
            "give it a number of iterations, such as search:1000."
        )
    if bot.threads > 1:
        raise LiftError(
            f"{bot.name}: in a simulation threads play whole matches, so leave out @{bot.threads}; "
            "ask for the simulation's threads instead."
        )
