"""Spots: the poses that models are tried on.

Every start pose, a coarse hexagonal lattice over what the unit can reach, the farthest
point of each model towards each place the goal names, and the places wished for.  Where
bases touch is looked for later, about formations (`movekernels.search.contacts`).
"""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import POLYGON, Bools, Floats, Ints, Shapes
from movekernels.search.ground import MARGIN, Spots
from movekernels.search.spreading import lattice, open_poses
from movesolver.referee.position import Position, heading
from movesolver.search.arena import Arena
from movesolver.search.goal_table import Goal
from movesolver.search.regions import ring_places
from movesolver.table.fields import Point

STEP = 0.5
"""Finest step of the lattice, inches."""
POINTS = 300
"""About how many lattice points a class of round models gets ..."""
TURNED_POINTS = 1400
"""... and about how many poses (points times headings) one of other shapes, for which ..."""
CROWDED = 0.5
"""... a finer lattice is laid where fewer than this part are open ..."""
DENSEST = 4.0
"""... with at most so many times as many points ..."""
MOST_PLACES = 4
"""... and packings are laid around the first few places of the goal."""
PACKED = 3.0
"""Spots of each packing, as a multiple of the number of models."""
PHASES = ((0.0, 0.0), (0.5, math.sqrt(3.0) / 6.0))
"""Where the place lies in the packing: on a base, and between three."""


def build_spots(
    position: Position,
    arena: Arena,
    goal: Goal,
    formations: list[Floats],
    density: float = 1.0,
    *,
    barred: bool = False,
) -> tuple[Spots, Ints]:
    """Lay out the spots of every class.

    Parameters
    ----------
    position, arena, goal
        The question.
    formations
        Whole formations to include, each of poses (x, y, cos, sin), (n, 4).
    density
        How many times as many points the lattice gets as it would.
    barred
        Whether to keep poses of the lattice that no model may end in.

    Returns
    -------
    Spots
        Sorted by class; start poses where `Arena.home` allows.
    numpy.ndarray
        Spots of the start poses (-1 where not allowed) and of the models in each
        formation, shape (1 + f, n).
    """
    squad, storey, n = arena.squad, arena.storey, len(position.ids)
    places = np.full((1 + len(formations), n), -1, dtype=np.int64)
    first = [0]
    tables: list[Floats] = []
    owners: list[Ints] = []
    for c in range(squad.shape.size):
        members = np.flatnonzero(squad.member == c)
        staying = members[arena.home[members]]
        rises = storey is not None and bool(storey.rises[members[0]])
        mobile = members[(position.maximum[members] > MARGIN) & (not rises)]
        places[0, staying] = first[-1] + np.arange(staying.size)
        known = [squad.start[staying]]
        for f, formation in enumerate(formations):
            places[1 + f, members] = (
                first[-1] + staying.size + f * members.size + np.arange(members.size)
            )
            known.append(formation[members])
        if mobile.size:
            known.append(_poses(position, arena, goal, c, mobile, density, barred))
        if storey is not None and rises:
            offered = np.unique(np.concatenate([storey.poses[int(i)] for i in members]), axis=0)
            turned = [heading(facing) for facing in offered[:, 2].tolist()]
            known.append(np.column_stack([offered[:, :2], turned]))
        tables.append(np.concatenate(known))
        if squad.round[c]:
            tables[-1][:, 2:] = 1.0, 0.0
        owners.append(np.full(len(tables[-1]), -1, dtype=np.int64))
        owners[-1][: staying.size] = staying
        first.append(first[-1] + len(tables[-1]))
    table = np.concatenate(tables)
    spots = Spots(
        first=np.array(first, dtype=np.int64),
        x=np.ascontiguousarray(table[:, 0]),
        y=np.ascontiguousarray(table[:, 1]),
        turned=np.ascontiguousarray(table[:, 2:]),
        home=places[0].copy(),
        owner=np.concatenate(owners),
    )
    return spots, places


def kept_spots(spots: Spots, places: Ints, keep: Bools) -> tuple[Spots, Ints]:
    """Return the spots that a mask of shape (s,) keeps, and ``places`` among them."""
    kept = np.concatenate([[0], np.cumsum(keep)])
    # The last entry stands for "no spot", which -1 picks.
    index = np.append(np.where(keep, kept[1:] - 1, -1), -1)
    moved = index[places]
    return Spots(
        first=kept[spots.first],
        x=spots.x[keep],
        y=spots.y[keep],
        turned=spots.turned[keep],
        home=np.ascontiguousarray(moved[0]),
        owner=spots.owner[keep],
    ), moved


def _poses(
    position: Position,
    arena: Arena,
    goal: Goal,
    c: int,
    mobile: Ints,
    density: float,
    barred: bool,
) -> Floats:
    """Return poses for class ``c``, whose models ``mobile`` can move, (x, y, cos, sin), (s, 4)."""
    squad = arena.squad
    x, y = position.start.x[mobile], position.start.y[mobile]
    reach = position.maximum[mobile] - MARGIN
    still = bool(squad.round[c])
    facings = [(1.0, 0.0)] if still else _facings(position, goal, c, arena, mobile)
    target = density * (POINTS if still else TURNED_POINTS / len(facings))
    step = max(STEP / density, _step_for(x, y, reach, target))
    radius = float(arena.ground.shapes.outer[squad.shape[c]])
    places = [*goal.points, *(p for i in mobile for p in goal.wishes.get(int(i), ()))]
    more = [_towards(x, y, reach, place) for place in places]
    if position.targets or position.placing:
        more.append(_within_reach(x, y, reach, ring_places(position, radius)))
    if not still:
        more += [_packing(x, y, reach, p, 2 * (radius + MARGIN)) for p in places[:MOST_PLACES]]
    known = sum(map(len, more))
    points = np.empty((int(2.5 * target) + 200 + known, 2))
    if known:
        np.concatenate(more, out=points[:known])
    points = points[: known + lattice(x, y, reach, step, points[known:])]
    headings = np.array(facings)
    if barred:
        return np.column_stack(
            [np.tile(points, (len(headings), 1)), np.repeat(headings, len(points), axis=0)]
        )
    poses = np.empty((len(points) * len(headings), 4))
    poses = poses[: open_poses(arena.ground, squad, c, points, headings, poses)]
    if not still and density == 1.0 and len(poses) < CROWDED * TURNED_POINTS:
        # Where bases touch is not sought for these: a finer lattice comes nearer to it.
        finer = min(DENSEST, TURNED_POINTS / max(len(poses), 1))
        return _poses(position, arena, goal, c, mobile, finer, barred)
    return poses


def _step_for(x: Floats, y: Floats, reach: Floats, target: float) -> float:
    """Return the step at which the reach of the unit holds about ``target`` lattice points."""
    width, height = float(np.ptp(x)), float(np.ptp(y))
    most = float(reach.max())
    area = math.pi * most * most + 2 * most * (width + height) + 0.8 * width * height
    return math.sqrt(area / (target * math.sqrt(3.0) / 2))


def _towards(x: Floats, y: Floats, reach: Floats, place: Point) -> Floats:
    """Return the point of each model's reach that is nearest to a place."""
    dx, dy = place[0] - x, place[1] - y
    distance = np.sqrt(dx * dx + dy * dy)
    scale = np.minimum(1.0, (reach - MARGIN / 100) / np.maximum(distance, 1e-12))
    return np.column_stack([x + dx * scale, y + dy * scale])


def _within_reach(x: Floats, y: Floats, reach: Floats, places: Floats) -> Floats:
    """Return the places (p, 2) that some model can come to, in a straight line."""
    away = np.hypot(places[:, :1] - x, places[:, 1:] - y)
    near: Floats = places[(away <= reach).any(axis=1)]
    return near


def _packing(x: Floats, y: Floats, reach: Floats, place: Point, spacing: float) -> Floats:
    """Return the spots of hexagonal packings that lie nearest to a place, within reach."""
    wanted = int(PACKED * x.size) + 6
    middle = (float(x.mean()), float(y.mean()))
    away = math.hypot(place[0] - middle[0], place[1] - middle[1])
    # Far places are packed where the unit can come nearest to them.
    far = float(np.max(reach - np.hypot(place[0] - x, place[1] - y)))
    centre = place
    if far < 0 and away > 0:
        pull = -far / away
        centre = (
            place[0] + (middle[0] - place[0]) * pull,
            place[1] + (middle[1] - place[1]) * pull,
        )
    rows = int(math.sqrt(wanted)) + 3
    a, b = np.meshgrid(np.arange(-rows, rows + 1), np.arange(-rows, rows + 1))
    u = (a + 0.5 * b).ravel() * spacing
    v = (b * (math.sqrt(3.0) / 2)).ravel() * spacing
    turn = math.atan2(place[1] - middle[1], place[0] - middle[0]) if away > 0 else 0.0
    c, s = math.cos(turn), math.sin(turn)
    kept = []
    for shift_u, shift_v in PHASES:
        pu, pv = u + shift_u * spacing, v + shift_v * spacing
        px, py = centre[0] + c * pu - s * pv, centre[1] + s * pu + c * pv
        within = (
            (px[:, None] - x[None, :]) ** 2 + (py[:, None] - y[None, :]) ** 2 <= reach[None, :] ** 2
        ).any(axis=1)
        px, py = px[within], py[within]
        near = np.argsort((px - place[0]) ** 2 + (py - place[1]) ** 2, kind="stable")[:wanted]
        kept.append(np.column_stack([px[near], py[near]]))
    return np.concatenate(kept)


def _facings(
    position: Position, goal: Goal, c: int, arena: Arena, mobile: Ints
) -> list[tuple[float, float]]:
    """Return the headings tried for a class that is not round, as (cos, sin).

    The start headings, the headings wished for, the direction of the goal, and a
    fan; an outline that looks the same half a turn on needs half the fan.
    """
    shapes, shape = arena.ground.shapes, int(arena.squad.shape[c])
    period = 180.0 if _half_turn_alike(shapes, shape) else 360.0
    wanted = [float(f) for f in np.unique(position.facing[mobile])[:4]]
    wished = [f for i in mobile for f in goal.facings.get(int(i), ())]
    wanted += wished
    if goal.points:
        x, y = float(position.start.x[mobile].mean()), float(position.start.y[mobile].mean())
        wanted.append(math.degrees(math.atan2(goal.points[0][1] - y, goal.points[0][0] - x)))
    wanted += [k * 45.0 for k in range(round(period / 45.0))]
    kept: list[float] = []
    for facing in wanted:
        apart = [min((facing - k) % period, (k - facing) % period) for k in kept]
        if min(apart, default=period) > 5.0 or facing in wished:
            kept.append(facing)
    return [heading(facing) for facing in kept]


def _half_turn_alike(shapes: Shapes, shape: int) -> bool:
    """Return whether an outline is the same after half a turn about its centre."""
    low, high = int(shapes.part_first[shape]), int(shapes.part_first[shape + 1])
    if high - low != 1:
        return False
    if shapes.part_kind[low] != POLYGON:
        return True
    first, last = int(shapes.vertex_first[low]), int(shapes.vertex_first[low + 1])
    corners = {
        (round(float(x), 9) + 0.0, round(float(y), 9) + 0.0)
        for x, y in zip(shapes.vertex_x[first:last], shapes.vertex_y[first:last], strict=True)
    }
    return all((-x + 0.0, -y + 0.0) in corners for x, y in corners)
