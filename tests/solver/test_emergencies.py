"""Leaving a destroyed transport among enemies: unengaged first, then as near as can be (18.05)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import shapely
from shapely import affinity

import movesolver
from movesolver import Code

RADIUS = 32 / 25.4 / 2
HULL = [[-3, -1.5], [3, -1.5], [3, 1.5], [-3, 1.5]]
AROUND = [[30.0, 24.0], [34.0, 22.0], [30.0, 16.0], [26.0, 18.0]]


def board(
    crew: int,
    foes: list[list[float]],
    ends: dict[str, list[float]] | None = None,
    version: str = "V963",
) -> movesolver.Scenario:
    """A hull at (30, 20), turned by 30 degrees, with models in it and enemies about it."""
    hull = {"id": "w1", "base": {"hull": HULL}, "at": [30, 20], "facing": 30}
    units: list[dict[str, Any]] = [
        {"id": "w", "side": "a", "keywords": ["TRANSPORT"], "models": [hull]},
        {"id": "c", "side": "a", "status": {"embarked_in": "w"}, "models": []},
    ]
    units[1]["models"] = [{"id": f"c{k}", "base": {"round": 32}} for k in range(crew)]
    if foes:
        models = [{"id": f"f{k}", "base": {"round": 32}, "at": at} for k, at in enumerate(foes)]
        units.append({"id": "f", "side": "b", "models": models})
    action: dict[str, Any] = {"unit": "c", "move": "emergency_disembark"}
    if ends is not None:
        action["ends"] = ends
    document = {"movesolver": 1, "table": {"width": 60, "height": 44}, "units": units}
    return movesolver.loads(
        json.dumps({**document, "action": action, "rules": {"version": version}})
    )


def transport() -> shapely.Geometry:
    turned = affinity.rotate(shapely.Polygon(HULL), 30, origin=(0, 0))
    return affinity.translate(turned, 30, 20)


def nearest(mates: np.ndarray[Any, Any], foes: list[list[float]]) -> tuple[float, float]:
    """The least gap of places on a raster: unengaged, and at all (inf: no place)."""
    xs, ys = np.meshgrid(np.arange(20.0, 40.0, 0.1), np.arange(10.0, 30.0, 0.1))
    points = np.column_stack([xs.ravel(), ys.ravel()])
    gap = np.asarray(shapely.distance(shapely.points(points), transport())) - RADIUS
    fine = (gap >= 0.0) & (gap + 2 * RADIUS <= 6.0)
    enemies = np.array(foes).reshape(-1, 2)
    away = np.hypot(*(points[:, None] - enemies[None]).transpose(2, 0, 1)) - 2 * RADIUS
    beside = np.hypot(*(points[:, None] - mates[None]).transpose(2, 0, 1)) - 2 * RADIUS
    fine &= (away >= 0.0).all(axis=1) & (beside >= 0.0).all(axis=1) & (beside <= 9.0).all(axis=1)
    if len(mates):
        fine &= (beside <= 2.0).any(axis=1)
    free = fine & (away > 2.0).all(axis=1)
    return float(gap[free].min(initial=np.inf)), float(gap[fine].min(initial=np.inf))


@pytest.mark.compiled
def test_who_need_not_be_engaged_is_not() -> None:
    """Its contact with the transport does not excuse it: unengaged comes first."""
    beside = board(1, AROUND, {"c0": [33.894, 19.8858, 0, 0]})
    assert movesolver.check(beside).codes == (Code.ENGAGED,)
    result = movesolver.solve(board(1, AROUND))
    assert result.moved is not None
    (pose,) = result.ends.values()
    free, _ = nearest(np.empty((0, 2)), AROUND)
    assert shapely.distance(shapely.Point(pose[:2]), transport()) - RADIUS <= free
    assert movesolver.check(result.moved).legal


@pytest.mark.compiled
def test_nobody_is_sent_into_engagement() -> None:
    """A place nearer to the transport that is engaged is no duty of a model that is unengaged."""
    found = movesolver.solve(board(2, AROUND)).ends
    verdict = movesolver.check(board(2, AROUND, {name: list(p) for name, p in found.items()}))
    assert verdict.legal, verdict.explain()


@pytest.mark.compiled
@pytest.mark.parametrize("version", ["V963", "V931"])
@pytest.mark.parametrize("crew", [1, 2, 4, 6])
@pytest.mark.parametrize("foes", [AROUND, AROUND[:1], [[35, 24]], []])
def test_each_is_as_near_as_a_raster_finds(
    crew: int, foes: list[list[float]], version: str
) -> None:
    result = movesolver.solve(board(crew, foes, version=version))
    assert len(result.ends) == crew, result.reasons
    assert result.moved is not None
    for tolerance in (None, 0.0):
        assert movesolver.check(result.moved, tolerance=tolerance).legal
    places = np.array([pose[:2] for pose in result.ends.values()])
    enemies = np.array(foes).reshape(-1, 2)
    for k, place in enumerate(places):
        mine = shapely.distance(shapely.Point(place), transport()) - RADIUS
        away = np.hypot(*(enemies - place).T) - 2 * RADIUS
        free, _ = nearest(np.delete(places, k, axis=0), foes)
        assert (away > 2.0).all()
        assert mine <= free + 1e-4


@pytest.mark.compiled
def test_room_along_the_side_of_a_hull_is_seen() -> None:
    """Contact is possible along the whole side, not only about its corners."""
    side = np.array([-np.sin(np.radians(30)), np.cos(np.radians(30))])
    along = np.array([side[1], -side[0]])
    middle = np.array([30.0, 20.0]) + side * (1.5 + RADIUS)
    touching = [*(middle + 0.4 * along).tolist(), 0.0, 0.0]
    behind = [*(middle + 0.4 * along + side * 2 * RADIUS).tolist(), 0.0, 0.0]
    verdict = movesolver.check(board(2, [], {"c0": touching, "c1": behind}))
    assert verdict.codes == (Code.DUTY,)
    assert verdict.violations[0].models == ("c1",)
