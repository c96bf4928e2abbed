"""What the search stands on: obstacles, the unit, the spots, and the goal, as packed arrays.

Axis letters: ``n`` models of the unit, ``c`` classes of models (same shape, same
height, same demands on where they end), ``o`` obstacles, ``s`` spots, ``t`` terms
and ``m`` targets of the goal, ``f`` convex pieces of floor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels.arrays import CONTACT, Bools, Floats, Ints, Shapes
from movekernels.paths.detours import Detours

MARGIN = 1e-7
"""How far inside every limit the search keeps what it places (inches).

Wider than rounding and than nothing else: an end found so is legal for a strict
referee and for one that forgives 1e-6.
"""
CLEAN = CONTACT / 2
"""How deep the search lets a path press into an obstacle: half of what is forgiven."""
UNSURE = -4
"""Answer where the discs do not decide: the exact gap does."""
BARRED = -np.inf
"""Value of a spot that a model cannot use."""


class Rings(NamedTuple):
    """Obstacles as discs: all that most questions need.

    Row 2k holds, squared, the distance of centres from which on the discs around
    two bases keep the gap that is asked for, row 2k + 1 the distance below which
    not even the discs inside them do.  Between the two only the exact gap decides;
    for two round bases there is nothing between.

    A function's arguments are copied at every call, seven to nine words an array: the
    inner loops take these few arrays and ask for the rest only in the ring between.
    """

    x: Floats
    """Centre of each obstacle, shape (o,)."""
    y: Floats
    """Centre of each obstacle, shape (o,)."""
    apart: Floats
    """For a model of class ``k`` that ends, shape (2c, o)."""
    clear: Floats
    """For model ``i`` on its way, shape (2n, o)."""


class Ground(NamedTuple):
    """The table around the unit: everything that does not move."""

    rings: Rings
    """The obstacles as discs."""
    shapes: Shapes
    """Every outline the search meets: bases, walls, targets of the goal."""
    outline: Ints
    """Outline of each obstacle: models, walls, where needed start poses of mates; shape (o,)."""
    turned: Floats
    """Cosine and sine of its heading, shape (o, 2)."""
    apart: Floats
    """Smallest gap a model of a class must end with from an obstacle; -inf: any; shape (c, o)."""
    clear: Floats
    """Smallest gap a model must keep from an obstacle on its way; -inf for any; shape (n, o)."""
    floor: Ints
    """Outlines of convex pieces of floor, in table coordinates; shape (f,)."""
    carries: Bools
    """Which pieces carry which class, shape (c, f)."""
    raised: Bools
    """Classes that must end wholly on one piece of floor, shape (c,)."""
    detours: Detours
    """Ways around obstacles of each model (n)."""
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
    outer: Floats
    """Radius of the disc around the outline of each class, inches, shape (c,)."""
    inner: Floats
    """Radius of the disc inside it, negative as in `Shapes`; shape (c,)."""
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


KIND = 0
"""Column of `Terms.spec`: one of the constants above."""
FIRST = 1
"""Column of `Terms.spec`: first target of the term ..."""
LAST = 2
"""... and the one after its last."""
GRID = 3
"""Column of `Terms.spec`: first value of its grid."""
ROWS = 4
"""Column of `Terms.spec`: rows of its grid ..."""
COLUMNS = 5
"""... and columns."""
REACH = 0
"""Column of `Terms.limit`: largest gap that counts, inches, tolerance included."""
VERTICAL = 1
"""Column of `Terms.limit`: largest difference of heights that counts, may be infinite."""
STEP = 2
"""Column of `Terms.limit`: spacing of its grid, inches."""
WEIGHT = 0
"""Column of `Terms.share`: weight of the term for a model, 0 if it does not concern it."""
AT_X = 1
"""Column of `Terms.share`: point of the term for a model ..."""
AT_Y = 2
"""... likewise."""
BASE = 3
"""Column of `Terms.share`: distance or gap the model starts with, from which savings count."""
RADIUS = 5
"""Column of `Terms.target`: radius of a round target, -1 for others."""


class Terms(NamedTuple):
    """The goal: terms that add up, each worth something for a model at a pose."""

    spec: Ints
    """Kind and offsets, shape (t, 6)."""
    limit: Floats
    """Limits of counts, spacing of fields, shape (t, 3)."""
    share: Floats
    """What each model has to do with the term, shape (t, n, 4)."""
    target: Floats
    """Things aimed at: x, y, cosine and sine of the heading, z, radius; shape (m, 6)."""
    outline: Ints
    """Outline of each target; shape (m,)."""
    grid: Floats
    """Values of all fields, row by row along y."""
