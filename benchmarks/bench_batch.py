"""Many boards at once, beside a loop of single calls and the bare kernels; one worker, and two.

Ratios are of processor time where one worker works and of wall time where two do, each from one
run; the machine should have two processors to spare.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import dask
import numpy as np
import pytest
from distributed import Client, LocalCluster
from pytest_benchmark.fixture import BenchmarkFixture

from batch_data import Through, waits
from movesolver import Boards, Checked, Scenario, Solved, check, check_many, solve, solve_many
from movesolver.arrays import Bases, Groups, ends
from movesolver.batch.executors import process_pool
from scenes import crowded

BOARDS, SAMPLE = 1_000, 100
"""Crowded boards of ten models that are solved, and how many of them one by one."""
ITERATIONS = 50
CHECKED = 20_000


@cache
def scenarios() -> list[Scenario]:
    return [crowded(seed, 10) for seed in range(BOARDS)]


def timed(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    begun = clock()
    run()
    return clock() - begun


def test_solve_many_beside_a_loop(benchmark: BenchmarkFixture) -> None:
    """One thread; every answer is judged, and the loop finds ends that are worth as much."""
    asked = scenarios()
    # Boards that nobody has seen yet, for each way: what was worked out about one is remembered.
    unseen = [[crowded(BOARDS + SAMPLE * k + n, 10) for n in range(SAMPLE)] for k in range(4)]
    how: dict[str, Any] = {"iterations": ITERATIONS, "threads": 1}
    solve_many(asked[:10], bound=True, **how)
    answers = list[Solved]()
    benchmark.pedantic(lambda: answers.append(solve_many(asked, **how)), rounds=1)
    each = timed(lambda: solve_many(unseen[0], **how)) / SAMPLE
    bounded = timed(lambda: solve_many(unseen[1], bound=True, **how)) / SAMPLE
    loop = timed(lambda: [solve(one, iterations=ITERATIONS) for one in unseen[2]]) / SAMPLE
    short = (
        timed(lambda: [solve(s, iterations=ITERATIONS, bound=False) for s in unseen[3]]) / SAMPLE
    )
    answer = answers[0]
    assert answer.solved.all()
    assert check_many(Boards.of(asked).with_ends(answer.ends)).legal.all()
    benchmark.extra_info["boards_a_second"] = 1.0 / each
    benchmark.extra_info["times_loop"] = loop / each
    benchmark.extra_info["times_loop_without_bound"] = short / each
    benchmark.extra_info["times_loop_if_bounded_too"] = loop / bounded


def test_solve_many_on_two(benchmark: BenchmarkFixture) -> None:
    """Two threads and two processes, each beside one; the processes are started before."""
    asked = Boards.of(scenarios()[: BOARDS // 4])
    how: dict[str, Any] = {"iterations": ITERATIONS}
    clean = solve_many(asked, threads=1, **how)
    one = timed(lambda: solve_many(asked, threads=1, **how), time.perf_counter)
    two = timed(lambda: solve_many(asked, threads=2, **how), time.perf_counter)
    walls = []
    for workers in (1, 2):
        with process_pool(workers) as pool:
            warm(pool, workers, asked, how)
            walls.append(timed(lambda: solve_many(asked, executor=pool, **how), time.perf_counter))
    with process_pool(2) as pool:
        warm(pool, 2, asked, how)
        benchmark.pedantic(lambda: solve_many(asked, executor=pool, **how), rounds=1)
        answer = solve_many(asked, executor=pool, **how)
    np.testing.assert_array_equal(answer.ends, clean.ends)
    benchmark.extra_info["two_threads_times_one"] = one / two
    benchmark.extra_info["two_processes_times_one"] = walls[0] / walls[1]
    benchmark.extra_info["two_processes_times_one_thread"] = one / walls[1]


def warm(pool: ProcessPoolExecutor, workers: int, asked: Boards, how: dict[str, Any]) -> None:
    """Have every process load its kernels."""
    solve_many(asked.cut(0, 8 * workers), executor=pool, chunk=4, **how)


@cache
def scattered() -> Boards:
    """Boards of ten models among sixty, each a little elsewhere."""
    boards = Boards.repeat(crowded(1, 10), CHECKED)
    random = np.random.default_rng(0)
    boards.x[:] += random.uniform(-0.3, 0.3, boards.x.size)
    boards.y[:] += random.uniform(-0.3, 0.3, boards.y.size)
    return boards


def groups_of(boards: Boards) -> tuple[Groups, Groups, Groups]:
    """Return the unit that moves, its enemies and its friends, of boards of the same units."""
    first = boards.scenario(0)
    listed = [(unit, model.base) for unit in first.units for model in unit.models]
    bases = Bases([base for _, base in listed])
    columns: list[list[int]] = [[], [], []]
    for k, (unit, _) in enumerate(listed):
        whose = 2 if unit.side == first.mover.side else 1
        columns[0 if unit is first.mover else whose].append(k)
    x, y, z = (row.reshape(len(boards), -1) for row in (boards.x, boards.y, boards.z))
    many = [Groups(bases, x[:, k], y[:, k], z=z[:, k], base=np.array(k)) for k in columns]
    return many[0], many[1], many[2]


def test_check_many_beside_the_kernels(benchmark: BenchmarkFixture) -> None:
    """End conditions of whole boards: what it costs to make bodies of boards, and answers."""
    boards = scattered()
    how: dict[str, Any] = {"depth": "ends", "threads": 1}
    units, enemies, friends = groups_of(boards)
    table, codes = (boards.scenario(0).table.width, boards.scenario(0).table.height), list[Any]()
    judge = partial(ends, units, enemies, friends, table=table, move="normal")
    rounds = range(20)  # the least of so many, in turn: others on the machine only add
    times = [
        (timed(lambda: codes.append(judge())), timed(lambda: check_many(boards, **how)))
        for _ in rounds
    ]
    bare, many = zip(*times, strict=True)
    assert (check_many(boards, **how).legal == (codes[0] == 0)).all()
    benchmark.pedantic(lambda: check_many(boards, **how), rounds=1)
    each = min(many) / CHECKED
    benchmark.extra_info["nanoseconds"] = each * 1e9
    benchmark.extra_info["times_bare_kernels"] = min(many) / min(bare)


def test_check_many_beside_a_loop(benchmark: BenchmarkFixture) -> None:
    """The whole referee: boards as arrays are no dearer than scenarios."""
    boards = scattered().cut(0, 300)
    listed = list(boards)
    how: dict[str, Any] = {"threads": 1}
    many = min(timed(lambda: check_many(boards, **how)) for _ in range(3))
    loop = min(timed(lambda: [check(one) for one in listed]) for _ in range(3))
    answers = list[Checked]()
    benchmark.pedantic(lambda: answers.append(check_many(boards, **how)), rounds=1)
    assert answers[0].legal.tolist() == [check(one).legal for one in listed]
    benchmark.extra_info["microseconds"] = many / len(boards) * 1e6
    benchmark.extra_info["times_loop"] = loop / many


@contextmanager
def cluster(workers: int) -> Iterator[Client]:
    """Yield a client of Dask on loopback."""
    settings = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with (
        dask.config.set({"distributed.worker.memory.terminate": False}),
        LocalCluster(host="127.0.0.1", **settings) as local,
        Client(local) as client,
    ):
        yield client


def ready(boards: Boards) -> None:
    """Have a worker load its kernels."""
    solve_many(boards, iterations=ITERATIONS, threads=1)
    check_many(boards, depth="ends", threads=1)


def test_a_cluster_of_two_beside_one(benchmark: BenchmarkFixture) -> None:
    """Dask on two processors, solves in chunks of a tenth of a second and more."""
    asked = Boards.of(scenarios()[: BOARDS // 4])
    how: dict[str, Any] = {"iterations": ITERATIONS, "chunk": 16}
    clean = solve_many(asked, threads=1, **how)
    alone = timed(lambda: solve_many(asked, threads=1, **how))
    walls = []
    for workers in (1, 2):
        with cluster(workers) as client:
            client.run(ready, asked.cut(0, 2))
            walls.append(
                timed(lambda: solve_many(asked, executor=client, **how), time.perf_counter)
            )
            if workers == 2:
                benchmark.pedantic(partial(solve_many, asked, executor=client, **how), rounds=1)
                answer = solve_many(asked, executor=client, **how)
    np.testing.assert_array_equal(answer.ends, clean.ends)
    chunks = -(-len(asked) // 16)
    assert alone / chunks > 0.1
    benchmark.extra_info["ms_a_chunk"] = 1000 * alone / chunks
    benchmark.extra_info["two_workers_times_one"] = walls[0] / walls[1]


@pytest.mark.parametrize("ms", [100, 10])
def test_chunks_of_some_time_on_a_cluster(benchmark: BenchmarkFixture, ms: int) -> None:
    """What Dask itself costs: chunks that wait, as long on a busy machine as on a quiet one."""
    boards, count = scattered().cut(0, 128), 64
    how: dict[str, Any] = {"depth": "ends", "chunk": 2}
    clean, pause = check_many(boards, threads=1, **how), partial(waits, ms / 1000)
    walls = []
    for workers in (1, 2):
        with cluster(workers) as client:
            client.run(ready, boards.cut(0, 2))
            run = partial(check_many, boards, executor=Through(client, pause), **how)
            walls.append(timed(run, time.perf_counter))
            if workers == 2:
                benchmark.pedantic(run, rounds=1)
                answer = run()
    np.testing.assert_array_equal(answer.codes, clean.codes)
    benchmark.extra_info["two_workers_times_one"] = walls[0] / walls[1]
    benchmark.extra_info["ms_a_chunk_beyond"] = 1000 * walls[0] / count - ms
