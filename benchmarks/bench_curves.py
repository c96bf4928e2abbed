"""Points, places and gaps of curves, and the lines that touch them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import curves as fast
from movekernels.paths.grown import Grown
from paths_data import strewn
from reference import curves as slow

ANGLES = np.linspace(0.01, 6.2, 400)
M = 0.7


@kernel
def turns(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        total += fast.turn_of(3.0 * angle - 9.0)
    return total


@kernel
def integrals(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        total += fast.second_kind(abs(math.cos(angle)), abs(math.sin(angle)), M)
    return total


@kernel
def perimeters(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for _ in angles:
        total += fast.perimeter(grown, j)
    return total


@kernel
def places(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        total += fast.place_of(grown, j, math.cos(angle), math.sin(angle))
    return total


@kernel
def touches(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        x, y = fast.touch(grown, j, math.cos(angle), math.sin(angle))
        total += x + y
    return total


@kernel
def depths(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        total += fast.depth_of(grown, j, 20.0 * math.cos(angle), 20.0 * math.sin(angle))[0]
    return total


@kernel
def gaps(grown: Grown, j: int, angles: Floats) -> float:
    total = 0.0
    for angle in angles:
        total += fast.between(grown, j, 0, 9.0 * math.cos(angle), 9.0 * math.sin(angle))[0]
    return total


def twins(grown: Grown, j: int, name: str, angles: list[float]) -> float:
    every: dict[str, Callable[[float], float]] = {
        "turns": lambda t: slow.turn_of(3.0 * t - 9.0),
        "integrals": lambda t: slow.second_kind(abs(math.cos(t)), abs(math.sin(t)), M),
        "perimeters": lambda t: slow.perimeter(grown, j),
        "places": lambda t: slow.place_of(grown, j, math.cos(t), math.sin(t)),
        "touches": lambda t: sum(slow.touch(grown, j, math.cos(t), math.sin(t))),
        "depths": lambda t: slow.depth_of(grown, j, 20.0 * math.cos(t), 20.0 * math.sin(t))[0],
        "gaps": lambda t: slow.between(grown, j, 0, 9.0 * math.cos(t), 9.0 * math.sin(t))[0],
    }
    return math.fsum(every[name](t) for t in angles)


@pytest.mark.parametrize("kind", ["round", "oval"])
@pytest.mark.parametrize(
    "run", [turns, integrals, perimeters, places, touches, depths, gaps], ids=lambda f: f.__name__
)
def test_curves(
    rate: Callable[..., None], kind: str, run: Callable[[Grown, int, Floats], float]
) -> None:
    grown = strewn(1, kind)
    few = ANGLES[::40].copy()
    name = run.__name__
    rate(
        lambda: run(grown, 1, ANGLES),
        ANGLES.size,
        lambda: twins(grown, 1, name, few.tolist()),
        few.size,
    )
    assert run(grown, 1, few) == pytest.approx(twins(grown, 1, name, few.tolist()), abs=1e-6)
