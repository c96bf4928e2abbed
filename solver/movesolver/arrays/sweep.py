"""Straight slides past bases and walls: how close, and what is struck first (03.01)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from movekernels.arrays import CONTACT, Floats, Ints
from movekernels.boards.board_sweep import sweep_boards
from movesolver.arrays.groups import Groups, check_out, check_pair, like_x, result_array
from movesolver.arrays.limits import distance
from movesolver.arrays.spread import SPACE, over_boards


class Sweep(NamedTuple):
    """What straight slides meet; a slide is clear where ``struck`` is -1.

    All but ``codes`` are shaped like the x of the movers.

    Attributes
    ----------
    clearance
        Smallest gap to an obstacle on the way, inches: exact where positive, negative
        where one is overlapped at some moment, infinity for no obstacles, NaN on a
        nonsense board.
    nearest
        That obstacle's place *within its group*, -1 for none.
    contact
        Fraction of the slide at which an obstacle is first cut into, 2 if never.
    struck
        That obstacle's place, -1 if the slide is clear (or the board nonsense).
    codes
        0, or `BAD` for a board whose numbers are nonsense; shape (b,).
    """

    clearance: Floats
    nearest: Ints
    contact: Floats
    struck: Ints
    codes: NDArray[np.uint8]


def sweep(
    movers: Groups,
    dx: ArrayLike,
    dy: ArrayLike,
    obstacles: Groups,
    *,
    depth: float = CONTACT,
    out: Sweep | None = None,
    threads: int = 1,
) -> Sweep:
    """Return what each model meets that slides straight on at a fixed heading (03.01).

    Parameters
    ----------
    movers
        The models where they start; each slides alone.
    dx, dy
        Their slides, inches, shaped like the x of ``movers``; or one for all.
    obstacles
        What blocks, bases and walls, of the same catalogue, board by board.  Heights are
        ignored: leave out what stands on another level or may be passed through.
    depth
        Overlap that still counts as touching, inches.
    out
        An earlier answer of the same shapes, whose arrays are filled again.
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    Sweep
        Nothing is sampled: no graze is missed, no base tunnelled through.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    O(n m) a board: bounding discs against the capsule in SIMD, the exact sweep where
    they leave a question open.
    """
    check_pair(movers, obstacles, "obstacles")
    slides = like_x("dx", dx, movers.shape), like_x("dy", dy, movers.shape)
    hair = distance("depth", depth)
    check_out(out, Sweep)
    shape, boards = movers.shape, (len(movers),)
    found = (
        result_array("out.clearance", out and out.clearance, shape, np.float64),
        result_array("out.nearest", out and out.nearest, shape, np.int64),
        result_array("out.contact", out and out.contact, shape, np.float64),
        result_array("out.struck", out and out.struck, shape, np.int64),
        result_array("out.codes", out and out.codes, boards, np.uint8),
    )
    clearance, nearest, contact, struck, codes = found
    gaps, near = clearance.reshape(-1), nearest.reshape(-1)
    flat = gaps, near, contact.reshape(-1), struck.reshape(-1), codes
    table = (*movers.arguments, *slides, *obstacles.own, hair)

    def run(low: int, high: int) -> None:
        arguments = (*table, low, high, SPACE.wide(obstacles.widest), *flat)
        sweep_boards(*arguments)

    over_boards(run, len(movers), threads)
    return Sweep(*found)
