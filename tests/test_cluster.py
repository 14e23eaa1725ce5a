"""The lab on a cluster: the same matches as on one machine, whatever happens to its workers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
from commands import Lift, sentence
from ray.cluster_utils import Cluster

import liftlobby as ll
from liftlobby.core.errors import LiftError
from liftlobby.lab.playing import Columns, Plan, Results, play_on
from liftlobby.lab.workers import workers


@pytest.fixture
def two_nodes() -> Iterator[tuple[Cluster, Any]]:
    """A cluster of two nodes on this machine, with one processor each, and the second of them."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


def plan(deals: int) -> Plan:
    """Two seatings on so many deals."""
    game = ll.game("stuck-in-the-lift", players=3)
    return Plan(game, [("random", "heuristic", "random"), ("heuristic", "random", "random")], deals, seed=5)


def assert_same(one: Columns, other: Columns) -> None:
    assert one.keys() == other.keys()
    for name, column in one.items():
        assert np.array_equal(column, other[name], equal_nan=column.dtype.kind == "f"), name


# One test, since a cluster takes long to begin.
def test_workers_and_nodes_that_die_change_nothing_but_the_time(two_nodes: tuple[Cluster, Any], tmp_path: Path) -> None:
    cluster, second = two_nodes
    died = tmp_path / "died"

    def die_once() -> str:
        if not died.exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "alive"

    with workers(1, cluster.address) as (pool, number):
        assert number == 2
        assert pool.submit(die_once).result(timeout=120) == "alive"
    assert died.exists()

    with pytest.raises(LiftError, match="number of matches"), workers(1, cluster.address) as (pool, _):
        pool.submit(ll.simulate, ll.game("elevator-dice"), ["random"] * 2, -1).result(timeout=120)

    here, there = Results(plan(200_000)), Results(plan(200_000))
    play_on(here)
    seen: list[int] = []
    killed_at: list[int] = []

    def watch(done: int, total: int) -> None:
        seen.append(done)
        if done > 1000 and not killed_at:
            killed_at.append(done)
            cluster.remove_node(second, allow_graceful=False)

    play_on(there, cluster=cluster.address, progress=watch)
    assert killed_at[0] < seen[-1] == 400_000
    assert seen == sorted(seen)
    assert_same(here.rows(), there.rows())


@pytest.mark.parametrize(
    "where", ["nowhere", "127.0.0.1", "127.0.0.1:1", "ray://127.0.0.1:1", ":", "127.0.0.1:9999999"]
)
def test_a_cluster_that_is_not_there_is_a_sentence(where: str, lift: Lift) -> None:
    said = lift("tournament", "stuck-in-the-lift", "--bots", "random,heuristic", "-n", "12", "--cluster", where)
    assert "cluster" in sentence(said, 2).lower()
