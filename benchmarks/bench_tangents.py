"""Lines that touch two curves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from movekernels._jit import kernel
from movekernels.paths import tangents as fast
from movekernels.paths.grown import Grown
from paths_data import place, strewn
from reference import tangents as slow


@kernel
def all_tangents(grown: Grown) -> float:
    total = 0.0
    for i in range(grown.x.size):
        for j in range(grown.x.size):
            if i != j:
                total += fast.tangent(
                    grown, i, 1.0, grown.x[i], grown.y[i], j, 1.0, grown.x[j], grown.y[j]
                )[3]
    return total


def slow_tangents(grown: Grown) -> float:
    total = 0.0
    at = list(zip(grown.x.tolist(), grown.y.tolist(), strict=True))
    for i in range(grown.x.size):
        for j in range(grown.x.size):
            if i != j:
                total += slow.tangent(grown, i, 1.0, *at[i], j, 1.0, *at[j])[3]
    return total


@pytest.mark.parametrize("kind", ["round", "oval"])
def test_tangent(rate: Callable[..., None], kind: str) -> None:
    grown = strewn(3, kind, 6)
    pairs = grown.x.size * (grown.x.size - 1)
    rate(lambda: all_tangents(grown), pairs, lambda: slow_tangents(grown), pairs)
    assert all_tangents(grown) == pytest.approx(slow_tangents(grown), abs=1e-6)


def test_outer_tangent(rate: Callable[..., None]) -> None:
    grown = place([(0, 10, 8, 0), (0, 10.2, 8.1, 80)], [("ellipse", 2.0, 0.2)])
    rate(
        lambda: fast.outer_tangent(grown, 0, 1, 1.0, 1),
        1,
        lambda: slow.outer_tangent(grown, 0, 1, 1.0, 1),
        1,
    )
    found, wanted = (one.outer_tangent(grown, 0, 1, 1.0, 1) for one in (fast, slow))
    assert found == pytest.approx(wanted, abs=1e-8)


def test_crossing(rate: Callable[..., None]) -> None:
    grown = place([(0, 10, 8, 0), (0, 10.2, 8.1, 80)], [("ellipse", 2.0, 0.2)])
    rate(lambda: fast.crossing(grown, 0, 1), 1, lambda: slow.crossing(grown, 0, 1), 1)
    assert fast.crossing(grown, 0, 1) == slow.crossing(grown, 0, 1)
