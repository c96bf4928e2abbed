"""How far models have to go, at least, to come near something: proofs that it is too far."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from movekernels.arrays import Floats
from movesolver.paths.ways import Ways
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND

FINE = 0.05
"""Radius by which bases are taken smaller, inches: what the rings of places asked about cost."""
SIGHT = 1.0
"""Paths are looked at so much farther than models may go, inches."""
ROUNDING = 1e-9

Disc = tuple[float, float, float]
"""x, y and radius of a disc around what is to be near, inches."""


class Farness:
    """Least lengths of paths of the models of a position, each by itself."""

    def __init__(self, position: Position) -> None:
        self.position = position.alone()
        self.ways = Ways(self.position, further=SIGHT)
        start, others = self.position.start, self.position.others
        mates = start.z + np.array([mover.height for mover in position.movers])
        tops = (others.z + position.headroom, position.walls.top, mates)
        self.top: Floats = np.concatenate(tops)
        """How high what may bar a model reaches, inches, shape (o,)."""
        self._freed: dict[float, Ways] = {}

    def shortfall(self, models: Iterable[int], discs: list[Disc], reach: float) -> float:
        """Return by how much more than its maximum some model must go, at least, inches.

        Parameters
        ----------
        models
            Any one of which has to end near.
        discs
            Any one of which it has to end near to.
        reach
            The gap to it, at most, inches.

        Returns
        -------
        float
            Negative where one may go farther than it needs to; infinity if there is nobody.
        """
        maximum = self.position.maximum
        pairs = sorted(
            (self._straight(i, disc, reach) - float(maximum[i]), i, k)
            for i in models
            for k, disc in enumerate(discs)
        )
        best = math.inf
        for straight, i, k in pairs:
            if straight >= best:
                break
            best = min(best, self._least(i, discs[k], reach) - float(maximum[i]))
        return best

    def _wide(self, i: int, disc: Disc, reach: float) -> float:
        """Return how near the centre of a model's base must come to the middle of a disc."""
        position = self.position
        outer = float(position.shapes.outer[position.start.shape[i]])
        return reach + outer + disc[2] + position.rules.tolerance + ROUNDING

    def _straight(self, i: int, disc: Disc, reach: float) -> float:
        start = self.position.start
        away = math.hypot(float(start.x[i]) - disc[0], float(start.y[i]) - disc[1])
        return max(0.0, away - self._wide(i, disc, reach))

    def _least(self, i: int, disc: Disc, reach: float) -> float:
        """Return what no path of a model to near a disc is shorter than, inches.

        A base that ends near has crossed the ring where its centre is just near enough, and is
        less than `FINE` from one of the places asked about there; a disc smaller by that much
        gets to this place on the same path and straight on.  One that climbs goes as high as
        what it gets over, and round the rest; on the ground and up from it, that is.
        """
        position, straight = self.position, self._straight(i, disc, reach)
        inner = float(position.shapes.inner[position.start.shape[i]])
        if not 0.0 < straight <= float(self.ways.most[i]) or inner <= 2 * FINE:
            return straight
        raised = bool(np.any(position.walls.bodies.z > GROUND))
        if raised or position.movers[i].flying or position.start.z[i] > GROUND:
            return straight
        wide = self._wide(i, disc, reach)
        angles = np.linspace(0.0, 2 * math.pi, math.ceil(math.pi * wide / FINE), endpoint=False)
        ring: Floats = np.column_stack(
            [disc[0] + wide * np.cos(angles), disc[1] + wide * np.sin(angles)]
        )
        lengths = [self._around(self.ways, i, ring)]
        for top in np.unique(self.top[np.isfinite(self.ways.clear[i])]).tolist():
            climb = max(0.0, top - float(position.start.z[i]) - GROUND)
            if straight + climb >= min(lengths):
                break
            lengths.append(climb + max(straight, self._around(self._over(top), i, ring)))
        return max(straight, min(lengths))

    def _around(self, ways: Ways, i: int, ring: Floats) -> float:
        inner = float(self.position.shapes.inner[self.position.start.shape[i]])
        length = float(ways.of_disc(i, inner - FINE).lengths(ring).min())
        return min(length, float(ways.most[i])) - FINE

    def _over(self, top: float) -> Ways:
        """Return the ways where all that reaches no higher bars nobody."""
        if top not in self._freed:
            ways = Ways(self.position, further=SIGHT)
            ways.clear = np.where(self.top <= top, -math.inf, ways.clear)
            self._freed[top] = ways
        return self._freed[top]
