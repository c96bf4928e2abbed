"""The driver of batches alone, with executors that break on purpose; and the real ones."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import psutil
import pytest

from batch_data import DEADLY, deadly_pool, many, same, slow_pool, small
from movesolver import Boards, Checked, Failure, check_many, chunks_in, solve_many
from movesolver.batch import driver as driver_module
from movesolver.batch.driver import TRIES, Driver


@dataclass(frozen=True)
class Some:
    """Work on some numbers."""

    numbers: tuple[int, ...]

    def part(self, low: int, high: int) -> Self:
        return type(self)(self.numbers[low:high])


def driven(
    bad: frozenset[int], chunks: list[Some], make: Callable[[], Executor]
) -> tuple[dict[tuple[int, ...], list[int]], list[int]]:
    gone: list[int] = []

    def give_up(work: Some, error: BaseException) -> list[int]:
        assert isinstance(error, BrokenProcessPool)
        assert len(work.numbers) == 1
        gone.extend(work.numbers)
        return [-1]

    driver: Driver[Some, list[int]] = Driver(
        lambda work: [n * n for n in work.numbers],
        make,
        window=3,
        size=lambda work: len(work.numbers),
        join=lambda parts: [n for part in parts for n in part],
        give_up=give_up,
    )
    found: dict[tuple[int, ...], list[int]] = {}
    for work, answer in driver.run(chunks):
        assert work.numbers not in found, "doubled"
        found[work.numbers] = answer
    driver.close()
    return found, gone


@pytest.mark.parametrize(
    "bad", [frozenset[int](), {7}, {0}, {19}, {3, 4}, {1, 9, 15}, {8, 9, 10, 11}]
)
def test_only_the_numbers_that_break_pools_are_given_up(bad: frozenset[int]) -> None:
    class Single(Executor):
        """One thing at a time, done at once, on a fragile base."""

        def __init__(self) -> None:
            self.broken = False

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.broken:
                raise BrokenProcessPool("broken before")
            future: Future[Any] = Future()
            if set(bad) & set(args[0].numbers):
                self.broken = True
                future.set_exception(BrokenProcessPool("killed"))
            else:
                future.set_result(fn(*args))
            return future

    chunks = [Some(tuple(range(low, low + 4))) for low in range(0, 20, 4)]
    found, gone = driven(frozenset(bad), chunks, Single)
    assert sorted(gone) == sorted(bad)
    for work in chunks:
        assert found[work.numbers] == [-1 if n in bad else n * n for n in work.numbers]


def test_innocent_work_that_breaks_once_is_done_after_all() -> None:
    broken: list[int] = []

    class Once(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if len(broken) < TRIES + 1:  # as a chunk, as a suspect, and the first try alone
                broken.append(1)
                future.set_exception(BrokenProcessPool("killed by somebody"))
            else:
                future.set_result(fn(*args))
            return future

    found, gone = driven(frozenset(), [Some((1, 2)), Some((3,))], Once)
    assert not gone
    assert found == {(1, 2): [1, 4], (3,): [9]}


def test_an_error_of_the_work_is_not_taken_for_a_lost_worker() -> None:
    def fail(work: Some) -> list[int]:
        raise ZeroDivisionError(str(work.numbers))

    said: list[BaseException] = []

    def give_up(work: Some, error: BaseException) -> list[int]:
        said.append(error)
        return [0]

    driver: Driver[Some, list[int]] = Driver(
        fail,
        lambda: ThreadPoolExecutor(1),
        window=2,
        size=lambda work: len(work.numbers),
        join=lambda parts: parts[0],
        give_up=give_up,
    )
    assert len(list(driver.run([Some((1, 2)), Some((3, 4))]))) == 2
    driver.close()
    assert [type(error) for error in said] == [ZeroDivisionError] * 2
    assert driver.redone == 0


def test_an_executor_that_was_shut_down_loses_nothing_silently() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    answer = check_many(small(3), chunk=1, executor=pool)
    assert answer.error.tolist() == [Failure.LOST] * 3
    assert "takes no more work" in answer.message(2)


class Silent(Executor):
    """An executor that nobody hears of again."""

    def __init__(self) -> None:
        self.taken: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.taken.append(Future())
        return self.taken[-1]


def quiet(silent: Silent, fault: Callable[[], str | None]) -> Driver[Some, str]:
    return Driver(
        lambda work: "done",
        lambda: silent,
        window=3,
        size=lambda work: len(work.numbers),
        join="".join,
        give_up=lambda work, error: f"{type(error).__name__}: {error}",
        fault=fault,
    )


def test_what_will_never_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "BEAT", 0.01)
    silent, asked = Silent(), list[int]()

    def fault() -> str | None:
        asked.append(len(silent.taken))
        if len(asked) == 2:
            silent.taken[0].set_result("late")
        return "all have gone home" if len(asked) > 3 else None

    driver = quiet(silent, fault)
    found = [answer for _, answer in driver.run(Some((k, k)) for k in range(9))]
    assert found == ["late", *["Unmakeable: all have gone home"] * 8]
    assert len(silent.taken) == 4  # nobody else is asked then
    assert all(future.cancelled() for future in silent.taken[1:])


class FirstOnly(Silent):
    """An executor that answers once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = super().submit(fn, *args, **kwargs)
        if len(self.taken) == 1:
            future.set_result(fn(*args))
        return future


def test_after_an_interrupt_nobody_waits_for_what_was_called_off() -> None:
    silent = FirstOnly()
    driver = quiet(silent, lambda: None)
    assert next(driver.run(Some((k,)) for k in range(9))) == (Some((0,)), "done")
    assert list(driver.settle()) == []
    assert all(future.cancelled() for future in silent.taken[1:])


def test_chunks_are_drawn_only_as_there_is_room() -> None:
    drawn: list[int] = []

    def source() -> Iterator[Some]:
        for k in range(20):
            drawn.append(k)
            yield Some((k,))

    driver: Driver[Some, int] = Driver(
        lambda work: work.numbers[0],
        lambda: ThreadPoolExecutor(1),
        window=3,
        size=lambda work: 1,
        join=lambda parts: parts[0],
        give_up=lambda work, error: -1,
    )
    for count, _ in enumerate(driver.run(source()), 1):
        assert len(drawn) <= count + 3
    driver.close()
    assert len(drawn) == 20


def kill_one_worker() -> Callable[[int], None]:
    """Return what kills one worker, by its pid, once some boards are done."""
    killed: list[int] = []

    def told(boards: int) -> None:
        workers = multiprocessing.active_children()
        if not killed and workers:
            killed.append(workers[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    return told


@pytest.mark.compiled
def test_a_killed_worker_of_a_pool_costs_nothing_but_time() -> None:
    boards = many(60)
    clean = check_many(boards, depth="ends", threads=1)
    how: dict[str, Any] = {"chunk": 4, "depth": "ends", "progress": kill_one_worker()}
    same(check_many(boards, executor=slow_pool, **how), clean)


@pytest.mark.compiled
def test_processes_solve_as_threads_do() -> None:
    boards = Boards.of(small(4))
    clean = solve_many(boards, iterations=9, threads=1)
    same(solve_many(boards, iterations=9, processes=2, chunk=2), clean)


@pytest.mark.compiled
def test_a_board_that_kills_is_named_and_the_rest_is_delivered() -> None:
    boards = many(24)
    clean = check_many(boards, depth="ends", threads=1)
    deadly = 13
    boards.y[boards.first[deadly]] = DEADLY
    answer = check_many(boards, depth="ends", chunk=4, executor=deadly_pool)
    assert np.flatnonzero(answer.error).tolist() == [deadly]
    assert answer.error[deadly] == Failure.LOST
    assert "BrokenProcessPool" in answer.message(deadly)
    for low, high in ((0, deadly), (deadly + 1, 24)):
        same(answer.cut(low, high), clean.cut(low, high))


@pytest.mark.compiled
def test_an_executor_that_cannot_be_made_again_says_so() -> None:
    boards = many(24)
    boards.y[0] = DEADLY
    answer = check_many(boards, depth="ends", chunk=4, executor=deadly_pool())
    assert (answer.error == Failure.LOST).any()
    assert set(answer.error.tolist()) <= {Failure.NONE, Failure.LOST}
    assert "a function that makes one" in answer.message(23) or not answer.error[23]


def gone(pid: int) -> bool:
    """Return whether a process is no more, or a zombie nobody has asked about."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


@pytest.mark.compiled
def test_a_killed_client_is_resumed_and_leaves_nobody_behind(tmp_path: Path) -> None:
    file, folder, pids = tmp_path / "boards.npz", tmp_path / "run", tmp_path / "pids"
    pids.mkdir()
    boards = many(300)
    boards.save(file)
    call = f"import batch_data; batch_data.run_slowly({str(file)!r}, {str(folder)!r})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "BATCH_PIDS": str(pids)}
    client = subprocess.Popen([sys.executable, "-c", call], env=environment)
    try:
        wait_for(lambda: len(list(folder.glob("chunk-*.npz"))) >= 4 or client.poll() is not None)
    finally:
        client.kill()
        client.wait()
    workers = [int(path.name) for path in pids.iterdir()]
    assert workers
    wait_for(lambda: all(gone(pid) for pid in workers))
    before = {path: path.stat().st_mtime_ns for path in folder.glob("chunk-*.npz")}
    assert 4 <= len(before) < 60
    told: list[int] = []
    answer = check_many(file, depth="ends", chunk=5, folder=folder, progress=told.append)
    same(answer, check_many(boards, depth="ends", threads=1))
    assert sum(told) == 300
    for path, written in before.items():
        assert path.stat().st_mtime_ns == written
    same(Checked.join(list(chunks_in(folder, Checked))), answer)
    assert len(list(folder.glob("chunk-*.npz"))) == 60


def wait_for(what: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.05)
