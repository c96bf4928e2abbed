"""Support and table-edge slack."""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Shapes


@kernel
def support(shapes: Shapes, k: int, c: float, s: float, ux: float, uy: float) -> float:
    """Support."""
    return float(shapes.outer[k])


@kernel
def edge_slack(
    shapes: Shapes, k: int, x: float, y: float, c: float, s: float, width: float, height: float
) -> float:
    """Edge slack."""
    return min(min(x, y), min(width - x, height - y)) - shapes.outer[k]


@kernel
def turn_edge_slack(
    shapes: Shapes,
    k: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    width: float,
    height: float,
) -> float:
    """Edge slack in a turn."""
    return edge_slack(shapes, k, x, y, c0, s0, width, height)
