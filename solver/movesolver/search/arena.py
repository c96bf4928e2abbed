"""From a position to the ground a search stands on: what bars which end and which way."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from movekernels.arrays import LEVEL, TOLERANCE, Bodies, Bools, Floats, Ints, Shapes
from movekernels.search.ground import CLEAN, MARGIN, Ground, Rings, Spots, Squad
from movesolver.paths.ways import Ways
from movesolver.referee.fighting import locked
from movesolver.referee.outlines import Outline, outline_of_polygon
from movesolver.referee.position import Position, heading, joined_bodies, select
from movesolver.referee.surfaces import GROUND
from movesolver.referee.verdict import Code
from movesolver.rules.transit import UPPER_SURFACE
from movesolver.search.detours import no_detours, pack_detours, ways_of
from movesolver.search.goal_table import joined_shapes
from movesolver.search.regions import KeepOut, keep_outs
from movesolver.table.fields import Polygon

NOTHING = Bodies(np.empty(0, dtype=np.int64), *(np.empty(0) for _ in range(5)))
"""No bodies."""


@dataclass(frozen=True, slots=True)
class Storey:
    """Models that end where only a climb leads, and the spots they have there."""

    height: Floats
    """Where each model ends, inches above the table, shape (n,)."""
    rises: Bools
    """Which models climb, shape (n,)."""
    poses: Mapping[int, Floats]
    """For each of these x, y, heading in degrees (0 if it is round); shape (s, 3)."""
    lengths: Mapping[int, Floats]
    """How long the way to each pose is, inches, shape (s,)."""

    def lengths_to(self, i: int, spots: Spots) -> Floats:
        """Return the lengths of a model's ways to spots, infinity where it has none; (s,)."""
        known = {
            (x, y, *heading(facing)): length
            for (x, y, facing), length in zip(
                self.poses[i].tolist(), self.lengths[i].tolist(), strict=True
            )
        }
        places = zip(spots.x.tolist(), spots.y.tolist(), spots.turned.tolist(), strict=True)
        return np.array([known.get((x, y, c, s), math.inf) for x, y, (c, s) in places])


@dataclass(frozen=True, slots=True)
class Arena:
    """The ground, the unit, and what each obstacle would be charged as."""

    ground: Ground
    squad: Squad
    codes: tuple[Code, ...]
    """What ending too close to each obstacle is called, shape (o,)."""
    home: Bools
    """Which models may end exactly where they start, as far as others are concerned; (n,)."""
    ways: Ways
    """Ways around obstacles."""
    storey: Storey | None = None
    """Who ends on another level than it stands on, if somebody does."""


def build_arena(
    position: Position, shapes: Shapes, *, mates: bool = False, storey: Storey | None = None
) -> Arena:
    """Build the arena of a position.

    Parameters
    ----------
    position
        The packed position.
    shapes
        Its outlines, possibly with more after them (see `pack_goal`).
    mates
        Whether the start poses of unit-mates that bar the way are obstacles too
        (then any order of moving will do).
    storey
        Who ends on another level than it stands on.
    """
    still, rises = position, np.zeros(len(position.ids), dtype=np.bool_)
    if storey is not None:
        rises = storey.rises
        position = replace(position, start=position.start._replace(z=storey.height))
    classes, member = _classes(position, rises)
    squad = _squad(position, classes, member)
    if storey is not None and not position.placing:  # inner loops leave climbers where they are put
        squad = squad._replace(maximum=np.where(rises, 0.0, squad.maximum))
    outlines: list[Outline] = []
    floor, carries = _floors(position, classes, outlines, shapes.outer.size)
    sills, sill_z = _sills(position, outlines, shapes.outer.size)
    outs = keep_outs(position)
    out = _at_origin([shapes.outer.size + len(outlines) + k for k in range(len(outs))])
    outlines += [one.outline for one in outs]
    mine = [position.start] if mates else []
    groups = [one for one in (sills, out, *mine) if one.x.size]
    everything = position.board.everything
    everything = joined_bodies(everything, *groups) if groups else everything
    shapes = joined_shapes(shapes, outlines)
    apart, codes = _apart(position, classes, sill_z, outs, mates)
    keep = _reachable(position, shapes, everything, apart, member)
    everything = select(everything, keep)
    apart = np.ascontiguousarray(apart[:, keep])
    ways = ways_of(still, mates=mates)
    between, first = sill_z.size + len(outs), ways.obstacles.mates
    starts = _spread_out(ways.obstacles.gaps, first, between, math.inf, mates)[:, keep]
    clear = _spread_out(ways.clear, first, between, -math.inf, mates)[:, keep]
    clear = np.ascontiguousarray(np.where(clear <= 0.0, clear - CLEAN, clear))
    if position.placing:
        clear[:] = -math.inf
    table = position.scenario.table
    ground = Ground(
        rings=Rings(
            x=everything.x,
            y=everything.y,
            apart=ring_rows(apart, squad.outer, squad.inner, shapes, everything.shape),
            clear=ring_rows(
                clear, squad.outer[member], squad.inner[member], shapes, everything.shape
            ),
        ),
        shapes=shapes,
        outline=everything.shape,
        turned=np.column_stack([everything.cos, everything.sin]),
        apart=apart,
        clear=clear,
        floor=floor,
        carries=carries,
        raised=squad.z > GROUND,
        detours=no_detours(position) if position.placing else pack_detours(still, ways),
        width=float(table.width),
        height=float(table.height),
    )
    kept = tuple(code for code, stays in zip(codes, keep, strict=True) if stays)
    home = _home(apart[member], starts, kept) & ~rises & (not position.placing)
    return Arena(ground, squad, kept, home, ways, storey)


def start_poses(position: Position) -> Floats:
    """Return the start poses (x, y, cos, sin), shape (n, 4)."""
    start = position.start
    return np.column_stack([start.x, start.y, start.cos, start.sin])


def _classes(position: Position, rises: Bools) -> tuple[list[int], Ints]:
    """Return one model of each class, and the class of each model."""
    seen: dict[Hashable, int] = {}
    first: list[int] = []
    member = np.zeros(len(position.ids), dtype=np.int64)
    kinds, asked = position.kinds(), dict[int, Hashable]()
    start = position.start
    places = zip(start.shape.tolist(), start.z.tolist(), rises.tolist(), strict=True)
    for i, place in enumerate(places):
        if kinds[i] not in asked:
            mover, cover = position.movers[i], position.in_cover[i].tobytes()
            asked[kinds[i]] = (mover.height, bool(mover.keywords & UPPER_SURFACE), cover)
        key = (place, asked[kinds[i]])
        if key not in seen:
            seen[key] = len(first)
            first.append(i)
        member[i] = seen[key]
    return first, member


def _squad(position: Position, classes: list[int], member: Ints) -> Squad:
    rule, n = position.rules.coherency, len(position.ids)
    # Models that come back hold to those that stand, not to each other.
    back = bool(position.of_units(position.scenario.mover.id).any())
    shape = position.start.shape[classes]
    shapes = position.shapes
    return Squad(
        start=start_poses(position),
        maximum=np.where(locked(position), 0.0, position.maximum),
        member=member,
        shape=np.ascontiguousarray(shape),
        z=np.ascontiguousarray(position.start.z[classes]),
        outer=np.ascontiguousarray(shapes.outer[shape]),
        inner=np.ascontiguousarray(shapes.inner[shape]),
        round=np.ascontiguousarray(shapes.inner[shape] == shapes.outer[shape]),
        level=LEVEL,
        neighbour=rule.neighbour,
        neighbour_vertical=rule.neighbour_vertical,
        span=rule.span,
        span_vertical=rule.span_vertical,
        needed=rule.needed_of(n) if n > 1 and not back else 0,
        single_group=rule.single_group and not back,
    )


def _apart(
    position: Position,
    classes: list[int],
    sill_z: Floats,
    outs: list[KeepOut],
    mates: bool,
) -> tuple[Floats, list[Code]]:
    """Return the gap each class must end with from each obstacle, and what closer is called."""
    others, rules = position.others, position.rules
    margin = rules.tolerance + MARGIN
    walls = len(position.walls.category)
    before = others.x.size + walls + sill_z.size
    total = before + len(outs) + (len(position.ids) if mates else 0)
    apart = np.full((len(classes), total), -math.inf)
    codes = [Code.OVERLAP] * others.x.size + [Code.IN_TERRAIN] * (walls + sill_z.size)
    codes += [one.code for one in outs]
    codes += [Code.OVERLAP] * (total - len(codes))
    berths = position.berths()
    heights = position.above(position.start)
    for c, i in enumerate(classes):
        z = float(position.start.z[i])
        row = apart[c, : others.x.size]
        climb = np.abs(others.z - z)
        row[climb < LEVEL] = MARGIN
        above = heights[i]
        for berth in berths:
            near = berth.whom & (above <= berth.vertical + rules.tolerance)
            wider = near & (row < berth.horizontal + margin)
            row[wider] = berth.horizontal + margin
            for j in np.flatnonzero(wider).tolist():
                codes[j] = berth.code
        barred = position.walls_barring_end(i, z)
        apart[c, others.x.size : others.x.size + walls][barred] = MARGIN
        sill = apart[c, others.x.size + walls : others.x.size + walls + sill_z.size]
        sill[(sill_z > z + GROUND) & (sill_z < z + LEVEL)] = MARGIN
        for k, one in enumerate(outs):
            if one.binds[i]:
                apart[c, before + k] = one.gap
    return apart, codes


def _spread_out(rows: Floats, first: int, between: int, fill: float, mates: bool) -> Floats:
    """Return rows over others, walls and mates over the obstacles of an arena, shape (n, o).

    Mates begin at ``first`` and may be left out; in between come floors and regions.
    """
    if between == 0:
        return rows if mates else rows[:, :first]
    past = np.full((len(rows), between), fill)
    return np.concatenate(
        [rows[:, :first], past, rows[:, first:] if mates else rows[:, :0]], axis=1
    )


def ring_rows(gaps: Floats, outer: Floats, inner: Floats, shapes: Shapes, others: Ints) -> Floats:
    """Return the rows of `Rings` for gaps of shape (r, o), shape (2r, o)."""
    rows = np.empty((len(gaps), 2, gaps.shape[1]))
    for k, mine, theirs in ((0, outer, shapes.outer), (1, inner, shapes.inner)):
        np.add(gaps + mine[:, None], theirs[others], out=rows[:, k])
    np.maximum(rows, 0.0, out=rows)
    return np.square(rows, out=rows).reshape(2 * len(gaps), -1)


def _home(apart: Floats, starts: Floats, codes: tuple[Code, ...]) -> Bools:
    """Return which models may stay exactly where they stand: no margin is asked of them.

    Base contact may be an overlap by rounding, as the referee has it.
    """
    bases = np.array([code != Code.IN_TERRAIN for code in codes], dtype=bool)
    touching = (apart == MARGIN) & (starts >= -TOLERANCE)
    far = starts > apart - MARGIN
    fine: Bools = (touching | far | ~bases).all(axis=1)
    return fine


def _reachable(
    position: Position,
    shapes: Shapes,
    bodies: Bodies,
    apart: Floats,
    member: Ints,
) -> Bools:
    """Return which obstacles some model can come near at all, shape (o,)."""
    start = position.start
    berth = np.maximum(np.maximum(apart[member], position.transit_clearance), 0.0)
    reach = position.maximum + shapes.outer[start.shape] + 0.01
    far = reach[:, None] + shapes.outer[bodies.shape][None, :] + berth
    dx = start.x[:, None] - bodies.x[None, :]
    dy = start.y[:, None] - bodies.y[None, :]
    near: Bools = np.any(dx * dx + dy * dy < far * far, axis=0)
    return near


def _floors(
    position: Position, classes: list[int], outlines: list[Outline], first: int
) -> tuple[Ints, Bools]:
    """Return outlines of convex pieces of floor, and which raised class each carries."""
    raised = [c for c, i in enumerate(classes) if position.start.z[i] > GROUND]
    pieces: list[tuple[Polygon, list[int]]] = []
    for feature in position.scenario.terrain if raised else ():
        for floor in feature.floors:
            borne = [
                c
                for c in raised
                if abs(floor.z - position.start.z[classes[c]]) <= GROUND
                and position.movers[classes[c]].keywords & UPPER_SURFACE
            ]
            if borne:
                pieces += [(part[3], borne) for part in outline_of_polygon(floor.polygon).parts]
    carries = np.zeros((len(classes), len(pieces)), dtype=np.bool_)
    shape = []
    for f, (polygon, borne) in enumerate(pieces):
        carries[borne, f] = True
        shape.append(first + len(outlines))
        outlines.append(outline_of_polygon(polygon))
    return np.array(shape, dtype=np.int64), carries


def _sills(position: Position, outlines: list[Outline], first: int) -> tuple[Bodies, Floats]:
    """Return floors less than a level up, that a base might end part-way through."""
    levels = set(position.start.z.tolist()) if position.rules.terrain_categories else set()
    shape, heights = [], []
    for feature in position.scenario.terrain:
        for floor in feature.floors:
            if any(GROUND < floor.z - z < LEVEL for z in levels):
                shape.append(first + len(outlines))
                heights.append(floor.z)
                outlines.append(outline_of_polygon(floor.polygon))
    return _at_origin(shape), np.array(heights, dtype=np.float64)


def _at_origin(shape: list[int]) -> Bodies:
    """Return bodies whose outlines are given in table coordinates."""
    if not shape:
        return NOTHING
    zero = np.zeros(len(shape))
    return Bodies(
        np.array(shape, dtype=np.int64), zero, zero.copy(), zero + 1.0, zero.copy(), zero.copy()
    )
