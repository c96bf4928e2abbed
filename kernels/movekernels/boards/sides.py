"""The bodies of boards parted by whose they are: the unit that moves, its enemies, its friends."""

from __future__ import annotations

from typing import NamedTuple

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Bools, Floats, Ints


class Armies(NamedTuple):
    """All that stands on many boards, flat; inches and degrees."""

    first_unit: Ints
    """Offsets of the units of boards, shape (b + 1,)."""
    first_model: Ints
    """Offsets of the models of units, shape (u + 1,)."""
    mover: Ints
    """Which unit of all moves, shape (b,)."""
    side: Ints
    """Whose a unit is, shape (u,)."""
    stands: Bools
    """Which units are on the table; the one that moves is in any case; shape (u,)."""
    slain: Bools
    """Who counts nowhere, shape (m,)."""
    kind: Ints
    """Where the outlines of the models of a unit begin in ``base``, shape (u,)."""
    base: Ints
    """Indices of outlines, model by model of each kind of unit."""
    x: Floats
    """Where models end; one whose x or y is nan is off the table; shape (m,)."""
    y: Floats
    facing: Floats
    cos: Floats
    """Of the heading; not read, and of any size, where all outlines are round."""
    sin: Floats
    z: Floats


class Runs(NamedTuple):
    """Bodies that stand one after the other, run by run."""

    low: Ints
    """The first model of each ..."""
    high: Ints
    """... and the one after its last."""
    base: Ints
    """Where their outlines begin."""


OWN = 0
"""The unit that moves."""
ENEMY = 1
FRIEND = 2
"""Another unit of its side."""


@kernel
def _list_runs(which: Ints, armies: Armies, wanted: int, runs: Runs, first: Ints) -> int:
    """Fill ``runs`` with who stands of a side and ``first`` after its first; returns how many."""
    x, y, slain, side = armies.x, armies.y, armies.slain, armies.side
    count = 0
    for g in range(which.size):
        own = armies.mover[which[g]]
        bodies = 0
        for u in range(armies.first_unit[which[g]], armies.first_unit[which[g] + 1]):
            whose = FRIEND if side[u] == side[own] else ENEMY
            if u == own:
                whose = OWN
            if whose != wanted or not (u == own or armies.stands[u]):
                continue
            low, high = armies.first_model[u], armies.first_model[u + 1]
            across, along, dead = x[low:high], y[low:high], slain[low:high]
            away = 0  # mostly nobody, which is counted in SIMD
            for i in range(across.size):
                away += dead[i] | (across[i] != across[i]) | (along[i] != along[i])
            if away == 0 and high > low:
                runs.low[count] = low
                runs.high[count] = high
                runs.base[count] = armies.kind[u]
                count += 1
                bodies += high - low
            if away == 0:
                continue
            before = False
            for i in range(across.size):
                here = not (dead[i] | (across[i] != across[i]) | (along[i] != along[i]))
                if here and not before:
                    runs.low[count] = low + i
                    runs.base[count] = armies.kind[u] + i
                    count += 1
                if here:
                    runs.high[count - 1] = low + i + 1
                    bodies += 1
                before = here
        first[g + 1] = first[g] + bodies
    return count


@kernel
def _gather(source: Floats, runs: Runs, count: int, target: Floats) -> None:
    """Copy runs of an array one after the other."""
    at = 0
    for r in range(count):
        part = source[runs.low[r] : runs.high[r]]
        room = target[at : at + part.size]
        for i in range(part.size):
            room[i] = part[i]
        at += part.size


@kernel
def _gather_outlines(base: Ints, runs: Runs, count: int, target: Ints) -> None:
    """Copy the outlines of runs one after the other."""
    at = 0
    for r in range(count):
        size = runs.high[r] - runs.low[r]
        part, room = base[runs.base[r] : runs.base[r] + size], target[at : at + size]
        for i in range(part.size):
            room[i] = part[i]
        at += size


@kernel
def part_side(
    which: Ints,
    armies: Armies,
    wanted: int,
    turned: bool,
    runs: Runs,
    bodies: Bodies,
    first: Ints,
) -> None:
    """Copy the bodies of one side that stand on boards to where they are one after the other.

    Parameters
    ----------
    which
        The boards asked about, each with a unit that moves; shape (g,).
    armies
        All that stands on boards.
    wanted
        `OWN`, `ENEMY` or `FRIEND`.
    turned
        Whether headings are copied.
    runs
        Scratch for as many runs as models stand on these boards.
    bodies
        Filled, from where the first offset says.
    first
        Offsets of the boards; the first is given, the others are filled; shape (g + 1,).

    Notes
    -----
    O(m).  Column by column, as short loops over few arrays: a call that is handed all of them for
    each unit costs ten times as much as copying its models.
    """
    count = _list_runs(which, armies, wanted, runs, first)
    low, high = first[0], first[which.size]
    _gather_outlines(armies.base, runs, count, bodies.shape[low:high])
    _gather(armies.x, runs, count, bodies.x[low:high])
    _gather(armies.y, runs, count, bodies.y[low:high])
    _gather(armies.z, runs, count, bodies.z[low:high])
    if turned:
        _gather(armies.cos, runs, count, bodies.cos[low:high])
        _gather(armies.sin, runs, count, bodies.sin[low:high])


@kernel
def unfit_models(armies: Armies, board: int, largest: float) -> int:
    """How many models of a board have a number that no scenario may hold.

    Parameters
    ----------
    armies
        All that stands on boards.
    board
        Which board.
    largest
        No number may be larger, either way; no height may be negative, and only both x and y
        may be nan, for models off the table.

    Notes
    -----
    Bit operations instead of branches: the count runs in SIMD.
    """
    low = armies.first_model[armies.first_unit[board]]
    high = armies.first_model[armies.first_unit[board + 1]]
    x, y, z = armies.x[low:high], armies.y[low:high], armies.z[low:high]
    facing = armies.facing[low:high]
    count = 0
    for i in range(x.size):
        placed = (abs(x[i]) <= largest) & (abs(y[i]) <= largest)
        nowhere = (x[i] != x[i]) & (y[i] != y[i])
        fits = (abs(facing[i]) <= largest) & (z[i] >= 0.0) & (z[i] <= largest)
        count += not ((placed | nowhere) & fits)
    return count
