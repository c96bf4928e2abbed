"""Places worth asking about: where something a model must keep to is just kept.

A round model's centre is bound by circles: the table edge apart, every limit says "within" or
"beyond" a radius of some body.  If some place keeps all of them, then so does one where two
circles meet, or the one of a circle nearest to the start, or as far as it can come straight
towards a body.  Beside a polygon the
limits are the lines along its sides and the circles about its corners.  For other bases, and
beside ovals, the curves are no circles: they are sampled.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels.arrays import DISC, POLYGON, Bodies, Floats, Shapes
from movesolver.referee.position import Position, heading

MOST = 60_000
"""At most so many places are made for one question."""
AROUND = 24
"""Points asked of a circle about the place that a model comes from."""
MARGIN = 1e-7
"""How far inside every limit the places lie, inches: wider than rounding."""
NORMALS = 72
"""Points sampled on a curve that is no circle."""
FAN = 8
"""Headings tried for a base that is not round, beside its own and those of the sides it meets."""


class Curve(NamedTuple):
    """All places of a model with one gap to a body."""

    body: int
    """Index into the bodies asked about."""
    gap: float
    """Inches, the margin included."""


def meeting_places(
    position: Position,
    model: int,
    bodies: Bodies,
    curves: list[Curve],
    start: tuple[float, float],
    most: float,
) -> Floats:
    """Return poses (x, y, facing in degrees) at which limits are just kept, shape (p, 3).

    Parameters
    ----------
    position
        Its shapes are those of the model and the bodies.
    model
        Index into ``position.ids``.
    bodies
        Everything that the curves belong to.
    curves
        Gaps to be just kept; a body may have several.
    start
        Where the model comes from, inches.
    most
        How far from there it can come at most; infinite for a model that is set up.
    """
    shapes, mine = position.shapes, int(position.start.shape[model])
    facing = float(position.facing[model])
    if shapes.inner[mine] == shapes.outer[mine]:
        points = _round_places(position, shapes, mine, bodies, curves, start, most)
        return np.column_stack([points, np.full(len(points), facing)])
    rims = rims_of(shapes, bodies, curves)
    found = [
        np.column_stack([points, np.full(len(points), turn)])
        for turn in headings(position, model, bodies, curves)
        if len(points := sampled(shapes, mine, turn, rims))
    ]
    poses = np.concatenate(found) if found else np.empty((0, 3))
    near = np.hypot(poses[:, 0] - start[0], poses[:, 1] - start[1]) <= most
    return poses[near][:MOST]


def near_wanted(
    position: Position, model: int, bodies: Bodies, wanted: list[Curve], curves: list[Curve]
) -> list[Curve]:
    """Return the curves that come near what is wanted: places elsewhere are of no use."""
    if not wanted or not curves:
        return curves
    outer, own = position.shapes.outer, float(position.shapes.outer[position.start.shape[model]])
    aims = np.array(list(dict.fromkeys(curve.body for curve in wanted)))
    far = max(curve.gap for curve in wanted) + own + outer[bodies.shape[aims]]
    which = np.array([curve.body for curve in curves])
    gaps = np.array([curve.gap for curve in curves])
    wide = gaps + own + outer[bodies.shape[which]]
    # A curve that is no circle lies within two radii of the widest one.
    play = 2.0 * (own + outer[bodies.shape[which]])
    dx = bodies.x[which][:, None] - bodies.x[aims][None, :]
    dy = bodies.y[which][:, None] - bodies.y[aims][None, :]
    apart = np.hypot(dx, dy)
    meets = (apart <= wide[:, None] + far[None, :]) & (
        apart >= wide[:, None] - far[None, :] - play[:, None]
    )
    return [curve for curve, near in zip(curves, meets.any(axis=1).tolist(), strict=True) if near]


def headings(position: Position, model: int, bodies: Bodies, curves: list[Curve]) -> list[float]:
    """Return headings worth trying for a base that is not round, degrees."""
    own = float(position.facing[model])
    start = position.start
    found = [own]
    for j in dict.fromkeys(curve.body for curve in curves):
        towards = math.degrees(
            math.atan2(bodies.y[j] - start.y[model], bodies.x[j] - start.x[model])
        )
        found += [towards, towards + 90.0]
        if len(found) > FAN:
            break
    found += [own + 360.0 * k / FAN for k in range(1, FAN)]
    return list(dict.fromkeys(round(turn % 360.0, 9) for turn in found))


def _round_places(
    position: Position,
    shapes: Shapes,
    mine: int,
    bodies: Bodies,
    curves: list[Curve],
    start: tuple[float, float],
    most: float,
) -> Floats:
    """Return where circles meet each other, the table's border and the reach; shape (p, 2)."""
    radius, table = float(shapes.outer[mine]), position.scenario.table
    is_disc = shapes.inner == shapes.outer
    rows: list[tuple[float, float, float]] = []
    rest: list[Curve] = []
    sides = [np.empty((0, 4))]
    for curve in curves:
        k = int(bodies.shape[curve.body])
        if is_disc[k]:
            wide = radius + float(shapes.outer[k]) + curve.gap
            if wide > 0.0:
                rows.append((float(bodies.x[curve.body]), float(bodies.y[curve.body]), wide))
            continue
        rest.append(curve)
        wide = radius + curve.gap
        for part in _parts(shapes, k):
            if int(shapes.part_kind[part]) == POLYGON and wide > 0.0:
                corners = _corners(shapes, part, bodies, curve.body)
                rows += [(x, y, wide) for x, y in corners.tolist()]
                sides.append(_beside(corners, wide))
    if math.isfinite(most) and most > MARGIN:
        rows.append((*start, most - MARGIN))
    circles = np.array(rows).reshape(-1, 3)
    away = np.hypot(circles[:, 0] - start[0], circles[:, 1] - start[1])
    circles = circles[np.abs(away - circles[:, 2]) <= most + MARGIN]
    lines = [
        (axis, at)
        for axis, size in enumerate((table.width, table.height))
        for at in _insets(radius, size)
    ]
    parts = [
        _nearest_to(circles, start),
        _farthest_towards(bodies, curves, start, most),
        _crossings(circles),
        *_along(np.concatenate(sides), circles),
        *(_on_line(circles, axis, at) for axis, at in lines),
        np.array([(x, y) for a, x in lines if a == 0 for b, y in lines if b == 1]),
        sampled(shapes, mine, 0.0, rims_of(shapes, bodies, rest)),
    ]
    points = np.concatenate([part.reshape(-1, 2) for part in parts])
    near = np.hypot(points[:, 0] - start[0], points[:, 1] - start[1]) <= most
    return points[near][:MOST]


def _insets(radius: float, size: float) -> tuple[float, ...]:
    """Return how near to the ends of a table's side a round base may come, inches.

    Where the base is as wide as the table, give or take the margins, only the middle is left.
    """
    inset = radius + MARGIN
    return (size / 2,) if 2 * inset > size else (inset, size - inset)


def _nearest_to(circles: Floats, start: tuple[float, float]) -> Floats:
    """Return the points of circles nearest to and farthest from the start.

    All points of a circle about the start are equally near: `AROUND` of them.
    """
    dx, dy = start[0] - circles[:, 0], start[1] - circles[:, 1]
    apart = np.hypot(dx, dy)
    keep = apart > 0.0
    scale = circles[keep, 2] / apart[keep]
    along = np.column_stack([dx[keep], dy[keep]]) * scale[:, None]
    angles = 2 * math.pi * np.arange(AROUND) / AROUND
    fan = np.column_stack([np.cos(angles), np.sin(angles)])
    rings = [circle[:2] + circle[2] * fan for circle in circles[~keep]]
    return np.concatenate([circles[keep, :2] + along, circles[keep, :2] - along, *rings])


def _farthest_towards(
    bodies: Bodies, curves: list[Curve], start: tuple[float, float], most: float
) -> Floats:
    """Return how far straight towards each body one can come, shape (p, 2)."""
    which = list(dict.fromkeys(curve.body for curve in curves))
    if not which or not math.isfinite(most):
        return np.empty((0, 2))
    dx, dy = bodies.x[which] - start[0], bodies.y[which] - start[1]
    apart = np.hypot(dx, dy)
    scale = np.minimum(most - MARGIN, apart) / np.maximum(apart, MARGIN)
    return np.column_stack([start[0] + dx * scale, start[1] + dy * scale])


def _crossings(circles: Floats) -> Floats:
    """Return where any two circles meet, shape (p, 2)."""
    i, j = np.triu_indices(len(circles), 1)
    a, b = circles[i], circles[j]
    dx, dy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    apart = np.hypot(dx, dy)
    meet = (apart > 0.0) & (apart <= a[:, 2] + b[:, 2]) & (apart >= np.abs(a[:, 2] - b[:, 2]))
    a, b, dx, dy, apart = a[meet], b[meet], dx[meet], dy[meet], apart[meet]
    along = (apart * apart + a[:, 2] ** 2 - b[:, 2] ** 2) / (2.0 * apart)
    across = np.sqrt(np.maximum(a[:, 2] ** 2 - along * along, 0.0))
    ux, uy = dx / apart, dy / apart
    x, y = a[:, 0] + along * ux, a[:, 1] + along * uy
    return np.concatenate(
        [
            np.column_stack([x - across * uy, y + across * ux]),
            np.column_stack([x + across * uy, y - across * ux]),
        ]
    )


def _corners(shapes: Shapes, part: int, bodies: Bodies, j: int) -> Floats:
    """Return the corners of a convex polygon where a body stands, shape (v, 2), in order."""
    low, high = int(shapes.vertex_first[part]), int(shapes.vertex_first[part + 1])
    px, py = shapes.vertex_x[low:high], shapes.vertex_y[low:high]
    c, s = float(bodies.cos[j]), float(bodies.sin[j])
    return np.column_stack([bodies.x[j] + c * px - s * py, bodies.y[j] + s * px + c * py])


def _beside(corners: Floats, wide: float) -> Floats:
    """Return the sides of a convex polygon moved outwards, shape (v, 4): x0, y0, x1, y1."""
    after = np.roll(corners, -1, axis=0)
    along = after - corners
    out = np.column_stack([along[:, 1], -along[:, 0]])
    middle = corners.mean(axis=0)
    out *= np.sign(np.sum(out * (corners - middle), axis=1))[:, None]
    out *= wide / np.maximum(np.hypot(out[:, 0], out[:, 1]), MARGIN)[:, None]
    return np.column_stack([corners + out, after + out])


def _along(sides: Floats, circles: Floats) -> list[Floats]:
    """Return the middles and ends of lines, and where circles and other lines meet them."""
    if not len(sides):
        return []
    a, d = sides[:, :2], sides[:, 2:] - sides[:, :2]
    length = np.maximum(np.hypot(d[:, 0], d[:, 1]), MARGIN)
    u = d / length[:, None]
    found = [a, a + d / 2, a + d]
    dx = circles[None, :, 0] - a[:, None, 0]
    dy = circles[None, :, 1] - a[:, None, 1]
    foot = dx * u[:, None, 0] + dy * u[:, None, 1]
    off = dx * u[:, None, 1] - dy * u[:, None, 0]
    half = np.sqrt(np.maximum(circles[None, :, 2] ** 2 - off * off, 0.0))
    for t in (foot - half, foot + half):
        on = (np.abs(off) <= circles[None, :, 2]) & (t >= 0.0) & (t <= length[:, None])
        i = np.nonzero(on)[0]
        found.append(a[i] + u[i] * t[on][:, None])
    i, j = np.triu_indices(len(sides), 1)
    cross = u[i, 0] * u[j, 1] - u[i, 1] * u[j, 0]
    w, safe = a[j] - a[i], np.where(np.abs(cross) > MARGIN, cross, 1.0)
    t = (w[:, 0] * u[j, 1] - w[:, 1] * u[j, 0]) / safe
    r = (w[:, 0] * u[i, 1] - w[:, 1] * u[i, 0]) / safe
    meet = (np.abs(cross) > MARGIN) & (t >= 0) & (t <= length[i]) & (r >= 0) & (r <= length[j])
    found.append(a[i[meet]] + u[i[meet]] * t[meet][:, None])
    return found


def _on_line(circles: Floats, axis: int, at: float) -> Floats:
    """Return where circles meet the line on which a coordinate is ``at``, shape (p, 2)."""
    off = at - circles[:, axis]
    keep = np.abs(off) <= circles[:, 2]
    half = np.sqrt(circles[keep, 2] ** 2 - off[keep] ** 2)
    other = circles[keep, 1 - axis]
    both = np.concatenate([other - half, other + half])
    fixed = np.full(both.size, at)
    return np.column_stack([fixed, both] if axis == 0 else [both, fixed])


_ANGLES = 2 * math.pi * np.arange(NORMALS) / NORMALS
_NORMALS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def rims_of(shapes: Shapes, bodies: Bodies, curves: list[Curve]) -> Floats:
    """Return the outlines of bodies, part by part, moved out by the gaps, (e, `NORMALS`, 2).

    The point of each that is farthest along every one of the normals.
    """
    edges: dict[int, list[Floats]] = {}
    found = []
    for curve in curves:
        j = curve.body
        if j not in edges:
            at = np.array([bodies.x[j], bodies.y[j]])
            c, s = float(bodies.cos[j]), float(bodies.sin[j])
            parts = _parts(shapes, int(bodies.shape[j]))
            edges[j] = [at + _support(shapes, part, c, s, _NORMALS) for part in parts]
        found += [edge + curve.gap * _NORMALS for edge in edges[j]]
    return np.array(found).reshape(-1, NORMALS, 2)


def sampled(shapes: Shapes, mine: int, facing: float, rims: Floats) -> Floats:
    """Return centres at which a base with a heading touches outlines moved out, shape (p, 2).

    Along each of the normals of `rims_of` the two outlines, part by part, touch there: the point of
    the rim, and the support point of the model.
    """
    turned = heading(facing)
    own = [_support(shapes, part, *turned, -_NORMALS) for part in _parts(shapes, mine)]
    return (rims[:, None] - np.array(own)[None]).reshape(-1, 2)


def _parts(shapes: Shapes, k: int) -> range:
    return range(int(shapes.part_first[k]), int(shapes.part_first[k + 1]))


def _support(shapes: Shapes, part: int, c: float, s: float, normals: Floats) -> Floats:
    """Return the points of a convex part, turned by (c, s), farthest along normals (q, 2)."""
    u = c * normals[:, 0] + s * normals[:, 1]
    v = c * normals[:, 1] - s * normals[:, 0]
    kind = int(shapes.part_kind[part])
    if kind == POLYGON:
        low, high = int(shapes.vertex_first[part]), int(shapes.vertex_first[part + 1])
        xs, ys = shapes.vertex_x[low:high], shapes.vertex_y[low:high]
        best = np.argmax(u[:, None] * xs[None, :] + v[:, None] * ys[None, :], axis=1)
        px, py = xs[best], ys[best]
    else:
        a = float(shapes.part_a[part])
        b = a if kind == DISC else float(shapes.part_b[part])
        size = np.hypot(a * u, b * v)
        px, py = a * a * u / size, b * b * v / size
    return np.column_stack([c * px - s * py, s * px + c * py])
