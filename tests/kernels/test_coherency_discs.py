from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Floats
from movekernels.checks import coherency as fast
from reference import coherency as slow
from shapes_data import build_shapes

RADII = np.array([0.5, 0.63, 0.79, 1.18])
LIMITS = (2.0, 5.0, 9.0, 1e-6)


def grown(rng: np.random.Generator, b: int, n: int, r: Floats) -> tuple[Floats, Floats, Floats]:
    """Units grown model by model, most gaps at the coherency distance give or take 1e-9."""
    x, y = np.zeros((b, n)), np.zeros((b, n))
    x[:, 0], y[:, 0] = rng.uniform(0, 60, b), rng.uniform(0, 44, b)
    rows = np.arange(b)
    for i in range(1, n):
        mate = rng.integers(0, i, b)
        gap = np.where(
            rng.random(b) < 0.6,
            2.0 + 1e-6 + rng.choice([-1, 1], b) * 10.0 ** rng.uniform(-11, -9, b),
            rng.uniform(0, 2.0 + 0.5 / n, b),
        )
        angle = rng.uniform(0, 2 * math.pi, b)
        distance = r[i] + r[mate] + gap
        x[:, i] = x[rows, mate] + distance * np.cos(angle)
        y[:, i] = y[rows, mate] + distance * np.sin(angle)
    heights = rng.choice([0.0, 0.0, 2.0, 5.0, 5.0 + 1e-6, 5.0 + 2e-6], (b, n))
    z = np.where(rng.random((b, 1)) < 0.3, heights, rng.choice([0.0, 4.0], (b, 1)))
    return x, y, z


def batch(x: Floats, y: Floats, z: Floats, r: Floats) -> NDArray[np.uint8]:
    out = np.full(len(x), 99, np.uint8)
    fast.coherent_discs(x, y, z, r, *LIMITS, out)
    return out


def one_by_one(x: Floats, y: Floats, z: Floats, r: Floats) -> list[int]:
    n = len(r)
    shapes = build_shapes([("disc", float(radius)) for radius in r])
    ones, zeros, rows = np.ones(n), np.zeros(n), np.zeros(n, np.uint64)
    found = []
    for b in range(len(x)):
        unit = Bodies(np.arange(n), x[b], y[b], ones, zeros, z[b])
        bits = fast.coherent(shapes, unit, 2.0, 5.0, 9.0, 5.0, 1, True, 1e-6, rows)
        found.append(bits)
    return found


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 10, 31, 62, 63, 64])
@pytest.mark.parametrize("b", [1, 70])
def test_batches_agree_with_the_reference(n: int, b: int) -> None:
    rng = np.random.default_rng([n, b])
    r = rng.choice(RADII, n)
    x, y, z = grown(rng, b, n, r) if n else (np.zeros((b, 0)),) * 3
    wanted = np.full(b, 99, np.uint8)
    slow.coherent_discs(x, y, z, r, *LIMITS, wanted)
    assert batch(x, y, z, r).tolist() == wanted.tolist()


@pytest.mark.parametrize("b", [0, 1, 31, 32, 64, 95, 96, 97, 200])
def test_every_unit_of_a_batch_is_judged(b: int) -> None:
    rng = np.random.default_rng(b)
    r = np.full(5, 0.63)
    x, y, z = grown(rng, b, 5, r)
    assert batch(x, y, z, r).tolist() == one_by_one(x, y, z, r)


@pytest.mark.parametrize("level", [False, True])
@pytest.mark.parametrize("n", [2, 5, 10])
def test_a_batch_is_its_units_to_the_last_digit(n: int, level: bool) -> None:
    """Gaps within a few representable numbers of both limits, in all directions."""
    rng = np.random.default_rng([n, level])
    b = 256
    r = rng.choice(RADII, n)
    x, y, z = grown(rng, b, n, r)
    if level:
        z[:] = 0.0
    for i in range(1, n):
        angle = rng.uniform(0, 2 * math.pi, b)
        limit = rng.choice([2.0 + 1e-6, 9.0 + 1e-6], b, p=[0.9, 0.1])
        mate = rng.integers(0, i, b)
        distance = (r[i] + r[mate] + limit) * (1 + rng.integers(-6, 7, b) * 2.0**-53)
        x[:, i] = x[np.arange(b), mate] + distance * np.cos(angle)
        y[:, i] = y[np.arange(b), mate] + distance * np.sin(angle)
    found = batch(x, y, z, r).tolist()
    assert found == one_by_one(x, y, z, r)
    assert len(set(found)) > 1


@pytest.mark.parametrize(
    "limits", [(2.0, math.inf, math.inf), (math.inf, math.inf, 9.0), (2.0, 0.0, 9.0)]
)
def test_infinite_and_zero_limits(limits: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(8)
    r = rng.choice(RADII, 6)
    x, y, z = grown(rng, 100, 6, r)
    found, wanted = np.zeros(100, np.uint8), np.zeros(100, np.uint8)
    fast.coherent_discs(x, y, z, r, *limits, 1e-6, found)
    slow.coherent_discs(x, y, z, r, *limits, 1e-6, wanted)
    assert found.tolist() == wanted.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("n", [4, 10, 20])
def test_large_batches_agree_with_the_reference(n: int) -> None:
    rng = np.random.default_rng(n)
    r = rng.choice(RADII, n)
    x, y, z = grown(rng, 3000, n, r)
    wanted = np.zeros(3000, np.uint8)
    slow.coherent_discs(x, y, z, r, *LIMITS, wanted)
    found = batch(x, y, z, r)
    assert found.tolist() == wanted.tolist()
    assert {0, fast.SPLIT, fast.SPREAD} <= set(found.tolist()) or n != 10
