"""What models can be worth where no disc is priced: on other levels, and where they stand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from movekernels.arrays import LEVEL, Bools, Shapes
from movekernels.search.cells import SLOP
from movekernels.search.ground import (
    FIRST,
    KIND,
    LAST,
    MARGIN,
    VERTICAL,
    WEIGHT,
    WITHIN,
    WITHIN_SOLID,
    Ground,
    Terms,
)
from movesolver.referee.outlines import surroundings
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND
from movesolver.search.arena import Arena, ring_rows
from movesolver.search.goal_table import joined_shapes
from movesolver.search.regions import REGIONS
from movesolver.table.fields import Polygon, box_of
from movesolver.table.prepared import Prepared

NEAR = LEVEL / 2
"""Models whose heights differ from the discs' by less than this pay their prices: of these
no two are a level apart."""


def at_any_height(terms: Terms) -> Terms:
    """Return terms that are worth at least as much at every height as the given ones."""
    solid = terms.spec[:, KIND] == WITHIN_SOLID
    bounded = solid | np.isfinite(terms.limit[:, VERTICAL])
    bounded &= terms.spec[:, FIRST] < terms.spec[:, LAST]
    spec, limit, share = terms.spec.copy(), terms.limit.copy(), terms.share.copy()
    spec[solid, KIND] = WITHIN
    limit[bounded, VERTICAL] = math.inf
    share[bounded, :, WEIGHT] = np.maximum(share[bounded, :, WEIGHT], 0.0)
    return terms._replace(spec=spec, limit=limit, share=share)


def other_floors(position: Position, model: int) -> list[tuple[float, list[Polygon] | None]]:
    """Return where else than on its level a model may end, and how far from its start.

    Returns
    -------
    list
        Of each height: how far away at most (inches, in a straight line across the table), and
        the polygons its centre is in or near (None: anywhere).
    """
    start, rules = float(position.start.z[model]), position.rules
    most = float(position.maximum[model]) + SLOP
    if not rules.terrain_categories:
        return [(most - _climb(position, model, start, start + NEAR), None)]
    floors: dict[float, list[Polygon] | None] = {}
    if rules.stands_high & position.movers[model].keywords:
        for feature in position.scenario.terrain:
            for floor in feature.floors:
                listed = floors.setdefault(float(floor.z), [])
                assert listed is not None
                listed.append(floor.polygon)
    radius = float(position.shapes.inner[position.start.shape[model]])
    floors = {z: some for z, some in floors.items() if holds_base(position, z, radius)}
    floors[0.0] = None
    return [
        (most - _climb(position, model, start, z), polygons)
        for z, polygons in floors.items()
        if abs(z - start) > GROUND and _climb(position, model, start, z) <= most
    ]


def holds_base(position: Position, z: float, radius: float) -> bool:
    """Return whether the floors at a height are wide enough somewhere for a disc (13.06)."""
    import shapely

    known = _WIDE.of((position.scenario.terrain,), dict)
    if (z, radius) not in known:
        polygons = [
            floor.polygon
            for feature in position.scenario.terrain
            for floor in feature.floors
            if abs(floor.z - z) <= GROUND
        ]
        # Tops of walls that stand alone are left out: most tables have no other floors.
        wide = [
            shapely.Polygon(polygon)
            for polygon, touches in zip(polygons, _touching(polygons), strict=True)
            if touches or not _narrower(polygon, 2.0 * (radius - SLOP))
        ]
        # An outline of straight sides in place of the disc lies inside it: this errs towards room.
        known[z, radius] = bool(wide) and not shapely.union_all(wide).buffer(SLOP - radius).is_empty
    return known[z, radius]


def _narrower(polygon: Polygon, wide: float) -> bool:
    """Return whether a polygon is seen to be less wide than that, square to one of its sides."""
    for (x, y), (u, v) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        across = [(v - y) * px - (u - x) * py for px, py in polygon]
        if max(across) - min(across) < wide * math.hypot(u - x, v - y):
            return True
    return False


def _touching(polygons: Sequence[Polygon]) -> list[bool]:
    """Return of each polygon whether its box touches that of another."""
    boxes = [box_of(polygon) for polygon in polygons]
    order = sorted(range(len(boxes)), key=boxes.__getitem__)
    touches = [False] * len(boxes)
    for place, k in enumerate(order):
        _, low, right, high = boxes[k]
        for other in order[place + 1 :]:
            left, other_low, _, other_high = boxes[other]
            if left > right:
                break
            if other_low <= high and low <= other_high:
                touches[k] = touches[other] = True
    return touches


_WIDE: Prepared[dict[tuple[float, float], bool]] = Prepared(64)
"""What `holds_base` has found out of terrain."""


def _climb(position: Position, model: int, low: float, high: float) -> float:
    """Return what a climb costs at least, inches."""
    if position.placing or position.movers[model].flying:
        return 0.0
    if high < low and not position.rules.descent_counts:
        return 0.0
    return abs(high - low)


def ground_of(position: Position, arena: Arena) -> Ground:
    """Return the ground with what bars every end of a model on its level.

    Where nothing has to carry a model (VoidSiege) it may end a little above: then only the
    models that stand as high bar it.
    """
    if position.rules.terrain_categories:
        return arena.ground
    z = arena.squad.z[:, None]
    return _others_only(position, arena, np.abs(position.others.z[None, :] - z) < NEAR)


def ground_aloft(position: Position, arena: Arena) -> Ground:
    """Return the ground with what bars every end whatever its height."""
    shape = (arena.squad.z.size, position.others.x.size)
    return _others_only(position, arena, np.zeros(shape, dtype=np.bool_))


def on_floors(ground: Ground, shapes: Shapes, polygons: list[Polygon]) -> tuple[Ground, Shapes]:
    """Return the ground of those who must stand wholly on some polygons, and its shapes."""
    around = surroundings(tuple(polygons))
    classes, rings = len(ground.apart), ground.rings
    rows = np.zeros((2 * classes, 1))
    rows[0::2] = math.inf
    return ground._replace(
        rings=rings._replace(
            x=np.append(rings.x, 0.0),
            y=np.append(rings.y, 0.0),
            apart=np.concatenate([rings.apart, rows], axis=1),
        ),
        outline=np.append(ground.outline, shapes.outer.size),
        turned=np.concatenate([ground.turned, [[1.0, 0.0]]]),
        apart=np.concatenate([ground.apart, np.zeros((classes, 1))], axis=1),
    ), joined_shapes(shapes, [around])


def _others_only(position: Position, arena: Arena, level: Bools) -> Ground:
    """Return the ground with the others alone, those on a class's level barring it; (c, m).

    And with the regions that a unit that is set up keeps out of, at every height.
    """
    others, squad, ground = position.others, arena.squad, arena.ground
    apart = np.where(level, MARGIN, -math.inf)
    for berth in position.berths():
        if math.isinf(berth.vertical):
            # Between bodies whose heights are given distances are solid: above one nothing is kept.
            flat = berth.whom & ~(position.rules.solid & np.isfinite(position.other_heights))
            apart[:, flat] = np.maximum(apart[:, flat], berth.horizontal + MARGIN)
    regions = np.array([code in REGIONS for code in arena.codes], dtype=np.bool_)
    apart = np.concatenate([apart, ground.apart[:, regions]], axis=1)
    outline = np.concatenate([others.shape, ground.outline[regions]])
    turned = np.column_stack([others.cos, others.sin])
    return ground._replace(
        rings=ground.rings._replace(
            x=np.concatenate([others.x, ground.rings.x[regions]]),
            y=np.concatenate([others.y, ground.rings.y[regions]]),
            apart=ring_rows(apart, squad.outer, squad.inner, ground.shapes, outline),
        ),
        outline=outline,
        turned=np.concatenate([turned, ground.turned[regions]]),
        apart=apart,
    )
