"""What a model can be worth anywhere in a square, and whether it may end there at all.

All of it errs on the side of too much: a square is shut only where no point of it can be a
legal end, and no point of it is worth more than what is said.  Squares are given by their
centre and half their side.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.search.ground import (
    AT_X,
    AT_Y,
    BASE,
    COLUMNS,
    FIELD,
    FIRST,
    GRID,
    KIND,
    LAST,
    NEAR_BODIES,
    NEAR_POINT,
    RADIUS,
    REACH,
    ROWS,
    STEP,
    TRAVEL,
    VERTICAL,
    WEIGHT,
    WISH,
    WITHIN_SOLID,
    Ground,
    Squad,
    Terms,
)

SLOP = 2.5e-6
"""How much every limit is widened in favour of legality, inches: the rules' tolerance and more."""
OPEN = 0
"""State of a square: nothing that stands bars any point of it."""
CROSSED = 1
"""State of a square: something may bar a part of it."""
SHUT = 2
"""State of a square: no model of the class may end in it."""
ASKED = 3
"""Added to the state of a square that is being worked out."""
DIAGONAL = math.sqrt(2.0)


@kernel
def nearest_and_farthest(
    x: float, y: float, half: float, px: float, py: float
) -> tuple[float, float]:
    """Least and largest distance from a point to points of a square."""
    dx = abs(x - px)
    dy = abs(y - py)
    near_x = max(dx - half, 0.0)
    near_y = max(dy - half, 0.0)
    near = math.sqrt(near_x * near_x + near_y * near_y)
    return near, math.sqrt((dx + half) * (dx + half) + (dy + half) * (dy + half))


@kernel
def state_of(
    ground: Ground, squad: Squad, shapes: Shapes, dot: int, k: int, x: float, y: float, half: float
) -> int:
    """State of a square for models of class ``k``: `OPEN`, `CROSSED` or `SHUT`.

    ``shapes`` are those of the ground and, as shape ``dot``, a disc of radius 0.
    """
    held = squad.inner[k] - SLOP
    room_x = min(x - held, ground.width - held - x)
    room_y = min(y - held, ground.height - held - y)
    room = min(room_x, room_y)
    if room < -half:
        return SHUT
    state = OPEN if room >= half else CROSSED
    rings = ground.rings
    for o in range(rings.x.size):
        near, far = nearest_and_farthest(x, y, half, rings.x[o], rings.y[o])
        if near * near >= rings.apart[2 * k, o]:
            continue
        bars = _barred(ground, squad, shapes, dot, k, o, x, y, half, far)
        if bars == SHUT:
            return SHUT
        state = max(state, bars)
    return state


@kernel
def _barred(
    ground: Ground,
    squad: Squad,
    shapes: Shapes,
    dot: int,
    k: int,
    o: int,
    x: float,
    y: float,
    half: float,
    far: float,
) -> int:
    """State of a square that comes near an obstacle, as far as that one obstacle goes.

    ``far`` is the largest distance from the obstacle's centre to a point of the square.
    """
    rings = ground.rings
    if far < math.sqrt(rings.apart[2 * k + 1, o]) - SLOP:
        return SHUT
    if rings.apart[2 * k, o] > rings.apart[2 * k + 1, o]:
        away = gap(
            shapes, dot, x, y, 1.0, 0.0, ground.outline[o],
            rings.x[o], rings.y[o], ground.turned[o, 0], ground.turned[o, 1],
        )  # fmt: skip
        if away + half * DIAGONAL < ground.apart[k, o] + squad.inner[k] - SLOP:
            return SHUT
        if away - half * DIAGONAL > ground.apart[k, o] + squad.outer[k]:
            return OPEN
    return CROSSED


@kernel
def most_in(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    dot: int,
    i: int,
    z: float,
    clip: bool,
    x: float,
    y: float,
    half: float,
) -> float:
    """What model ``i`` is at most worth in a square at height ``z``, in points.

    With ``clip`` only of the part of it within the model's maximum of its start.
    """
    total = 0.0
    x0 = squad.start[i, 0]
    y0 = squad.start[i, 1]
    most = squad.maximum[i] if clip else np.inf
    for t in range(terms.spec.shape[0]):
        weight = terms.share[t, i, WEIGHT]
        kind = terms.spec[t, KIND]
        if weight == 0.0:
            continue
        px = terms.share[t, i, AT_X]
        py = terms.share[t, i, AT_Y]
        if kind in (NEAR_POINT, WISH):
            near, far = nearest_and_farthest(x, y, half, px, py)
            away = math.sqrt((px - x0) * (px - x0) + (py - y0) * (py - y0))
            near = max(near, away - most)
            far = min(far, away + most)
            total += weight * (terms.share[t, i, BASE] - (near if weight > 0.0 else far))
        elif kind == TRAVEL:
            near, far = nearest_and_farthest(x, y, half, x0, y0)
            total -= weight * (near if weight > 0.0 else squad.maximum[i])
        elif terms.spec[t, FIRST] < terms.spec[t, LAST]:
            near, far = _gaps_in(shapes, squad, terms, dot, t, i, z, x, y, half)
            if kind == NEAR_BODIES:
                total += weight * (terms.share[t, i, BASE] - (near if weight > 0.0 else far))
            elif (near if weight > 0.0 else far + 2.0 * SLOP) <= terms.limit[t, REACH] + SLOP:
                total += weight
        elif kind == FIELD:
            step = terms.limit[t, STEP]
            u = (x - px) / step
            v = (y - py) / step
            total += _most_of_field(terms, t, weight, u, v, half / step)
    return total


@kernel
def _gaps_in(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    dot: int,
    t: int,
    i: int,
    z: float,
    x: float,
    y: float,
    half: float,
) -> tuple[float, float]:
    """Bounds on the distance that counts to the nearest target of a term, over a square."""
    k = squad.member[i]
    outer = squad.outer[k]
    held = squad.inner[k]
    least = np.inf
    most = np.inf
    for j in range(terms.spec[t, FIRST], terms.spec[t, LAST]):
        dz = terms.target[j, 4] - z
        if abs(dz) > terms.limit[t, VERTICAL]:
            continue
        radius = terms.target[j, RADIUS]
        near, far = nearest_and_farthest(x, y, half, terms.target[j, 0], terms.target[j, 1])
        if radius < 0.0:
            away = gap(
                shapes, dot, x, y, 1.0, 0.0, terms.outline[j],
                terms.target[j, 0], terms.target[j, 1], terms.target[j, 2], terms.target[j, 3],
            )  # fmt: skip
            near, far, radius = away - half * DIAGONAL, away + half * DIAGONAL, 0.0
        near = max(near - radius - outer, 0.0)
        far = max(far - radius - held, 0.0)
        if terms.spec[t, KIND] == WITHIN_SOLID:
            near = math.sqrt(near * near + dz * dz)
            far = math.sqrt(far * far + dz * dz)
        least = min(least, near)
        most = min(most, far)
    return least, most


@kernel
def _most_of_field(terms: Terms, t: int, weight: float, u: float, v: float, half: float) -> float:
    """Largest value of ``weight`` times a grid over a square, all in steps of the grid.

    Bilinear in each cell of the grid, so largest in a corner of the square's part of it.
    """
    columns = terms.spec[t, COLUMNS]
    rows = terms.spec[t, ROWS]
    inside = u - half >= 0.0 and v - half >= 0.0
    inside = inside and u + half <= columns - 1 and v + half <= rows - 1
    most = -np.inf if inside else 0.0
    if u - half > columns - 1 or v - half > rows - 1:
        return most
    a = min(max(math.floor(u - half), 0), columns - 2)
    while a < columns - 1 and a <= u + half:
        b = min(max(math.floor(v - half), 0), rows - 2)
        while b < rows - 1 and b <= v + half:
            corner = int(terms.spec[t, GRID] + b * columns + a)
            for p in (max(u - half - a, 0.0), min(u + half - a, 1.0)):
                low = terms.grid[corner] * (1.0 - p) + terms.grid[corner + 1] * p
                above = corner + columns
                high = terms.grid[above] * (1.0 - p) + terms.grid[above + 1] * p
                for q in (max(v - half - b, 0.0), min(v + half - b, 1.0)):
                    most = max(most, weight * (low * (1.0 - q) + high * q))
            b += 1
        a += 1
    return most


@kernel
def fill_states(
    ground: Ground,
    squad: Squad,
    shapes: Shapes,
    dot: int,
    k: int,
    x0: float,
    y0: float,
    side: float,
    out: Ints,
) -> None:
    """Fill ``out`` (rows, columns) with the states of squares for class ``k``.

    On entry it holds what is known of squares around them: what these say stands, but
    `CROSSED`.  The first square has its lower left corner at (x0, y0).
    """
    half = side / 2
    held = squad.inner[k] - SLOP
    rows, columns = out.shape
    for r in range(rows):
        y = y0 + side * r + half
        for c in range(columns):
            if out[r, c] == CROSSED:
                x = x0 + side * c + half
                room_x = min(x - held, ground.width - held - x)
                room = min(room_x, min(y - held, ground.height - held - y))
                out[r, c] = SHUT if room < -half else ASKED + (OPEN if room >= half else CROSSED)
    rings = ground.rings
    for o in range(rings.x.size):
        outer = rings.apart[2 * k, o]
        reach = math.sqrt(outer)
        first = max(math.floor((rings.y[o] - reach - y0) / side), 0)
        last = min(math.floor((rings.y[o] + reach - y0) / side) + 1, rows)
        for r in range(first, last):
            y = y0 + side * r + half
            across = max(abs(y - rings.y[o]) - half, 0.0)
            wide = math.sqrt(max(outer - across * across, 0.0))
            left = max(math.floor((rings.x[o] - wide - x0) / side), 0)
            right = min(math.floor((rings.x[o] + wide - x0) / side) + 1, columns)
            for c in range(left, right):
                x = x0 + side * c + half
                near, far = nearest_and_farthest(x, y, half, rings.x[o], rings.y[o])
                if out[r, c] >= ASKED and near * near < outer:
                    bars = _barred(ground, squad, shapes, dot, k, o, x, y, half, far)
                    out[r, c] = SHUT if bars == SHUT else max(out[r, c], ASKED + bars)
    for r in range(rows):
        for c in range(columns):
            if out[r, c] >= ASKED:
                out[r, c] -= ASKED


@kernel
def fill_most(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    dot: int,
    i: int,
    x0: float,
    y0: float,
    side: float,
    states: Ints,
    out: Floats,
) -> None:
    """Fill ``out`` with `most_in` for model ``i``, -inf where it is shut out.

    As far as ``states`` (rows, columns) goes: ``out`` may have more rows and columns.
    """
    half = side / 2
    z = squad.z[squad.member[i]]
    for r in range(states.shape[0]):
        for c in range(states.shape[1]):
            out[r, c] = -np.inf
            if states[r, c] != SHUT:
                x = x0 + side * c + half
                y = y0 + side * r + half
                out[r, c] = most_in(shapes, squad, terms, dot, i, z, False, x, y, half)


@kernel
def list_reach(
    squad: Squad, x0: float, y0: float, side: float, columns: int, low: Ints, high: Ints
) -> None:
    """Fill ``low`` and ``high`` (n, rows) with the columns that each model reaches a part of.

    In each row of squares: the first, and the one after the last; the same where it reaches none.
    """
    for i in range(squad.member.size):
        for r in range(low.shape[1]):
            y = y0 + side * (r + 0.5)
            across = max(abs(y - squad.start[i, 1]) - side / 2, 0.0)
            room = squad.maximum[i] * squad.maximum[i] - across * across
            low[i, r] = 0
            high[i, r] = 0
            if room >= 0.0:
                reach = math.sqrt(room)
                left = math.floor((squad.start[i, 0] - reach - x0) / side)
                right = math.floor((squad.start[i, 0] + reach - x0) / side) + 1
                low[i, r] = min(max(left, 0), columns)
                high[i, r] = max(min(right, columns), low[i, r])
