"""Things on the table that a model may want to be near: points, markers, units, models, zones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import DISC, Bodies, Floats, Shapes
from movekernels.geometry.gap import gap_rows
from movesolver.errors import InputError
from movesolver.paths.ends import posed
from movesolver.paths.grown import grown_bodies, union
from movesolver.referee.outlines import Outline, outline_of_base, outline_of_polygon, pack_outlines
from movesolver.referee.position import Position, heading
from movesolver.table.army import Model
from movesolver.table.fields import Point, Polygon, check_finite, shown
from movesolver.table.measures import inches
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

KINDS = ("marker", "unit", "model", "zone")
SPECK = 1e-9
"""Radius that a point is drawn with, inches."""

Stood = tuple[Outline, float, float, float, float]
"""An outline at x, y, facing and height."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to get near, as seen by one model's base."""

    shapes: Shapes
    """The model's outline, then those of the bodies."""
    bodies: Bodies
    """Shape (m,)."""
    solid: bool
    """Whether distances are measured across and up together (01.04); else flat."""
    vertical: float
    """Difference of heights beyond which nothing counts, inches."""

    def gaps(self, position: Position, model: int, poses: Floats) -> Floats:
        """Return how far the model's base is from the thing at poses (s, 3), inches, (s,)."""
        ends = posed(position, model, poses)
        ends = ends._replace(shape=np.zeros_like(ends.shape))
        flat = np.empty((len(poses), self.bodies.x.size))
        gap_rows(self.shapes, ends, self.bodies, flat)
        flat = np.maximum(flat, 0.0)
        up = np.abs(ends.z[:, None] - self.bodies.z[None, :])
        measured = np.hypot(flat, up) if self.solid else flat
        measured[up > self.vertical] = math.inf
        nearest: Floats = measured.min(axis=1, initial=math.inf)
        return nearest

    def least(self, position: Position, model: int, radius: float, most: float) -> float:
        """Return what no end of at most ``most`` inches of path is nearer than, inches.

        ``radius`` is that of a disc around the base.
        """
        start = position.start
        here = np.array([[start.x[model], start.y[model], 0.0]])
        centre = Thing(_with_first(self.shapes, 0.0), self.bodies, False, self.vertical)
        flat = float(centre.gaps(position, model, here)[0]) - most - radius
        up = float(np.abs(start.z[model] - self.bodies.z).min(initial=math.inf))
        flat = max(0.0, flat)
        return math.hypot(flat, up) if self.solid else flat

    def drawn(self) -> BaseGeometry:
        """Return the thing as a shape."""
        return union(grown_bodies(self.shapes, self.bodies, np.full(self.bodies.x.size, SPECK)))


def thing(position: Position, model: int, of: str | Point) -> Thing:
    """Return what a point or an id stands for.

    Raises
    ------
    InputError
        If nothing, or more than one thing, has that id.
    """
    scenario = position.scenario
    solid, vertical = False, math.inf
    if not isinstance(of, str):
        check_finite("within.of", *(float(number) for number in of))
        stood = [_disc(0.0, (float(of[0]), float(of[1])))]
    else:
        kind, name = _named(scenario, of)
        if kind == "marker":
            marker = next(m for m in scenario.markers if m.id == name)
            if marker.at is not None:
                stood = [_disc(inches(marker.diameter_mm) / 2, marker.at)]
                vertical = position.rules.marker_vertical
            else:
                stood = [_area(marker.area or ())]
        elif kind == "zone":
            stood = [_area(next(z.polygon for z in scenario.zones if z.id == name))]
        else:
            own = position.models[model].id
            models = [m for m in _models(scenario, kind, name) if m.id != own]
            if not models:
                raise InputError("within.of", "something else that stands on the table", shown(of))
            stood, solid = [_base(m) for m in models], True
    base = outline_of_base(position.models[model].base)
    shapes = pack_outlines([base, *(one[0] for one in stood)])
    return Thing(shapes, _bodies(stood), solid, vertical)


def _named(scenario: Scenario, of: str) -> tuple[str, str]:
    """Return the kind and the id that a word stands for."""
    ids = {
        "marker": [marker.id for marker in scenario.markers],
        "unit": [unit.id for unit in scenario.units],
        "model": [model.id for unit in scenario.units for model in unit.models],
        "zone": [zone.id for zone in scenario.zones],
    }
    found = [(kind, of) for kind in KINDS if of in ids[kind]]
    prefix, _, rest = of.partition(":")
    if prefix in ids and rest in ids[prefix]:
        found.append((prefix, rest))
    if len(found) != 1:
        several = ", ".join(f"{kind}:{name}" for kind, name in found)
        hint = "" if found else did_you_mean(of, (name for kind in KINDS for name in ids[kind]))
        known = f"the id of one marker, unit, model or zone{hint}, or a point"
        raise InputError("within.of", known, f"{shown(of)}, which is {several or 'none of them'}")
    return found[0]


def _models(scenario: Scenario, kind: str, name: str) -> list[Model]:
    return [
        model
        for unit in scenario.units
        if unit.on_table
        for model in unit.standing
        if name == (unit.id if kind == "unit" else model.id)
    ]


def _disc(radius: float, at: Point) -> Stood:
    return Outline(((DISC, radius, radius, ()),), radius, radius), *at, 0.0, 0.0


def _area(polygon: Polygon) -> Stood:
    return outline_of_polygon(polygon), 0.0, 0.0, 0.0, 0.0


def _base(model: Model) -> Stood:
    assert model.at is not None
    return outline_of_base(model.base), *model.at, model.facing, model.z


def _bodies(stood: list[Stood]) -> Bodies:
    rows = np.array([one[1:] for one in stood], dtype=np.float64)
    turned = np.array([heading(one[3]) for one in stood])
    columns = [rows[:, 0], rows[:, 1], turned[:, 0], turned[:, 1], rows[:, 3]]
    return Bodies(np.arange(1, len(stood) + 1), *map(np.ascontiguousarray, columns))


def _with_first(shapes: Shapes, radius: float) -> Shapes:
    """Return shapes of which the first is a disc."""
    parts = int(shapes.part_first[1]) - 1
    corners = int(shapes.vertex_first[shapes.part_first[1]])
    head = np.array([radius])
    return Shapes(
        part_first=np.concatenate([[0], shapes.part_first[1:] - parts]),
        part_kind=np.concatenate([[DISC], shapes.part_kind[parts + 1 :]]),
        part_a=np.concatenate([head, shapes.part_a[parts + 1 :]]),
        part_b=np.concatenate([head, shapes.part_b[parts + 1 :]]),
        vertex_first=np.concatenate([[0], shapes.vertex_first[parts + 1 :] - corners]),
        vertex_x=shapes.vertex_x[corners:],
        vertex_y=shapes.vertex_y[corners:],
        inner=np.concatenate([head, shapes.inner[1:]]),
        outer=np.concatenate([head, shapes.outer[1:]]),
    )
