"""Pulling a path with climbs tight: corners left out or moved while it stays legal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from movesolver.paths.heights import Heights
from movesolver.referee.steps import step_cost
from movesolver.referee.surfaces import GROUND
from movesolver.table.scenario import Pose

WIDEST, FINEST = 0.5, 1e-6
"""Corners are moved by steps from this long to this short, inches."""
COMPASS = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
"""Directions they are moved in."""
GAIN = 1e-9
"""What a change must save, inches."""


def tight(heights: Heights, path: Sequence[Pose]) -> list[Pose]:
    """Return a path that is no longer, with the same climbs in the same order.

    Parameters
    ----------
    heights
        The model, at the heading it keeps.
    path
        Poses, each of which differs from the one before by a slide or a climb.

    Returns
    -------
    list
        Poses; the first and the last are the same.

    Notes
    -----
    A pattern search (Hooke and Jeeves, 1961): the least path nearby, not of all.
    """
    found, step = _dropped(heights, list(path)), WIDEST
    while step > FINEST:
        moved = _moved(heights, found, step)
        if moved is None:
            step /= 2.0
        else:
            found = _dropped(heights, moved)
    return found


def _cost(heights: Heights, path: Sequence[Pose]) -> float:
    return math.fsum(step_cost(heights.position, heights.model, a, b) for a, b in pairwise(path))


def _legal(heights: Heights, path: Sequence[Pose]) -> bool:
    return all(heights.step(a, b) for a, b in pairwise(path))


def _dropped(heights: Heights, path: list[Pose]) -> list[Pose]:
    """Leave out corners of slides that need not be."""
    k = 0
    while k + 2 < len(path):
        a, c = path[k], path[k + 2]
        flat = a[3] == path[k + 1][3] == c[3]
        if path[k + 1] in (a, c) or (flat and heights.step(a, c)):
            del path[k + 1]
            k = max(k - 1, 0)
        else:
            k += 1
    return path


def _moved(heights: Heights, path: list[Pose], step: float) -> list[Pose] | None:
    """Move the first climb or corner that saves something by it; None if none does."""
    for first, last in _corners(path):
        x, y, facing, _ = path[first]
        around = slice(first - 1, last + 2)
        before = _cost(heights, path[around])
        for dx, dy in COMPASS:
            spot = (x + step * dx, y + step * dy)
            tried = [(*spot, facing, z) for _, _, _, z in path[first : last + 1]]
            part = [path[first - 1], *tried, path[last + 1]]
            if _cost(heights, part) < before - GAIN and _legal(heights, part):
                return [*path[:first], *tried, *path[last + 1 :]]
    return None


def _corners(path: Sequence[Pose]) -> list[tuple[int, int]]:
    """Return the first and last pose in each place but the ends, if the model climbs or is up.

    Corners on the ground are those of exact paths between them.
    """
    places = np.array([pose[:2] for pose in path])
    new = np.flatnonzero(np.any(np.diff(places, axis=0) != 0.0, axis=1)) + 1
    firsts, lasts = new[:-1].tolist(), (new[1:] - 1).tolist()
    return [(a, b) for a, b in zip(firsts, lasts, strict=True) if b > a or path[a][3] > GROUND]
