"""An oval sliding past an oval, against conservative advancement and against one gap."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import CONTACT, Floats
from movekernels.geometry.ellipse import ellipse_pair
from movekernels.geometry.sweep_ellipse import ellipse_sweep
from reference import sweep_ellipse as slow
from shapes_data import MM, OVAL_MM, ROUND_MM

COUNT = 4000
"""More slides than a branch predictor can learn by heart."""


@kernel
def sweeps(rows: Floats, out: Floats) -> None:
    for k in range(out.size):
        r = rows[k]
        out[k] = ellipse_sweep(
            r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11]
        )[0]


@kernel
def gaps(rows: Floats, out: Floats) -> None:
    for k in range(out.size):
        r = rows[k]
        out[k] = ellipse_pair(
            r[0] - r[2], r[1] - r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11]
        )[0]


@kernel
def advancement(rows: Floats, out: Floats) -> None:
    """Step by the gap found until it is gone (1e-9 inches) or the slide is over."""
    for k in range(out.size):
        r = rows[k]
        length = math.sqrt(r[2] * r[2] + r[3] * r[3])
        t = 0.0
        best = math.inf
        while t <= 1.0:
            found = ellipse_pair(
                r[0] - t * r[2], r[1] - t * r[3],
                r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11],
            )[0]  # fmt: skip
            best = min(best, found)
            if found <= CONTACT:
                break
            t += found / length
        out[k] = best


def slides(ovals: bool) -> Floats:
    """Slides of up to 6 inches and an obstacle within 5 inches of the way; shape (n, 12)."""
    rng = np.random.default_rng(7)
    axes = np.array(OVAL_MM if ovals else [(d, d) for d in ROUND_MM]) * MM / 2.0
    one = axes[rng.integers(0, len(axes), COUNT)]
    two = np.array(OVAL_MM)[rng.integers(0, len(OVAL_MM), COUNT)] * MM / 2.0
    turn, other, bearing = rng.uniform(0.0, math.tau, (3, COUNT))
    length = rng.uniform(0.0, 6.0, COUNT)
    along, off = rng.uniform(-0.2, 1.2, COUNT) * length, rng.uniform(-5.0, 5.0, COUNT)
    c, s = np.cos(bearing), np.sin(bearing)
    rows: Floats = np.column_stack(
        [
            along * c - off * s, along * s + off * c, length * c, length * s,
            one, np.cos(turn), np.sin(turn), two, np.cos(other), np.sin(other),
        ]
    )  # fmt: skip
    return rows


@pytest.mark.parametrize("ovals", [True, False], ids=["oval", "disc"])
def test_ellipse_sweep(benchmark: BenchmarkFixture, ovals: bool) -> None:
    rows = slides(ovals)
    out, rival, end = np.empty(COUNT), np.empty(COUNT), np.empty(COUNT)
    advancement(rows, rival)
    gaps(rows, end)
    sweeps(rows, out)
    benchmark(sweeps, rows, out)
    calls = {
        "sweep": lambda: sweeps(rows, out),
        "conservative_advancement": lambda: advancement(rows, rival),
        "one_gap": lambda: gaps(rows, end),
    }
    # one after the other, again and again, so that all share what else the machine does
    rounds = [{name: least(call, 1) / COUNT for name, call in calls.items()} for _ in range(9)]
    times = {name: min(each[name] for each in rounds) for name in calls}
    twin = least(lambda: [slow.ellipse_sweep(*row) for row in rows[:5]], 1) / 5
    benchmark.extra_info["nanoseconds"] = times["sweep"] * 1e9
    benchmark.extra_info["times_slow_twin"] = twin / times["sweep"]
    for name in ("conservative_advancement", "one_gap"):
        benchmark.extra_info[f"times_{name}"] = times[name] / times["sweep"]
    assert 0.2 < np.mean(out > 0.0) < 0.8
    assert np.all((out > 1e-6) == (rival > 1e-6))
    wanted = np.array([slow.ellipse_sweep(*row)[0] for row in rows[:40]])
    apart = wanted > 0.0
    assert out[:40][apart] == pytest.approx(wanted[apart], abs=1e-9)
