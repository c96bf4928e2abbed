"""Counts of legal formations on tiny tables, against counts made once by the slow reference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from board_data import Arguments, coherency_scratch, overlaps, untyped
from census_data import RULESETS, SHAPES, Census, Slow, count, formations, read
from movekernels.arrays import LEVEL, TOLERANCE, Bodies
from movekernels.boards.board_coherency import coherency_boards
from movekernels.boards.groups import pack_catalogue
from movekernels.checks import coherency, edge, engagement, overlap

FOLDER = Path(__file__).parent.parent / "census"
CENSUSES = [census for path in sorted(FOLDER.glob("*.txt")) for census in read(path)]

ROUND = [
    census
    for census in CENSUSES
    if all(SHAPES.inner[shape] == SHAPES.outer[shape] for shape, _ in census.unit)
]


class Fast:
    def coherency(self, unit: Bodies, ruleset: str) -> int:
        rows = np.zeros(unit.x.size, np.uint64)
        return coherency.coherent(SHAPES, unit, *RULESETS[ruleset][0], TOLERANCE, rows)

    def engaged(self, unit: Bodies, enemies: Bodies, ruleset: str) -> bool:
        return engagement.engaged_any(SHAPES, unit, enemies, *RULESETS[ruleset][1], TOLERANCE)

    def apart(self, unit: Bodies, enemies: Bodies) -> bool:
        first = np.zeros(unit.x.size, np.int64)
        return (
            overlap.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first) == 0
            and overlaps(SHAPES, unit, enemies, LEVEL, TOLERANCE, first) == 0
        )

    def slack(self, unit: Bodies, board: tuple[float, float]) -> float:
        return edge.edge_slacks(SHAPES, unit, *board, np.zeros(unit.x.size))


@pytest.mark.compiled
@pytest.mark.parametrize("census", CENSUSES, ids=lambda census: census.name)
def test_kernels_count_what_the_reference_counted(census: Census) -> None:
    assert count(census, Fast()) == census.counts


@pytest.mark.compiled
@pytest.mark.parametrize("census", ROUND, ids=lambda census: census.name)
def test_batches_count_what_the_reference_counted(census: Census) -> None:
    units = formations(census, Fast())
    arrays = (np.concatenate([unit[k] for unit in units]) for k in range(6))
    first = np.arange(len(units) + 1) * units[0].x.size
    bits = np.zeros(len(units), np.uint8)
    rules: Arguments = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, TOLERANCE)
    table = (*pack_catalogue(SHAPES), first, *arrays, *rules, 0, len(units))
    untyped(coherency_boards)(*table, *coherency_scratch(SHAPES), bits)
    values, tally = np.unique(bits, return_counts=True)
    found = {f"bits{value}": int(times) for value, times in zip(values, tally, strict=True)}
    wanted = census.counts["wh40k-11"]
    assert found == {key: times for key, times in wanted.items() if key.startswith("bits")}


@pytest.mark.parametrize("census", CENSUSES, ids=lambda census: census.name)
def test_half_of_each_table_is_counted_alike(census: Census) -> None:
    """On half of the table and with three models at most: the reference takes its time."""
    small = replace(census, board=(census.board[0] / 2, census.board[1]), unit=census.unit[:3])
    small.enemies = [(k, x / 2, y, h, z) for k, x, y, h, z in census.enemies]
    counts = count(small, Slow())
    assert count(small, Fast()) == counts
    assert counts["wh40k-11"]["formations"] == len(formations(small, Slow())) > 0
