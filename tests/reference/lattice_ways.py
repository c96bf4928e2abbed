"""Slow twin of `movekernels.paths.lattice_ways`."""

from __future__ import annotations

from reference.lattice import Search, search_lattice
from reference.ways_outlines import Outlines, Pose


def lattice_way(
    table: Outlines, start: Pose, end: Pose, maximum: float, step: float, headings: int
) -> float:
    """Length of the shortest way on a lattice about the start; inf if there is none."""
    return search_lattice(Search(table, start, end, maximum, step, headings), maximum)
