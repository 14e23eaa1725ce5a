"""One server for each process that runs tests."""

from collections.abc import Iterator

import pytest

from web.servers import Guest, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots move at once."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    """Somebody with a browser who has not been here."""
    with server.guest() as somebody:
        yield somebody
