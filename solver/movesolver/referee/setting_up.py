"""Where a unit may be set up (03.02, 18.04 to 18.07, 20.04, 24.09, 24.20)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.referee.large import too_large
from movesolver.referee.nearness import CONTACT_SLACK, body_gaps, polygon_gaps
from movesolver.referee.outlines import outline_of_polygon
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding
from movesolver.referee.wholly import farthest
from movesolver.referee.zones import edge_reaches, enemy_zones, outside_zones, own_edges, own_zones
from movesolver.rules.moves import SetUp
from movesolver.table.bases import Base
from movesolver.table.fields import Polygon

CODES = {"zone": Code.OUTSIDE_ZONE, "mates": Code.NO_NEIGHBOUR}
"""What it is called not to be where a set-up is near to, where it is not the set-up distance."""


def judge_set_up(position: Position, ends: Bodies, tolerance: float) -> list[Finding]:
    """Judge where models are set up, but for what binds every end; ``ends`` has shape (n,)."""
    return [
        finding
        for rule in position.set_ups()
        for finding in (
            *_places(position, ends, rule, tolerance),
            *_zones(position, ends, rule, tolerance),
        )
    ]


def without_a_place(position: Position) -> list[Finding]:
    """Return that the unit's side has no zone, or no edge, that it is to be set up at."""
    unit, found = position.scenario.mover, []
    for rule in position.set_ups():
        if _some_place(position, rule):
            continue
        text = f"{unit.id} has no edge to be set up at: no zone of {unit.side} touches one."
        if rule.near == "zone":
            text = f"{unit.id} has no deployment zone to be set up in: {unit.side} has none."
        found.append(Finding(CODES.get(rule.near, Code.OUTSIDE_SETUP), rule.section, (), text))
    return found


def _some_place(position: Position, rule: SetUp) -> bool:
    """Return whether the side has the zone, or the edge, that a rule speaks of."""
    if rule.near == "zone":
        return bool(own_zones(position))
    return rule.near != "own_edges" or bool(own_edges(position).any())


def _places(position: Position, ends: Bodies, rule: SetUp, tolerance: float) -> Iterator[Finding]:
    over, limit = outside_set_up(position, ends, rule)
    code = CODES.get(rule.near, Code.OUTSIDE_SETUP)
    if not _some_place(position, rule):
        return  # said of the whole unit (`without_a_place`)
    for i in np.flatnonzero(over > tolerance):
        name, much = position.ids[i], float(over[i])
        where = f"{limit[i]:g} inches of {_named(position, rule)}"
        if rule.near == "zone":
            where = "a deployment zone of its own"
        large = math.isfinite(rule.within) and too_large(position.models[i].base, rule.within)
        text = f"{name} is set up {much:.4g} inches too far out: wholly within {where} is wanted."
        if rule.near == "mates":
            text = f"{name} comes back {much:.4g} inches too far from those of its unit that stand."
        if large:
            text = f"{name} is too large for the set-up distance and must be within {where}."
        if math.isinf(much):
            text = f"{name} comes back on another level than all of its unit that stand."
        found = much + float(limit[i]) if math.isfinite(much) else None
        allowed = float(limit[i]) if found is not None else None
        yield Finding(code, "03.02.02" if large else rule.section, (name,), text, found, allowed)


def outside_set_up(
    position: Position, ends: Bodies, rule: SetUp, *, beyond: float | None = None
) -> tuple[Floats, Floats]:
    """Return how far each model is outside where it may be set up, and the limit it is under.

    Parameters
    ----------
    position, ends, rule
        The question, poses of its models, shape (n,), and what is asked of them.
    beyond
        Inches, if no more is asked than which models are farther out than that: then how far
        they are may be a bound that says as much.

    Returns
    -------
    tuple of numpy.ndarray
        Inches over the limit (0 or less: none), and the limit, inches; shapes (n,).  Zones
        have no limit but their border: 0.
    """
    n = ends.x.size
    over, limit = np.full(n, -math.inf), np.full(n, rule.within)
    if rule.near == "table":
        return over, limit
    if rule.near == "mates":
        mates, coherency = position.others_of(position.scenario.mover.id), position.rules.coherency
        gaps = np.empty((n, mates.x.size))
        gap_rows(position.shapes, ends, mates, gaps)
        high = np.abs(ends.z[:, None] - mates.z[None, :])
        slop = position.rules.tolerance
        gaps[high > coherency.neighbour_vertical + slop] = math.inf
        limit[:] = coherency.neighbour
        return gaps.min(axis=1, initial=math.inf) - limit, limit
    if rule.near == "zone":
        over = outside_zones(position, ends, own_zones(position))
        large = ~_each_base(position, lambda base: _fits_zones(base, own_zones(position)))
        if large.any():
            near, _ = edge_reaches(position, ends)
            touch = near[:, own_edges(position)].min(axis=1, initial=math.inf)
            over[large] = np.minimum(over[large], touch[large] - CONTACT_SLACK)
        return over, np.zeros(n)
    large = _large(position, rule.within)
    if rule.near == "transport":
        limit[large] = rule.too_large_within
        reach = np.empty(n)
        if large.any():
            reach[large] = _transport_gaps(position, ends)[large]
        if not large.all():
            against = None if beyond is None else limit + beyond
            reach[~large] = farthest(position, ends, against)[~large]
        return reach - limit, limit
    near, far_edges = edge_reaches(position, ends)
    if rule.near == "own_edges":
        own = own_edges(position)
        near, far_edges = near[:, own], far_edges[:, own]
    over = far_edges.min(axis=1, initial=math.inf) - rule.within
    if rule.near == "edges" and position.rules.options.get("single_edge") is not True:
        over = np.minimum(over, _into_core(position, ends, rule.within))
    limit[large] = 0.0
    over = np.where(large, near.min(axis=1, initial=math.inf) - CONTACT_SLACK, over)
    return over, limit


def _large(position: Position, distance: float) -> Bools:
    """Return which bases cannot be wholly within a distance, shape (n,)."""
    return _each_base(position, lambda base: too_large(base, distance))


def _each_base(position: Position, asked: Callable[[Base], bool]) -> Bools:
    """Return what is asked about each model's base, shape (n,).

    Thousands of poses of one model are asked about at once: each base is looked at once.
    """
    bases = {id(model.base): model.base for model in position.models}
    known = {key: asked(base) for key, base in bases.items()}
    return np.array([known[id(model.base)] for model in position.models], dtype=np.bool_)


def fits_zone(position: Position, model: int) -> bool:
    """Return whether a base can be wholly inside a zone of its side, as far as widths tell."""
    return _fits_zones(position.models[model].base, own_zones(position))


def _fits_zones(base: Base, zones: tuple[Polygon, ...]) -> bool:
    return not zones or not too_large(base, 2.0 * max(map(_inner_radius, zones)))


@lru_cache(maxsize=64)
def _inner_radius(zone: Polygon) -> float:
    """Return the radius of the largest disc in a zone: half a millisecond, so once."""
    from shapely import Polygon as ShapelyPolygon
    from shapely import maximum_inscribed_circle

    return float(maximum_inscribed_circle(ShapelyPolygon(zone)).length)


def _into_core(position: Position, ends: Bodies, within: float) -> Floats:
    """Return how deep each base reaches into what is farther than that from every edge."""
    core = core_of(position, within)
    if core is None:
        return np.full(ends.x.size, -math.inf)
    return -polygon_gaps(position, ends, [outline_of_polygon(core)])[:, 0]


def core_of(position: Position, within: float, edges: Bools | None = None) -> Polygon | None:
    """Return the part of the table farther than a distance from every edge, if there is one.

    Or from some of the edges: left, right, lower and upper, shape (4,).
    """
    table = position.scenario.table
    left, right, low, top = (within * (np.ones(4) if edges is None else edges)).tolist()
    right, top = table.width - right, table.height - top
    if left >= right or low >= top:
        return None
    return ((left, low), (right, low), (right, top), (left, top))


def _transport_gaps(position: Position, ends: Bodies) -> Floats:
    transport = position.transport
    assert transport is not None
    own = position.of_units(transport.id)
    gaps: Floats = body_gaps(position, ends)[:, own].min(axis=1, initial=math.inf)
    return gaps


def _zones(position: Position, ends: Bodies, rule: SetUp, tolerance: float) -> Iterator[Finding]:
    """Keep out of the enemy's deployment zone in early rounds, or away from it (24.20)."""
    zones = enemy_zones(position)
    barred = position.scenario.round <= rule.enemy_zone_until
    if not zones or not (barred or rule.clear_of_zone > 0.0):
        return
    gaps = polygon_gaps(position, ends, [outline_of_polygon(zone) for zone in zones]).min(axis=1)
    reach = max(rule.clear_of_zone, 0.0)
    for i in np.flatnonzero(gaps <= reach + tolerance):
        name, gap = position.ids[i], float(gaps[i])
        text = f"{name} is set up within the enemy's deployment zone."
        if gap > 0:
            text = f"{name} is {gap:.4g} inches from the enemy's deployment zone, "
            text += f"more than {reach:g} is needed."
        yield Finding(Code.ENEMY_ZONE, rule.section, (name,), text, gap, reach)


def _named(position: Position, rule: SetUp) -> str:
    beside = position.beside
    if rule.near in ("transport", "mates") and beside is not None:
        return beside.id
    return "the edge of the battlefield"
