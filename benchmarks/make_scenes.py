"""Writes the scenes of the benchmark suite, `scenes/*.jsonl`: one scenario a line, a file a family.

`python benchmarks/make_scenes.py` from the root of the project, with `tests` on the path
(`make scenes`).  Everything is drawn from seeds: the same bytes each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

import families_moves as moves
import families_tables as tables
from movekernels.geometry.gap import gap_rows
from movesolver import Scenario, loads
from movesolver.formats.trees import as_tree
from movesolver.referee.pack import pack
from suite import FOLDER

DIGITS = 4
"""Digits of a coordinate behind the point; a step of them is far below what a rule asks for."""

FAMILIES: dict[str, Callable[[], Iterable[Scenario]]] = {
    "open": tables.opened,
    "crowded": tables.crowds,
    "slit": tables.slits,
    "boxed_in": tables.boxes,
    "incoherent": tables.scatters,
    "mixed_bases": tables.mixed,
    "ovals": tables.ovals,
    "rectangles": tables.rectangles,
    "hulls": tables.hulls,
    "floors": tables.floors,
    "hordes": tables.hordes,
    "goals": tables.goals,
    "advance": moves.advances,
    "charge": moves.charges,
    "fall_back": moves.falls_back,
    "pile_in": partial(moves.fights, "pile_in", (6, 7, 9, 11, 12, 15)),
    "consolidate": partial(moves.fights, "consolidate", (13, 22, 24, 30, 35, 42)),
    "surge": partial(moves.fights, "surge", (7, 14, 24, 29, 35, 44)),
    "arrival": moves.arrivals,
    "disembark": moves.disembarks,
    "deployment": moves.deployments,
    "voidsiege": moves.voidsiege,
}


def line(scenario: Scenario) -> str:
    """Return a scenario as one line of JSON, rounded, its models still clear of each other.

    Raises
    ------
    ValueError
        If it is no valid scenario any more, or two bases overlap.
    """
    text = json.dumps(_rounded(as_tree(scenario)), separators=(",", ":"))
    if _overlaps(loads(text)):
        raise ValueError(f"two bases overlap once rounded: {text[:200]}")
    return text


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, float):
        short = round(value, DIGITS)
        return int(short) if short.is_integer() else short
    return value


def _overlaps(scenario: Scenario) -> bool:
    """Return whether two bases of one level overlap where they stand."""
    position = pack(scenario)
    if position.placing or not position.ids:
        return False
    mine, others = position.start, position.others
    gaps = np.empty((mine.x.size, mine.x.size))
    gap_rows(position.shapes, mine, mine, gaps)
    np.fill_diagonal(gaps, np.inf)
    beside = np.empty((mine.x.size, others.x.size))
    gap_rows(position.shapes, mine, others, beside)
    level = np.abs(mine.z[:, None] - others.z[None, :]) < 1.0
    level_mates = np.abs(mine.z[:, None] - mine.z[None, :]) < 1.0
    return bool((gaps[level_mates] < 0.0).any() or (beside[level] < 0.0).any())


def text_of(family: str) -> str:
    """Return the file of a family."""
    return "".join(line(scenario) + "\n" for scenario in FAMILIES[family]())


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for family in FAMILIES:
        (FOLDER / f"{family}.jsonl").write_text(text_of(family), encoding="utf-8")


if __name__ == "__main__":
    main()
