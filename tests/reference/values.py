"""What a goal is worth, written from the format: one term, one model, one target at a time."""

from __future__ import annotations

import math

from movekernels.arrays import Floats, Ints, Shapes
from movekernels.search import ground as g
from movekernels.search.ground import Spots, Squad, Terms
from movekernels.search.values import FARTHEST, REST
from reference.gap import gap


def term_worth(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    t: int,
    i: int,
    pose: tuple[float, float, float, float],
    slope: float,
) -> float:
    x, y, c, s = pose
    kind, first, last, grid, rows, columns = (int(v) for v in terms.spec[t])
    weight, px, py, base = (float(v) for v in terms.share[t, i])
    reach, vertical, step = (float(v) for v in terms.limit[t])
    k = int(squad.member[i])
    x0, y0 = float(squad.start[i, 0]), float(squad.start[i, 1])
    if kind in (g.NEAR_POINT, g.WISH):
        return weight * (base - math.dist((x, y), (px, py)))
    if kind == g.TRAVEL:
        return -weight * math.dist((x, y), (x0, y0))
    if kind == g.FIELD:
        cells = terms.grid[grid : grid + rows * columns].reshape(rows, columns)
        values = [[float(v) for v in row] for row in cells]
        return weight * bilinear(values, (x - px) / step, (y - py) / step)
    if first == last:
        return 0.0
    distances = []
    for j in range(first, last):
        tx, ty, tc, ts, tz, _ = (float(v) for v in terms.target[j])
        aim = int(terms.outline[j])
        apart = max(0.0, gap(shapes, int(squad.shape[k]), x, y, c, s, aim, tx, ty, tc, ts))
        climb = abs(tz - float(squad.z[k]))
        if climb <= vertical:
            distances.append(math.hypot(apart, climb) if kind == g.WITHIN_SOLID else apart)
    nearest = min(distances, default=math.inf)
    if kind == g.NEAR_BODIES:
        return weight * (base - nearest)
    if nearest <= reach:
        return weight * (1 + slope * (reach - nearest)) if weight < 0 else weight
    return -weight * slope * min(nearest - reach, FARTHEST) if weight > 0 else 0.0


def bilinear(values: list[list[float]], u: float, v: float) -> float:
    """Mean of the four corners of a cell, weighted by the areas opposite to them."""
    if not (0 <= u <= len(values[0]) - 1 and 0 <= v <= len(values) - 1):
        return 0.0
    a, b = min(int(u), len(values[0]) - 2), min(int(v), len(values) - 2)
    total = 0.0
    for da in (0, 1):
        for db in (0, 1):
            total += values[b + db][a + da] * (1 - abs(u - a - da)) * (1 - abs(v - b - db))
    return total


def worth(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    slope: float,
) -> float:
    total = sum(
        term_worth(shapes, squad, terms, t, i, (x, y, c, s), slope)
        for t in range(len(terms.spec))
        if terms.share[t, i, g.WEIGHT] != 0
    )
    travel = math.dist((x, y), (float(squad.start[i, 0]), float(squad.start[i, 1])))
    return total - (REST * travel if slope > 0 else 0.0)


def worth_of_point(terms: Terms, i: int) -> bool:
    """Whether the goal looks at nothing but the centre of model ``i`` and points."""
    return all(
        int(spec[g.KIND]) in (g.NEAR_POINT, g.WISH, g.TRAVEL) or share[i, g.WEIGHT] == 0
        for spec, share in zip(terms.spec, terms.share, strict=True)
    )


def worth_of_disc(squad: Squad, terms: Terms, i: int) -> bool:
    """Whether discs suffice: the model and all the targets that concern it are round."""
    aims = [
        float(terms.target[j, g.RADIUS])
        for spec, share in zip(terms.spec, terms.share, strict=True)
        for j in range(int(spec[g.FIRST]), int(spec[g.LAST]))
        if share[i, g.WEIGHT] != 0
    ]
    return not aims or (bool(squad.round[squad.member[i]]) and min(aims) >= 0)


def worth_of_unit(
    shapes: Shapes, squad: Squad, terms: Terms, poses: Floats, slope: float, points: Floats
) -> float:
    for i, (x, y, c, s) in enumerate(poses.tolist()):
        points[i] = worth(shapes, squad, terms, i, x, y, c, s, slope)
    return float(sum(points))


def worth_rows(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    spots: Spots,
    ways: Ints,
    slope: float,
    out: Floats,
) -> None:
    out[:, :] = -math.inf
    for i, k in enumerate(squad.member):
        for p in range(int(spots.first[k]), int(spots.first[k + 1])):
            if ways[i, p]:
                x, y = float(spots.x[p]), float(spots.y[p])
                c, s = (float(v) for v in spots.turned[p])
                out[i, p] = worth(shapes, squad, terms, i, x, y, c, s, slope)
