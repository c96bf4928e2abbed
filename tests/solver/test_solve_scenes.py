"""Scenes of every kind at random: whatever is answered is legal, and no claim is false."""

from __future__ import annotations

import numpy as np
import pytest

from movesolver import check
from movesolver.referee.eligibility import eligibility
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena, start_poses
from movesolver.search.bounds import upper_bound
from movesolver.search.budget import budget_of
from movesolver.search.ends import legal, value_of
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from movesolver.search.result import Status
from movesolver.search.solve import solve
from movesolver.table.scenario import Scenario
from scenes import crowded, open_table
from scenes_mixed import anything

SCENES = 320
BATCH = 20


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, SCENES, BATCH))
def test_every_answer_is_legal_and_every_claim_holds(first: int) -> None:
    for seed in range(first, first + BATCH):
        question = anything(seed)
        result = solve(question, iterations=150, seed=seed)
        standing = check(question).legal
        if result.moved is None:
            assert not standing, (seed, result.reasons)
            assert result.reasons, seed
            if result.status is Status.INFEASIBLE and "NOT_ELIGIBLE" not in result.reasons:
                assert not search_all_the_same(question), seed
            continue
        for tolerance in (0.0, None):
            verdict = check(result.moved, tolerance=tolerance)
            assert verdict.legal, (seed, verdict.explain())
        assert result.status in (Status.OPTIMAL, Status.FEASIBLE)
        assert result.objective is not None
        assert result.bound is not None
        assert result.objective <= result.bound + 1e-12
        assert set(result.ends) == {model.id for model in question.mover.standing}


def search_all_the_same(question: Scenario) -> bool:
    """Whether the search finds a legal end although it is said that there is none."""
    position = pack(question)
    goal = pack_goal(position)
    searcher = Searcher(position, build_arena(position, goal.shapes), goal, 0)
    answers = searcher.run(budget_of(1, 300, None), np.inf)
    return any(legal(position, ends) is not None for ends in answers)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(30))
def test_nothing_better_than_the_bound_is_found_by_trying(seed: int) -> None:
    """Bounds hold for any poses within a straight move, legal or not."""
    question = anything(seed)
    position = pack(question)
    if not position.scenario.mover.on_table:
        return
    goal = pack_goal(position)
    bound = upper_bound(position, goal)
    rng = np.random.default_rng([17, seed])
    arena = build_arena(position, goal.shapes)
    for _ in range(200):
        poses = start_poses(position)
        n = len(poses)
        angle, turn = rng.uniform(0, 2 * np.pi, n), rng.uniform(0, 2 * np.pi, n)
        length = position.maximum * np.minimum(1.0, rng.uniform(0, 1.5, n))
        poses[:, 0] += length * np.cos(angle)
        poses[:, 1] += length * np.sin(angle)
        poses[:, 2], poses[:, 3] = np.cos(turn), np.sin(turn)
        assert value_of(arena, goal, poses, np.ones(n, dtype=np.int64)) <= bound


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, 80, 20))
def test_the_referee_agrees_with_the_search_on_its_best_answer(first: int) -> None:
    """What the search takes for legal is: no worse answer is returned in its place."""
    for seed in range(first, first + 20):
        position = pack(anything(seed))
        if eligibility(position) or position.mates_block.any():
            continue
        goal = pack_goal(position)
        searcher = Searcher(position, build_arena(position, goal.shapes), goal, seed)
        for ends in searcher.run(budget_of(1, 150, None), np.inf):
            assert legal(position, ends) is not None, seed


@pytest.mark.compiled
def test_long_runs_gain_little_over_short_ones() -> None:
    """Ten models among enemies, friends and walls: within 1 % in the median."""
    lost = []
    for seed in range(8):
        for goal in ("near", "mixed"):
            question = crowded(seed, goal=goal)
            short, long = (solve(question, iterations=k).objective for k in (None, 20_000))
            assert short is not None
            assert long is not None
            lost.append((long - short) / max(1.0, abs(long)))
    assert np.median(lost) <= 0.01
    assert np.mean(lost) <= 0.04


@pytest.mark.compiled
@pytest.mark.parametrize("models", [20, 30])
def test_large_units_are_solved(models: int) -> None:
    for question in (open_table(1, models), crowded(1, models)):
        result = solve(question)
        assert result.moved is not None
        assert check(result.moved, tolerance=0.0).legal
        assert result.objective is not None
        assert result.objective > 0
