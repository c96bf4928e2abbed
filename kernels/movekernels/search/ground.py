"""What the search stands on: obstacles, the unit, the spots, and the goal, as packed arrays.

Axis letters: ``n`` models of the unit, ``c`` classes of models (same shape, same
height, same demands on where they end), ``o`` obstacles, ``s`` spots, ``t`` terms
and ``m`` targets of the goal, ``f`` convex pieces of floor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels.arrays import CONTACT, Bools, Floats, Ints, Shapes

MARGIN = 1e-7
"""How far inside every limit the search keeps what it places (inches).

Wider than rounding and than nothing else: an end found so is legal for a strict
referee and for one that forgives 1e-6.
"""
CLEAN = CONTACT / 2
"""How deep the search lets a path press into an obstacle: half of what is forgiven."""
BARRED = -np.inf
"""Value of a spot that a model cannot use."""


class Ground(NamedTuple):
    """The table around the unit: everything that does not move."""

    shapes: Shapes
    """Every outline the search meets: bases, walls, targets of the goal."""
    outline: Ints
    """Outline of each obstacle: models, walls, where needed start poses of mates; shape (o,)."""
    x: Floats
    """Centre of each obstacle, shape (o,)."""
    y: Floats
    """Centre of each obstacle, shape (o,)."""
    turned: Floats
    """Cosine and sine of its heading, shape (o, 2)."""
    apart: Floats
    """Smallest gap a model of a class must end with from an obstacle; -inf: any; shape (c, o)."""
    clear: Floats
    """Smallest gap a model must keep from an obstacle on its way; -inf for any; shape (n, o)."""
    apart_far: Floats
    """Squared distance of centres from which on the outer discs keep ``apart``; shape (c, o)."""
    clear_far: Floats
    """Likewise for ``clear``; shape (n, o)."""
    floor: Ints
    """Outlines of convex pieces of floor, in table coordinates; shape (f,)."""
    carries: Bools
    """Which pieces carry which class, shape (c, f)."""
    raised: Bools
    """Classes that must end wholly on one piece of floor, shape (c,)."""
    width: float
    """Table, inches."""
    height: float
    """Table, inches."""


class Squad(NamedTuple):
    """The unit that moves, and what keeps it together."""

    start: Floats
    """Where its models stand: x, y, cosine and sine of the heading; shape (n, 4)."""
    maximum: Floats
    """How far each may move, inches, shape (n,)."""
    member: Ints
    """Class of each model, shape (n,)."""
    shape: Ints
    """Outline of each class, shape (c,)."""
    z: Floats
    """Height of each class, shape (c,)."""
    round: Bools
    """Classes whose heading does not matter, shape (c,)."""
    level: float
    """Heights closer than this are one level: bases may not overlap."""
    neighbour: float
    """A mate within this gap ..."""
    neighbour_vertical: float
    """... and this difference of heights is a neighbour."""
    span: float
    """Largest gap of any two models; may be infinite."""
    span_vertical: float
    """Largest difference of heights of any two; may be infinite."""
    needed: int
    """How many neighbours a model needs (none in a unit of one)."""
    single_group: bool
    """Whether the neighbours must join all models into one group."""


class Spots(NamedTuple):
    """Poses a class of models may end in, sorted by class."""

    first: Ints
    """Class ``c`` owns spots ``first[c]:first[c + 1]``; shape (c+1,)."""
    x: Floats
    """Centre, shape (s,)."""
    y: Floats
    """Centre, shape (s,)."""
    turned: Floats
    """Cosine and sine of the heading, shape (s, 2); (1, 0) for round classes."""
    home: Ints
    """Spot that is the start pose of each model, -1 if that is no legal end; shape (n,)."""
    owner: Ints
    """Model whose start pose a spot is, else -1; shape (s,)."""


NEAR_POINT = 0
"""``weight`` times the inches the centre ends closer to (x, y)."""
NEAR_BODIES = 1
"""``weight`` times the inches of gap to the nearest target saved."""
WITHIN = 2
"""``weight`` if the gap to a target is at most ``reach`` and its height within ``vertical``."""
WITHIN_SOLID = 3
"""``weight`` if a target is within ``reach`` in three dimensions."""
WISH = 4
"""``-weight`` times the distance between the centre and the model's own point."""
TRAVEL = 5
"""``-weight`` times the length of the path."""
FIELD = 6
"""``weight`` times the value of a grid at the centre, bilinear, 0 outside."""


class Terms(NamedTuple):
    """The goal: terms that add up, each worth something for a model at a pose."""

    kind: Ints
    """One of the constants above, shape (t,)."""
    weight: Floats
    """Weight of a term for a model, 0 if the term does not concern it; shape (t, n)."""
    point: Floats
    """Point of the term for a model: x, y, and what it starts with (distance to the point or gap
    to the nearest target, from which savings count; else 0); shape (t, n, 3)."""
    reach: Floats
    """Largest gap that counts for `WITHIN`, inches, tolerance included; shape (t,)."""
    vertical: Floats
    """Vertical limit of `WITHIN`, inches, may be infinite; shape (t,)."""
    first: Ints
    """Term ``t`` owns targets ``first[t]:first[t + 1]``; shape (t+1,)."""
    outline: Ints
    """Outline of each target; shape (m,)."""
    target: Floats
    """Where it stands: x, y, cosine and sine of its heading, z; shape (m, 5)."""
    grid_first: Ints
    """Term ``t`` owns grid values from ``grid_first[t]`` on; shape (t+1,)."""
    grid: Floats
    """Values of all fields, row by row along y."""
    columns: Ints
    """Columns of the term's field, shape (t,)."""
    step: Floats
    """Spacing of the term's field, inches, shape (t,)."""
