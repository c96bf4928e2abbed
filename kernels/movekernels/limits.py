"""Loops that show what a machine can do at best, and rows of sweeps to time.

`movesolver bench` runs them beside the rule checks.  They obey the arithmetic of
all kernels: no contraction to fused multiply-adds, no reordering of sums.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bools, Floats, Ints
from movekernels.geometry.disc_rows import disc_counts, disc_gaps
from movekernels.geometry.ellipse import ellipse_pair
from movekernels.geometry.sweep_ellipse import ellipse_sweep

CHAIN = 8
"""Multiplications, each followed by an addition, for every number read and written."""


class Slides(NamedTuple):
    """Pairs of ellipses of which the first slides; each shape (m,), inches."""

    px: Floats
    """Centre of the second as seen from that of the first."""
    py: Floats
    dx: Floats
    """The slide."""
    dy: Floats
    a1: Floats
    """Half-axes of the first, ``a1 >= b1``."""
    b1: Floats
    c1: Floats
    """Heading of the first (cosine, sine)."""
    s1: Floats
    a2: Floats
    b2: Floats
    c2: Floats
    s2: Floats


@kernel
def root_rounds(values: Floats, rounds: int, out: Floats) -> None:
    """Square root of every number, again and again.

    Parameters
    ----------
    values
        Numbers from 0; shape (m,).
    rounds
        How often all are done.
    out
        Filled; shape (m,).
    """
    for _ in range(rounds):
        for k in range(values.size):
            out[k] = math.sqrt(values[k])


@kernel
def multiply_add_rounds(values: Floats, factor: float, term: float, rounds: int) -> None:
    """Multiply every number and add to it, `CHAIN` times a round, each step rounded.

    Parameters
    ----------
    values
        Changed in place; shape (m,).
    factor, term
        What each is multiplied with, and what is added then.
    rounds
        How often all are done.
    """
    for _ in range(rounds):
        for k in range(values.size):
            value = values[k]
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            value = value * factor + term
            values[k] = value


@kernel
def read_rounds(values: Ints, rounds: int) -> int:
    """Read every number, again and again, and do next to nothing with it.

    Parameters
    ----------
    values
        What is read; shape (m,).
    rounds
        How often.

    Returns
    -------
    int
        The exclusive or of all numbers, of each round with its own number mixed in.
    """
    total = np.int64(0)
    for turn in range(rounds):
        for k in range(values.size):
            total ^= values[k]
        total ^= turn
    return int(total)


@kernel
def count_boards(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    limit: float,
    rounds: int,
    out: Ints,
) -> None:
    """`movekernels.geometry.disc_rows.disc_counts` of many boards, again and again.

    Parameters
    ----------
    x, y, r
        Discs of each board; shape (b, n), inches.
    others_x, others_y, others_r
        The other discs; shape (b, m).
    limit
        As there.
    rounds
        How often all boards are done.
    out
        Filled; shape (b, n).
    """
    for _ in range(rounds):
        for g in range(x.shape[0]):
            disc_counts(x[g], y[g], r[g], others_x[g], others_y[g], others_r[g], limit, out[g])


@kernel
def gap_rounds(
    x: Floats,
    y: Floats,
    r: Floats,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    rounds: int,
    out: Floats,
) -> None:
    """`movekernels.geometry.disc_rows.disc_gaps` of one board, again and again.

    Parameters
    ----------
    x, y, r, others_x, others_y, others_r
        As there; shapes (n,) and (m,), inches.
    rounds
        How often.
    out
        Filled; shape (n, m).
    """
    for _ in range(rounds):
        disc_gaps(x, y, r, others_x, others_y, others_r, out)


@kernel
def slide_rows(slides: Slides, out: Floats) -> None:
    """Smallest gap along each slide (`movekernels.geometry.sweep_ellipse.ellipse_sweep`).

    Parameters
    ----------
    slides
        The pairs; shape (m,).
    out
        Filled, inches, negative where they overlap at some moment; shape (m,).
    """
    for k in range(out.size):
        out[k] = ellipse_sweep(
            slides.px[k],
            slides.py[k],
            slides.dx[k],
            slides.dy[k],
            slides.a1[k],
            slides.b1[k],
            slides.c1[k],
            slides.s1[k],
            slides.a2[k],
            slides.b2[k],
            slides.c2[k],
            slides.s2[k],
        )[0]


@kernel
def advance_rows(slides: Slides, close: float, out: Bools) -> None:
    """Whether each slide is clear, by conservative advancement: the usual way.

    The first moves on until it reaches a line across the shortest way between the
    two, which is safe, and again, until it moves away, is past or is close.

    Parameters
    ----------
    slides
        The pairs; shape (m,).
    close
        A gap up to which they touch, inches.
    out
        Filled: whether the gap stays above ``close``; shape (m,).
    """
    for k in range(out.size):
        dx, dy = slides.dx[k], slides.dy[k]
        done = 0.0
        clear = True
        while clear:
            gap, ux, uy = ellipse_pair(
                slides.px[k] - done * dx,
                slides.py[k] - done * dy,
                slides.a1[k],
                slides.b1[k],
                slides.c1[k],
                slides.s1[k],
                slides.a2[k],
                slides.b2[k],
                slides.c2[k],
                slides.s2[k],
            )
            clear = gap > close
            nearing = ux * dx + uy * dy
            if gap >= nearing * (1.0 - done):
                break
            done += gap / nearing
        out[k] = clear
