"""Terms of a goal being collected, and the arrays they become."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import DISC, Bodies, Floats, Shapes
from movekernels.geometry.gap import gap_rows
from movekernels.search.ground import (
    AT_X,
    AT_Y,
    BASE,
    FIRST,
    LAST,
    MARGIN,
    NEAR_BODIES,
    NEAR_POINT,
    REACH,
    VERTICAL,
    WEIGHT,
    Terms,
)
from movesolver.referee.outlines import Outline, outline_of_polygon, pack_outlines
from movesolver.referee.position import Position
from movesolver.rules.moves import Duty
from movesolver.search.forms import Forms, Need, Worst
from movesolver.search.valued import Sampled
from movesolver.table.fields import Point, Polygon

Row = tuple[float, ...]
"""A target: outline, x, y, cosine and sine of the heading, z."""


Wish = tuple[float, float, float, float]
"""Weight of a wish and the point wished: x, y, z."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal as the search sees it."""

    shapes: Shapes
    """The outlines of the position, then those of the targets."""
    search: Terms
    """Terms that count what is surely counted: the search climbs these."""
    report: Terms
    """Terms that count with the tolerance of the rules and add up over the models."""
    guide: Terms
    """These and the terms that stand in for the other forms: what a search sorts answers by."""
    forms: Forms | None
    """What does not add up over models or is no term: worth, with `report`, the objective."""
    points: tuple[Point, ...]
    """Places the goal pulls models to."""
    facings: dict[int, tuple[float, ...]]
    """Headings wished for each model (by index), degrees."""
    wishes: dict[int, tuple[Point, ...]]
    """Places wished for each model (by index)."""
    raised: dict[int, tuple[Wish, ...]]
    """Wishes of each model (by index) that name a height."""

    pressed: bool = False
    """Whether the search counts terms that the goal has not (see `movesolver.search.pressing`)."""
    failing: tuple[tuple[int, Duty], ...] = ()
    """Which of them press all models to a duty that only binds who fails in another."""
    formations: tuple[Floats, ...] = ()
    """Whole formations to begin from too, each of poses (x, y, heading in degrees), (n, 3)."""
    pinned: tuple[Terms, ...] = ()
    """Single terms that models of a positive weight must count in: no other spots are tried."""

    def is_for_nothing(self, position: Position) -> bool:
        """Return whether every end is worth nothing: the search goes for the shortest move."""
        return self.forms is None and not position.scenario.action.goal

    def off_level(self, i: int, x: float, y: float, z: float) -> float:
        """Return the points that model ``i`` loses at (x, y, z) as it is not at the height wished.

        The terms reckon wishes flat.
        """
        lost = 0.0
        for weight, wx, wy, wz in self.raised.get(i, ()):
            flat = math.hypot(x - wx, y - wy)
            lost += weight * (math.hypot(flat, z - wz) - flat)
        return lost


@dataclass(slots=True)
class GoalTable:
    """Terms being collected; one row of the per-model lists for each term."""

    position: Position
    outlines: list[Outline] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    weight: list[Floats] = field(default_factory=list)
    x: list[Floats] = field(default_factory=list)
    y: list[Floats] = field(default_factory=list)
    reach: list[float] = field(default_factory=list)
    vertical: list[float] = field(default_factory=list)
    targets: list[list[Row]] = field(default_factory=list)
    grid: list[Floats] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    step: list[float] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    pressed: list[int] = field(default_factory=list)
    """Terms that only the search counts (see `movesolver.search.pressing`)."""
    failing: list[tuple[int, Duty]] = field(default_factory=list)
    """Those of duties that only bind who fails in another."""
    aside: list[int] = field(default_factory=list)
    """Terms by which it also sorts its answers: they stand in for other forms."""
    worst: list[int] = field(default_factory=list)
    """Terms that count once for the unit: the least of what they are worth for its models."""
    worst_terms: list[int] = field(default_factory=list)
    """... and their indices in the scenario's goal."""
    needs: list[tuple[int, int, int]] = field(default_factory=list)
    """Terms that so many models must count in, and their indices in the scenario's goal."""
    sampled: tuple[Sampled, ...] = ()
    """Functions of poses that count too."""

    def add(
        self,
        kind: int,
        weight: Floats,
        *,
        x: Floats | float = 0.0,
        y: Floats | float = 0.0,
        reach: float = 0.0,
        vertical: float = math.inf,
        targets: list[Row] | None = None,
        grid: Floats | None = None,
        columns: int = 2,
        step: float = 1.0,
    ) -> None:
        """Add a term (see `movesolver.search.goals`): its kind, and weights of shape (n,)."""
        n = len(self.position.ids)
        self.kind.append(kind)
        self.weight.append(weight)
        self.x.append(np.broadcast_to(np.asarray(x, dtype=np.float64), (n,)))
        self.y.append(np.broadcast_to(np.asarray(y, dtype=np.float64), (n,)))
        self.reach.append(reach)
        self.vertical.append(vertical)
        self.targets.append(targets or [])
        self.grid.append(np.zeros(0) if grid is None else grid)
        self.columns.append(columns)
        self.step.append(step)

    def shape(self, outline: Outline) -> int:
        """Return the index an outline will have among the extended shapes."""
        self.outlines.append(outline)
        return self.position.shapes.outer.size + len(self.outlines) - 1

    def unit_rows(self, unit: str) -> list[Row]:
        """Return the models of a unit on the table as targets."""
        others = self.position.others
        own = np.flatnonzero(self.position.of_units(unit))
        numbers = (others.shape, others.x, others.y, others.cos, others.sin, others.z)
        return [tuple(float(row[j]) for row in numbers) for j in own]

    def area_row(self, polygon: Polygon) -> Row:
        """Return an area as a target."""
        x, y = centroid(polygon)
        outline = outline_of_polygon(tuple((px - x, py - y) for px, py in polygon))
        return (float(self.shape(outline)), x, y, 1.0, 0.0, 0.0)

    def disc_row(self, radius: float, at: Point) -> Row:
        """Return a disc as a target; one of radius 0 is a point."""
        outline = Outline(((DISC, radius, radius, ()),), radius, radius)
        return (float(self.shape(outline)), *at, 1.0, 0.0, 0.0)

    def finished(
        self,
        facings: dict[int, tuple[float, ...]],
        wishes: dict[int, tuple[Point, ...]],
        raised: dict[int, tuple[Wish, ...]],
    ) -> Goal:
        """Return the goal, with headings, places and heights wished for each model (by index)."""
        shapes = joined_shapes(self.position.shapes, self.outlines)
        n, count = len(self.position.ids), len(self.kind)
        share = np.zeros((count, n, 4))
        if count:
            share[:, :, WEIGHT], share[:, :, AT_X], share[:, :, AT_Y] = self.weight, self.x, self.y
        rows = np.array([t for ts in self.targets for t in ts], dtype=np.float64).reshape(-1, 6)
        outline = rows[:, 0].astype(np.int64)
        radii = np.where(shapes.inner == shapes.outer, shapes.outer, -1.0)[outline]
        limit = np.column_stack([self.reach, self.vertical, self.step]).reshape(count, 3)
        first, grid = (
            _offsets([len(ts) for ts in self.targets]),
            _offsets([g.size for g in self.grid]),
        )
        columns = np.array(self.columns, dtype=np.int64)
        lines = np.diff(grid) // columns
        spec = np.column_stack([self.kind, first[:-1], first[1:], grid[:-1], lines, columns])
        tolerance = self.position.rules.tolerance
        # A positive count is sought without the tolerance, a negative one shunned with it.
        shunned = (share[:, :, WEIGHT] < 0).any(axis=1)
        sought = limit.copy()
        sought[shunned, REACH] += tolerance + MARGIN
        limit[:, [REACH, VERTICAL]] += tolerance
        terms = Terms(
            spec=np.ascontiguousarray(spec, dtype=np.int64).reshape(count, 6),
            limit=sought,
            share=share,
            target=np.column_stack([rows[:, 1:], radii]),
            outline=outline,
            grid=np.concatenate([*self.grid, np.zeros(0)]),
        )
        start = self.position.start
        for t, kind in enumerate(self.kind):
            if kind == NEAR_POINT:
                share[t, :, BASE] = np.hypot(
                    start.x - share[t, :, AT_X], start.y - share[t, :, AT_Y]
                )
            elif kind == NEAR_BODIES:
                share[t, :, BASE] = start_gaps(shapes, start, terms, t).min(axis=1).clip(min=0.0)
        if self.position.placing:
            share[:, :, BASE] = 0.0  # set up from off the table: minus the distance counts
        formed = [*self.worst, *(t for t, _, _ in self.needs)]
        exact = terms._replace(limit=limit)
        return Goal(
            shapes=shapes,
            search=without(terms, formed),
            report=without(exact, [*formed, *self.pressed, *self.aside]),
            guide=without(exact, [*formed, *self.pressed]),
            forms=self._forms(terms, exact),
            points=tuple(dict.fromkeys(self.points)),
            facings=facings,
            wishes=wishes,
            raised=raised,
            pressed=bool(self.pressed),
            failing=tuple(self.failing),
        )

    def _forms(self, terms: Terms, exact: Terms) -> Forms | None:
        """Return the terms that do not add up, each by itself, as sought and as counted."""
        if not (self.worst or self.needs or self.sampled):
            return None
        return Forms(
            worst=tuple(
                Worst(t, one_term(terms, t), one_term(exact, t), index)
                for t, index in zip(self.worst, self.worst_terms, strict=True)
            ),
            needs=tuple(
                Need(t, one_term(terms, t), one_term(exact, t), models, index)
                for t, models, index in self.needs
            ),
            sampled=self.sampled,
            all_terms=exact,
        )


def without(terms: Terms, which: list[int]) -> Terms:
    """Return the terms with some of no weight."""
    share = terms.share.copy()
    share[which, :, WEIGHT] = 0.0
    return terms._replace(share=share)


def one_term(terms: Terms, t: int) -> Terms:
    """Return a term by itself."""
    spec, limit, share = terms.spec[t : t + 1], terms.limit[t : t + 1], terms.share[t : t + 1]
    return terms._replace(spec=spec.copy(), limit=limit.copy(), share=share.copy())


def joined_shapes(shapes: Shapes, outlines: list[Outline]) -> Shapes:
    """Return shapes with more outlines after them."""
    if not outlines:
        return shapes
    more = pack_outlines(outlines)
    parts, vertices = shapes.part_kind.size, shapes.vertex_x.size
    return Shapes(
        part_first=np.concatenate([shapes.part_first, more.part_first[1:] + parts]),
        part_kind=np.concatenate([shapes.part_kind, more.part_kind]),
        part_a=np.concatenate([shapes.part_a, more.part_a]),
        part_b=np.concatenate([shapes.part_b, more.part_b]),
        vertex_first=np.concatenate([shapes.vertex_first, more.vertex_first[1:] + vertices]),
        vertex_x=np.concatenate([shapes.vertex_x, more.vertex_x]),
        vertex_y=np.concatenate([shapes.vertex_y, more.vertex_y]),
        inner=np.concatenate([shapes.inner, more.inner]),
        outer=np.concatenate([shapes.outer, more.outer]),
    )


def start_gaps(shapes: Shapes, start: Bodies, terms: Terms, t: int) -> Floats:
    """Return the gaps from the start poses to the targets of term ``t``, shape (n, targets)."""
    low, high = int(terms.spec[t, FIRST]), int(terms.spec[t, LAST])
    chosen = Bodies(
        terms.outline[low:high],
        *(np.ascontiguousarray(terms.target[low:high, k]) for k in range(5)),
    )
    gaps = np.empty((start.x.size, high - low))
    gap_rows(shapes, start, chosen, gaps)
    return gaps


def _offsets(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(np.array(counts, dtype=np.int64), out=offsets[1:])
    return offsets


def centroid(polygon: Polygon) -> Point:
    """Return the centroid of a simple polygon."""
    area = cx = cy = 0.0
    x0, y0 = polygon[0]
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
        area += cross
        cx += (ax + bx - 2 * x0) * cross
        cy += (ay + by - 2 * y0) * cross
    return (x0 + cx / (3 * area), y0 + cy / (3 * area))
