"""What a goal is worth at most for one model somewhere in a box.

Every term is bounded on its own, by how near and how far the box's points are; the sum of
the bounds bounds the sum.  For a round base in a box that is a point it is the value.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import numpy as np

from movesolver.table.fields import Point, Polygon
from movesolver.table.measures import inches
from movesolver.table.scenario import Field, GoalTerm, Marker, Nearness, Target
from movesolver.verifying.board import Board, Storey
from movesolver.verifying.boxes import Boxes
from movesolver.verifying.gaps import gap_bounds
from movesolver.verifying.outlines import Body, Floats, area, disc
from movesolver.verifying.verified import NotCoveredError

KINDS = ("near", "within", "avoid", "wish", "travel", "field", "need")
KNOWN = frozenset({*KINDS, "weight", "priorities", "worst", "models"})
"""Fields of a term that are understood; a term with any other is not vouched for."""
HAIR = 1e-9
"""Added to the distance at which a count is won, inches."""
MOST_CELLS = 8
"""A box wider than so many cells of a field is given the field's largest value."""
Term = Callable[[int, Boxes, Storey, Floats | None], Floats]
"""What a term is worth at most: model, boxes, heights, headings in degrees (p,) where known."""


class Worth:
    """A goal, read from the scenario."""

    def __init__(self, board: Board, *, nothing: bool = False) -> None:
        self.board, self.nothing = board, nothing
        self.terms: list[Term] = []
        """Those that add up."""
        self.worst: dict[int, tuple[list[str], Term]] = {}
        """Those that count by their worst model, by index, and whom they concern."""
        for k, term in enumerate(() if nothing else board.scenario.action.goal):
            read = self._read(k, term)
            if not term.worst:
                self.terms += read
            elif read and self._concerned(term):
                self.worst[k] = (self._concerned(term), read[0])

    def most(self, i: int, boxes: Boxes, storey: Storey, facing: Floats | None = None) -> Floats:
        """Return what model ``i`` is worth at most in each box, at any heading or those given."""
        total = np.zeros(boxes.x.size)
        for term in self.terms:
            total += term(i, boxes, storey, facing)
        return total

    def counts(self, unit: float) -> bool:
        """Return whether every end is worth a whole multiple of a unit: only counts, no inches."""
        if self.nothing:  # it is not the worth of the scenario's goal
            return False
        goal = self.board.scenario.action.goal
        adding = [term for term in goal if not term.worst and term.need is None]
        weights = [self._weights(term) for term in adding]
        # A term of no weight adds nothing, whatever its kind.
        only = all(t.within or t.avoid for t, w in zip(adding, weights, strict=True) if any(w))
        if not only or unit <= 0:
            return False
        shares = [w / unit for of_term in weights for w in of_term if w]
        # No weight may be taken for none: of an enormous unit all are nearly no multiple.
        return all(round(s) != 0 and abs(s - round(s)) <= HAIR for s in shares)

    def needed(self, k: int) -> tuple[int, list[str], Term] | None:
        """Return what a term of the goal needs: how many of which models, worth 1 where they count.

        None if there is no such term, or it needs nothing.
        """
        goal = self.board.scenario.action.goal
        need = goal[k].need if 0 <= k < len(goal) else None
        if need is None:
            return None
        concerned = self._concerned(goal[k])
        weights = [float(name in concerned) for name in self.board.ids]
        term = self._within(Nearness(need.of, need.inches), weights)
        return need.models, concerned, term

    def _concerned(self, term: GoalTerm) -> list[str]:
        """Return the models that a term says anything about."""
        priorities = term.priorities or {}
        return [
            name
            for name in self.board.ids
            if (term.models is None or name in term.models)
            and term.weight * priorities.get(name, 1.0) != 0.0
            and (term.wish is None or name in term.wish)
        ]

    def _weights(self, term: GoalTerm) -> list[float]:
        """Return what a term counts for each model: nothing where it measures nothing."""
        priorities = getattr(term, "priorities", None) or {}
        return [
            term.weight * priorities.get(name, 1.0) if self._measures(term, name) else 0.0
            for name in self.board.ids
        ]

    def _measures(self, term: GoalTerm, name: str) -> bool:
        """Return whether a term measures anything of a model, wherever that ends."""
        if term.travel and self.board.position.placing:
            return False  # who is set up travels nowhere
        if isinstance(term.near, Target) and term.near.unit is not None:
            nobody = not self._unit(term.near.unit)
        else:
            nobody = term.wish is not None and name not in term.wish
        return not nobody and (term.models is None or name in term.models)

    def _read(self, k: int, term: GoalTerm) -> list[Term]:
        for name, default in zip(term.__struct_fields__, _defaults(term), strict=True):
            if name not in KNOWN and getattr(term, name) != default:
                raise NotCoveredError(f"goal[{k}].{name} is not known to verify")
        weights = self._weights(term)
        if getattr(term, "need", None) is not None:
            return []  # worth nothing; that it rules out some ends is left out
        if term.near is not None:
            if isinstance(term.near, Target) and term.near.unit is not None:
                bodies = self._unit(term.near.unit)
                return [self._near_bodies(bodies, weights)] if bodies else []
            at = term.near if isinstance(term.near, tuple) else _centre(self._marker(term.near))
            return [self._near_point([at] * len(weights), weights, self._bases(at))]
        if term.within is not None:
            return [self._within(term.within, weights)]
        if term.avoid is not None:
            return [self._within(term.avoid, [-w for w in weights])]
        if term.wish is not None:
            wished = {name: (pose[0], pose[1]) for name, pose in term.wish.items()}
            points = [wished.get(name, (0.0, 0.0)) for name in self.board.ids]
            return [self._near_point(points, weights, [0.0] * len(weights))]
        if term.field is not None:
            return [_Grid(term.field, weights).most]
        return [] if self.board.position.placing else [self._travel(weights)]

    def _unit(self, name: str) -> list[Body]:
        board = self.board
        owners = board.position.other_units
        return [body for body, owner in zip(board.others, owners, strict=True) if owner == name]

    def _marker(self, target: Target | Point) -> Marker:
        assert isinstance(target, Target)
        return next(one for one in self.board.scenario.markers if one.id == target.marker)

    def _bases(self, at: Point) -> list[float]:
        """Return how far from a point each model starts; 0 for those that are set up."""
        if self.board.position.placing:
            return [0.0] * len(self.board.ids)
        return [math.hypot(one.x - at[0], one.y - at[1]) for one in self.board.starts]

    def _near_point(self, at: list[Point], weights: list[float], base: list[float]) -> Term:
        def most(i: int, boxes: Boxes, storey: Storey, facing: Floats | None) -> Floats:
            w = weights[i]
            if w == 0.0:
                return np.zeros(boxes.x.size)
            # Within its reach of its start a model comes no nearer, and gets no farther away.
            start, reach = self.board.starts[i], max(storey.reach, 0.0) + self.board.slop
            away = math.hypot(start.x - at[i][0], start.y - at[i][1])
            if w > 0.0:
                return w * (base[i] - np.maximum(boxes.nearest(*at[i]), away - reach))
            return w * (base[i] - np.minimum(boxes.farthest(*at[i]), away + reach))

        return most

    def _near_bodies(self, bodies: list[Body], weights: list[float]) -> Term:
        low, high = np.zeros(len(weights)), np.zeros(len(weights))
        begun = [self.board.from_starts(body) for body in bodies]
        if not self.board.position.placing:
            for i, start in enumerate(self.board.starts):
                point = Boxes(np.array([start.x]), np.array([start.y]), 0.0)
                gaps = [self._gaps(i, point, body, np.array([start.facing])) for body in bodies]
                low[i], high[i] = (max(min(float(g[k][0]) for g in gaps), 0.0) for k in (0, 1))

        def most(i: int, boxes: Boxes, storey: Storey, facing: Floats | None) -> Floats:
            w = weights[i]
            if w == 0.0:
                return np.zeros(boxes.x.size)
            side, base = (0, high[i]) if w > 0 else (1, low[i])
            gaps = [self._gaps(i, boxes, body, facing)[side] for body in bodies]
            if w > 0.0:
                # Within its reach of its start a model comes no nearer.
                reach = max(storey.reach, 0.0) + self.board.slop + self.board.outlines[i].outer
                gaps = [
                    np.maximum(gap, far[i] - reach) for gap, far in zip(gaps, begun, strict=True)
                ]
            nearest: Floats = np.maximum(np.minimum.reduce(gaps), 0.0)
            worth: Floats = w * (base - nearest)
            return worth

        return most

    def _gaps(
        self, i: int, boxes: Boxes, body: Body, facing: Floats | None
    ) -> tuple[Floats, Floats]:
        """Return bounds of the gap of a model to a body from anywhere in each box; (p,) each."""
        outline = self.board.outlines[i]
        if facing is not None and boxes.half == 0.0 and not outline.round:
            poses = (boxes.x, boxes.y, facing)
            one = np.ones(boxes.x.size)
            there = (body.x * one, body.y * one, body.facing * one)
            return gap_bounds(outline, poses, body.outline, there)
        low, high = boxes.spread(body)
        return low - outline.outer, high - outline.grip

    def _within(self, nearness: Nearness, weights: list[float]) -> Term:
        of, reach = nearness.of, nearness.inches or 0.0
        tall, solid = math.inf, False
        if isinstance(of, tuple):
            bodies = [Body(disc(0.0), *of)]
        elif of.unit is not None:
            bodies, solid = self._unit(of.unit), True
        elif of.zone is not None:
            zone = next(one for one in self.board.scenario.zones if one.id == of.zone)
            bodies = [Body(area(zone.polygon), 0.0, 0.0)]
        else:
            marker = self._marker(of)
            if marker.area is not None:
                bodies = [Body(area(marker.area), 0.0, 0.0)]
            else:
                tall = self.board.position.rules.marker_vertical
                bodies = [Body(disc(inches(marker.diameter_mm) / 2), *_centre(marker))]
        slop = self.board.position.rules.tolerance

        def most(i: int, boxes: Boxes, storey: Storey, facing: Floats | None) -> Floats:
            w = weights[i]
            met = np.zeros(boxes.x.size, dtype=np.bool_)
            for body in bodies if w != 0.0 else ():
                low, high = self._gaps(i, boxes, body, facing)
                least, most_apart = storey.apart(body.z)
                if w > 0.0:  # may it count somewhere?
                    apart = np.hypot(np.maximum(low, 0.0), least) if solid else low
                    met |= (apart <= reach + slop + HAIR) & (least <= tall + slop + HAIR)
                else:  # does it count everywhere?
                    apart = np.hypot(np.maximum(high, 0.0), most_apart) if solid else high
                    met |= (apart <= reach) & (most_apart <= tall)
            return np.where(met, w, 0.0)

        return most

    def _travel(self, weights: list[float]) -> Term:
        board = self.board

        def most(i: int, boxes: Boxes, storey: Storey, facing: Floats | None) -> Floats:
            w, start = weights[i], board.starts[i]
            if w == 0.0:
                return np.zeros(boxes.x.size)
            if w > 0.0:
                return -w * boxes.nearest(start.x, start.y)
            return np.full(boxes.x.size, -w * (board.reach[i] + board.slop))

        return most


class _Grid:
    """A field: bilinear in each cell of its grid, 0 outside."""

    def __init__(self, field: Field, weights: list[float]) -> None:
        self.field, self.weights = field, weights
        self.values = np.array(field.values, dtype=np.float64)

    def most(self, i: int, boxes: Boxes, storey: Storey, facing: Floats | None) -> Floats:
        w = self.weights[i]
        if w == 0.0:
            return np.zeros(boxes.x.size)
        rows, columns = self.values.shape
        (x, y), step = self.field.origin, self.field.step
        u0, u1 = (boxes.x - boxes.half - x) / step, (boxes.x + boxes.half - x) / step
        v0, v1 = (boxes.y - boxes.half - y) / step, (boxes.y + boxes.half - y) / step
        wide, high = columns - 1.0, rows - 1.0
        outside = (u0 < HAIR) | (v0 < HAIR) | (u1 > wide - HAIR) | (v1 > high - HAIR)
        misses = (u1 < -HAIR) | (v1 < -HAIR) | (u0 > wide + HAIR) | (v0 > high + HAIR)
        if boxes.half > MOST_CELLS * step / 2:
            return np.where(misses, 0.0, max(0.0, float((w * self.values).max())))
        u = [np.clip(a, 0.0, wide) for a in (u0, u1)]
        v = [np.clip(a, 0.0, high) for a in (v0, v1)]
        best = np.full(boxes.x.size, -math.inf)
        # A bilinear piece has its extremes at corners: of the box, and where grid lines cut it.
        cuts_u, cuts_v = _cuts(u[0], u[1]), _cuts(v[0], v[1])
        for a in cuts_u:
            for b in cuts_v:
                best = np.maximum(best, w * self._at(a, b))
        return np.where(misses, 0.0, np.where(outside, np.maximum(best, 0.0), best))

    def _at(self, u: Floats, v: Floats) -> Floats:
        rows, columns = self.values.shape
        a = np.minimum(u.astype(np.int64), columns - 2)
        b = np.minimum(v.astype(np.int64), rows - 2)
        s, t, g = u - a, v - b, self.values
        low = g[b, a] * (1.0 - s) + g[b, a + 1] * s
        high = g[b + 1, a] * (1.0 - s) + g[b + 1, a + 1] * s
        value: Floats = low * (1.0 - t) + high * t
        return value


def _cuts(low: Floats, high: Floats) -> list[Floats]:
    """Return the ends of intervals, and every whole number between them (or an end again)."""
    most = int(np.max(np.floor(high) - np.ceil(low), initial=-1.0))
    inner = [np.minimum(np.ceil(low) + k, high) for k in range(most + 1)]
    return [low, *inner, high]


def _centre(marker: Marker) -> Point:
    return centroid(marker.area) if marker.at is None and marker.area is not None else _at(marker)


def _at(marker: Marker) -> Point:
    assert marker.at is not None
    return marker.at


def centroid(polygon: Polygon) -> Point:
    """Return the centroid of a simple polygon."""
    middle = area(polygon).polygon
    assert middle is not None
    return float(middle.centroid.x), float(middle.centroid.y)


def _defaults(term: GoalTerm) -> list[object]:
    """Return the default of each field of a term."""
    return [one.default for one in msgspec.structs.fields(term)]
