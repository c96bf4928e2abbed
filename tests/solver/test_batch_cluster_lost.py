"""What a Dask cluster may do to a batch for good: it ends all the same, and says so."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import dask
import pytest
from distributed import Client, LocalCluster

from batch_data import Through, deadly, many, same, slowly, unsendable
from movesolver import Failure, InputError, Match, check_many, play_games
from movesolver.batch import cluster, driver
from simulate_data import duel

pytestmark = pytest.mark.compiled


@contextmanager
def one_worker(**settings: object) -> Iterator[Client]:
    """Yield the client of a cluster of one worker, which restarts unless it is told otherwise."""
    common = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.worker.memory.terminate": False,
        "distributed.worker.profile.enabled": False,
        "distributed.deploy.lost-worker-timeout": "1h",
    }
    with (
        dask.config.set({**common, **settings}),
        LocalCluster(
            n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as local,
        Client(local) as client,
    ):
        yield client


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no patience."""
    monkeypatch.setattr(driver, "BEAT", 0.2)
    monkeypatch.setattr(cluster, "PATIENCE", 2.0)


def test_an_answer_that_cannot_be_fetched_is_found_again(tmp_path: Path) -> None:
    boards = many(6)
    clean = check_many(boards, depth="ends", threads=1)
    tries = tmp_path / "tries"
    tries.mkdir()
    settings = {"distributed.comm.timeouts.connect": "5s"}  # so long it is looked for
    with one_worker(**settings) as client:
        through = Through(client, partial(unsendable, str(tries)))
        answer = check_many(boards, depth="ends", chunk=3, executor=through)
    assert len(list(tries.iterdir())) == 2
    same(answer, clean)


def test_a_cluster_whose_workers_are_gone_for_good_is_not_waited_for(
    hasty: None, tmp_path: Path
) -> None:
    boards, folder = many(8), tmp_path / "run"
    whole = check_many(boards, depth="ends", threads=1)
    boards.y[boards.first[3]] = 700.0
    deadly_one = check_many(boards, depth="ends", threads=1)
    with one_worker(**{"distributed.deploy.lost-worker-timeout": "10ms"}) as client:
        through = Through(client, deadly)
        begun = time.monotonic()
        answer = check_many(boards, depth="ends", chunk=2, executor=through, folder=folder)
        assert time.monotonic() - begun < 60.0
    assert answer.error[3] == Failure.LOST
    lost = answer.error == Failure.LOST
    assert set(answer.error.tolist()) <= {Failure.NONE, Failure.LOST}
    said = {answer.message(int(b)) for b in lost.nonzero()[0]}
    assert any("no worker for 2 seconds" in one for one in said)
    # What nobody was left for is done by a later run: it is not among what is finished.
    again = check_many(boards, depth="ends", chunk=2, threads=1, folder=folder)
    same(again, deadly_one)
    assert not whole.error.any()


def test_a_scheduler_that_is_gone_is_not_waited_for(hasty: None) -> None:
    boards = many(40)
    call = [sys.executable, "-c", "import batch_data; batch_data.serve_cluster()"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        call, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None

        def kill(done: int) -> None:
            process.kill()

        with Client(process.stdout.readline().strip(), timeout=3) as client:
            through = Through(client, slowly)
            answer = check_many(boards, depth="ends", chunk=2, executor=through, progress=kill)
            assert 0 < answer.done.sum() < 40
            assert set(answer.error.tolist()) == {Failure.NONE, Failure.LOST}
            with pytest.raises(InputError, match="a scheduler that answers"):
                check_many(boards, executor=client)
            with pytest.raises(InputError, match="a scheduler that answers"):
                play_games(Match(board=duel(), games=1), executor=client)
