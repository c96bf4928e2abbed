"""What models pay and gain in squares, disc by disc and corner by corner."""

from __future__ import annotations

import math

from movekernels.search.charges import Priced
from reference.cells import corners, nearest_and_farthest


def list_discs(priced: Priced, up: int) -> list[list[int]]:
    """Return which discs meet each tile."""
    x0, y0, side = priced.corner.tolist()
    return [
        [
            d
            for d, (x, y, rho) in enumerate(zip(priced.x, priced.y, priced.rho, strict=True))
            if nearest_and_farthest(
                x0 + side * (c + 0.5), y0 + side * (r + 0.5), side / 2, float(x), float(y)
            )[0] < rho
        ]
        for r in range(up)
        for c in range(priced.along)
    ]  # fmt: skip


def price_in(priced: Priced, held: float, x: float, y: float, half: float) -> tuple[float, float]:
    least = middle = 0.0
    for d in range(len(priced.x)):
        at, rho = (float(priced.x[d]), float(priced.y[d])), float(priced.rho[d])
        if rho <= held:
            middle += float(priced.price[d]) * (math.dist(at, (x, y)) < rho)
            inside = all(math.dist(at, corner) < rho for corner in corners(x, y, half))
            least += float(priced.price[d]) * inside
    return least, middle


def gain_in(priced: Priced, held: float, x: float, y: float, half: float) -> float:
    gain = 0.0
    for x0, y0, x1, y1, rho, reward in priced.box.tolist():
        if rho > held:
            continue
        ends = corners(x, y, half)
        if reward < 0:
            if all(x0 <= px <= x1 and y0 <= py <= y1 for px, py in ends):
                return -math.inf
        elif x + half >= x0 and x - half <= x1 and y + half >= y0 and y - half <= y1:
            gain += reward
        else:
            box = [(px, py) for px in (x0, x1) for py in (y0, y1)]
            if max(math.dist(a, b) for a in ends for b in box) < 2 * rho:
                return -math.inf
    return gain


def cut_tile(priced: Priced, held: float, x: float, y: float, half: float) -> list[int]:
    """Which discs that concern a model hold a part of a square, but not all of it."""
    found = []
    for d, (px, py, rho) in enumerate(zip(priced.x, priced.y, priced.rho, strict=True)):
        near, far = nearest_and_farthest(x, y, half, float(px), float(py))
        if rho <= held and near < rho <= far:
            found.append(d)
    return found


def cut_square(priced: Priced, held: float, x: float, y: float, half: float) -> list[int]:
    """Of a square it is asked what is asked of a tile."""
    return cut_tile(priced, held, x, y, half)


def price_of(priced: Priced, held: float, x: float, y: float, half: float) -> tuple[float, float]:
    """What is listed for a square is what is paid in its parts: all discs that meet them."""
    return price_in(priced, held, x, y, half)
