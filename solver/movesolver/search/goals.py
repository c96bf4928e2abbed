"""From the terms of a goal to arrays, and what no end can be worth more than.

What one point is worth, for each model a term concerns:

=========  ==================================================================
``near``   one inch that its centre ends closer to a point or marker, or one
           inch of gap to a unit's nearest model saved
``within`` one, if any part of its base ends within the distance
``avoid``  minus one, in the same case
``wish``   minus one inch between its centre and the wish
``travel`` minus one inch of path
``field``  the value of the grid at its centre
=========  ==================================================================

Each is multiplied by the weight of its term; a goal is their sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import DISC, Bodies, Floats, Shapes
from movekernels.search.ground import (
    AT_X,
    AT_Y,
    BASE,
    FIELD,
    FIRST,
    LAST,
    MARGIN,
    NEAR_BODIES,
    NEAR_POINT,
    REACH,
    TRAVEL,
    VERTICAL,
    WEIGHT,
    WISH,
    WITHIN,
    WITHIN_SOLID,
    Terms,
)
from movesolver.referee.outlines import Outline, outline_of_polygon, pack_outlines
from movesolver.referee.position import Position
from movesolver.table.fields import Point, Polygon
from movesolver.table.measures import inches
from movesolver.table.scenario import GoalTerm, Marker, Nearness, Target

MARKER_VERTICAL = 5.0
"""How far above or below a marker a model may be to count as near it (14.02), inches."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal as the search sees it."""

    shapes: Shapes
    """The outlines of the position, then those of the targets."""
    search: Terms
    """Terms that count what is surely counted: the search climbs these."""
    report: Terms
    """Terms that count with the tolerance of the rules: the objective."""
    points: tuple[Point, ...]
    """Places the goal pulls models to."""
    facings: dict[int, tuple[float, ...]]
    """Headings wished for each model (by index), degrees."""
    wishes: dict[int, tuple[Point, ...]]
    """Places wished for each model (by index)."""


@dataclass(slots=True)
class _Table:
    """Terms being collected; one row of the per-model lists for each term."""

    position: Position
    outlines: list[Outline] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    weight: list[Floats] = field(default_factory=list)
    x: list[Floats] = field(default_factory=list)
    y: list[Floats] = field(default_factory=list)
    reach: list[float] = field(default_factory=list)
    vertical: list[float] = field(default_factory=list)
    targets: list[list[tuple[float, float, float, float, float, float]]] = field(
        default_factory=list
    )
    grid: list[Floats] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    step: list[float] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)

    def add(
        self,
        kind: int,
        weight: Floats,
        *,
        x: Floats | float = 0.0,
        y: Floats | float = 0.0,
        reach: float = 0.0,
        vertical: float = math.inf,
        targets: list[tuple[float, float, float, float, float, float]] | None = None,
        grid: Floats | None = None,
        columns: int = 2,
        step: float = 1.0,
    ) -> None:
        n = len(self.position.ids)
        self.kind.append(kind)
        self.weight.append(weight)
        self.x.append(np.broadcast_to(np.asarray(x, dtype=np.float64), (n,)))
        self.y.append(np.broadcast_to(np.asarray(y, dtype=np.float64), (n,)))
        self.reach.append(reach)
        self.vertical.append(vertical)
        self.targets.append(targets or [])
        self.grid.append(np.zeros(0) if grid is None else grid)
        self.columns.append(columns)
        self.step.append(step)

    def shape(self, outline: Outline) -> int:
        """Return the index an outline will have among the extended shapes."""
        self.outlines.append(outline)
        return self.position.shapes.outer.size + len(self.outlines) - 1


def pack_goal(position: Position) -> Goal:
    """Pack the goal of a position's scenario; where there is none, the shortest move."""
    table = _Table(position)
    if not position.scenario.action.goal:
        table.add(TRAVEL, np.ones(len(position.ids)))
    facings: dict[int, tuple[float, ...]] = {}
    wishes: dict[int, tuple[Point, ...]] = {}
    for term in position.scenario.action.goal:
        weight = np.array(
            [
                term.weight if term.models is None or name in term.models else 0.0
                for name in position.ids
            ]
        )
        if term.near is not None:
            _add_near(table, term, weight)
        elif term.within is not None:
            _add_nearness(table, term.within, weight)
        elif term.avoid is not None:
            _add_nearness(table, term.avoid, -weight)
        elif term.wish is not None:
            _add_wish(table, term, weight, facings, wishes)
        elif term.travel:
            table.add(TRAVEL, weight)
        elif term.field is not None:
            values = np.array(term.field.values, dtype=np.float64)
            table.add(
                FIELD,
                weight,
                x=term.field.origin[0],
                y=term.field.origin[1],
                grid=values.ravel(),
                columns=values.shape[1],
                step=term.field.step,
            )
            best = np.unravel_index(np.argmax(values * np.sign(term.weight or 1.0)), values.shape)
            table.points.append(
                (
                    term.field.origin[0] + term.field.step * float(best[1]),
                    term.field.origin[1] + term.field.step * float(best[0]),
                )
            )
    shapes = joined_shapes(position.shapes, table.outlines)
    return _finished(table, shapes, facings, wishes)


def joined_shapes(shapes: Shapes, outlines: list[Outline]) -> Shapes:
    """Return shapes with more outlines after them."""
    if not outlines:
        return shapes
    more = pack_outlines(outlines)
    parts, vertices = shapes.part_kind.size, shapes.vertex_x.size
    return Shapes(
        part_first=np.concatenate([shapes.part_first, more.part_first[1:] + parts]),
        part_kind=np.concatenate([shapes.part_kind, more.part_kind]),
        part_a=np.concatenate([shapes.part_a, more.part_a]),
        part_b=np.concatenate([shapes.part_b, more.part_b]),
        vertex_first=np.concatenate([shapes.vertex_first, more.vertex_first[1:] + vertices]),
        vertex_x=np.concatenate([shapes.vertex_x, more.vertex_x]),
        vertex_y=np.concatenate([shapes.vertex_y, more.vertex_y]),
        inner=np.concatenate([shapes.inner, more.inner]),
        outer=np.concatenate([shapes.outer, more.outer]),
    )


def _add_near(table: _Table, term: GoalTerm, weight: Floats) -> None:
    near = term.near
    if isinstance(near, Target) and near.unit is not None:
        targets = _unit_targets(table, near.unit)
        if targets:
            table.add(NEAR_BODIES, weight, targets=targets)
            _pull(table, term.weight, _middle([t[1:3] for t in targets]))
        return
    point = near if isinstance(near, tuple) else _centre(_marker(table.position, near))
    table.add(NEAR_POINT, weight, x=point[0], y=point[1])
    _pull(table, term.weight, point)


def _add_nearness(table: _Table, nearness: Nearness, weight: Floats) -> None:
    of, reach = nearness.of, nearness.inches or 0.0
    kind, vertical = WITHIN, math.inf
    if isinstance(of, tuple):
        targets = [(float(table.shape(_point())), of[0], of[1], 1.0, 0.0, 0.0)]
        centre = of
    elif of.unit is not None:
        kind = WITHIN_SOLID
        targets = _unit_targets(table, of.unit)
        centre = _middle([t[1:3] for t in targets]) if targets else (0.0, 0.0)
    elif of.zone is not None:
        zone = next(zone for zone in table.position.scenario.zones if zone.id == of.zone)
        targets = [_area(table, zone.polygon)]
        centre = _centroid(zone.polygon)
    else:
        marker = _marker(table.position, of)
        centre = _centre(marker)
        if marker.area is not None:
            targets = [_area(table, marker.area)]
        else:
            vertical = MARKER_VERTICAL
            disc = _disc(inches(marker.diameter_mm) / 2)
            targets = [(float(table.shape(disc)), *centre, 1.0, 0.0, 0.0)]
    table.add(kind, weight, reach=reach, vertical=vertical, targets=targets)
    if targets:
        _pull(table, float(weight.sum()), centre)


def _add_wish(
    table: _Table,
    term: GoalTerm,
    weight: Floats,
    facings: dict[int, tuple[float, ...]],
    wishes: dict[int, tuple[Point, ...]],
) -> None:
    x, y, mine = np.zeros(weight.size), np.zeros(weight.size), np.zeros(weight.size)
    for i, name in enumerate(table.position.ids):
        pose = (term.wish or {}).get(name)
        if pose is None:
            continue
        x[i], y[i], mine[i] = pose[0], pose[1], weight[i]
        wishes[i] = (*wishes.get(i, ()), (pose[0], pose[1]))
        if len(pose) > 2:
            facings[i] = (*facings.get(i, ()), pose[2])
    table.add(WISH, mine, x=x, y=y)


def _pull(table: _Table, weight: float, point: Point) -> None:
    if weight > 0:
        table.points.append(point)


def _unit_targets(
    table: _Table, unit: str
) -> list[tuple[float, float, float, float, float, float]]:
    position = table.position
    others = position.others
    return [
        (
            float(others.shape[j]),
            float(others.x[j]),
            float(others.y[j]),
            float(others.cos[j]),
            float(others.sin[j]),
            float(others.z[j]),
        )
        for j, name in enumerate(position.other_units)
        if name == unit
    ]


def _marker(position: Position, target: Target | None) -> Marker:
    assert target is not None
    return next(marker for marker in position.scenario.markers if marker.id == target.marker)


def _centre(marker: Marker) -> Point:
    if marker.at is not None:
        return marker.at
    assert marker.area is not None
    return _centroid(marker.area)


def _area(table: _Table, polygon: Polygon) -> tuple[float, float, float, float, float, float]:
    x, y = _centroid(polygon)
    outline = outline_of_polygon(tuple((px - x, py - y) for px, py in polygon))
    return (float(table.shape(outline)), x, y, 1.0, 0.0, 0.0)


def _disc(radius: float) -> Outline:
    return Outline(((DISC, radius, radius, ()),), radius, radius)


def _point() -> Outline:
    return _disc(0.0)


def _middle(points: list[tuple[float, float]]) -> Point:
    return (
        math.fsum(p[0] for p in points) / len(points),
        math.fsum(p[1] for p in points) / len(points),
    )


def _centroid(polygon: Polygon) -> Point:
    """Return the centroid of a simple polygon."""
    area = cx = cy = 0.0
    x0, y0 = polygon[0]
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
        area += cross
        cx += (ax + bx - 2 * x0) * cross
        cy += (ay + by - 2 * y0) * cross
    return (x0 + cx / (3 * area), y0 + cy / (3 * area))


def _finished(
    table: _Table,
    shapes: Shapes,
    facings: dict[int, tuple[float, ...]],
    wishes: dict[int, tuple[Point, ...]],
) -> Goal:
    n, count = len(table.position.ids), len(table.kind)
    share = np.zeros((count, n, 4))
    if count:
        share[:, :, WEIGHT], share[:, :, AT_X], share[:, :, AT_Y] = table.weight, table.x, table.y
    rows = np.array([t for ts in table.targets for t in ts], dtype=np.float64).reshape(-1, 6)
    outline = rows[:, 0].astype(np.int64)
    radii = np.where(shapes.inner == shapes.outer, shapes.outer, -1.0)[outline]
    limit = np.column_stack([table.reach, table.vertical, table.step]).reshape(count, 3)
    first, grid = (
        _offsets([len(ts) for ts in table.targets]),
        _offsets([g.size for g in table.grid]),
    )
    columns = np.array(table.columns, dtype=np.int64)
    lines = np.diff(grid) // columns
    spec = np.column_stack([table.kind, first[:-1], first[1:], grid[:-1], lines, columns])
    tolerance = table.position.rules.tolerance
    # A positive count is sought without the tolerance, a negative one shunned with it.
    shunned = (share[:, :, WEIGHT] < 0).any(axis=1)
    sought = limit.copy()
    sought[shunned, REACH] += tolerance + MARGIN
    limit[:, [REACH, VERTICAL]] += tolerance
    terms = Terms(
        spec=np.ascontiguousarray(spec, dtype=np.int64).reshape(count, 6),
        limit=sought,
        share=share,
        target=np.column_stack([rows[:, 1:], radii]),
        outline=outline,
        grid=np.concatenate([*table.grid, np.zeros(0)]),
    )
    start = table.position.start
    for t, kind in enumerate(table.kind):
        if kind == NEAR_POINT:
            share[t, :, BASE] = np.hypot(start.x - share[t, :, AT_X], start.y - share[t, :, AT_Y])
        elif kind == NEAR_BODIES:
            share[t, :, BASE] = start_gaps(shapes, start, terms, t).min(axis=1).clip(min=0.0)
    return Goal(
        shapes=shapes,
        search=terms,
        report=terms._replace(limit=limit),
        points=tuple(dict.fromkeys(table.points)),
        facings=facings,
        wishes=wishes,
    )


def start_gaps(shapes: Shapes, start: Bodies, terms: Terms, t: int) -> Floats:
    """Return the gaps from the start poses to the targets of term ``t``, shape (n, targets)."""
    from movekernels.geometry.gap import gap_rows

    low, high = int(terms.spec[t, FIRST]), int(terms.spec[t, LAST])
    chosen = Bodies(
        terms.outline[low:high],
        *(np.ascontiguousarray(terms.target[low:high, k]) for k in range(5)),
    )
    gaps = np.empty((start.x.size, high - low))
    gap_rows(shapes, start, chosen, gaps)
    return gaps


def _offsets(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(np.array(counts, dtype=np.int64), out=offsets[1:])
    return offsets
