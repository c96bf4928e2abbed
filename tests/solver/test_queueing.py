"""Models that walk to their ends one after the other, where mates bar the way (VS4)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movesolver import Scenario, Verdict, solve
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends, accepted, valued
from movesolver.search.goals import pack_goal
from movesolver.search.queueing import one_after_another
from movesolver.table.scenario import Pose
from situations import model, situation, unit

Spot = tuple[float, float]
GOAL = [{"near": [22, 10]}]


def asked(starts: list[Spot], move: float = 8) -> Scenario:
    me = unit("alpha", "a", *[model(f"a{k}", at) for k, at in enumerate(starts)], move=move)
    return situation([me], move="move", rules={"game": "voidsiege"}, goal=GOAL)


def queued(starts: list[Spot], ends: list[Spot], move: float = 8) -> tuple[Ends, Verdict] | None:
    """Return what straight ways to ends come to in an order, if the referee accepts it."""
    position = pack(asked(starts, move))
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    paths: dict[str, tuple[Pose, ...]] = {
        name: ((*start, 0.0, 0.0), (*end, 0.0, 0.0))
        for name, start, end in zip(position.ids, starts, ends, strict=True)
    }
    poses = np.array([(*end, 1.0, 0.0) for end in ends])
    found = one_after_another(position, arena, goal, valued(position, arena, goal, paths, poses))
    return None if found is None else accepted(position, arena, goal, found)


def places(ends: Ends) -> set[Spot]:
    return {(round(path[-1][0], 9), round(path[-1][1], 9)) for path in ends.paths.values()}


def test_a_row_moves_front_first_by_straight_ways() -> None:
    starts: list[Spot] = [(10, 10), (12, 10), (14, 10)]
    found = queued(starts, [(14, 10), (16, 10), (18, 10)])
    assert found is not None
    ends = found[0]
    assert ends.order == (("a2", 1), ("a1", 1), ("a0", 1))
    assert all(length == pytest.approx(4.0) for length in ends.lengths.values())


def test_who_cannot_go_straight_goes_round_those_that_stay() -> None:
    found = queued([(10, 10), (12, 10)], [(14, 10), (12, 10)])
    assert found is not None
    ends = found[0]
    assert places(ends) == {(14.0, 10.0), (12.0, 10.0)}
    assert 4.0 < ends.lengths["a0"] <= 8.0


def test_models_that_are_alike_take_each_others_ends() -> None:
    """A swap can be walked in no order; nobody has to move for it."""
    starts: list[Spot] = [(10, 10), (12, 10)]
    found = queued(starts, starts[::-1], move=2)
    assert found is not None
    assert places(found[0]) == set(starts)
    assert found[0].points == pytest.approx(0.0, abs=1e-9)


def test_who_cannot_get_to_its_end_takes_one_near_it() -> None:
    """a0 has to go round a1, which is farther than it may go."""
    found = queued([(10, 10), (13, 10)], [(16, 10), (13, 10)], move=6)
    assert found is not None
    x, y = found[0].paths["a0"][-1][:2]
    assert found[0].paths["a1"][-1][:2] == (13, 10)
    assert 0.0 < math.hypot(x - 16, y - 10) < 1.5


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_no_worse_than_a_shift_of_the_whole_unit(seed: int) -> None:
    """Twelve in three ranks, whose front rank stands in the way of those behind it."""
    starts: list[Spot] = [(10 + 1.3 * (k // 4), 8 + 1.3 * (k % 4)) for k in range(12)]
    result = solve(asked(starts, 6), seed=seed)
    assert result.objective is not None
    # All go straight to the right, those in front first.
    straight = sum(math.hypot(x - 22, y - 10) - math.hypot(x + 6 - 22, y - 10) for x, y in starts)
    assert result.objective >= straight - 1e-6
