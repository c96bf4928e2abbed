"""What a solve spends around its kernels: packing, arena and verdict, on boards known and new.

Every figure is set against the time inside the kernels of the very same solves, measured in
the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Scenario, dumps, loads, solve
from movesolver.referee import board
from movesolver.referee.check import judge
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.search.arena import build_arena
from movesolver.search.goals import pack_goal
from scenes import crowded

SEEDS = range(6)
REPEATS = 15


def least(run: Callable[[Any], object], prepare: Callable[[], object] = lambda: None) -> float:
    """Return the least processor seconds of a call; what it is given is made beforehand."""
    best = float("inf")
    for _ in range(REPEATS):
        given = prepare()
        begun = time.process_time()
        run(given)
        best = min(best, time.process_time() - begun)
    return best


@contextmanager
def clocked() -> Iterator[list[float]]:
    """Yield a list with the processor seconds of every call of a kernel from Python."""
    spent: list[float] = []

    def timed(kernel: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object) -> object:
            begun = time.process_time()
            found = kernel(*args)
            spent.append(time.process_time() - begun)
            return found

        return call

    changed: list[tuple[Any, str, object]] = []
    for name, module in list(sys.modules.items()):
        if name.startswith(("movesolver.", "movekernels.")):
            for attribute, kernel in list(vars(module).items()):
                if hasattr(kernel, "py_func"):
                    changed.append((module, attribute, kernel))
                    setattr(module, attribute, timed(kernel))
    try:
        yield spent
    finally:
        for module, attribute, kernel in changed:
            setattr(module, attribute, kernel)


def kernels_of(scene: Scenario) -> float:
    """Return the processor seconds that a solve spends in kernels, the calls included."""
    best = float("inf")
    for _ in range(REPEATS):
        with clocked() as spent:
            solve(scene)
        best = min(best, sum(spent))
    return best


def stages(scene: Scenario) -> dict[str, float]:
    """Return the processor seconds of the stages of a solve."""
    result = solve(scene)  # compiles
    assert result.solved
    text, paths, shapes = dumps(scene), result.paths, pack_goal(pack(scene)).shapes

    def packed() -> Position:
        return pack(scene)

    return {
        "kernels": kernels_of(scene),
        "solve": least(lambda _: solve(scene)),
        "pack": least(lambda _: packed()),
        "pack_new_board": least(lambda _: packed(), board.forget),
        "pack_new_file": least(pack, lambda: loads(text)),
        "arena": least(lambda position: build_arena(position, shapes), packed),
        "judge": least(lambda position: judge(position, paths, tolerance=0.0), packed),
    }


@pytest.mark.parametrize("models", [5, 10, 20, 30])
def test_overhead(benchmark: BenchmarkFixture, models: int) -> None:
    """Stages of solves as parts of what these solves spend in kernels."""
    totals: dict[str, float] = {}
    for seed in SEEDS:
        for stage, seconds in stages(crowded(seed, models)).items():
            totals[stage] = totals.get(stage, 0.0) + seconds
    kernels = totals.pop("kernels")
    for stage, seconds in totals.items():
        benchmark.extra_info[f"{stage}_to_kernels"] = seconds / kernels
    benchmark.extra_info["kernels_ms"] = kernels / len(SEEDS) * 1000
    scene = crowded(0, models)
    benchmark(solve, scene)
