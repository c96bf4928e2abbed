"""Whether the numbers of boards are such as a scenario may hold: of all paths, or of one board."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.batch.ragged import Array
from movesolver.errors import InputError
from movesolver.table.fields import LARGEST, inside, shown

PLACES = ("x", "y", "facing", "z")
"""The columns of where models stand, and what the numbers of a pose are."""


def unfit_walks(arrays: Mapping[str, Array], rows: Ints) -> Bools:
    """Return which boards hold a number in a path that no scenario may hold, shape (b,).

    Parameters
    ----------
    arrays
        Those of `movesolver.batch.boards.Boards`.
    rows
        The models that walk, whose places at the start are looked at too.
    """
    unfit = np.zeros(len(arrays["fault"]), np.bool_)
    starts = [arrays[name][rows] for name in PLACES]
    first = arrays["first_model"][arrays["first_unit"]]
    bad = rows[~_fits(*starts, placed=False)]
    unfit[np.searchsorted(first, bad, "right") - 1] = True
    first = arrays["first_pose"][arrays["first_walk"]]
    bad = np.flatnonzero(~_fits(*arrays["pose"].T, placed=True))
    unfit[np.searchsorted(first, bad, "right") - 1] = True
    return unfit


def check_numbers(arrays: Mapping[str, Array], board: int, *, steps: bool) -> None:
    """Raise at a number of a board that no scenario may hold; ``steps`` says that it has paths.

    Raises
    ------
    InputError
        Naming the model by its place on the board, or the pose by the model's place in its unit.
    """
    units = arrays["first_unit"][board : board + 2].tolist()
    firsts = arrays["first_model"]
    rows = slice(int(firsts[units[0]]), int(firsts[units[1]]))
    columns = [arrays[name][rows] for name in PLACES]
    fits = _fits(*columns, placed=False)
    if not fits.all():
        model = int(np.argmin(fits))
        unit = int(np.searchsorted(firsts, rows.start + model, "right")) - 1
        place = inside("units", unit - units[0], "models", rows.start + model - int(firsts[unit]))
        raise _error(place, [float(column[model]) for column in columns])
    walks = arrays["first_walk"][board : board + 2].tolist()
    ends = arrays["first_pose"]
    low, high = int(ends[walks[0]]), int(ends[walks[1]])
    if low == high:
        return
    poses = arrays["pose"][low:high]
    fits = _fits(*poses.T, placed=True)
    if not fits.all():
        pose = int(np.argmin(fits))
        walk = int(np.searchsorted(ends, low + pose, "right")) - 1
        place = inside("action", "ends", int(arrays["walker"][walk]))
        if steps:
            place = inside(
                "action", "paths", int(arrays["walker"][walk]), low + pose - int(ends[walk])
            )
        raise _error(place, poses[pose].tolist())


def _fits(x: Floats, y: Floats, facing: Floats, z: Floats, *, placed: bool) -> Bools:
    """Return which places are such; those of models off the table too, unless ``placed``."""
    fits: Bools = (np.abs(x) <= LARGEST) & (np.abs(y) <= LARGEST)
    if not placed and not fits.all():
        fits |= np.isnan(x) & np.isnan(y)
    fits &= (np.abs(facing) <= LARGEST) & (z >= 0.0) & (z <= LARGEST)
    return fits


def _error(place: str, numbers: list[float]) -> InputError:
    """Return what is wrong with the first of the numbers of a place that is not as it should be."""
    for name, number in zip(PLACES, numbers, strict=True):
        lowest = 0.0 if name == "z" else -LARGEST
        if not lowest <= number <= LARGEST:
            wanted = "a finite number" if not math.isfinite(number) else _RANGE
            if number == number and name == "z" and number < 0.0:
                wanted = "a height of zero or more"
            return InputError(inside(place, name), wanted, shown(number))
    raise AssertionError(place)


_RANGE = f"a number of at most {LARGEST:,.0f}"
