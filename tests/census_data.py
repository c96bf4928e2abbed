"""Census of formations: every way to put a few bases on the cells of a tiny table.

`python tests/census_data.py FILE...` prints each census counted anew by the slow
reference; the files under `tests/census` hold its output.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from movekernels.arrays import LEVEL, TOLERANCE, Bodies, Shapes
from shapes_data import Outline, build_bodies, build_shapes, oval_base, round_base

RULESETS = {
    "wh40k-11": ((2.0, 5.0, 9.0, 5.0, 1, True), (2.0, 5.0)),
    "wh40k-10": ((2.0, 5.0, math.inf, math.inf, 1, False), (1.0, 5.0)),
    "voidsiege": ((2.0, math.inf, math.inf, math.inf, 1, False), (2.0, math.inf)),
}
"""Arguments of ``coherent`` from the neighbour distance on; the distance enemies must be beyond."""

BASES: dict[str, Outline] = {
    "round32": round_base(32),
    "round60": round_base(60),
    "oval75x42": oval_base(75, 42),
}
SHAPES: Shapes = build_shapes(list(BASES.values()))


@dataclass
class Census:
    """One census: the table, what stands on it, and how many formations are what."""

    name: str = ""
    board: tuple[float, float] = (0.0, 0.0)
    step: float = 1.0
    floors: list[float] = field(default_factory=lambda: [0.0])
    unit: list[tuple[int, float]] = field(default_factory=list)
    """Base and heading of each model."""
    enemies: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    """By rule set: formations, coherent, unengaged, apart, legal, and the coherency bits."""


class Referee(Protocol):
    """What counts: the kernels or their slow twins."""

    def coherency(self, unit: Bodies, ruleset: str) -> int: ...
    def engaged(self, unit: Bodies, enemies: Bodies, ruleset: str) -> bool: ...
    def apart(self, unit: Bodies, enemies: Bodies) -> bool: ...
    def slack(self, unit: Bodies, board: tuple[float, float]) -> float: ...


class Slow:
    """The reference, one pair of bases at a time."""

    def coherency(self, unit: Bodies, ruleset: str) -> int:
        from reference import coherency

        rows = np.zeros(unit.x.size, np.uint64)
        return coherency.coherent(SHAPES, unit, *RULESETS[ruleset][0], TOLERANCE, rows)

    def engaged(self, unit: Bodies, enemies: Bodies, ruleset: str) -> bool:
        from reference import engagement

        return engagement.engaged_any(SHAPES, unit, enemies, *RULESETS[ruleset][1], TOLERANCE)

    def apart(self, unit: Bodies, enemies: Bodies) -> bool:
        from reference import overlap

        first = np.zeros(unit.x.size, np.int64)
        return (
            overlap.self_overlaps(SHAPES, unit, LEVEL, TOLERANCE, first) == 0
            and overlap.overlaps(SHAPES, unit, enemies, LEVEL, TOLERANCE, first) == 0
        )

    def slack(self, unit: Bodies, board: tuple[float, float]) -> float:
        from reference import edge

        return edge.edge_slacks(SHAPES, unit, *board, np.zeros(unit.x.size))


def read(path: Path) -> list[Census]:
    """Parse a census file: ``id`` opens a census, the other words fill it, # is a remark."""
    found: list[Census] = []
    for line in path.read_text().splitlines():
        word, *rest = line.split("#")[0].split() or [""]
        if word == "id":
            found.append(Census(rest[0]))
        elif word == "board":
            found[-1].board = (float(rest[0]), float(rest[1]))
        elif word == "step":
            found[-1].step = float(rest[0])
        elif word == "floors":
            found[-1].floors = [float(z) for z in rest]
        elif word == "model":
            found[-1].unit.append((list(BASES).index(rest[0]), float(rest[1])))
        elif word == "enemy":
            x, y, heading, z = map(float, rest[1:])
            found[-1].enemies.append((list(BASES).index(rest[0]), x, y, heading, z))
        elif word == "count":
            pairs = zip(rest[1::2], rest[2::2], strict=True)
            found[-1].counts[rest[0]] = {key: int(value) for key, value in pairs}
        elif word:
            raise ValueError(f"{path.name}: unknown word {word!r}")
    return found


def formations(census: Census, referee: Referee) -> list[Bodies]:
    """Every formation whose bases lie on the table: all cells for each model, in order."""
    width, height = census.board
    xs = np.arange(0.0, width + 1e-9, census.step).tolist()
    ys = np.arange(0.0, height + 1e-9, census.step).tolist()
    poses = []
    for shape, heading in census.unit:
        cells = [
            (float(shape), x, y, heading, z)
            for x, y, z in itertools.product(xs, ys, census.floors)
            if referee.slack(build_bodies([(shape, x, y, heading, z)]), census.board) >= -TOLERANCE
        ]
        poses.append(cells)
    return [build_bodies(rows) for rows in itertools.product(*poses)]


def count(census: Census, referee: Referee) -> dict[str, dict[str, int]]:
    """Count every rule set of a census; coherency split by its bits, as ``bits0``, ``bits1``..."""
    enemies = build_bodies(census.enemies)
    counts: dict[str, Counter[str]] = {name: Counter() for name in RULESETS}
    for unit in formations(census, referee):
        apart = referee.apart(unit, enemies)
        for name, tally in counts.items():
            bits = referee.coherency(unit, name)
            unengaged = not referee.engaged(unit, enemies, name)
            tally["formations"] += 1
            tally["coherent"] += bits == 0
            tally["unengaged"] += unengaged
            tally["apart"] += apart
            tally["legal"] += bits == 0 and unengaged and apart
            tally[f"bits{bits}"] += 1
    return {name: dict(tally) for name, tally in counts.items()}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for census in read(Path(name)):
            print(f"id {census.name}")
            for ruleset, tally in count(census, Slow()).items():
                print("count", ruleset, *(f"{key} {value}" for key, value in sorted(tally.items())))
