"""Ways between levels in drawn scenes: the referee's word, and a slow search of another kind."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from levels_scenes import judged, strewn
from movesolver import Scenario, dumps, loads
from movesolver.paths.levels import Levels
from movesolver.paths.ways import Way, Ways
from movesolver.referee.motion import judge_paths, path_length
from movesolver.referee.pack import pack
from movesolver.referee.verdict import Code
from reference.levels import Table, shortest
from situations import Json

pytestmark = pytest.mark.compiled

HEIGHTS = (0.0, 3.0, 6.0)
EXACT = 1e-9
CASES = [
    ("wh40k11", 32, "INFANTRY"),
    ("wh40k11", 50, "VEHICLE"),
    ("wh40k11", 50, "MONSTER", "MOBILE"),
    ("wh40k11", {"oval": [90, 52]}, "MONSTER"),
    ("wh40k11", {"rectangle": [80, 50]}, "VEHICLE", "MOBILE"),
    ("wh40k10", 32, "INFANTRY"),
    ("wh40k10", 50, "VEHICLE"),
    ("voidsiege", 32, "INFANTRY"),
]


def way_of(found: Levels, x: float, y: float, z: float, extra: float) -> Way | None:
    return found.way(0, (x, y, float(found.position.facing[0]), z), extra)


@pytest.mark.parametrize(("game", "base", "words"), [(g, b, w) for g, b, *w in CASES])
def test_every_way_is_legal_and_as_long_as_was_said(
    game: str, base: Json | float, words: list[str]
) -> None:
    asked = exact = 0
    for seed in range(6):
        scenario, draw = strewn(seed, *words, base=base, game=game, upstairs=seed % 2 == 1)
        found = Levels(Ways(pack(scenario)))
        points = draw.uniform(2, 28, (30, 2))
        for z in HEIGHTS:
            lower, upper = found.lengths(0, points, z)
            assert np.all(lower <= upper + EXACT)
            asked += int(np.isfinite(upper).sum())
            exact += int((upper[np.isfinite(upper)] - lower[np.isfinite(upper)] <= EXACT).sum())
            for k in np.flatnonzero(np.isfinite(upper))[:5].tolist():
                x, y = points[k].tolist()
                way = way_of(found, x, y, z, 1e-4)
                assert way is not None
                assert not judged(found, way)
                assert lower[k] - EXACT <= way.length <= upper[k] + 1.1e-4
                assert way.length == path_length(found.position, 0, way.path)
                first = scenario.mover.standing[0]
                assert first.at is not None
                assert way.path[0] == (*first.at, 30.0, first.z)
    assert exact > 0.9 * asked > 0


@pytest.mark.parametrize(
    ("game", "base", "words"),
    [(g, b, w) for g, b, *w in CASES if not isinstance(b, dict) and g != "wh40k10"],
)
def test_a_slow_search_finds_nothing_better(game: str, base: float, words: list[str]) -> None:
    """Its paths are legal too, none below the lower bound, none clearly below the upper."""
    compared = 0
    for seed in range(4):
        up = seed % 2 == 1
        scenario, draw = strewn(seed, *words, base=base, move=8.0, game=game, upstairs=up)
        found, table = Levels(Ways(pack(scenario))), Table(scenario)
        most = float(found.most[0])
        points = draw.uniform(2, 28, (40, 2))
        for z in HEIGHTS:
            near = np.isfinite(found.lengths(0, points, z).lower)
            for x, y in points[near][:4].tolist():
                ((lower,), (upper,)) = found.lengths(0, np.array([[x, y]]), z)
                path = shortest(table, (x, y, z), table.heights(z), 0.5, most)
                if path is None:
                    continue
                compared += 1
                length = table.cost(path)
                assert lower - EXACT <= length
                assert upper <= length + 1e-3
                poses = [(px, py, 30.0, up) for px, py, up in path]
                says = judge_paths(found.position, {"a1": poses}, 0.0)[0]
                assert all(one.code is Code.TOO_FAR for one in says)
                assert path_length(found.position, 0, poses) == pytest.approx(length, abs=1e-9)
    assert compared > 8


def test_scenes_turned_and_renumbered_give_the_same() -> None:
    scenario, draw = strewn(1, "MONSTER", "MOBILE", base=50)
    points = draw.uniform(2, 28, (90, 2))
    plain = [Levels(Ways(pack(scenario))).lengths(0, points, z) for z in HEIGHTS]
    moved = turned(scenario)
    there = np.column_stack([30.0 - points[:, 1], points[:, 0]])
    for z, one in zip(HEIGHTS, plain, strict=True):
        other = Levels(Ways(pack(moved))).lengths(0, there, z)
        assert other.lower == pytest.approx(one.lower, abs=1e-9)
        exact = one.upper <= one.lower + EXACT
        assert other.upper[exact] == pytest.approx(one.upper[exact], abs=2e-9)
        assert np.array_equal(np.isfinite(other.upper), np.isfinite(one.upper))
    assert sum(np.isfinite(one.upper).sum() for one in plain) > 20
    assert np.isfinite(plain[1].upper).any()


def turned(scenario: Scenario) -> Scenario:
    """The scene a quarter turn round on its square table, all lists backwards."""
    document = msgspec.json.decode(dumps(scenario))

    def turn(point: list[float]) -> list[float]:
        return [30.0 - point[1], point[0]]

    for feature in document["terrain"]:
        feature["footprint"] = [turn(p) for p in feature["footprint"]]
        for part in (*feature.get("walls", []), *feature.get("floors", [])):
            part["polygon"] = [turn(p) for p in part["polygon"]]
        feature.get("walls", []).reverse()
    document["terrain"].reverse()
    for one in document["units"]:
        for figure in one["models"]:
            figure["at"] = turn(figure["at"])
        one["models"].reverse()
    return loads(msgspec.json.encode(document))
