"""Slow twin of `movekernels.paths.tangents`: all directions tried, then bisection."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq

from movekernels.paths.grown import Grown
from reference.curves import between, touch

SCAN = 1440


def tangent(
    grown: Grown, i: int, si: float, xi: float, yi: float, j: int, sj: float, xj: float, yj: float
) -> tuple[bool, float, float, float]:
    """The line that touches both; the first where there are more."""
    one, two = (i, si, xi, yi), (j, sj, xj, yj)
    return next(iter(_tangents(grown, one, two)), (False, 0.0, 0.0, 0.0))


def outer_tangent(
    grown: Grown, i: int, j: int, sense: float, number: int
) -> tuple[bool, float, float, float]:
    """The line number so-and-so."""
    one = (i, sense, float(grown.x[i]), float(grown.y[i]))
    two = (j, sense, float(grown.x[j]), float(grown.y[j]))
    found = [*_tangents(grown, one, two), (False, 0.0, 0.0, 0.0), (False, 0.0, 0.0, 0.0)]
    return found[number]


def crossing(grown: Grown, i: int, j: int) -> bool:
    """Whether the curves, both shrunk as far as both allow, have a point in common."""
    if grown.long[i] == 0.0 and grown.long[j] == 0.0:
        return False
    less = min(float(grown.radius[i]), float(grown.radius[j]))
    d = float(grown.x[j] - grown.x[i]), float(grown.y[j] - grown.y[i])
    return between(grown, i, j, *d)[0] + 2.0 * less < 0.0


End = tuple[int, float, float, float]
"""Curve, sense, centre."""


def _tangents(grown: Grown, one: End, two: End) -> list[tuple[bool, float, float, float]]:
    """All such lines, found by trying all directions of the travel."""
    (i, si, xi, yi), (j, sj, xj, yj) = one, two

    def way(angle: float) -> tuple[float, float]:
        mx, my = math.cos(angle), math.sin(angle)
        ax, ay = touch(grown, i, si * mx, si * my)
        bx, by = touch(grown, j, sj * mx, sj * my)
        wx, wy = xj + bx - xi - ax, yj + by - yi - ay
        return wx * mx + wy * my, wy * mx - wx * my

    step = math.tau / SCAN
    at = np.arange(SCAN + 1) * step + 1e-7
    aside = [way(float(t))[0] for t in at]
    found = []
    for k in range(SCAN):
        if aside[k] < 0.0 <= aside[k + 1]:
            root = float(brentq(lambda t: way(t)[0], at[k], at[k + 1], xtol=1e-14))
            found.append((True, math.cos(root), math.sin(root), way(root)[1]))
    return found
