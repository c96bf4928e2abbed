"""The search for ways that climb: slides looked at late, places thinned out, caps, and a stop."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from levels_scenes import judged, ruin, scene, strewn
from movekernels.arrays import Bools, Floats
from movesolver import Scenario
from movesolver.paths import climbs
from movesolver.paths.heights import Heights
from movesolver.paths.levels import Levels
from movesolver.paths.places import APART, thinned
from movesolver.paths.sliding import AT_ONCE, Slides
from movesolver.paths.ways import Ways
from movesolver.referee.pack import pack
from situations import Json, box


class Told:
    """Knows of every slide between two places whether it is legal, and counts who asks."""

    def __init__(self, points: Floats, legal: Bools) -> None:
        self.points, self.legal, self.asked = points, legal, 0

    def slides(self, z: float, start: tuple[float, float], ends: Floats) -> Bools:
        self.asked += len(ends)
        a = self._number(np.array([start]))
        return self.legal[a[0], self._number(ends)]

    def _number(self, points: Floats) -> list[int]:
        return [int(np.flatnonzero((self.points == p).all(axis=1))[0]) for p in points]


def spread(told: Told, stand: Bools, most: float) -> Floats:
    """Return the lengths of ways from the first place, as the search for climbs takes them."""
    slides = Slides(cast(Heights, told), 3.0, told.points, stand, most)
    spent = np.full(len(told.points), math.inf)
    spent[0] = 0.0
    slides.settle(0, 0.0)
    while (found := slides.nearest())[0] < math.inf:
        length, place, via = found
        if slides.look(place):
            continue
        assert told.legal[via, place]
        assert spent[via] < math.inf
        spent[place] = length
        slides.settle(place, length)
    return spent


@pytest.mark.parametrize("seed", range(12))
def test_slides_make_the_shortest_ways_there_are(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count, most = int(rng.integers(2, 40)), float(rng.uniform(4.0, 14.0))
    points = rng.uniform(0.0, 10.0, (count, 2))
    legal = rng.random((count, count)) < rng.uniform(0.05, 0.6)
    legal |= legal.T
    stand = rng.random(count) < 0.9
    stand[0] = True
    told = Told(points, legal)
    found = spread(told, stand, most)
    away = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    graph: Floats = np.where(legal & stand[:, None] & stand & (away > 0.0), away, 0.0)
    wanted = np.asarray(dijkstra(csr_array(graph), indices=np.array([0])))[0]
    wanted[wanted > most] = math.inf
    assert found == pytest.approx(wanted, abs=1e-12)


def test_slides_are_not_looked_at_before_they_matter() -> None:
    """Along a row where all slides are legal each place is asked about once, from the start."""
    points = np.column_stack([np.arange(30.0), np.zeros(30)])
    everything = np.ones((30, 30), dtype=np.bool_)
    told = Told(points, everything)
    assert spread(told, everything[0], 50.0) == pytest.approx(np.arange(30.0))
    assert told.asked <= 30 * (AT_ONCE + 1)
    # What is farther than the model may go is not asked at all.
    told = Told(points, everything)
    assert np.isfinite(spread(told, everything[0], 4.5)).sum() == 5
    assert told.asked <= 5 * 5


def test_more_refusals_than_are_looked_at_together() -> None:
    """The only legal slide to the last place comes from the one that seems the longest way."""
    count = 3 * AT_ONCE
    points = np.column_stack([np.linspace(0.0, 1.0, count + 1), np.zeros(count + 1)])
    points[-1] = (1.0, 3.0)
    legal = np.ones((count + 1, count + 1), dtype=np.bool_)
    legal[-1, 1:] = legal[1:, -1] = False
    legal[0, -1] = legal[-1, 0] = True
    found = spread(Told(points, legal), np.ones(count + 1, dtype=np.bool_), 9.0)
    assert found[-1] == pytest.approx(math.hypot(1.0, 3.0))
    legal[0, -1] = legal[-1, 0] = False
    assert spread(Told(points, legal), np.ones(count + 1, dtype=np.bool_), 9.0)[-1] == math.inf


@pytest.mark.parametrize("most", [1, 3, 10, 60, 500])
def test_places_are_thinned_out_by_the_finest_grid_that_does(most: int) -> None:
    points = np.random.default_rng(most).normal(0.0, 3.0, (300, 2))
    kept = thinned(points, most)
    assert 1 <= kept.size <= most
    assert (np.diff(kept) > 0).all()
    if most >= len(points):
        assert kept.tolist() == list(range(len(points)))
        return
    low, step = points.min(axis=0), APART / 8.0

    def first_ones(step: float) -> list[int]:
        seen: dict[tuple[int, int], int] = {}
        for k, (x, y) in enumerate(((points - low) / step).tolist()):
            seen.setdefault((math.floor(x), math.floor(y)), k)
        return sorted(seen.values())

    while len(first_ones(step)) > most:
        step *= 1.2
    assert kept.tolist() == first_ones(step)
    assert thinned(points[:0], most).size == 0


def test_the_start_is_never_thinned_out() -> None:
    """It comes first, and so is the first of its square."""
    points = np.zeros((50, 2))
    points[1:] = np.random.default_rng(0).normal(0.0, 0.01, (49, 2))
    assert thinned(points, 1).tolist() == [0]
    assert 0 in thinned(np.random.default_rng(1).normal(0.0, 9.0, (400, 2)), 7)


def strewn_by(seed: int) -> Scenario:
    """Return a scene for a round base, or an oval one, which slides on the ground."""
    base: Json | float = 32 if seed % 2 else {"oval": [60, 35]}
    return strewn(seed, "INFANTRY", base=base, upstairs=seed % 3 == 0)[0]


def found_with(seed: int, points: Floats, stop: climbs.Stop = climbs.never) -> list[Floats]:
    """Return bounds and lengths of ways to points on the ground and three inches up."""
    ways = Levels(Ways(pack(strewn_by(seed))), stop)
    return [np.array(ways.lengths(0, points, z)) for z in (0.0, 3.0)]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("cap", "most"), [("LOOKS", 0), ("LOOKS", 5), ("MOST_WALKS", 0), ("MOST_PLACES", 1)]
)
def test_a_search_cut_short_finds_longer_ways_and_no_wrong_ones(
    cap: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    worse = 0
    for seed in range(8):
        points = np.random.default_rng(seed).uniform(4.0, 26.0, (60, 2))
        whole = found_with(seed, points)
        with monkeypatch.context() as patch:
            patch.setattr(climbs, cap, most)
            cut = found_with(seed, points)
            legal_ways(seed, points[:6])
        for (lower, upper), (cut_lower, cut_upper) in zip(whole, cut, strict=True):
            assert (cut_lower == lower).all()  # bounds do not come from this search
            assert (cut_upper >= cut_lower - 1e-9).all()
            if cap != "MOST_PLACES":  # other places may happen to lie better
                assert (cut_upper >= upper - 1e-9).all()
            worse += int((cut_upper > upper + 1e-9).sum())
    assert worse > 0


def legal_ways(seed: int, points: Floats) -> None:
    """The referee lets pass every way that is handed out."""
    levels = Levels(Ways(pack(strewn_by(seed))))
    for x, y in points.tolist():
        way = levels.way(0, (x, y, float(levels.position.facing[0]), 3.0))
        assert way is None or not judged(levels, way)


@pytest.mark.compiled
def test_a_search_that_is_stopped_leaves_it_at_what_it_found() -> None:
    worse = 0
    for seed in range(6):
        points = np.random.default_rng(seed).uniform(4.0, 26.0, (60, 2))
        whole = found_with(seed, points)
        for after in (0, 3, 40):
            asked = 0

            def stop(after: int = after) -> bool:
                nonlocal asked
                asked += 1
                return asked > after

            cut = found_with(seed, points, stop)
            for (lower, upper), (cut_lower, cut_upper) in zip(whole, cut, strict=True):
                assert (cut_lower == lower).all()
                assert (cut_upper >= upper - 1e-9).all()
                worse += int((cut_upper > upper + 1e-9).sum())
            assert asked <= after + 20  # each stage asks once more, and goes
    assert worse > 0


@pytest.mark.compiled
def test_no_more_places_walks_and_looks_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = ruin("r", 14, 10, 24, 20, 3.0, walls=[box(14, 10, 24, 10.3)], top=6.0)
    question = scene((12, 15), [floor], "INFANTRY", base={"oval": [60, 35]})
    monkeypatch.setattr(climbs, "MOST_PLACES", 12)
    monkeypatch.setattr(climbs, "MOST_WALKS", 3)
    looked = 0
    look = Slides.look

    def counted(slides: Slides, place: int) -> int:
        nonlocal looked
        found = look(slides, place)
        looked += found
        return found

    monkeypatch.setattr(Slides, "look", counted)
    monkeypatch.setattr(climbs, "LOOKS", 25)
    levels = Levels(Ways(pack(question)))
    levels.lengths(0, np.array([[18.0, 15.0]]), 3.0)
    (climber,) = levels._climbers.values()
    assert 0 < len(climber.graph.points) <= 12
    assert len(climber.graph.walks) <= 3
    assert 0 < looked < 25 + AT_ONCE
