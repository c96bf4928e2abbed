"""The usual other way: a field of arrival times on a grid, by fast marching.

Sethian, *A fast marching level set method for monotonically advancing fronts*, PNAS 1996;
first order, with a heap, from one source as far as its maximum.  Cells whose centre is not
free for the base are closed.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.paths.grown import Grown
from movekernels.paths.heap import pop, push
from movekernels.paths.sight import CUT, free_rows, point_free


@allocating
def closed_cells(
    grown: Grown, step: float, left: float, low: float, columns: int, rows: int
) -> Bools:
    """Which cells of a window are closed; shape (rows, columns)."""
    closed = np.empty((rows, columns), np.bool_)
    x = np.empty(columns)
    for c in range(columns):
        x[c] = left + (c + 0.5) * step
    barred = np.empty(columns, np.int64)
    for r in range(rows):
        y = low + (r + 0.5) * step
        free_rows(grown, x, y + 0.0 * x, barred)
        for c in range(columns):
            closed[r, c] = barred[c] != 0
            if 0 < barred[c] < CUT:
                closed[r, c] = not point_free(grown, x[c], y)
    return closed


@kernel
def march(
    closed: Bools,
    step: float,
    x: float,
    y: float,
    most: float,
    field: Floats,
    done: Bools,
    keys: Floats,
    values: Ints,
) -> None:
    """Fill the field of a source; infinity where it is farther than ``most``."""
    rows, columns = closed.shape
    field[:] = math.inf
    done[:] = False
    size = 0
    c0, r0 = int(x / step), int(y / step)
    for r in range(max(r0 - 1, 0), min(r0 + 2, rows)):
        for c in range(max(c0 - 1, 0), min(c0 + 2, columns)):
            if not closed[r, c]:
                dx, dy = (c + 0.5) * step - x, (r + 0.5) * step - y
                field[r, c] = math.sqrt(dx * dx + dy * dy)
                size = push(keys, values, size, field[r, c], r * columns + c)
    while size > 0:
        _, at, size = pop(keys, values, size)
        r, c = at // columns, at % columns
        if done[r, c]:
            continue
        done[r, c] = True
        for k in range(4):
            i = r + (k == 0) - (k == 1)
            j = c + (k == 2) - (k == 3)
            if i < 0 or j < 0 or i >= rows or j >= columns or closed[i, j] or done[i, j]:
                continue
            up = field[i - 1, j] if i > 0 else math.inf
            down = field[i + 1, j] if i + 1 < rows else math.inf
            left = field[i, j - 1] if j > 0 else math.inf
            right = field[i, j + 1] if j + 1 < columns else math.inf
            a, b = min(up, down), min(left, right)
            low, high = min(a, b), max(a, b)
            value = low + step
            if high < value:
                value = 0.5 * (low + high + math.sqrt(2.0 * step * step - (high - low) ** 2))
            if value < field[i, j] and value <= most:
                field[i, j] = value
                size = push(keys, values, size, value, i * columns + j)


@allocating
def unit_fields(
    grown: Grown, step: float, sources: Floats, px: Floats, py: Floats, out: Floats
) -> None:
    """Lengths from every source to every point, each from the cell it lies in; shape (n, s).

    The cells are those of the part of the table that the unit can reach.
    """
    left = max((sources[:, 0] - sources[:, 2]).min(), 0.0)
    low = max((sources[:, 1] - sources[:, 2]).min(), 0.0)
    right = min((sources[:, 0] + sources[:, 2]).max(), grown.width)
    high = min((sources[:, 1] + sources[:, 2]).max(), grown.height)
    columns = int((right - left) / step) + 1
    rows = int((high - low) / step) + 1
    closed = closed_cells(grown, step, left, low, columns, rows)
    field = np.empty((rows, columns))
    done = np.empty((rows, columns), np.bool_)
    keys = np.empty(4 * rows * columns)
    values = np.empty(4 * rows * columns, np.int64)
    for i in range(sources.shape[0]):
        x, y, most = sources[i, 0] - left, sources[i, 1] - low, sources[i, 2]
        march(closed, step, x, y, most, field, done, keys, values)
        for k in range(px.size):
            r = math.floor((py[k] - low) / step)
            c = math.floor((px[k] - left) / step)
            out[i, k] = math.inf
            if 0 <= r < rows and 0 <= c < columns:
                out[i, k] = field[r, c]
