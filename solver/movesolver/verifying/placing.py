"""Where a model that comes from off the table may be set up, as far as its centre tells.

Limits loosened by the tolerance (3.02, 18.04, 20.04, 24.20, VS16).  Of *wholly within* it is
asked of the disc that the base holds; a base that holds no disc has a point near its centre,
and of that.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from movesolver.referee.large import too_large
from movesolver.referee.position import Position
from movesolver.referee.setting_up import fits_zone
from movesolver.referee.zones import enemy_zones, own_edges, own_zones
from movesolver.rules.moves import SetUp
from movesolver.verifying.boxes import Boxes
from movesolver.verifying.outlines import Body, Bools, Floats, Outline

LARGE = 1e4
"""Farther away than anything on a table, inches."""
CONTACT = 1e-3
"""Bases too large for a set-up distance touch an edge to within less than this, inches."""


def region(geometry: BaseGeometry) -> Body:
    """Return a part of the table as a body."""
    return Body(Outline(None, cast(shapely.Polygon, geometry), 0.0, math.inf), 0.0, 0.0)


def beyond(geometry: BaseGeometry) -> Body:
    """Return all that is outside a part of the table."""
    return region(shapely.box(-LARGE, -LARGE, LARGE, LARGE).difference(geometry))


class Placing:
    """What the rules of a set-up ask of single models.

    Parameters
    ----------
    position
        The question.
    outlines
        Of the models, in their order.
    others
        All that stands on the table, as `Position.other_ids` lists it.
    slop
        What limits are loosened by, inches.
    """

    def __init__(
        self, position: Position, outlines: list[Outline], others: list[Body], slop: float
    ) -> None:
        self.position, self.outlines, self.others, self.slop = position, outlines, others, slop
        table = position.scenario.table
        self.width, self.height = table.width, table.height

    def possible(self, i: int, boxes: Boxes) -> Bools:
        """Return which boxes may hold a place for a model, shape (p,)."""
        keep = np.ones(boxes.x.size, dtype=np.bool_)
        for rule in self.position.set_ups():
            keep &= self._near(i, boxes, rule) & self._clear_of_zones(i, boxes, rule)
        return keep

    def _near(self, i: int, boxes: Boxes, rule: SetUp) -> Bools:
        """Return which boxes may hold a place near enough to what a rule names."""
        outline, slop = self.outlines[i], self.slop
        if rule.near == "table":
            return np.ones(boxes.x.size, dtype=np.bool_)
        if rule.near == "mates":
            far = self.position.rules.coherency.neighbour + outline.outer
            return _least(boxes, self._bodies_of(self.position.scenario.mover.id)) <= far + slop
        if rule.near == "zone":
            if fits_zone(self.position, i):
                return self._within_zones(i, boxes)
            touches = self._edges(boxes, own=True) <= outline.outer + CONTACT + slop
            return touches | self._within_zones(i, boxes)
        large = math.isfinite(rule.within) and too_large(self.position.models[i].base, rule.within)
        if rule.near == "transport":
            return self._beside_transport(i, boxes, rule, large)
        edges = self._edges(boxes, own=rule.near == "own_edges")
        if large:
            return edges <= outline.outer + CONTACT + slop
        single = self.position.rules.options.get("single_edge") is True
        if single or rule.near == "own_edges":
            return edges + outline.grip <= rule.within + slop
        return self._out_of_core(i, boxes, rule.within)

    def _within_zones(self, i: int, boxes: Boxes) -> Bools:
        """Return which boxes may hold a place wholly within the zones of the unit's side."""
        if self._zones is None:
            return np.zeros(boxes.x.size, dtype=np.bool_)
        inside, outside = self._zones
        near = boxes.spread(inside)[0] <= self.outlines[i].beside + self.slop
        return near & (boxes.spread(outside)[1] >= self.outlines[i].held - self.slop)

    @cached_property
    def _zones(self) -> tuple[Body, Body] | None:
        """The zones of the unit's side, and what is outside them."""
        zones = [shapely.Polygon(zone) for zone in own_zones(self.position)]
        whole = shapely.union_all(zones)
        return (region(whole), beyond(whole)) if zones else None

    def _beside_transport(self, i: int, boxes: Boxes, rule: SetUp, large: bool) -> Bools:
        """Return which boxes may hold a place wholly within the distance of the transport."""
        outline, transport = self.outlines[i], self.position.transport
        bodies = self._bodies_of(transport.id if transport is not None else "")
        away = _least(boxes, bodies)
        if large:
            return away <= rule.too_large_within + outline.outer + self.slop
        keep = away <= rule.within + outline.beside + self.slop
        if len(bodies) == 1:
            # The farthest point of a disc from something convex is straight away from it.
            keep &= _least(boxes, [_hull(bodies[0])]) + outline.grip <= rule.within + self.slop
        return keep

    def _out_of_core(self, i: int, boxes: Boxes, within: float) -> Bools:
        """Return which boxes may hold a place all of which is within so far of some edge."""
        if 2 * within >= min(self.width, self.height):
            return np.ones(boxes.x.size, dtype=np.bool_)
        core = region(shapely.box(within, within, self.width - within, self.height - within))
        keep: Bools = boxes.spread(core)[1] >= self.outlines[i].grip - self.slop
        return keep

    def _clear_of_zones(self, i: int, boxes: Boxes, rule: SetUp) -> Bools:
        """Return which boxes may hold a place far enough from the enemy's zones."""
        keep = np.ones(boxes.x.size, dtype=np.bool_)
        barred = self.position.scenario.round <= rule.enemy_zone_until
        if barred or rule.clear_of_zone > 0.0:
            limit = max(rule.clear_of_zone, 0.0) - self.slop
            for zone in self._enemy_zones:
                keep &= boxes.spread(zone)[1] - self.outlines[i].grip > limit
        return keep

    @cached_property
    def _enemy_zones(self) -> list[Body]:
        return [region(shapely.Polygon(zone)) for zone in enemy_zones(self.position)]

    def _edges(self, boxes: Boxes, *, own: bool) -> Floats:
        """Return the least distance of the points of boxes from a table edge, shape (p,)."""
        x, y, h = boxes.x, boxes.y, boxes.half
        away = np.stack([x, self.width - x, y, self.height - y]) - h
        least: Floats = away[own_edges(self.position) if own else slice(None)].min(
            axis=0, initial=math.inf
        )
        return least

    def _bodies_of(self, unit: str) -> list[Body]:
        names = self.position.other_units
        return [body for body, name in zip(self.others, names, strict=True) if name == unit]


def _hull(body: Body) -> Body:
    """Return the convex hull of a body."""
    polygon = body.outline.polygon
    if polygon is None:
        return body
    around = cast(shapely.Polygon, polygon.convex_hull)
    hull = Outline(None, around, body.outline.held, body.outline.outer)
    return Body(hull, body.x, body.y, body.facing, body.z)


def _least(boxes: Boxes, bodies: list[Body]) -> Floats:
    """Return the least distance of each box from any of some bodies, shape (p,)."""
    least = np.full(boxes.x.size, math.inf)
    for body in bodies:
        least = np.minimum(least, boxes.spread(body)[0])
    return least
