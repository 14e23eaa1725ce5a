"""What the tests share: every game with every set of options, and a cache folder of the run's own."""

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commands import Lift, lift_in
from hypothesis import settings

import liftlobby as ll

if TYPE_CHECKING:
    from browsers import People
    from playwright.sync_api import Browser
    from servers import Guest, Server

# Compiled kernels of one run are kept together and apart from the user's; set before anything is compiled, and
# inherited by the worker processes and by every `lift` that a test starts.
os.environ.setdefault("LIFTLOBBY_CACHE", str(Path(tempfile.gettempdir()) / f"liftlobby-tests-{os.getuid()}"))

settings.register_profile("liftlobby", deadline=None)
settings.load_profile("liftlobby")

ICONS = {"3": {"icon": "v", "copies": 1}, "5": {"icon": "^", "copies": 2}, "10": {"copies": 0}}
ELEVATORS = {"group": [{"name": "men", "players_3": [[1], [2, 3], [1, 2, 3, 4, 5]], "doubled": ["girl", "grandma"]}]}


def option_sets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game with every combination of options; a fixed first player and custom cards once a game."""
    for slug in ("elevator-dice", "ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"):
        options = [o for o in ll.game_type(slug).options if o.name not in ("first", "elevators")]
        for values in itertools.product(*(o.values for o in options)):
            chosen = dict(zip((o.name for o in options), values, strict=True))
            try:
                ll.game(slug, **chosen)
            except ll.UnknownName:  # options that do not go together
                continue
            yield slug, chosen
    yield "elevator-dice", {"ends": "inside", "first": "B"}
    yield "elevator-dice", {"first": "A"}
    yield "ghost-lift", {"players": 3, "first": "C", "icons": ICONS}
    yield "in-front-of-the-elevators", {"players": 3, "first": "B", "elevators": ELEVATORS}


def option_set_name(slug: str, options: dict[str, Any]) -> str:
    """A short name for a set of options, which is also the name of its playthrough."""
    words = [slug]
    for name, value in options.items():
        if isinstance(value, dict):
            words.append(f"own-{name}")
        elif name == "players":
            words.append(f"p{value}")
        elif value is not False:
            words.append(name if value is True else f"{name}-{value}" if name == "first" else str(value))
    return ".".join(words)


OPTION_SETS = [pytest.param(slug, options, id=option_set_name(slug, options)) for slug, options in option_sets()]


@pytest.fixture
def lift(tmp_path: Path) -> Lift:
    """Run the command `lift` in an empty folder."""
    return lift_in(tmp_path)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Server"]:
    """A web server without limits, whose bots move at once; one for each process that runs tests."""
    from servers import serving

    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def guest(server: "Server") -> Iterator["Guest"]:
    """Somebody with a browser who has not been here."""
    with server.guest() as somebody:
        yield somebody


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A real browser. Only for a module: while it is driven, no test with an event loop of its own may run."""
    from browsers import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def people(browser: "Browser", server: "Server") -> Iterator["People"]:
    """Whoever comes to the server with a browser."""
    from browsers import People

    everybody = People(browser, server)
    yield everybody
    everybody.leave()
    assert not everybody.faults, everybody.faults
