"""Packed structures every kernel reads: shapes, posed bodies, tolerances.

Axis letters: ``k`` distinct shapes, ``p`` convex parts, ``v`` vertices, ``m``
bodies (``n`` where they are the models of one unit).  Inches, float64; headings
as (cos, sin), counter-clockwise from +x; indices int64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

DISC = 0
"""Part kind: a disc of radius ``part_a`` about the shape's centre."""
ELLIPSE = 1
"""Part kind: half-axes ``part_a`` (along the heading) >= ``part_b``."""
POLYGON = 2
"""Part kind: a convex polygon, counter-clockwise, in the shape's own frame."""

TOLERANCE = 1e-6
"""Default comparison tolerance of every rule check, in inches."""
CONTACT = 1e-9
"""A path may press into an obstacle by this much: touching is clear (inches)."""
LEVEL = 1.0 - 1e-9
"""Heights that differ by this much or more are different levels: an inch, but for rounding, as
2.3 less 1.3 is not quite 1 (inches)."""


class Shapes(NamedTuple):
    """Distinct base and wall outlines, each a union of convex parts.

    A disc or an ellipse is centred on the shape's centre.  Polygon vertices are
    relative to that centre at heading 0.
    """

    part_first: Ints
    """Shape ``k`` owns parts ``part_first[k]:part_first[k + 1]``; shape (k+1,)."""
    part_kind: Ints
    """`DISC`, `ELLIPSE` or `POLYGON`; shape (p,)."""
    part_a: Floats
    """Radius, or longer half-axis, or bounding radius of the polygon part; shape (p,)."""
    part_b: Floats
    """Radius, or shorter half-axis, or 0 for a polygon; shape (p,)."""
    vertex_first: Ints
    """Part ``p`` owns vertices ``vertex_first[p]:vertex_first[p + 1]``; shape (p+1,)."""
    vertex_x: Floats
    """Shape (v,)."""
    vertex_y: Floats
    """Shape (v,)."""
    inner: Floats
    """Radius of a disc about the centre that lies inside the shape; minus the distance
    of the centre from the shape where it is not in it; shape (k,).

    Either way, two shapes are no farther apart than their centres less both of these.
    Sums of them may be negative: look before you square.
    """
    outer: Floats
    """Radius of the smallest disc about the centre that holds the shape; shape (k,)."""


class Bodies(NamedTuple):
    """Shapes standing on the table."""

    shape: Ints
    """Index into `Shapes`; shape (m,)."""
    x: Floats
    """Centre; shape (m,)."""
    y: Floats
    """Centre; shape (m,)."""
    cos: Floats
    """Cosine of the heading; shape (m,)."""
    sin: Floats
    """Sine of the heading; shape (m,)."""
    z: Floats
    """Height of the underside; shape (m,)."""
