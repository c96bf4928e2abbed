"""Which straight slides of whole units are legal, on many boards at once: the exact mask."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver import arrays
from movesolver.arrays import Groups
from movesolver.gym.board import Boards
from movesolver.gym.deal import CATALOGUE, FIRST_WALL, HEIGHT, MODELS, WALLS, WIDTH, kind_of
from movesolver.rules.wh40k import ELEVENTH

HEADINGS = 12
"""Directions in which a unit may slide, 30 degrees apart ..."""
FRACTIONS = (0.5, 1.0)
"""... and how far, in parts of its M."""
SPOTS = HEADINGS * len(FRACTIONS)
WITHIN = 1.0 - 1e-9
"""Slides stay this little short of M, so that rounding makes none too long."""

Bodies = tuple[Floats, Ints, Bools]
"""Centres (p, m, 2), outlines (p, m), and which of them there are (p, m)."""


def slides() -> Floats:
    """Return the slides as parts of M, shape (`SPOTS`, 2): all headings of each fraction."""
    turn = 2.0 * np.pi * np.arange(HEADINGS) / HEADINGS
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    return np.concatenate([WITHIN * part * ways for part in FRACTIONS])


def allowed(boards: Boards, which: Ints, side: Ints, unit: Ints, shifts: Floats) -> Bools:
    """Return which slides of one unit a board are legal normal moves, or ordered retreats.

    Parameters
    ----------
    boards
        All boards.
    which, side, unit
        Which unit of which board each row is about, shape (p,).
    shifts
        What each spot adds to where models stand, inches, shape (p, s, 2).

    Returns
    -------
    numpy.ndarray
        Shape (p, s): whether every model can slide straight there past enemies and the walls
        that bar it (03.01, 13.06) and may end there (03.01, 03.04).

    Notes
    -----
    The referee's own predicates, on arrays.  A slide leaves the gaps between unit-mates as
    they are, so a unit that was coherent stays so (03.03).  A unit that is engaged falls back
    in an ordered retreat (09.07), which asks the same of its models.
    """
    p, s = shifts.shape[:2]
    at, there = boards.at[which, side, unit], boards.there[which, side, unit]
    mates_there = boards.there[which, side].copy()
    mates_there[np.arange(p), unit] = False
    enemies = _side(boards, boards.at[which, 1 - side], boards.there[which, 1 - side])
    friends = _side(boards, boards.at[which, side], mates_there)
    barred = np.array([not kind_of(int(u)).through_walls for u in unit], dtype=np.bool_)
    every_wall = np.ones((p, WALLS), dtype=np.bool_)
    outline = FIRST_WALL + boards.upright[which]
    walls = boards.walls[which], outline, every_wall
    in_way = boards.walls[which], outline, every_wall & barred[:, None]

    # Every model at every spot is a mover of its own: row by row, spot by spot.
    begins = np.broadcast_to(at[:, None], (p, s, MODELS, 2))
    gone = np.broadcast_to(shifts[:, :, None], begins.shape)
    present = np.broadcast_to(there[:, None], begins.shape[:-1]).reshape(p, -1)
    base = np.broadcast_to(boards.base[unit][:, None], begins.shape[:-1]).reshape(p, -1)
    ends = _groups(((begins + gone).reshape(p, -1, 2), base, present))
    movers = _groups((begins.reshape(p, -1, 2), base, present))
    slide = gone.reshape(p, -1, 2)[present]
    foes, tolerance = _groups(enemies), ELEVENTH.tolerance
    near = arrays.engaged(ends, foes, arrays.EngagementLimits.of(ELEVENTH)).first >= 0
    on = arrays.overlap(ends, _groups(enemies, friends, walls), tolerance=tolerance).first >= 0
    off = arrays.edge(ends, WIDTH, HEIGHT).slack < -tolerance
    met = arrays.sweep(movers, slide[:, 0], slide[:, 1], _groups(enemies, in_way)).struck >= 0
    wrong = np.zeros(present.shape, dtype=np.bool_)
    wrong[present] = near | on | off | met
    fine: Bools = ~np.asarray(wrong.reshape(p, s, MODELS).any(axis=2))
    return fine


def _side(boards: Boards, at: Floats, there: Bools) -> Bodies:
    p = len(at)
    base = np.broadcast_to(boards.base.reshape(-1), (p, boards.base.size))
    return at.reshape(p, -1, 2), base, there.reshape(p, -1)


def _groups(*parts: Bodies) -> Groups:
    """Return the bodies that are there, one group a row."""
    at, base, there = (np.concatenate(column, axis=1) for column in zip(*parts, strict=True))
    first = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    chosen = at[there]
    return Groups(CATALOGUE, chosen[:, 0], chosen[:, 1], base=base[there], first=first)
