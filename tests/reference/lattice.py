"""Slow twin of `movekernels.paths.lattice`: Dijkstra over the whole lattice, with polygons."""

from __future__ import annotations

import heapq
import math

from reference.ways_outlines import Outlines, Pose

TURN_STEP = 0.01
"""Radians between the headings looked at in a turn."""

Node = tuple[int, int, int]
"""Column, row, heading; columns and rows count from the start."""


def build_lattice(reach: float, step: float, headings: int) -> tuple[int, int]:
    """Centres in a row, and nodes: each centre and the end with all headings and the end's."""
    half = 0
    while half * step < reach:
        half += 1
    side = 2 * half + 1
    return side, (side**2 + 1) * (2 * headings + 1)


def place(start: Pose, step: float, column: int, row: int) -> tuple[float, float]:
    return start[0] + column * step, start[1] + row * step


class Search:
    """Shortest ways on the lattice about a start, without any short cuts."""

    def __init__(
        self, table: Outlines, start: Pose, end: Pose, reach: float, step: float, headings: int
    ) -> None:
        self.table, self.start, self.end, self.step = table, start, end, step
        self.half = build_lattice(reach, step, headings)[0] // 2
        first = math.atan2(start[3], start[2])
        angles = [first + math.pi * k / headings for k in range(2 * headings)]
        self.angles = sorted([*angles, math.atan2(end[3], end[2])], key=lambda t: t % math.tau)

    def pose(self, node: Node) -> Pose:
        angle = self.angles[node[2]]
        x, y = place(self.start, self.step, node[0], node[1])
        return x, y, math.cos(angle), math.sin(angle)

    def beside(self, node: Node) -> list[tuple[float, Node]]:
        """Clear steps to neighbours: slides up to a knight's move, turns to the next heading."""
        i, j, k = node
        here, found = self.pose(node), []
        for n in ((i, j, (k + 1) % len(self.angles)), (i, j, (k - 1) % len(self.angles))):
            if self.table.turns(here, *self.pose(n)[2:], TURN_STEP):
                found.append((0.0, n))
        for di in range(-2, 3):
            for dj in range(-2, 3):
                n = (i + di, j + dj, k)
                if 0 < di * di + dj * dj <= 5 and max(abs(n[0]), abs(n[1])) <= self.half:
                    dx, dy = di * self.step, dj * self.step
                    if self.table.slides(here, dx, dy):
                        found.append((math.hypot(dx, dy), n))
        return found

    def to_end(self, node: Node) -> float:
        """Length of a slide from a node to the end, if that and the turn there are clear."""
        x, y, c, s = self.pose(node)
        dx, dy = self.end[0] - x, self.end[1] - y
        there = (self.end[0], self.end[1], c, s)
        near = math.hypot(dx, dy) <= 2.0 * self.step
        slid = near and self.table.slides((x, y, c, s), dx, dy)
        turned = slid and self.table.turns_any(there, *self.end[2:], TURN_STEP)
        return math.hypot(dx, dy) if turned else math.inf


def search_lattice(search: Search, maximum: float) -> float:
    """Length of the shortest way on the lattice, inf if that is more than the maximum."""
    heap: list[tuple[float, Node]] = []
    for k in range(len(search.angles)):
        c, s = math.cos(search.angles[k]), math.sin(search.angles[k])
        if search.table.turns_any(search.start, c, s, TURN_STEP):
            heap.append((0.0, (0, 0, k)))
    best, done = math.inf, set()
    while heap:
        length, node = heapq.heappop(heap)
        if length >= min(best, maximum):
            break
        if node in done:
            continue
        done.add(node)
        best = min(best, length + search.to_end(node))
        for more, other in search.beside(node):
            if other not in done and length + more <= maximum:
                heapq.heappush(heap, (length + more, other))
    return best if best <= maximum else math.inf
