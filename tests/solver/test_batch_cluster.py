"""Batches on a real Dask cluster on loopback: a worker killed, a board that kills."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import dask
import numpy as np
import pytest
from distributed import Client, LocalCluster

from batch_data import DEADLY, Through, deadly, many, same, slowly
from movesolver import Failure, Match, check_many, play_games
from simulate_data import duel

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    settings = {
        "distributed.scheduler.allowed-failures": 0,
        # Else a local cluster does without a worker that happens to be dead 15 s after a death.
        "distributed.deploy.lost-worker-timeout": "1h",
        "distributed.worker.memory.terminate": False,
        "distributed.worker.profile.enabled": False,
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_a_cluster_answers_as_threads_do(client: Client) -> None:
    boards = many(12)
    clean = check_many(boards, threads=1)
    same(check_many(boards, chunk=2, executor=client), clean)


def test_a_cluster_plays_the_games_that_a_thread_plays(client: Client) -> None:
    policies = ("greedy", "random")
    match = Match(board=duel(), policies=policies, games=6, rounds=2, seed=3)
    same(play_games(match, executor=client, chunk=2), play_games(match))


def test_an_interrupt_calls_off_what_a_cluster_has_in_flight(client: Client) -> None:
    boards = many(40)
    clean = check_many(boards, depth="ends", threads=1)

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    through = Through(client, slowly)
    answer = check_many(boards, depth="ends", chunk=2, executor=through, progress=interrupt)
    assert answer.interrupted
    assert 0 < (answer.error == Failure.NOT_DONE).sum() < 40
    done = answer.done
    assert (answer.codes[done] == clean.codes[done]).all()
    same(check_many(boards, depth="ends", chunk=2, executor=client), clean)


def test_a_killed_worker_of_a_cluster_costs_nothing_but_time(client: Client) -> None:
    boards = many(60)
    clean = check_many(boards, depth="ends", threads=1)
    killed: list[int] = []

    def told(done: int) -> None:
        if not killed:
            pid = next(iter(client.run(os.getpid).values()))
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    how: dict[str, Any] = {"chunk": 4, "depth": "ends", "progress": told}
    same(check_many(boards, executor=Through(client, slowly), **how), clean)
    assert killed


def test_a_board_that_kills_workers_of_a_cluster_is_named(client: Client) -> None:
    boards = many(8)
    clean = check_many(boards, depth="ends", threads=1)
    boards.y[boards.first[5]] = DEADLY
    answer = check_many(boards, depth="ends", chunk=2, executor=Through(client, deadly))
    assert np.flatnonzero(answer.error).tolist() == [5]
    assert answer.error[5] == Failure.LOST
    assert "KilledWorker" in answer.message(5)
    for low, high in ((0, 5), (6, 8)):
        same(answer.cut(low, high), clean.cut(low, high))
