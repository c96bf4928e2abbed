"""Three plain ways to move a unit, which the search is measured against.

All see the same table through the same kernels as the search and are judged by
the same referee; what they lack is the search.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import ending, placing, routing, values
from movekernels.search.ground import BARRED, MARGIN, Spots
from movekernels.search.spreading import best_shift, lattice
from movesolver.duties.judge import judged
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.search.arena import Arena, build_arena
from movesolver.search.candidates import kept_spots
from movesolver.search.ends import Ends, ends_of, legal, stay
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.search.regions import struck_out
from movesolver.table.scenario import Scenario

HEADINGS = tuple(math.radians(30.0 * k) for k in range(6))
"""Headings tried for bases that are not round; ovals and rectangles look alike half a turn on."""
COMBINATIONS = 4096
"""As many as the exhaustive product judges."""
WIDE = 4.0
"""The grid is so much wider where a unit may be set up anywhere."""


def rigid(scenario: Scenario, step: float) -> Ends | None:
    """Move the whole unit as it stands: the best shift of a hexagonal grid.

    Parameters
    ----------
    scenario
        The question; the unit must start coherent, as a shift keeps its formation.
    step
        Distance of neighbouring shifts, inches.

    Returns
    -------
    Ends or None
        The best end that the referee accepts, staying put included; None if there is
        none, or if the unit is set up and so has no formation to keep.
    """
    position = pack(scenario)
    if position.placing:
        return None
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    reach = np.array([float(position.maximum.min()) - 1.01 * MARGIN])
    shifts = _grid(np.zeros(1), np.zeros(1), reach, step)
    ways = np.zeros(len(position.ids), dtype=np.int64)
    chosen = best_shift(arena.ground, arena.squad, goal.search, shifts, ways)
    if chosen < 0:
        return _better(position, arena, goal, None)
    poses = arena.squad.start.copy()
    poses[:, :2] += shifts[chosen]
    return _better(position, arena, goal, ends_of(position, arena, goal, poses, ways))


def greedy(scenario: Scenario, step: float, turned_step: float) -> Ends | None:
    """Move one model after the other to the best point of a fine grid.

    The model whose best free point is worth most goes next, to that point; all but
    the first must end beside one already placed (03.03).  If a model finds no
    point, all is tried again with another model first.

    Parameters
    ----------
    scenario
        The question.
    step
        Grid of round bases, inches.
    turned_step
        Grid of other bases, each point with all `HEADINGS`, inches.

    Returns
    -------
    Ends or None
        The first end that the referee accepts, or staying put if that is worth more;
        None if there is neither.
    """
    position, goal, arena, spots, ways, value = _laid(scenario, step, turned_step)
    firsts = np.argsort(-value.max(axis=1), kind="stable").tolist() if spots.x.size else []
    for first in firsts:
        place = grown(arena, spots, value, first)
        if place is None:
            continue
        found = _on_spots(position, arena, goal, spots, ways, place)
        if accepted(position, found):
            return _better(position, arena, goal, found)
    return _better(position, arena, goal, None)


def product(scenario: Scenario, step: float, turned_step: float) -> Ends | None:
    """Judge every combination of a few good spots for each model, where it stands among them.

    As many spots for each model as make at most `COMBINATIONS`: five for five models, two
    for ten, one for more than twelve, which is where such a search ends.

    Parameters
    ----------
    scenario
        The question.
    step, turned_step
        As for `greedy`; a step of a base's width leaves no two spots in each other's way.

    Returns
    -------
    Ends or None
        The best combination that the referee accepts; None if it accepts none.
    """
    position, goal, arena, spots, ways, value = _laid(scenario, step, turned_step)
    n = len(value)
    most = next(k for k in itertools.count(1) if (k + 1) ** n > COMBINATIONS)
    few = []
    for i, row in enumerate(value):
        order = np.argsort(-row, kind="stable")[:most].tolist()
        home = int(spots.home[i])
        if home >= 0 and home not in order:
            order[-1] = home
        few.append(order)
    best: Ends | None = None
    for chosen in itertools.product(*few):
        place = np.array(chosen, dtype=np.int64)
        if (value[np.arange(n), place] == BARRED).any():
            continue
        found = _on_spots(position, arena, goal, spots, ways, place)
        if (best is None or found.points > best.points) and accepted(position, found):
            best = found
    return best


def _laid(
    scenario: Scenario, step: float, turned_step: float
) -> tuple[Position, Goal, Arena, Spots, Ints, Floats]:
    """Return a question packed, with the spots of a grid, the routes to them and their values."""
    position = pack(scenario)
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    if position.placing and position.transport is None:
        step, turned_step = WIDE * step, WIDE * turned_step
    spots, ways = grid_spots(position, arena, step, turned_step)
    ground, squad = arena.ground, arena.squad
    value = np.empty(ways.shape)
    values.worth_rows(ground.shapes, squad, goal.search, spots, ways, values.SLOPE, value)
    value[struck_out(position, squad, spots)] = BARRED
    return position, goal, arena, spots, ways, value


def _on_spots(
    position: Position, arena: Arena, goal: Goal, spots: Spots, ways: Ints, place: Ints
) -> Ends:
    """Return the answer in which each model goes to a spot, indices of shape (n,)."""
    squad = arena.squad
    poses = np.column_stack([spots.x[place], spots.y[place], spots.turned[place]])
    still = squad.round[squad.member]
    poses[still, 2:] = squad.start[still, 2:]
    return ends_of(position, arena, goal, poses, ways[np.arange(place.size), place])


def accepted(position: Position, ends: Ends) -> bool:
    """Whether the referee accepts an answer, duties included; nothing is mended."""
    if legal(position, ends) is None:
        return False
    if position.placing:
        return judged(position, None, {k: path[-1] for k, path in ends.paths.items()})[0].legal
    return judged(position, ends.paths, order=ends.order)[0].legal


def _better(position: Position, arena: Arena, goal: Goal, found: Ends | None) -> Ends | None:
    """Return what was found, if it is legal, or staying put, whichever is worth more."""
    standing = None if position.placing else stay(position, arena, goal)
    answers = [ends for ends in (found, standing) if ends is not None]
    fine = [ends for ends in answers if accepted(position, ends)]
    return max(fine, key=lambda ends: ends.points, default=None)


def _grid(x: Floats, y: Floats, reach: Floats, step: float) -> Floats:
    """Return the points of a hexagonal lattice within reach of some centres, shape (p, 2)."""
    wide, high = float(np.ptp(x) + 2 * reach.max()), float(np.ptp(y) + 2 * reach.max())
    points = np.empty((int((wide / step + 2) * (high / (step * 0.86) + 2)), 2))
    return points[: lattice(x, y, reach, step, points)]


def grid_spots(
    position: Position, arena: Arena, step: float, turned_step: float
) -> tuple[Spots, Ints]:
    """Return the spots of the grids that are open, and the route of each model to each."""
    squad = arena.squad
    first, tables, owners = [0], [], []
    home = np.full(squad.member.size, -1, dtype=np.int64)
    for c in range(squad.shape.size):
        members = np.flatnonzero(squad.member == c)
        staying = members[arena.home[members]]
        home[staying] = first[-1] + np.arange(staying.size)
        x, y = (np.ascontiguousarray(squad.start[members, k]) for k in (0, 1))
        points = _grid(x, y, squad.maximum[members], step if squad.round[c] else turned_step)
        turned = np.array([(1.0, 0.0)])
        if not squad.round[c]:
            turned = np.array([(math.cos(a), math.sin(a)) for a in HEADINGS])
        starts = squad.start[staying].copy()
        if squad.round[c]:
            starts[:, 2:] = 1.0, 0.0
        grid = np.column_stack(
            [np.tile(points, (len(turned), 1)), np.repeat(turned, len(points), axis=0)]
        )
        tables.append(np.concatenate([starts, grid]))
        owners.append(np.concatenate([staying, np.full(len(grid), -1)]))
        first.append(first[-1] + len(tables[-1]))
    table = np.concatenate(tables)
    spots = Spots(
        first=np.array(first, dtype=np.int64),
        x=table[:, 0].copy(),
        y=table[:, 1].copy(),
        turned=table[:, 2:].copy(),
        home=home,
        owner=np.concatenate(owners).astype(np.int64),
    )
    conflicts = np.empty(spots.x.size, dtype=np.int64)
    ending.end_conflicts(arena.ground, squad, spots, conflicts)
    keep = (conflicts == ending.OPEN) | (spots.owner >= 0)
    spots, _ = kept_spots(spots, home[None, :], keep)
    ways = np.empty((squad.member.size, spots.x.size), dtype=np.int64)
    routing.routes(arena.ground, squad, spots, conflicts[keep], ways)
    return spots, ways


def grown(arena: Arena, spots: Spots, value: Floats, first: int) -> Ints | None:
    """Return a spot for each model, ``first`` placed first, or None at a dead end."""
    n, size = value.shape
    squad = arena.squad
    place = np.full(n, placing.NOWHERE, dtype=np.int64)
    state, row = np.zeros(size, np.int16), np.empty(size, np.int16)
    waiting = [first]
    while waiting:
        free = state > 0 if (place >= 0).any() else state == 0
        free &= state < placing.APART
        best, model, spot = BARRED, -1, -1
        for i in waiting:
            worth = np.where(free, value[i], BARRED)
            p = int(np.argmax(worth))
            if worth[p] > best:
                best, model, spot = float(worth[p]), i, p
        if model < 0:
            return None
        place[model] = spot
        x, y, (c, s) = float(spots.x[spot]), float(spots.y[spot]), spots.turned[spot].tolist()
        kind = int(squad.member[model])
        placing.relate_pose(arena.ground.shapes, squad, spots, kind, x, y, c, s, row)
        state += row
        waiting = np.flatnonzero(place < 0).tolist()
    return place
