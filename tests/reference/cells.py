"""What models can be worth in squares, corner by corner and target by target."""

from __future__ import annotations

import math

from movekernels.arrays import Floats, Ints, Shapes
from movekernels.search import ground as g
from movekernels.search.cells import CROSSED, OPEN, SHUT, SLOP
from movekernels.search.ground import Ground, Squad, Terms
from reference.gap import gap
from reference.values import bilinear


def corners(x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [(x + a * half, y + b * half) for a in (-1, 1) for b in (-1, 1)]


def nearest_and_farthest(
    x: float, y: float, half: float, px: float, py: float
) -> tuple[float, float]:
    closest = min(max(px, x - half), x + half), min(max(py, y - half), y + half)
    return math.dist(closest, (px, py)), max(math.dist(c, (px, py)) for c in corners(x, y, half))


def state_of(
    ground: Ground, squad: Squad, shapes: Shapes, dot: int, k: int, x: float, y: float, half: float
) -> int:
    held = float(squad.inner[k]) - SLOP
    outs = [
        px < held or py < held or px > ground.width - held or py > ground.height - held
        for px, py in corners(x, y, half)
    ]
    if all(outs):
        return SHUT
    state = CROSSED if any(outs) else OPEN
    for o in range(len(ground.outline)):
        ox, oy = float(ground.rings.x[o]), float(ground.rings.y[o])
        near, far = nearest_and_farthest(x, y, half, ox, oy)
        outer, inner = (math.sqrt(ground.rings.apart[2 * k + row, o]) for row in (0, 1))
        if near >= outer:
            continue
        if far < inner - SLOP:
            return SHUT
        c, s = (float(v) for v in ground.turned[o])
        away = gap(shapes, dot, x, y, 1.0, 0.0, int(ground.outline[o]), ox, oy, c, s)
        if outer > inner and away + half * math.sqrt(2) < ground.apart[k, o] + held:
            return SHUT
        clear = away - half * math.sqrt(2) > ground.apart[k, o] + float(squad.outer[k])
        if not (outer > inner and clear):
            state = CROSSED
    return state


def most_in(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    dot: int,
    i: int,
    z: float,
    clip: bool,
    x: float,
    y: float,
    half: float,
) -> float:
    start = float(squad.start[i, 0]), float(squad.start[i, 1])
    reach = float(squad.maximum[i])
    total = 0.0
    for t in range(len(terms.spec)):
        kind, first, last, grid, rows, columns = (int(v) for v in terms.spec[t])
        weight, px, py, base = (float(v) for v in terms.share[t, i])
        limit, vertical, step = (float(v) for v in terms.limit[t])
        if weight == 0.0:
            continue
        if kind in (g.NEAR_POINT, g.WISH):
            near, far = nearest_and_farthest(x, y, half, px, py)
            if clip:
                near = max(near, math.dist(start, (px, py)) - reach)
                far = min(far, math.dist(start, (px, py)) + reach)
            total += weight * (base - (near if weight > 0 else far))
        elif kind == g.TRAVEL:
            near, _ = nearest_and_farthest(x, y, half, *start)
            total += -weight * (near if weight > 0 else reach)
        elif kind == g.FIELD:
            cells = terms.grid[grid : grid + rows * columns].reshape(rows, columns)
            values = [[float(v) for v in row] for row in cells]
            total += field_in(values, weight, *((v / step) for v in (x - px, y - py, half)))
        elif first < last:
            gaps = []
            for j in range(first, last):
                tx, ty, tc, ts, tz, radius = (float(v) for v in terms.target[j])
                if abs(tz - z) > vertical:
                    continue
                near, far = nearest_and_farthest(x, y, half, tx, ty)
                if radius < 0.0:
                    aim = int(terms.outline[j])
                    away = gap(shapes, dot, x, y, 1.0, 0.0, aim, tx, ty, tc, ts)
                    near, far = away - half * math.sqrt(2), away + half * math.sqrt(2)
                k = int(squad.member[i])
                near = max(near - max(radius, 0.0) - float(squad.outer[k]), 0.0)
                far = max(far - max(radius, 0.0) - float(squad.inner[k]), 0.0)
                high = abs(tz - z) if kind == g.WITHIN_SOLID else 0.0
                gaps.append((math.hypot(near, high), math.hypot(far, high)))
            near = min((one[0] for one in gaps), default=math.inf)
            far = min((one[1] for one in gaps), default=math.inf)
            if kind == g.NEAR_BODIES:
                total += weight * (base - (near if weight > 0 else far))
            elif weight > 0:
                total += weight * (near <= limit + SLOP)
            else:
                total += weight * (far <= limit - SLOP)
    return total


def field_in(values: list[list[float]], weight: float, u: float, v: float, half: float) -> float:
    """Best of a field at the corners of every piece that lines of the grid cut a square into."""
    across, up = (
        sorted({c - half, c + half, *(float(k) for k in range(count) if abs(k - c) <= half)})
        for c, count in ((u, len(values[0])), (v, len(values)))
    )
    found = [weight * bilinear(values, a, b) for a in across for b in up]
    width, height = len(values[0]) - 1, len(values) - 1
    over = u - half < 0 or v - half < 0 or u + half > width or v + half > height
    return max([*found, 0.0] if over else found)


def fill_states(
    ground: Ground,
    squad: Squad,
    shapes: Shapes,
    dot: int,
    k: int,
    x0: float,
    y0: float,
    side: float,
    out: Ints,
) -> None:
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            x, y = x0 + side * (c + 0.5), y0 + side * (r + 0.5)
            if out[r, c] == CROSSED:
                out[r, c] = state_of(ground, squad, shapes, dot, k, x, y, side / 2)


def fill_most(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    dot: int,
    i: int,
    x0: float,
    y0: float,
    side: float,
    states: Ints,
    out: Floats,
) -> None:
    z = float(squad.z[squad.member[i]])
    for r in range(states.shape[0]):
        for c in range(states.shape[1]):
            x, y = x0 + side * (c + 0.5), y0 + side * (r + 0.5)
            worth = most_in(shapes, squad, terms, dot, i, z, False, x, y, side / 2)
            out[r, c] = -math.inf if states[r, c] == SHUT else worth


def list_reach(
    squad: Squad, x0: float, y0: float, side: float, rows: int, columns: int
) -> list[list[list[int]]]:
    """Return the columns of each row of squares that each model reaches a part of."""
    found = []
    for i in range(len(squad.member)):
        at = float(squad.start[i, 0]), float(squad.start[i, 1])
        found.append(
            [
                [
                    c
                    for c in range(columns)
                    if nearest_and_farthest(
                        x0 + side * (c + 0.5), y0 + side * (r + 0.5), side / 2, *at
                    )[0] <= squad.maximum[i]
                ]
                for r in range(rows)
            ]
        )  # fmt: skip
    return found
