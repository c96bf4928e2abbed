from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from movekernels.search import values as fast
from movesolver.formats.scenario import validate
from movesolver.table.bases import oval
from movesolver.table.scenario import GoalTerm, Nearness, Target
from reference import values as slow
from scenes import scene
from search_data import Tried, few_spots, odd, random_poses, tried


@pytest.mark.parametrize("seed", range(24))
def test_worth_agrees_with_the_reference(seed: int) -> None:
    case = odd(seed)
    rng = np.random.default_rng([5, seed])
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms
    for x, y, c, s in random_poses(rng, case, 8).tolist():
        i = int(rng.integers(squad.member.size))
        for slope in (0.0, fast.SLOPE):
            wanted = slow.worth(shapes, squad, terms, i, x, y, c, s, slope)
            assert fast.worth(shapes, squad, terms, i, x, y, c, s, slope) == pytest.approx(
                wanted, abs=1e-9
            )
            shortcuts(case, i, x, y, slope, wanted)


def shortcuts(case: Tried, i: int, x: float, y: float, slope: float, wanted: float) -> None:
    """The quick forms give the same, or say that they cannot."""
    squad, terms = case.squad, case.terms
    x0, y0 = (float(v) for v in squad.start[i, :2])
    k = int(squad.member[i])
    radius = float(squad.outer[k]) if squad.round[k] else -1.0
    z = float(squad.z[k])
    disc = fast.worth_of_disc(terms, i, x, y, x0, y0, z, radius, slope)
    assert math.isnan(disc) == (not slow.worth_of_disc(squad, terms, i))
    point = fast.worth_of_point(terms.spec, terms.share, i, x, y, x0, y0, slope)
    assert math.isnan(point) == (not slow.worth_of_point(terms, i))
    for value in (disc, point):
        assert math.isnan(value) or value == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_rows_and_units_are_single_values(seed: int) -> None:
    case = odd(seed)
    rng = np.random.default_rng([6, seed])
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms
    spots = few_spots(rng, case, 20)
    shape = (squad.member.size, spots.x.size)
    ways = rng.integers(0, 2, shape)
    found, wanted = np.zeros(shape), np.zeros(shape)
    fast.worth_rows(shapes, squad, terms, spots, ways, fast.SLOPE, found)
    slow.worth_rows(shapes, squad, terms, spots, ways, fast.SLOPE, wanted)
    assert found == pytest.approx(wanted, abs=1e-9)
    poses = random_poses(rng, case, squad.member.size)
    points, each = np.zeros(len(poses)), np.zeros(len(poses))
    total = fast.worth_of_unit(shapes, squad, terms, poses, 0.0, points)
    assert total == pytest.approx(
        slow.worth_of_unit(shapes, squad, terms, poses, 0.0, each), abs=1e-9
    )
    assert points == pytest.approx(each, abs=1e-9)


def test_a_field_is_bilinear_and_nothing_outside() -> None:
    assert slow.bilinear([[0, 1], [2, 3]], 0.5, 0.5) == 1.5
    assert slow.bilinear([[0, 1], [2, 3]], 1.0, 1.0) == 3
    assert slow.bilinear([[0, 1], [2, 3]], 1.1, 0.5) == 0


def test_what_is_gone_or_too_high_counts_for_nothing() -> None:
    scenario = scene(0, 1, enemies=1, friends=0, walls=0)
    alpha, foe = scenario.units
    gone = msgspec.structs.replace(
        foe, models=(msgspec.structs.replace(foe.models[0], slain=True),)
    )
    model = msgspec.structs.replace(alpha.models[0], base=oval(60, 35), z=6.0)
    alpha = msgspec.structs.replace(alpha, models=(model,))
    goal = (
        GoalTerm(within=Nearness(Target(unit="foe"), 60.0)),
        GoalTerm(within=Nearness(Target(marker="m"), 60.0)),
        GoalTerm(avoid=Nearness(Target(unit="foe"), 60.0)),
        GoalTerm(avoid=Nearness(Target(marker="m"), 60.0)),
    )
    action = msgspec.structs.replace(scenario.action, goal=goal)
    case = tried(validate(msgspec.structs.replace(scenario, units=(alpha, gone), action=action)))
    x, y, c, s = (float(v) for v in case.squad.start[0])
    found = fast.worth(case.ground.shapes, case.squad, case.terms, 0, x, y, c, s, 0.0)
    assert found == slow.worth(case.ground.shapes, case.squad, case.terms, 0, x, y, c, s, 0.0) == 0
