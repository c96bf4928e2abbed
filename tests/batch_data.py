"""Boards for batches, and executors that are slow, kill themselves, or fail."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np

import movesolver
from movesolver import Answers, Boards, Scenario
from movesolver.batch.executors import process_pool
from scenes import crowded, open_table

DEADLY = 700.0
"""A model whose y is this kills whoever works on its board."""


def small(count: int) -> list[Scenario]:
    """Return boards of some sizes."""
    return [open_table(seed, 2 + seed % 3) for seed in range(count)]


def mixed() -> list[Scenario]:
    """Return boards with enemies, terrain and all kinds of bases."""
    return [crowded(seed, 4, bases=bases) for seed, bases in enumerate(("round", "ovals"))]


def many(count: int, models: int = 3) -> Boards:
    """Return boards of one scenario, with models in other places on each, legal and not."""
    boards = Boards.repeat(open_table(1, models), count)
    random = np.random.default_rng(count)
    boards.x[:] = random.uniform(10, 14, boards.x.size)
    boards.y[:] = random.uniform(10, 14, boards.y.size)
    return boards


def same(one: Answers, other: Answers) -> None:
    """Fail unless two answers are the same, bit by bit."""
    assert type(one) is type(other)
    for name, array in one.arrays.items():
        twin = other.arrays[name]
        assert (array.dtype, array.shape) == (twin.dtype, twin.shape), name
        assert array.tobytes() == twin.tobytes(), name


class Around(Executor):
    """An executor around another one, whose work is done by a function of the work."""

    def __init__(self, inner: Executor, wrap: Callable[..., Any]) -> None:
        self._inner, self._wrap = inner, wrap

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._inner.submit(self._wrap, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait)


class Through:
    """A client of Dask whose work is done by a function of the work."""

    def __init__(self, client: Any, wrap: Callable[..., Any]) -> None:
        self._client, self._wrap = client, wrap

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return self._client.submit(self._wrap, fn, *args, **kwargs)


def waits(seconds: float, function: Callable[[Any], Any], task: Any) -> Any:
    """Work so long at least, without keeping a processor busy."""
    end = time.monotonic() + seconds
    answer = function(task)
    time.sleep(max(0.0, end - time.monotonic()))
    return answer


def slowly(function: Callable[[Any], Any], task: Any) -> Any:
    """Work at leisure, leaving one's pid where it is asked for."""
    time.sleep(0.05)
    folder = os.environ.get("BATCH_PIDS")
    if folder:
        Path(folder, str(os.getpid())).touch()
    return function(task)


def deadly(function: Callable[[Any], Any], task: Any) -> Any:
    """Kill the process if the board of that is among those of the task."""
    if (task.boards.y == DEADLY).any():
        os.kill(os.getpid(), signal.SIGKILL)
    return function(task)


class Unsendable:
    """An answer that kills whoever sends it."""

    def __reduce__(self) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


def unsendable(folder: str, function: Callable[[Any], Any], task: Any) -> Any:
    """Answer what nobody can fetch at the first try, and die at the second; of one chunk."""
    tries = Path(folder)
    count = len(list(tries.iterdir()))
    if task.low == 0 and count < 2:
        (tries / str(count)).touch()
        if count == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return Unsendable()
    return function(task)


def slow_pool() -> Executor:
    return Around(process_pool(2), slowly)


def deadly_pool() -> Executor:
    return Around(process_pool(2), deadly)


def serve_cluster() -> None:
    """Be a cluster until one's input ends, after a line with its address."""
    from distributed import LocalCluster

    where: dict[str, Any] = {
        "host": "127.0.0.1",
        "protocol": "tcp",
        "dashboard_address": "127.0.0.1:0",
    }
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **where) as local:
        print(local.scheduler_address, flush=True)
        sys.stdin.read()


def run_slowly(boards: str, folder: str) -> None:
    """Work slowly through a file, to be killed (in a process of its own)."""
    from movesolver import check_many

    check_many(boards, depth="ends", folder=folder, chunk=5, executor=slow_pool)


def cases() -> list[Scenario]:
    """Return the scenario of every case of tests/cases that is one."""
    from movesolver.errors import InputError
    from movesolver.formats.scenario import loads

    found = []
    for path in sorted((Path(__file__).parent / "cases").glob("*.json")):
        for case in json.loads(path.read_text("utf-8")):
            try:
                found.append(loads(json.dumps(case["scenario"])))
            except InputError:
                continue
    return found


PLACES = [[20.0, 20.0], [21.5, 20.0], [23.0, 20.5], [24.0, 21.0]]
VERBS: dict[str, Callable[..., Answers]] = {
    "check": movesolver.check_many,
    "ends": lambda boards, **how: movesolver.check_many(boards, depth="ends", **how),
    "reach": lambda boards, **how: movesolver.reach_many(boards, PLACES, ends=True, **how),
    "solve": lambda boards, **how: movesolver.solve_many(boards, iterations=20, seed=3, **how),
    "snap": lambda boards, **how: movesolver.snap_many(
        boards, np.full((len(Boards.of(small(6)).rows_of_movers()), 2), 21.0), iterations=9, **how
    ),
    "propose": lambda boards, **how: movesolver.propose_many(boards, 2, iterations=80, **how),
    "mask": lambda boards, **how: movesolver.mask_many(boards, PLACES, **how),
}
