"""Slow twin of `movekernels.limits`."""

from __future__ import annotations

from movekernels.arrays import Bools, Floats, Ints
from movekernels.limits import CHAIN, Slides
from reference import disc_rows
from reference.sweep_ellipse import ellipse_sweep


def root_rounds(values: Floats, rounds: int, out: Floats) -> None:
    """The positive numbers whose squares are the given ones; rounds change nothing."""
    out[:] = [value**0.5 for value in values.tolist()]


def multiply_add_rounds(values: Floats, factor: float, term: float, rounds: int) -> None:
    """Step by step."""
    for _ in range(rounds * CHAIN):
        values[:] = [value * factor + term for value in values.tolist()]


def read_rounds(values: Ints, rounds: int) -> int:
    """Equal numbers cancel in pairs: all do in an even number of rounds."""
    total = 0
    for value in values.tolist() if rounds % 2 else []:
        total ^= value
    for turn in range(rounds):
        total ^= turn
    return total


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
    """Board by board."""
    for g in range(len(x)):
        own, others = (x[g], y[g], r[g]), (others_x[g], others_y[g], others_r[g])
        out[g] = disc_rows.disc_counts(*own, *others, limit)


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
    """Once is enough."""
    out[:] = disc_rows.disc_gaps(x, y, r, others_x, others_y, others_r)


def slide_rows(slides: Slides, out: Floats) -> None:
    """Slide by slide."""
    for k in range(out.size):
        out[k] = ellipse_sweep(*(float(field[k]) for field in slides))[0]


def advance_rows(slides: Slides, close: float, out: Bools) -> None:
    """A slide is clear if the smallest gap along it is larger."""
    gaps = [ellipse_sweep(*(float(field[k]) for field in slides))[0] for k in range(out.size)]
    out[:] = [gap > close for gap in gaps]
