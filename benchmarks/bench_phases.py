"""Steps of a phase without any search: what bookkeeping costs, and what a state costs to branch."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Dice, GoalTerm, MovementPhase, Result, solve
from scenes import crowded

BRANCHES = 1_000
MODELS = (5, 10, 20)


def phase(models: int) -> tuple[MovementPhase, str]:
    """A phase among 20 enemies, 40 friends and walls, and the unit that moves."""
    scene = crowded(0, models)
    return MovementPhase.start(scene, Dice(0)), scene.action.unit


def answered(models: int) -> tuple[MovementPhase, Result]:
    state, unit = phase(models)
    goal = (GoalTerm(near=(30.0, 22.0)),)
    return state, solve(state.question(unit, "normal", goal=goal), iterations=20)


@pytest.mark.parametrize("models", MODELS)
def test_remain_stationary(benchmark: BenchmarkFixture, models: int) -> None:
    state, unit = phase(models)
    new, _ = benchmark(state.take, unit, "remain_stationary")
    assert unit not in new.unselected()


@pytest.mark.parametrize("models", MODELS)
def test_apply(benchmark: BenchmarkFixture, models: int) -> None:
    """The models of a `Result` put where it says, and their unit's status after the move."""
    state, result = answered(models)
    new, _ = benchmark(state.apply, result)
    moved = new.unit(result.scenario.action.unit)
    assert {m.id: (*(m.at or ()), m.facing, m.z) for m in moved.models} == dict(result.ends)


def test_branching(benchmark: BenchmarkFixture) -> None:
    """A thousand states from one, each with another roll in it."""
    state, unit = phase(10)
    rolled = [state.roll(unit, "advance")[0] for _ in range(2)]
    assert rolled[0] == rolled[1]

    def branch() -> set[MovementPhase]:
        some = (state.hazards(unit)[0].take(unit, "remain_stationary")[0] for _ in range(BRANCHES))
        return set(some)

    benchmark(lambda: [state.take(unit, "remain_stationary")[0] for _ in range(BRANCHES)])
    begun = time.perf_counter()
    assert len(branch()) == 1
    benchmark.extra_info["hashed_ms"] = (time.perf_counter() - begun) * 1000


@pytest.mark.parametrize("models", MODELS)
def test_hash(benchmark: BenchmarkFixture, models: int) -> None:
    state, _ = phase(models)
    assert benchmark(hash, state) == hash(MovementPhase.loads(state.dumps()))


def test_json(benchmark: BenchmarkFixture) -> None:
    state, _ = phase(10)
    assert MovementPhase.loads(benchmark(state.dumps)) == state


def test_options(benchmark: BenchmarkFixture) -> None:
    """Every move that a unit could make, judged by the referee's own predicates."""
    state, unit = phase(10)
    assert any(option.allowed for option in benchmark(state.options, unit))
