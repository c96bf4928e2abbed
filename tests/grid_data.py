"""Searches on a few spots, and the best end among them by trying every combination."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from unittest.mock import patch

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.search import ending, routing
from movekernels.search.ground import BARRED, Spots
from movesolver.duties.judge import judged
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.candidates import kept_spots
from movesolver.search.goals import pack_goal
from movesolver.search.grid import reported_values
from movesolver.search.grid_proof import DENSITY
from movesolver.search.improve import Searcher
from movesolver.search.layout import Layout
from movesolver.search.listed import list_places
from movesolver.search.valued import Valued, sampled
from movesolver.table.scenario import Pose, Scenario

MOST = 60_000
"""At most so many combinations are tried."""


def searcher_among(
    scenario: Scenario,
    kept: Callable[[Spots, Floats], Bools],
    seed: int = 0,
    values: Sequence[Valued] = (),
) -> Searcher:
    """A search on those of its own spots that are kept, told from them and what they are worth."""
    position = pack(scenario)
    goal = pack_goal(position, sampled(position, values))
    arena = build_arena(position, goal.shapes)
    whole = Searcher(position, arena, goal, seed, DENSITY)
    keep = kept(whole.spots, reported_values(whole))
    spots, _ = kept_spots(whole.spots, np.empty((1, 0), dtype=np.int64), keep)
    home = np.where(keep[whole.spots.home], np.cumsum(keep)[whole.spots.home] - 1, -1)
    spots = spots._replace(home=np.where(whole.spots.home < 0, -1, home))
    few = Layout(
        spots,
        np.ascontiguousarray(whole.ways[:, keep]),
        np.empty((0, len(position.ids)), dtype=np.int64),
    )
    return _searcher(scenario, few, seed, values)


def searcher_on(scenario: Scenario, points: Floats, seed: int = 0) -> Searcher:
    """A search of round models on points (s, 2) of the table."""
    position = pack(scenario)
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    classes, n = arena.squad.shape.size, len(position.ids)
    spots = Spots(
        first=np.arange(classes + 1) * len(points),
        x=np.tile(points[:, 0], classes),
        y=np.tile(points[:, 1], classes),
        turned=np.tile([1.0, 0.0], (classes * len(points), 1)),
        home=np.full(n, -1, dtype=np.int64),
        owner=np.full(classes * len(points), -1, dtype=np.int64),
    )
    conflicts = np.empty(spots.x.size, dtype=np.int64)
    ending.end_conflicts(arena.ground, arena.squad, spots, conflicts)
    ways = np.empty((n, spots.x.size), dtype=np.int64)
    routing.routes(arena.ground, arena.squad, spots, conflicts, ways)
    places = np.empty((0, n), dtype=np.int64)
    return _searcher(scenario, Layout(spots, ways, places), seed)


def _searcher(
    scenario: Scenario, few: Layout, seed: int, values: Sequence[Valued] = ()
) -> Searcher:
    position = pack(scenario)
    goal = pack_goal(position, sampled(position, values))
    with patch("movesolver.search.improve.lay_out", lambda *_: few):
        return Searcher(position, build_arena(position, goal.shapes), goal, seed)


def some(rng: np.random.Generator, each: int) -> Callable[[Spots, Floats], Bools]:
    """Keep some of the spots of each class, about a point that many models could use."""

    def kept(spots: Spots, value: Floats) -> Bools:
        keep = np.zeros(spots.x.size, dtype=np.bool_)
        users = (value > BARRED).sum(axis=0)
        middle = int(rng.choice(np.flatnonzero(users == users.max())))
        away = np.hypot(spots.x - spots.x[middle], spots.y - spots.y[middle])
        for low, high in itertools.pairwise(spots.first.tolist()):
            near = low + np.argsort(away[low:high], kind="stable")[: 40 * each : 4]
            keep[rng.choice(near, min(each, near.size), replace=False)] = True
        return keep

    return kept


def best_by_trying(searcher: Searcher) -> float | None:
    """What the best combination of spots is worth that the referee finds legal; None if none is.

    From the best down, so the first legal one is it.
    """
    position, value = searcher.position, reported_values(searcher)
    usable = [np.flatnonzero(row > BARRED) for row in value]
    if not all(which.size for which in usable):
        return None
    rows = np.arange(len(value))
    posed: dict[str, list[Pose]] = {name: [] for name in position.ids}
    place = np.array([which[0] for which in usable])
    for i, name in enumerate(position.ids):
        for p in usable[i].tolist():
            place[i] = p
            posed[name].append(searcher.unpolished(place).paths[name][-1])
    listed = list_places(position, posed)
    combined = np.array(list(itertools.product(*(range(which.size) for which in usable))))
    assert len(combined) <= MOST, "too many to try"
    flat = combined + listed.first[:-1]
    fine = np.ones(len(flat), dtype=np.bool_)
    for i, j in itertools.combinations(range(len(value)), 2):
        fine &= listed.together[flat[:, i], flat[:, j]]
    spots = np.column_stack([which[combined[:, i]] for i, which in enumerate(usable)])[fine]
    chosen = flat[fine].tolist()
    points = value[rows, spots].sum(axis=1)
    for k in np.argsort(-points, kind="stable").tolist():
        poses = {name: listed.poses[p] for name, p in zip(position.ids, chosen[k], strict=True)}
        if all(judged(position, None, poses, tolerance=t)[0].legal for t in (None, 0.0)):
            return float(points[k])
    return None
