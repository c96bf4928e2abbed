"""Distances between whole units, and who is in range of which objective."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies, Floats, Ints
from movekernels.geometry.gap import gap_rows
from movesolver.phases.asking import rules_of
from movesolver.referee.bodies import bodies_of
from movesolver.referee.outlines import (
    Outline,
    centred,
    outline_of_base,
    outline_of_disc,
    pack_outlines,
)
from movesolver.table.army import Unit
from movesolver.table.fields import Point
from movesolver.table.scenario import Marker, Scenario


class Ranges:
    """Distances on one board, whoever moves on it: its outlines are packed once.

    Parameters
    ----------
    board
        A scenario with every unit, on the table or not; later ones may differ in poses.
    """

    def __init__(self, board: Scenario) -> None:
        outlines: list[Outline] = []
        self._shape: dict[str, int] = {}
        for unit in board.units:
            for model in unit.models:
                self._shape[model.id] = len(outlines)
                outlines.append(outline_of_base(model.base))
        spots: list[Point] = []
        for marker in board.markers:
            spot, outline = _outlined(marker)
            spots.append(spot)
            outlines.append(outline)
        self.shapes = pack_outlines(outlines)
        self.spots = tuple(spots)
        """The middle of each objective."""
        count = len(self._shape)
        poses = [(x, y, 0.0, 0.0) for x, y in spots]
        self._markers = bodies_of(np.arange(count, count + len(spots)), poses)
        rules = rules_of(board.rules)
        slop = rules.tolerance
        discs = np.array([marker.area is None for marker in board.markers], dtype=np.bool_)
        self._reach = np.where(discs, rules.marker_range, 0.0) + slop
        self._tall = np.where(discs, rules.marker_vertical + slop, np.inf)

    def bodies(self, unit: Unit) -> Bodies:
        """Return the standing models of a unit, shape (n,)."""
        standing = unit.standing
        shape = np.array([self._shape[model.id] for model in standing], dtype=np.int64)
        return bodies_of(shape, [(*(m.at or (0.0, 0.0)), m.facing, m.z) for m in standing])

    def outer(self, unit: Unit) -> Floats:
        """Return the radius of the disc around each standing model, inches, shape (n,)."""
        shape = [self._shape[model.id] for model in unit.standing]
        radii: Floats = self.shapes.outer[shape]
        return radii

    def gap(self, one: Unit, other: Unit) -> float:
        """Return the distance between the closest models of two units, inches (01.04)."""
        a, b = self.bodies(one), self.bodies(other)
        if not a.x.size or not b.x.size:
            return float("inf")
        flat = np.empty((a.x.size, b.x.size))
        gap_rows(self.shapes, a, b, flat)
        return float(np.hypot(np.maximum(flat, 0.0), a.z[:, None] - b.z).min())

    def held(self, scenario: Scenario, sides: tuple[str, ...]) -> Ints:
        """Return how many models of each side are in range of each objective, (k, sides).

        Sections 14.01 and 14.01.01; each model counts once.
        """
        count = np.zeros((len(self.spots), len(sides)), dtype=np.int64)
        for unit in scenario.units:
            if unit.on_table and len(self.spots):
                bodies = self.bodies(unit)
                gaps = np.empty((bodies.x.size, len(self.spots)))
                gap_rows(self.shapes, bodies, self._markers, gaps)
                near = (gaps <= self._reach) & (bodies.z[:, None] <= self._tall)
                count[:, sides.index(unit.side)] += near.sum(axis=0)
        return count


def centre(unit: Unit) -> tuple[float, float]:
    """Return the mean of where the standing models of a unit are, inches."""
    at = [model.at or (0.0, 0.0) for model in unit.standing]
    return sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)


def _outlined(marker: Marker) -> tuple[Point, Outline]:
    if marker.at is not None:
        return marker.at, outline_of_disc(marker.diameter_mm)
    x, y, outline = centred(marker.area or ())
    return (x, y), outline
