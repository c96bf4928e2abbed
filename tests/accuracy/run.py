"""Millions of boards, chunk by chunk, each from a seed of its own."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from accuracy.catalogue import FAMILIES
from accuracy.extended import require_extended
from accuracy.formations import Limits, draw
from accuracy.judge import Judge
from accuracy.kernels_said import equal_groups, one_by_one, ragged_groups
from accuracy.tally import Tally
from movekernels._jit import FINGERPRINT
from movesolver.arrays import CoherencyLimits, EngagementLimits
from movesolver.rules.wh40k import TENTH

SIZES = (1, 2, 2, 3, 3, 4, 5, 5, 5, 6, 7, 8, 10, 10, 11, 15, 20, 30)
"""Models of a unit, drawn alike often."""
ENEMIES = (0, 1, 2, 3, 5, 5, 6, 10, 20)
BATCHES = 5
PAIRS = 60_000
"""A batch has as many boards as have about so many pairs, or the most."""
MOST_BOARDS = 2000
SINGLES = 4
"""Boards of a batch that are judged by themselves too."""


def limits_of(rng: np.random.Generator) -> Limits:
    """Mostly the rules of the current edition; others now and then, and no tolerance."""
    tolerance = float(rng.choice([1e-6, 0.0, 1e-3], p=[0.8, 0.15, 0.05]))
    style = rng.integers(0, 10)
    coherency = CoherencyLimits(tolerance=tolerance)
    reach = 2.0
    if style == 0:
        rule = TENTH.coherency
        coherency = CoherencyLimits(
            rule.neighbour,
            rule.neighbour_vertical,
            rule.span,
            rule.span_vertical,
            rule.needed,
            rule.crowd,
            rule.needed_in_crowd,
            rule.single_group,
            tolerance,
        )
        reach = TENTH.engagement.horizontal
    elif style == 1:
        coherency = CoherencyLimits(needed=2, tolerance=tolerance)
    return Limits(coherency, EngagementLimits(reach, 5.0, tolerance), tolerance)


def chunk(family: str, number: int, tally: Tally, scale: float = 1.0) -> int:
    """Judge one chunk of a family; returns how many boards it has.

    Parameters
    ----------
    family
        A key of `FAMILIES`.
    number
        Seeds the chunk.
    tally
        Where it is counted.
    scale
        Part of the usual number of boards.
    """
    rng = np.random.default_rng([list(FAMILIES).index(family), number])
    shapes = FAMILIES[family]
    limits = limits_of(rng)
    batches = []
    for _ in range(BATCHES):
        n, m = int(rng.choice(SIZES)), int(rng.choice(ENEMIES))
        pairs = n * (n - 1) // 2 + n * m + 1
        boards = max(2, int(min(MOST_BOARDS, PAIRS / pairs) * scale))
        batches.append(draw(rng, shapes, limits, boards, n, m))
    if number % 2 == 0:
        answers = equal_groups(shapes, batches, limits)
    else:
        answers = ragged_groups(rng, shapes, batches, limits)
    judge = Judge(family, shapes, tally)
    for batch, said in zip(batches, answers, strict=True):
        judge.batch(batch, limits, said)
        some = rng.integers(0, len(said.codes), max(1, int(SINGLES * scale)))
        tally.verdict(family, "alone").add_alone(
            some.size, one_by_one(shapes, batch, limits, said, some)
        )
    return sum(len(batch.unit.x) for batch in batches)


def run(wanted: dict[str, int], state: Path, console: Console) -> Tally:
    """Judge as many boards as wanted of each family, going on from ``state``.

    Parameters
    ----------
    wanted
        Boards by family.
    state
        JSON, read at the start if the kernels are still the same, written as it goes.
    console
        For the progress bar.

    Raises
    ------
    RuntimeError
        If the machine has no extended precision, or ``state`` is of other kernels.
    """
    require_extended()
    tally = Tally(FINGERPRINT)
    if state.exists():
        tally = Tally.from_dict(json.loads(state.read_text()))
        if tally.fingerprint != FINGERPRINT:
            raise RuntimeError(f"{state} is of kernels {tally.fingerprint}, not {FINGERPRINT}")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        for family, goal in wanted.items():
            bar = progress.add_task(f"{family} boards", total=goal)
            done = tally.boards.get(family, 0)
            number = tally.chunks.get(family, 0)
            progress.update(bar, completed=done)
            written = time.monotonic()
            while done < goal:
                started = time.monotonic()
                done += chunk(family, number, tally)
                number += 1
                tally.chunks[family], tally.boards[family] = number, done
                tally.seconds += time.monotonic() - started
                progress.update(bar, completed=done, description=_title(family, tally))
                if time.monotonic() - written > 5.0:
                    _write(state, tally)
                    written = time.monotonic()
            _write(state, tally)
    return tally


def _title(family: str, tally: Tally) -> str:
    return f"{family} boards, {tally.wrong} wrong"


def _write(state: Path, tally: Tally) -> None:
    fresh = state.with_suffix(".part")
    fresh.write_text(json.dumps(tally.as_dict(), indent=1) + "\n")
    fresh.replace(state)
