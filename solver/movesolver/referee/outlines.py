"""Base and wall outlines as packed convex parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import DISC, ELLIPSE, POLYGON, Shapes
from movesolver.table.bases import Base
from movesolver.table.fields import Point, Polygon
from movesolver.table.measures import inches

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Part = tuple[int, float, float, Polygon]
"""Kind, two radii (see `Shapes`), vertices counter-clockwise."""

SURROUNDINGS = 1000.0
"""How far around polygons everything else is packed: wider than a table and a base (inches)."""
STRAIGHT = 1e-12
"""Radians by which the sides at a corner may differ in direction and count as one side."""


class Outline:
    """One distinct outline: convex parts and the discs inside and around it."""

    __slots__ = ("inner", "outer", "parts")

    def __init__(self, parts: tuple[Part, ...], inner: float, outer: float) -> None:
        self.parts = parts
        self.inner = inner
        self.outer = outer


@lru_cache(maxsize=4096)
def outline_of_base(base: Base) -> Outline:
    """Return the outline of a base about its centre, in inches."""
    if base.round is not None:
        return outline_of_disc(base.round)
    if base.oval is not None:
        a, b = inches(base.oval[0]) / 2, inches(base.oval[1]) / 2
        if a == b:
            return Outline(((DISC, a, a, ()),), a, a)
        return Outline(((ELLIPSE, a, b, ()),), b, a)
    if base.rectangle is not None:
        a, b = inches(base.rectangle[0]) / 2, inches(base.rectangle[1]) / 2
        return outline_of_polygon(((-a, -b), (a, -b), (a, b), (-a, b)))
    assert base.hull is not None
    return outline_of_polygon(base.hull)


@lru_cache(maxsize=4096)
def outline_of_disc(diameter: float) -> Outline:
    """Return the outline of a disc of any size, ``diameter`` in mm."""
    radius = inches(diameter) / 2
    return Outline(((DISC, radius, radius, ()),), radius, radius)


@lru_cache(maxsize=4096)
def outline_of_polygon(points: Polygon) -> Outline:
    """Return the outline of a simple polygon about the origin of its coordinates."""
    corners = counter_clockwise(points)
    pieces = (corners,) if is_convex(corners) else convex_pieces(corners)
    parts = tuple((POLYGON, _reach(piece), 0.0, piece) for piece in pieces)
    return Outline(parts, _inner_radius(corners), _reach(corners))


def pack_outlines(outlines: Sequence[Outline]) -> Shapes:
    """Pack distinct outlines into the arrays that kernels read."""
    parts = [part for outline in outlines for part in outline.parts]
    vertices = np.array([v for part in parts for v in part[3]], dtype=np.float64).reshape(-1, 2)
    return Shapes(
        part_first=_offsets([len(outline.parts) for outline in outlines]),
        part_kind=np.array([part[0] for part in parts], dtype=np.int64),
        part_a=np.array([part[1] for part in parts], dtype=np.float64),
        part_b=np.array([part[2] for part in parts], dtype=np.float64),
        vertex_first=_offsets([len(part[3]) for part in parts]),
        vertex_x=np.ascontiguousarray(vertices[:, 0]),
        vertex_y=np.ascontiguousarray(vertices[:, 1]),
        inner=np.array([outline.inner for outline in outlines], dtype=np.float64),
        outer=np.array([outline.outer for outline in outlines], dtype=np.float64),
    )


def counter_clockwise(points: Polygon) -> Polygon:
    """Return the corners in counter-clockwise order, repeated and straight ones left out."""
    ring = [p for k, p in enumerate(points) if p != points[k - 1]]
    bends = ring
    while True:
        n = len(bends)
        kept = [
            p for k, p in enumerate(bends) if not _straight(bends[k - 1], p, bends[(k + 1) % n])
        ]
        if len(kept) == n or len(kept) < 3:
            break
        bends = kept
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(bends, bends[1:] + bends[:1], strict=True))
    return tuple(bends if area > 0 else reversed(bends))


def is_convex(corners: Polygon) -> bool:
    """Return whether a counter-clockwise ring turns left at every corner."""
    n = len(corners)
    return all(_cross(corners[k - 1], corners[k], corners[(k + 1) % n]) >= 0 for k in range(n))


def convex_pieces(corners: Polygon) -> tuple[Polygon, ...]:
    """Split a simple counter-clockwise polygon into convex pieces.

    A constrained Delaunay triangulation whose inner edges are then dropped where
    both sides together stay convex (Hertel and Mehlhorn, 1983): at most four
    times as many pieces as the fewest possible.
    """
    from shapely import Polygon as ShapelyPolygon

    pieces: dict[int, Polygon] = dict(enumerate(triangles(ShapelyPolygon(corners))))
    owner = {edge: k for k, piece in pieces.items() for edge in _edges(piece)}
    for start, end in list(owner):
        mine, other = owner[start, end], owner.get((end, start))
        if other is None or other == mine:
            continue
        union = _joined(pieces[mine], pieces[other], start, end)
        if is_convex(union):
            pieces[mine] = union
            for edge in _edges(pieces.pop(other)):
                owner[edge] = mine
    return tuple(counter_clockwise(piece) for piece in pieces.values())


def triangles(region: BaseGeometry) -> list[Polygon]:
    """Cut a region, with or without holes, into counter-clockwise triangles."""
    from shapely import Polygon as ShapelyPolygon
    from shapely import constrained_delaunay_triangles

    pieces: list[Polygon] = []
    for triangle in constrained_delaunay_triangles(region).geoms:
        assert isinstance(triangle, ShapelyPolygon)
        corners = counter_clockwise(tuple((x, y) for x, y in triangle.exterior.coords[:-1]))
        if len(corners) == 3:
            pieces.append(corners)
    return pieces


def _edges(piece: Polygon) -> list[tuple[Point, Point]]:
    return list(zip(piece, piece[1:] + piece[:1], strict=True))


def _joined(first: Polygon, second: Polygon, start: Point, end: Point) -> Polygon:
    """Return two rings joined along the edge that runs start-end in the first."""
    i, j = first.index(end), second.index(start)
    head = first[i:] + first[:i]  # from end round to start
    tail = second[j:] + second[:j]  # from start round to end
    return head[:-1] + tail[:-1]


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _straight(a: Point, b: Point, c: Point) -> bool:
    """Return whether the way from a over b to c goes straight on, but for rounding."""
    along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return abs(_cross(a, b, c)) <= STRAIGHT * abs(along) and along > 0


def _reach(points: Polygon) -> float:
    return max(math.hypot(x, y) for x, y in points)


def _inner_radius(corners: Polygon) -> float:
    """Return the radius of the largest disc about the origin inside the polygon.

    Minus the distance to the polygon where the origin is outside.
    """
    if is_convex(corners):
        offsets = []
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            length = math.hypot(b[0] - a[0], b[1] - a[1])
            offsets.append((a[0] * b[1] - a[1] * b[0]) / length)
        if min(offsets) >= 0.0:
            return min(offsets)
    from shapely import Point as ShapelyPoint
    from shapely import Polygon as ShapelyPolygon

    polygon = ShapelyPolygon(corners)
    centre = ShapelyPoint(0.0, 0.0)
    if polygon.contains(centre):
        return float(polygon.exterior.distance(centre))
    return -float(polygon.distance(centre))


def _offsets(counts: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(np.array(counts, dtype=np.int64), out=offsets[1:])
    return offsets


def centred(polygon: Polygon) -> tuple[float, float, Outline]:
    """Return the middle of a polygon's bounding box and its outline about that point."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return x, y, outline_of_polygon(tuple((px - x, py - y) for px, py in polygon))


@lru_cache(maxsize=256)
def surroundings(polygons: tuple[Polygon, ...]) -> Outline:
    """Return everything around some polygons, as convex parts about (0, 0).

    A base is wholly on their union exactly if it does not overlap this region, whatever its
    shape.
    """
    from shapely import Polygon as ShapelyPolygon
    from shapely import box, union_all

    union = union_all([ShapelyPolygon(polygon) for polygon in polygons])
    x0, y0, x1, y1 = union.bounds
    margin = SURROUNDINGS
    region = box(x0 - margin, y0 - margin, x1 + margin, y1 + margin).difference(union)
    pieces = triangles(region)
    reaches = [max(math.hypot(x, y) for x, y in piece) for piece in pieces]
    parts = tuple(
        (POLYGON, reach, 0.0, piece) for reach, piece in zip(reaches, pieces, strict=True)
    )
    return Outline(parts, 0.0, max(reaches))
