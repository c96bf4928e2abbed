"""From a position to squares: where each model may end, and what it is at most worth there.

A relaxation that holds every legal end: models go straight to any place within their maximum
that nothing standing bars by itself.  Mates, ways and all that is asked of the whole unit are
left out; discs with prices (`movesolver.search.prices`) bring the mates back in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import DISC, Floats, Ints, Shapes
from movekernels.search.cells import CROSSED, SHUT, SLOP, fill_most, fill_states, list_reach
from movekernels.search.ground import AT_X, AT_Y, BASE, KIND, TRAVEL, WEIGHT, Ground, Squad, Terms
from movekernels.search.prices import BLOCK, Squares
from movesolver.referee.outlines import Outline
from movesolver.referee.position import Position
from movesolver.search.arena import Arena
from movesolver.search.goal_table import Goal, joined_shapes
from movesolver.search.heights import NEAR, ground_of
from movesolver.search.placing import around, kept_in


@dataclass(frozen=True, slots=True)
class Relaxed:
    """What a bound is computed from."""

    position: Position
    ground: Ground
    squad: Squad
    """With maxima a little wider than those of the unit."""
    terms: Terms
    shapes: Shapes
    dot: int
    """A disc of radius 0 among ``shapes``."""
    level: float
    """Height at which discs stand, inches."""
    radii: Floats
    """Radii of discs, rising, shape (q,): a little less than each that a base holds."""
    rank: Ints
    """How many of these concern each model that ends on the level, less one; -1: none; (n,)."""
    group: Ints
    """Group of each model, shape (n,)."""
    leader: Ints
    """First model of each group, shape (g,)."""
    more: Floats
    """What a model is worth beyond its leader, anywhere, points, shape (n,)."""


def relaxed(position: Position, arena: Arena, goal: Goal) -> Relaxed:
    """Return the relaxation of a position for a goal."""
    ground, terms = ground_of(position, arena), goal.report
    shapes = joined_shapes(ground.shapes, [Outline(((DISC, 0.0, 0.0, ()),), 0.0, 0.0)])
    squad = arena.squad._replace(maximum=position.maximum + SLOP)
    heights, counts = np.unique(squad.z[squad.member], return_counts=True)
    level = float(heights[np.argmax(counts)]) if heights.size else 0.0
    on_level = (np.abs(squad.z - level) < NEAR)[squad.member]
    held = squad.inner[squad.member]
    radii = np.unique(held[on_level & (held > 2 * SLOP)]) - SLOP
    group, leader = _groups(squad, terms)
    share = terms.share
    constant = (share[:, :, WEIGHT] * share[:, :, BASE]).sum(axis=0)
    return Relaxed(
        position=position,
        ground=ground,
        squad=squad,
        terms=terms,
        shapes=shapes,
        dot=shapes.outer.size - 1,
        level=level,
        radii=radii,
        rank=np.where(on_level, np.searchsorted(radii, held, side="right") - 1, -1),
        group=group,
        leader=leader,
        more=constant - constant[leader[group]],
    )


def _groups(squad: Squad, terms: Terms) -> tuple[Ints, Ints]:
    """Return the group of each model (same class, same goal but for constants), and leaders."""
    seen: dict[bytes, int] = {}
    group = np.empty(squad.member.size, dtype=np.int64)
    leader: list[int] = []
    travels = ((terms.spec[:, KIND] == TRAVEL)[:, None] & (terms.share[:, :, WEIGHT] != 0)).any(0)
    for i in range(squad.member.size):
        key = squad.member[i : i + 1].tobytes()
        key += np.ascontiguousarray(terms.share[:, i, [WEIGHT, AT_X, AT_Y]]).tobytes()
        if travels[i]:
            key += squad.start[i, :2].tobytes() + squad.maximum[i : i + 1].tobytes()
        if key not in seen:
            seen[key] = len(leader)
            leader.append(i)
        group[i] = seen[key]
    return group, np.array(leader, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Window:
    """Squares of one size over a rectangle of the table."""

    x: float
    """Lower left corner ..."""
    y: float
    """... inches."""
    side: float
    """Of each square, inches."""
    states: Ints
    """State of each square for each class, (c, rows, columns)."""


def reached(relaxed: Relaxed, beyond: float = 0.0) -> tuple[Floats, Floats]:
    """Return the corners of what the centres of a unit can reach on the table, each of shape (2,).

    Up to ``beyond`` inches off the table, and where a base does not hold its centre farther.
    """
    squad, ground = relaxed.squad, relaxed.ground
    over = beyond + max(-float(squad.inner.min()), 0.0)
    low = np.maximum((squad.start[:, :2] - squad.maximum[:, None]).min(axis=0), -over)
    high = (squad.start[:, :2] + squad.maximum[:, None]).max(axis=0)
    high = np.minimum(high, [ground.width + over, ground.height + over])
    if kept_in(relaxed.position):
        least, most = around(relaxed.position)
        if (least < most).all():  # else somebody has no place
            low, high = np.maximum(low, least - beyond), np.minimum(high, most + beyond)
    return low, high


def first_window(relaxed: Relaxed, side: float) -> Window:
    """Return squares over all that the unit can reach, with the lower left at whole inches."""
    low, high = reached(relaxed)
    x, y = np.floor(low).tolist()
    columns, rows = (math.ceil((top - base) / side) for top, base in zip(high, (x, y), strict=True))
    shape = relaxed.squad.shape.size, max(rows, 1), max(columns, 1)
    states = np.full(shape, CROSSED, dtype=np.int64)
    return _with_states(relaxed, Window(x, y, side, states))


def split_window(relaxed: Relaxed, window: Window) -> Window:
    """Return the window with every square split into four."""
    states = np.repeat(np.repeat(window.states, 2, axis=1), 2, axis=2)
    return _with_states(relaxed, Window(window.x, window.y, window.side / 2, states))


def _with_states(relaxed: Relaxed, window: Window) -> Window:
    for k in range(relaxed.squad.shape.size):
        if not (relaxed.rank[relaxed.squad.member == k] >= 0).any():
            window.states[k] = SHUT
            continue
        fill_states(
            relaxed.ground, relaxed.squad, relaxed.shapes, relaxed.dot, k,
            window.x, window.y, window.side, window.states[k],
        )  # fmt: skip
    return window


def squares_of(relaxed: Relaxed, window: Window, elsewhere: Floats) -> Squares:
    """Return the squares of a window as they are priced."""
    squad, terms = relaxed.squad, relaxed.terms
    states = window.states
    n, (rows, columns) = squad.member.size, states.shape[1:]
    whole = (-(-rows // BLOCK) * BLOCK, -(-columns // BLOCK) * BLOCK)
    worth = np.full((relaxed.leader.size, *whole), -math.inf)
    for g, i in enumerate(relaxed.leader.tolist()):
        fill_most(
            relaxed.shapes, squad, terms, relaxed.dot, i,
            window.x, window.y, window.side, states[squad.member[i]], worth[g],
        )  # fmt: skip
    low, high = np.empty((2, n, whole[0]), dtype=np.int64)
    list_reach(squad, window.x, window.y, window.side, columns, low, high)
    return Squares(
        worth=worth,
        rank=np.maximum(relaxed.rank[relaxed.leader], 0),
        group=relaxed.group,
        more=relaxed.more,
        low=low,
        high=high,
        elsewhere=elsewhere,
    )
