"""Slow twin of `movekernels.paths.web`: every answer found anew."""

from __future__ import annotations

from movekernels.paths.grown import Grown
from reference.arcs import find_arcs
from reference.curves import touch
from reference.sight import point_free, segment_clear
from reference.tangents import tangent


def new_web(grown: Grown) -> tuple[int, int]:
    """How many oriented curves and links there are."""
    oriented = [(j, sense) for j in range(grown.x.size) for sense in (1, -1)]
    return len(oriented), len([(p, q) for p in oriented for q in oriented])


def know_arcs(grown: Grown, j: int, samples: int) -> list[tuple[float, float, bool]]:
    """The same as finding them."""
    return find_arcs(grown, j, samples)


def _ends(grown: Grown, p: int, q: int) -> tuple[float, tuple[float, float], tuple[float, float]]:
    """Length of a link, -1 if there is none, and both its ends."""
    i, j = p // 2, q // 2
    si, sj = 1.0 - 2.0 * (p % 2), 1.0 - 2.0 * (q % 2)
    one, two = (float(grown.x[i]), float(grown.y[i])), (float(grown.x[j]), float(grown.y[j]))
    found, mx, my, length = tangent(grown, i, si, *one, j, sj, *two)
    ax, ay = touch(grown, i, si * mx, si * my)
    bx, by = touch(grown, j, sj * mx, sj * my)
    return length if found else -1.0, (one[0] + ax, one[1] + ay), (two[0] + bx, two[1] + by)


def draw_link(grown: Grown, p: int, q: int) -> float:
    """Length of the link from ``p`` to ``q`` if it begins and ends at free points, else -1."""
    length, start, end = _ends(grown, p, q)
    return length if point_free(grown, *start) and point_free(grown, *end) else -1.0


def prove_link(grown: Grown, p: int, q: int) -> bool:
    """Whether the link enters nothing between its ends."""
    _, start, end = _ends(grown, p, q)
    return segment_clear(grown, *start, *end, p // 2, q // 2)
