"""Steps of skirmishes a second, one board and many; the mask beside other ways to find it."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movesolver import mask
from movesolver.gym import SkirmishVectorEnv
from movesolver.gym.spots import allowed
from movesolver.referee.check import judge
from movesolver.referee.pack import pack

STEPS = 24
spent = partial(least, repeats=3, clock=time.process_time)


def by_chance(env: SkirmishVectorEnv, steps: int) -> None:
    """Play some steps by chance."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    for _ in range(steps):
        masks = env.action_masks()
        env.step(np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1))


@pytest.mark.parametrize("opponent", ["still", "random", "greedy"])
@pytest.mark.parametrize("boards", [1, 16, 64])
def test_steps(benchmark: BenchmarkFixture, boards: int, opponent: str) -> None:
    """One core; the moves of the other side are part of a step."""
    env = SkirmishVectorEnv(boards, opponent=opponent)
    play = partial(by_chance, env, STEPS)
    seconds = spent(play)
    timed: Any = benchmark.pedantic
    timed(play, rounds=1)
    benchmark.extra_info["steps_a_second"] = boards * STEPS / seconds
    benchmark.extra_info["ms_a_step"] = 1000 * seconds / (boards * STEPS)


@pytest.mark.parametrize("boards", [1, 64])
def test_mask_of_slides(benchmark: BenchmarkFixture, boards: int) -> None:
    """24 slides of five models: all boards in one call; the referee; `movesolver.mask`."""
    env = SkirmishVectorEnv(boards)
    env.reset(seed=0)
    game = env.game
    which = np.arange(boards)
    ask = partial(allowed, game.boards, which, game.side, game.unit, env.shifts())
    shifts, scenario = env.shifts()[0], game.scenario(0)
    at = {model.id: np.array(model.at) for model in scenario.mover.models}
    ends = [{name: (*(xy + shift), 0.0, 0.0) for name, xy in at.items()} for shift in shifts]
    paths = [{name: ((*at[name], 0.0, 0.0), end[name]) for name in at} for end in ends]

    def refereed() -> list[bool]:
        position = pack(scenario)
        return [judge(position, path).legal for path in paths]

    assert refereed() == ask()[0].tolist()
    places = {name: [tuple(xy + shift) for shift in shifts] for name, xy in at.items()}
    each = spent(ask) / boards
    benchmark(ask)
    benchmark.extra_info["us_a_board"] = 1e6 * each
    benchmark.extra_info["times_referee"] = spent(refereed) / each
    benchmark.extra_info["times_mask"] = spent(partial(mask, scenario, places)) / each


@pytest.mark.parametrize("discrete", [True, False])
def test_threads(benchmark: BenchmarkFixture, discrete: bool) -> None:
    """What a second thread gains: wall time, so on a quiet machine only."""
    steps = STEPS if discrete else 3
    runs = []
    for threads in (1, 2):
        env = SkirmishVectorEnv(32, discrete=discrete, threads=threads)
        runs.append(partial(by_chance if discrete else by_wishes, env, steps))
    one, two = (least(run, repeats=3, clock=time.perf_counter) for run in runs)
    timed: Any = benchmark.pedantic
    timed(runs[1], rounds=1)
    benchmark.extra_info["steps_a_second"] = 32 * steps / two
    benchmark.extra_info["times_one_thread"] = one / two


def by_wishes(env: SkirmishVectorEnv, steps: int) -> None:
    """Play some steps of wishes at random."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    for _ in range(steps):
        env.step(rng.uniform(-1.0, 1.0, (env.num_envs, 5, 2)))
