"""Ways of a round base between levels the slow way: a grid in space, then pulled tight.

Written from the rules (13.02 to 13.06, 03.01) with shapely: no code of the search.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from movesolver import Scenario

Node = tuple[float, float, float]
REACH = 0.5
TOUCH = 5e-10
MOVES = [(1, 0), (1, 1), (0, 1), (2, 1), (1, 2), (-1, 1), (-2, 1), (-1, 2)]
FLAT = ("INFANTRY", "BEASTS", "SWARM")


class Thing(NamedTuple):
    """Something that bars between two heights, open at both."""

    shape: BaseGeometry
    low: float
    high: float


class Table:
    """One round model of the moving unit and what is around it."""

    def __init__(self, scenario: Scenario) -> None:
        unit = scenario.mover
        (model,) = unit.standing
        assert model.base.round is not None
        assert model.at is not None
        self.scenario = scenario
        self.words = unit.keywords_of(model)
        self.radius = model.base.round / 25.4 / 2
        self.start: Node = (*model.at, model.z)
        self.skies = "FLY" in self.words and unit.status.fly_declared
        self.down = 0.0 if scenario.rules.game == "voidsiege" else 1.0
        self.flat_rules = scenario.rules.game == "voidsiege"
        self._beside: dict[float, BaseGeometry] = {}
        self.things = [] if self.skies else [*self._models(), *self._walls()]

    def _models(self) -> Iterator[Thing]:
        """Enemies a level or more above or below are no obstacle (03.01)."""
        for unit in self.scenario.units:
            if unit.side == self.scenario.mover.side:
                continue
            for model in unit.standing:
                assert model.at is not None
                assert model.base.round is not None
                disc = Point(model.at).buffer(model.base.round / 50.8, quad_segs=2000)
                yield Thing(disc, model.z - 1, model.z + 1)

    def _walls(self) -> Iterator[Thing]:
        """Dense walls over 2 inches bar all but those who walk through them (13.06)."""
        for feature in self.scenario.terrain:
            for wall in feature.walls:
                low = wall.bottom == 0.0 and wall.top <= 2.0
                walks = any(word in self.words for word in (*FLAT, "MOBILE"))
                if self.flat_rules or (feature.category == "dense" and not low and not walks):
                    yield Thing(Polygon(wall.polygon), wall.bottom - 1, wall.top)

    @cached_property
    def features(self) -> list[tuple[bool, float, MultiPolygon, list[tuple[float, Polygon]]]]:
        """Whether dense, how high, everything of it in plan, and its floors."""
        found = []
        for one in self.scenario.terrain:
            shapes = [Polygon(one.footprint), *(Polygon(wall.polygon) for wall in one.walls)]
            floors = [(floor.z, Polygon(floor.polygon)) for floor in one.floors]
            tops = [*(wall.top for wall in one.walls), *(z for z, _ in floors)]
            whole = MultiPolygon([*shapes, *(floor for _, floor in floors)])
            found.append((one.category == "dense", max(tops, default=math.inf), whole, floors))
        return found

    def beside(self, z: float) -> BaseGeometry:
        """Where the centre is within half an inch of a feature that reaches a height."""
        if z not in self._beside:
            self._beside[z] = self._beside_at(z)
        return self._beside[z]

    def _beside_at(self, z: float) -> BaseGeometry:
        near = [
            one.buffer(self.radius + REACH, quad_segs=200)
            for _, top, shape, _ in self.features
            if top >= z
            for one in shape.geoms
        ]
        return shapely.union_all(near)

    def slides(self, a: Node, b: Node) -> bool:
        """Whether a straight slide is legal."""
        z = a[2]
        line = LineString([a[:2], b[:2]])
        width, height = self.scenario.table.width, self.scenario.table.height
        r = self.radius
        if not all(r <= x <= width - r and r <= y <= height - r for x, y, _ in (a, b)):
            return False
        for thing in self.things:
            if thing.low < z < thing.high and line.distance(thing.shape) < r - TOUCH:
                return False
        if z == 0.0 or self.skies or self.flat_rules:
            return True
        left = line.difference(self.beside(z))
        return bool(left.is_empty or left.length < 1e-9) and self.beside(z).covers(Point(b[:2]))

    def climbs(self, place: tuple[float, float], low: float, high: float) -> bool:
        """Whether a climb between two heights is legal."""
        here, r = Point(place), self.radius
        for thing in self.things:
            over = thing.low < high and low < thing.high
            if over and here.distance(thing.shape) < r - TOUCH:
                return False
        if self.skies or self.flat_rules:
            return True
        walks = any(word in self.words for word in FLAT)
        held = False
        for dense, top, shape, floors in self.features:
            for z, floor in floors:
                if dense and not walks and low < z <= high and here.distance(floor) < r:
                    return False
            if top >= high:
                held = held or not dense or here.distance(shape) <= r + REACH
        return held

    def heights(self, end: float) -> list[float]:
        """Every height at which something ends, and just over models."""
        tops = {wall.top for one in self.scenario.terrain for wall in one.walls}
        floors = {floor.z for one in self.scenario.terrain for floor in one.floors}
        return sorted({0.0, 1.0, self.start[2], end, *tops, *floors})

    def cost(self, path: list[Node]) -> float:
        """What a path costs: horizontally, up, and down where that counts."""
        total = 0.0
        for (x, y, z), (u, v, w) in pairwise(path):
            climb = max(w - z, 0.0) + self.down * max(z - w, 0.0)
            total += math.dist((x, y), (u, v)) + (0.0 if self.skies else climb)
        return total

    def legal(self, a: Node, b: Node) -> bool:
        """Whether one step is legal."""
        if a[2] == b[2]:
            return a == b or self.slides(a, b)
        return self.climbs(a[:2], min(a[2], b[2]), max(a[2], b[2]))


def shortest(table: Table, end: Node, heights: list[float], step: float, most: float) -> Any:
    """Shortest path on a grid through the start, pulled tight; None if there is none."""
    first, last = (0, 0, heights.index(table.start[2])), (None, None, heights.index(end[2]))
    at = {first: table.start, last: end}

    def place(key: Any) -> Node:
        if key not in at:
            i, j, k = key
            at[key] = (table.start[0] + i * step, table.start[1] + j * step, heights[k])
        return at[key]

    def around(key: Any) -> Iterator[Any]:
        i, j, k = key
        if i is None:
            yield from ((i, j, k + 1), (i, j, k - 1))
            return
        for one in (k - 1, k + 1):
            yield (i, j, one)
        for dx, dy in MOVES:
            yield (i + dx, j + dy, k)
            yield (i - dx, j - dy, k)
        if math.dist(place(key)[:2], end[:2]) <= 2 * step:
            yield (None, None, k)

    for k, z in enumerate(heights):
        at[None, None, k] = (*end[:2], z)
    spent: dict[Any, float] = {first: 0.0}
    before: dict[Any, Any] = {}
    heap: list[Any] = [(0.0, 0, first)]
    count = 0
    while heap:
        bound, _, key = heapq.heappop(heap)
        if key == last:
            keys = [key]
            while keys[-1] in before:
                keys.append(before[keys[-1]])
            return tight(table, [place(one) for one in reversed(keys)])
        if bound > spent[key] + table.cost([place(key), end]) + 1e-12:
            continue
        for other in around(key):
            if not 0 <= other[2] < len(heights):
                continue
            length = spent[key] + table.cost([place(key), place(other)])
            ahead = length + table.cost([place(other), end])
            if ahead > most or length >= spent.get(other, math.inf) - 1e-12:
                continue
            if table.legal(place(key), place(other)):
                count += 1
                spent[other], before[other] = length, key
                heapq.heappush(heap, (ahead, count, other))
    return None


def tight(table: Table, path: list[Node]) -> list[Node]:
    """Drop and move the corners of a path for as long as that makes it shorter."""
    reach = 0.5
    while reach > 1e-5:
        path, shorter = _dropped(table, path), False
        for places in _places(path):
            x, y, _ = path[places[0]]
            for k in range(8):
                angle = k * math.pi / 4
                spot = (x + reach * math.cos(angle), y + reach * math.sin(angle))
                tried = [(*spot, p[2]) if i in places else p for i, p in enumerate(path)]
                part = slice(max(places[0] - 1, 0), places[-1] + 2)
                gain = table.cost(path) - table.cost(tried)
                if gain > 1e-9 and all(table.legal(a, b) for a, b in pairwise(tried[part])):
                    path, shorter = tried, True
                    break
        if not shorter:
            reach /= 2
    return path


def _places(path: list[Node]) -> list[list[int]]:
    """Corners that may move: those of a climb together, the ends not."""
    groups: list[list[int]] = []
    for i, node in enumerate(path):
        if groups and path[groups[-1][0]][:2] == node[:2]:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups[1:-1]


def _dropped(table: Table, path: list[Node]) -> list[Node]:
    """Leave out corners as long as what is left is legal."""
    i = 0
    while i + 2 < len(path):
        a, c = path[i], path[i + 2]
        joined = a[2] == c[2] or a[:2] == c[:2]
        if joined and table.legal(a, c) and table.cost([a, c]) <= table.cost(path[i : i + 3]):
            path = path[: i + 1] + path[i + 2 :]
            i = max(i - 1, 0)
        else:
            i += 1
    return path
