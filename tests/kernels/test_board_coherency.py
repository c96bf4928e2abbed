"""Coherency of many units: to the last bit that of each by itself, and of the slow twin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from board_data import (
    CATALOGUE,
    ELEVENTH,
    Arguments,
    Group,
    boards,
    coherency_scratch,
    ragged,
    spoilt,
    untyped,
)
from formation_data import SHAPES, formation
from movekernels.arrays import Bodies, Floats
from movekernels.boards.board_coherency import FEW, coherency_boards
from movekernels.boards.groups import BAD, pack_catalogue
from movekernels.boards.lanes import WIDEST, WINDOW
from movekernels.checks.coherency import SPLIT, SPREAD, coherent
from movekernels.checks.unit_code import unit_code
from reference import board_coherency as slow
from reference import unit_code as slow_code
from shapes_data import build_shapes

DISCS = [0.5, 0.63, 0.79, 1.18]
ROUND_SHAPES = build_shapes([("disc", radius) for radius in DISCS])
ROUND: Arguments = pack_catalogue(ROUND_SHAPES)
RULES: dict[str, Arguments] = {
    "11th": ELEVENTH,
    "10th": (2.0, 5.0, math.inf, math.inf, 1, 4, 2, False, 1e-6),
    "voidsiege": (2.0, math.inf, math.inf, math.inf, 1, 0, 1, False, 1e-6),
    "no neighbour": (2.0, 5.0, 9.0, 5.0, 0, 0, 1, True, 1e-6),
    "wide": (math.inf, math.inf, 9.0, math.inf, 1, 0, 1, True, 1e-6),
    "flat": (2.0, 0.0, 9.0, 5.0, 1, 0, 1, True, 1e-6),
}
SPACE = {
    id(catalogue): coherency_scratch(shapes)
    for catalogue, shapes in ((CATALOGUE, SHAPES), (ROUND, ROUND_SHAPES))
}


def grown(rng: np.random.Generator, b: int, shapes: NDArray[np.int64]) -> tuple[Floats, ...]:
    """Round units grown model by model, most gaps at the coherency distance give or take 1e-9."""
    n = shapes.size
    r = np.array(DISCS)[shapes]
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
        x[:, i] = x[rows, mate] + (r[i] + r[mate] + gap) * np.cos(angle)
        y[:, i] = y[rows, mate] + (r[i] + r[mate] + gap) * np.sin(angle)
    heights = rng.choice([0.0, 0.0, 2.0, 5.0, 5.0 + 1e-6, 5.0 + 2e-6], (b, n))
    z = np.where(rng.random((b, 1)) < 0.3, heights, rng.choice([0.0, 4.0], (b, 1)))
    return x, y, z


def units_of(shapes: NDArray[np.int64], x: Floats, y: Floats, z: Floats) -> Group:
    b, n = x.shape
    flat = (np.tile(shapes, b), x.ravel(), y.ravel(), np.ones(b * n), np.zeros(b * n), z.ravel())
    return (np.arange(b + 1) * n, *flat)


def judged(
    catalogue: Arguments,
    units: Group,
    rules: Arguments = ELEVENTH,
    low: int = 0,
) -> list[int]:
    codes = np.full(units[0].size - 1, 99, np.uint8)
    untyped(coherency_boards)(
        *catalogue, *units, *rules, low, codes.size, *SPACE[id(catalogue)], codes
    )
    return [int(code) for code in codes]


def wanted(catalogue: Arguments, units: Group, rules: Arguments = ELEVENTH) -> list[int]:
    codes = np.full(units[0].size - 1, 99, np.uint8)
    untyped(slow.coherency_boards)(*catalogue, *units, *rules, 0, codes.size, None, None, codes)
    return [int(code) for code in codes]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 10, 31, WIDEST, WIDEST + 1, 64, 65])
@pytest.mark.parametrize("b", [1, 70])
def test_round_units_agree_with_the_reference(n: int, b: int) -> None:
    rng = np.random.default_rng([n, b])
    shapes = rng.integers(0, len(DISCS), n)
    units = (
        units_of(shapes, *grown(rng, b, shapes)) if n else units_of(shapes, *np.zeros((3, b, 0)))
    )
    assert judged(ROUND, units) == wanted(ROUND, units)


@pytest.mark.parametrize("name", RULES)
def test_units_of_all_bases_agree_with_the_reference(name: str) -> None:
    units, _ = boards(1, 24)
    found = judged(CATALOGUE, units, RULES[name])
    assert found == wanted(CATALOGUE, units, RULES[name])
    assert len(set(found)) > 1 or name == "wide"


@pytest.mark.parametrize("name", RULES)
def test_blocks_of_like_units_agree_with_the_reference(name: str) -> None:
    """Forty units of the same mixed bases, in the order of the same rows: judged in lanes."""
    rng = np.random.default_rng(7)
    pattern = formation(rng, 5, 3.0)
    units = []
    for _ in range(FEW + 8):
        angle = rng.uniform(0, 360, 5)
        shift = rng.normal(0, 0.7, (5, 2))
        units.append(
            [
                (k, x + dx, y + dy, float(a), z)
                for (k, x, y, _, z), (dx, dy), a in zip(pattern, shift, angle, strict=True)
            ]
        )
    group = ragged(units)
    found = judged(CATALOGUE, group, RULES[name])
    assert found == wanted(CATALOGUE, group, RULES[name])


@pytest.mark.parametrize("b", [0, 1, 31, 32, 64, 95, 96, 97, 200])
def test_every_unit_of_a_batch_is_judged(b: int) -> None:
    rng = np.random.default_rng(b)
    shapes = np.zeros(5, np.int64)
    x, y, z = grown(rng, b, shapes)
    found = judged(ROUND, units_of(shapes, x, y, z))
    assert found == [
        judged(ROUND, units_of(shapes, *(a[g : g + 1] for a in (x, y, z))))[0] for g in range(b)
    ]


@pytest.mark.parametrize("level", [False, True])
@pytest.mark.parametrize("n", [2, 5, 10])
def test_a_batch_is_its_units_to_the_last_digit(n: int, level: bool) -> None:
    """Gaps within a few representable numbers of both limits, in all directions."""
    rng = np.random.default_rng([n, level])
    b = 128
    shapes = rng.integers(0, len(DISCS), n)
    r = np.array(DISCS)[shapes]
    x, y, z = grown(rng, b, shapes)
    if level:
        z[:] = 0.0
    for i in range(1, n):
        angle = rng.uniform(0, 2 * math.pi, b)
        limit = rng.choice([2.0 + 1e-6, 9.0 + 1e-6], b, p=[0.9, 0.1])
        mate = rng.integers(0, i, b)
        distance = (r[i] + r[mate] + limit) * (1 + rng.integers(-6, 7, b) * 2.0**-53)
        x[:, i] = x[np.arange(b), mate] + distance * np.cos(angle)
        y[:, i] = y[np.arange(b), mate] + distance * np.sin(angle)
    units = units_of(shapes, x, y, z)
    found = judged(ROUND, units)
    unit_shapes = build_shapes([("disc", radius) for radius in DISCS])
    rows = np.zeros(n, np.uint64)
    one_by_one = [
        coherent(
            unit_shapes,
            Bodies(shapes, x[g], y[g], np.ones(n), np.zeros(n), z[g]),
            *(2.0, 5.0, 9.0, 5.0, 1, True, 1e-6),
            rows,
        )
        for g in range(b)
    ]
    assert found == one_by_one
    assert len(set(found)) > 1


def test_units_of_other_bases_and_sizes_between() -> None:
    """More than a window of them, so that like units are brought together by sorting."""
    rng = np.random.default_rng(3)
    kinds = [np.array(k) for k in ([0, 0, 0], [0, 1, 0], [1, 0, 0], [2, 2], [3, 0, 1, 2], [1])]
    parts = []
    for _ in range(240):
        shapes = kinds[int(rng.integers(len(kinds)))]
        parts.append(units_of(shapes, *grown(rng, 1, shapes)))
    first = np.cumsum([0] + [part[0][-1] for part in parts])
    units = (first, *(np.concatenate([part[k] for part in parts]) for k in range(1, 7)))
    found = judged(ROUND, units)
    assert found == [judged(ROUND, part)[0] for part in parts]
    assert found == wanted(ROUND, units)


@pytest.mark.compiled
def test_windows_follow_each_other() -> None:
    rng = np.random.default_rng(9)
    shapes = np.array([0, 1, 0, 2, 1, 0, 3, 0])
    b = 3 * WINDOW + 17
    x, y, z = grown(rng, b, shapes)
    found = judged(ROUND, units_of(shapes, x, y, z))
    assert found == wanted(ROUND, units_of(shapes, x, y, z))
    assert {0, SPLIT, SPREAD} <= set(found)
    part = judged(ROUND, units_of(shapes, x, y, z), low=1000)
    assert part[:1000] == [99] * 1000
    assert part[1000:] == found[1000:]


WRONG = [
    {3: (2, math.nan)},
    {3: (3, math.inf)},
    {3: (6, -math.inf)},
    {3: (2, 1e6)},
    {3: (1, 99)},
    {3: (1, -1)},
    {3: (4, 0.9)},
    {3: (5, math.nan)},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_nonsense_unit_spoils_no_other(wrong: dict[int, tuple[int, float]]) -> None:
    units, _ = boards(5, 10)
    whole = judged(CATALOGUE, units)
    spoilt_units = spoilt(units, wrong)
    found = judged(CATALOGUE, spoilt_units)
    bad = int(np.searchsorted(units[0], 3, side="right")) - 1
    assert found == [BAD if g == bad else code for g, code in enumerate(whole)]
    assert found == wanted(CATALOGUE, spoilt_units)


def test_headings_of_round_bases_are_not_looked_at() -> None:
    shapes = np.zeros(2, np.int64)
    units = units_of(shapes, *grown(np.random.default_rng(0), 3, shapes))
    whole = judged(ROUND, units)
    assert judged(ROUND, spoilt(units, {1: (4, math.nan)})) == whole


@pytest.mark.parametrize("name", RULES)
def test_codes_of_single_units_agree_with_the_reference(name: str) -> None:
    rng = np.random.default_rng(11)
    rules = RULES[name]
    limits = (*rules[:5], rules[7], rules[8])
    for count in (0, 1, 2, 3, 4, 6, 9):
        for _ in range(5):
            group = ragged([formation(rng, count, 4.0)] if count else [[]])
            unit = Bodies(*group[1:])
            radii, rows = np.zeros((2, 64)), np.zeros((2, 64), np.uint64)
            code = untyped(unit_code)(SHAPES, unit, *limits, radii, *rows)
            assert code == untyped(slow_code.unit_code)(
                SHAPES, unit, *limits, radii, rows[0], rows[1]
            )


def test_a_model_short_of_mates_by_an_open_link() -> None:
    """Two needed: links that discs leave open are asked for until there are enough."""
    rng = np.random.default_rng(13)
    seen = set()
    for _ in range(60):
        group = ragged(
            [[(2, *rng.uniform(0, 6, 2), float(rng.uniform(0, 360)), 0.0) for _ in range(4)]]
        )
        unit = Bodies(*group[1:])
        radii, rows = np.zeros((2, 64)), np.zeros((2, 64), np.uint64)
        for single in (False, True):
            limits = (2.0, 5.0, 9.0, 5.0, 2, single, 1e-6)
            code = untyped(unit_code)(SHAPES, unit, *limits, radii, *rows)
            assert code == untyped(slow_code.unit_code)(
                SHAPES, unit, *limits, radii, rows[0], rows[1]
            )
            seen.add(code)
    assert len(seen) > 2
