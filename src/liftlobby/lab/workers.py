"""What plays many matches: threads of this machine, or the processors of a Ray cluster, behind one interface."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from liftlobby.core.errors import LiftError, shorten

T = TypeVar("T")

LOCAL = "local"
"""The cluster that is all processors of this machine, each a process of its own."""
SECONDS_TO_ANSWER = 5.0
"""How long a cluster may take to answer at its address."""


@contextmanager
def workers(threads: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """What plays, and how many play at once: threads, or a cluster, "local" or Ray's address of one.

    Raises LiftError where there is no such cluster, or it is gone before all has been played.
    """
    if threads < 1:
        raise LiftError(f"The number of threads should be at least 1, not {threads}.")
    if cluster is None:
        with ThreadPoolExecutor(threads) as pool:
            yield pool, threads
        return
    ray = _ray()
    machines = Cluster(cluster)
    try:
        yield machines, machines.number
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # a fault in what was played, not of the cluster
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise LiftError(f"The cluster {shorten(cluster)!r} is gone: {shorten(error)}") from None
    finally:
        machines.shutdown()


class Cluster(Executor):
    """The processors of a Ray cluster. What a worker had begun when it died is begun again elsewhere."""

    def __init__(self, where: str) -> None:
        ray = _ray()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
        if where != LOCAL:
            _check_answers(where)
        options: dict[str, Any] = {"include_dashboard": False} if where == LOCAL else {"address": where}
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise LiftError(f"The cluster {shorten(where)!r} cannot be used: {shorten(error)}") from None
        self.number = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._call = ray.remote(max_retries=-1)(_call)

    def submit(self, function: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Have a function called by a worker."""
        future: Future[T] = self._call.remote(function, args, named).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the cluster go; what is still being played is given up."""
        _ray().shutdown()


def _call(function: Callable[..., T], args: tuple[Any, ...], named: dict[str, Any]) -> T:
    return function(*args, **named)


def _check_answers(where: str) -> None:
    """Raises LiftError if nobody answers at `host:port` or `ray://host:port`: Ray itself would wait for minutes."""
    host, _, port = where.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        raise LiftError(f"A cluster is local, or the address HOST:PORT of Ray, not {shorten(where)!r}.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_ANSWER).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise LiftError(f"No cluster answers at {shorten(where)!r} ({reason}).") from None


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise LiftError("A cluster needs Ray: pip install 'liftlobby[cluster]'.") from None
    return ray
