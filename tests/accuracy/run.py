"""Millions of boards, chunk by chunk, each from a seed of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

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

from accuracy.catalogue import FAMILIES, KINDS
from accuracy.digits import compare
from accuracy.extended import require_extended
from accuracy.formations import Limits, draw
from accuracy.judge import Judge
from accuracy.kernels_said import equal_groups, one_by_one, ragged_groups
from accuracy.rows import KERNELS, ROW, measure
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
SECONDS = 10.0
"""Between two writings of the state."""

DIGIT_PAIRS = {
    (1, 0): "disc-disc",
    (0, 3): "disc-oval",
    (2, 3): "oval-oval",
    (0, 5): "disc-polygon",
    (2, 5): "oval-polygon",
    (3, 7): "oval-hull",
    (4, 5): "polygon-polygon",
    (6, 7): "hull-hull",
    (0, 8): "disc-union",
}
"""Shapes of the mixed family, and what they are."""


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
        judge.alone(some.size, one_by_one(shapes, batch, limits, said, some))
    return sum(len(batch.unit.x) for batch in batches)


class Wanted(NamedTuple):
    """How much a run does."""

    boards: dict[str, int]
    """By family."""
    rows: int
    """Pairs for each row kernel."""
    digits: int
    """Pairs of each two shapes compared to 40 digits."""


class _Work(NamedTuple):
    """One bar of the run: done piece by piece until the goal is reached."""

    name: str
    goal: int
    piece: Callable[[int], int]
    """Does piece number so-and-so; returns how many that were."""


def _works(wanted: Wanted, tally: Tally) -> list[_Work]:
    works = []
    for kinds in KERNELS:

        def measured(number: int, kinds: tuple[int, int] = kinds) -> int:
            measure(np.random.default_rng([9, *kinds, number]), kinds, ROW, tally)
            return ROW

        name = "rows " + " ".join(KINDS[kind] for kind in kinds)
        works.append(_Work(name, wanted.rows, measured))

    def compared(number: int) -> int:
        rng = np.random.default_rng([8, number])
        for (one, two), name in DIGIT_PAIRS.items():
            compare(rng, FAMILIES["mixed"], one, two, name, tally)
        return 1

    works.append(_Work("digits", wanted.digits, compared))
    for family, goal in wanted.boards.items():

        def judged(number: int, family: str = family) -> int:
            return chunk(family, number, tally)

        works.append(_Work(family, goal, judged))
    return works


def run(wanted: Wanted, state: Path, console: Console) -> Tally:
    """Do what is wanted, going on from ``state``.

    Parameters
    ----------
    wanted
        How much.
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
    console.print(f"kernels {FINGERPRINT}")
    written = time.monotonic()
    with Progress(*columns, console=console) as progress:
        for work in _works(wanted, tally):
            done = tally.done.get(work.name, 0)
            bar = progress.add_task(work.name, total=work.goal, completed=done)
            while done < work.goal:
                started = time.monotonic()
                number = tally.pieces.get(work.name, 0)
                done += work.piece(number)
                tally.pieces[work.name], tally.done[work.name] = number + 1, done
                tally.seconds += time.monotonic() - started
                progress.update(
                    bar, completed=done, description=f"{work.name}, {tally.wrong} wrong"
                )
                if time.monotonic() - written > SECONDS:
                    _write(state, tally)
                    written = time.monotonic()
    _write(state, tally)
    return tally


def _write(state: Path, tally: Tally) -> None:
    fresh = state.with_suffix(".part")
    fresh.write_text(json.dumps(tally.as_dict(), indent=1) + "\n")
    fresh.replace(state)
