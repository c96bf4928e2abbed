"""The plan of a run: which checks at which sizes, against which ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from movesolver.bench.checks import (
    CHECKS,
    NETWORKX,
    TWIN,
    Agreement,
    Answers,
    Check,
    Way,
    compare,
)
from movesolver.bench.measure import interleave, sample_size
from movesolver.bench.others import optional
from movesolver.bench.record import ALL_CORES, OURS, Limits, Row
from movesolver.bench.scenes import BASES, OTHERS, Scene, build_scene

SINGLES = 64
"""Boards given one by one where the batch is 1: no board is so often asked as to be learnt."""
MOST_SAMPLED = 2000
"""Boards of a sample at most, for ways that are slow."""
PART = 2_200_000
"""Bodies of a part of a batch with enemies: larger batches are measured part by part."""
WHOLE = 10_500_000
"""The same of a batch without: a million units of 10 are one call."""
MOST_PAIRS = 20_000_000
"""Gaps in an answer at most, 8 bytes each: for `gaps` larger batches are cut to that."""
NOBODY = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    checks: tuple[str, ...] = tuple(CHECKS)
    kinds: tuple[str, ...] = tuple(BASES)
    sizes: tuple[int, ...] = (10,)
    batches: tuple[int, ...] = (1, 1_000, 100_000)
    seconds: float = 0.25
    """For each check, size and batch."""
    threads: int = 2
    seed: int = 0


FULL_SIZES = (5, 10, 20, 30)
FULL_BATCHES = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)


def missing_ways() -> list[str]:
    """Return the ways left out because a package is not installed."""
    return [] if optional("networkx") else [NETWORKX]


def measure_rows(plan: Plan, checks: dict[str, Check] | None = None) -> Iterator[list[Row]]:
    """Measure check by check and size by size, and yield the rows of each.

    Parameters
    ----------
    plan
        What is measured.
    checks
        The checks by name; those of `movesolver.bench.checks` unless given.
    """
    known = CHECKS if checks is None else checks
    for kind in plan.kinds:
        for models in plan.sizes:
            for batch in plan.batches:
                for others in (0, OTHERS):
                    wanted = {
                        name: known[name]
                        for name in plan.checks
                        if known[name].others == (others > 0)
                    }
                    yield from _measure_batch(plan, wanted, kind, models, others, batch)


def _measure_batch(
    plan: Plan,
    checks: dict[str, Check],
    kind: str,
    models: int,
    others: int,
    batch: int,
) -> Iterator[list[Row]]:
    """Measure some checks on the same boards, part by part."""
    if not checks:
        return
    most = _together(models, others)
    starts = range(0, batch, most)
    parts: dict[str, list[list[Row]]] = {name: [] for name in checks}
    for part, start in enumerate(starts):
        boards = min(most, batch - start)
        scene = build_scene(
            kind, models, others, SINGLES if batch == 1 else boards, plan.seed, part
        )
        for name, check in checks.items():
            done = part * most
            if check.wide and (done + boards) * models * others > MOST_PAIRS and part > 0:
                continue
            parts[name].append(
                measure_check(
                    name,
                    check,
                    scene,
                    one_by_one=batch == 1,
                    ways=part == 0,
                    seconds=plan.seconds / len(starts),
                    threads=plan.threads,
                )
            )
        del scene
    for rows in parts.values():
        yield _summed(rows)


def _together(models: int, others: int) -> int:
    """Boards in a call at most."""
    return max(1, (PART if others else WHOLE) // (models + others))


def _summed(parts: list[list[Row]]) -> list[Row]:
    """Rows of a whole batch: its parts one after the other; the other ways did the first."""
    batch = sum(rows[0].batch for rows in parts)
    out = []
    for row in parts[0]:
        same = [part for rows in parts for part in rows if part.way == row.way]
        rate = None
        if all(part.rate is not None for part in same):
            seconds = [part.boards / part.rate for part in same if part.rate is not None]
            rate = sum(part.boards for part in same) / sum(seconds)
        out.append(
            msgspec.structs.replace(
                row,
                batch=batch,
                rate=rate,
                boards=sum(part.boards for part in same),
                compared=sum(part.compared for part in same),
                differing=sum(part.differing for part in same),
                left_out=sum(part.left_out for part in same),
            )
        )
    return out


class _Ours:
    """A check of ours on its boards, whose answers are filled again by every call."""

    def __init__(self, check: Check, pieces: list[Scene], threads: int) -> None:
        self.check = check
        self.pieces = pieces
        self.threads = threads
        self.results = [check.run(piece, None, threads) for piece in pieces]

    def __call__(self) -> None:
        run, threads, results = self.check.run, self.threads, self.results
        for k, piece in enumerate(self.pieces):
            run(piece, results[k], threads)

    def answers(self) -> Answers:
        """Return what they are now: arrays of the boards, not copied where there is one."""
        if len(self.pieces) == 1:
            return self.check.answers(self.results[0], self.pieces[0])
        pairs = zip(self.results, self.pieces, strict=True)
        return np.concatenate([self.check.answers(result, piece) for result, piece in pairs])


def measure_check(
    name: str,
    check: Check,
    scene: Scene,
    *,
    one_by_one: bool = False,
    ways: bool = True,
    seconds: float = 0.25,
    threads: int = 2,
) -> list[Row]:
    """Compare the answers of every way to a check, then time those that agree.

    Parameters
    ----------
    name, check
        What is measured.
    scene
        The boards.
    one_by_one
        Whether each board is a call of its own.
    ways
        Whether other ways are measured, too; else a slow check is timed but once.
    seconds
        Time for the calls that are timed, about.
    threads
        Of the second row of ours; there is none for 1, nor for single boards.

    Returns
    -------
    list of Row
        Ours first.
    """
    pieces = [scene]
    if one_by_one:
        pieces = [scene.taken(np.array([board]), single=True) for board in range(len(scene))]
    ours = _Ours(check, pieces, 1)
    found = ours.answers()
    runs: dict[str, Callable[[], object]] = {OURS: ours}
    boards = {OURS: len(scene)}
    agreed: dict[str, Agreement] = {}
    wrong = 0
    if threads > 1 and not one_by_one:
        spread = _Ours(check, pieces, threads)
        runs[ALL_CORES], boards[ALL_CORES] = spread, len(scene)
        wrong = int(np.count_nonzero(spread.answers() != found))
    for way_name, way in check.ways.items() if ways else ():
        if (way.round_only and not scene.round) or (way.batch_only and one_by_one):
            continue
        if way_name in missing_ways():
            continue
        sample = Sample(way, scene, one_by_one, seconds / 12.0)
        agreed[way_name] = sample.compared(check, found)
        boards[way_name] = len(sample)
        runs[way_name] = sample
        if agreed[way_name].differing and (
            way_name == TWIN
            or (way.exact and not _twin_says(check, scene, found, agreed[way_name]))
        ):
            wrong += agreed[way_name].differing
    trusted = agreed.get(TWIN)
    agreed[OURS] = Agreement(trusted.compared if trusted else 0, wrong, 0, NOBODY)
    agreed[ALL_CORES] = agreed[OURS]
    timed = [way for way in runs if agreed[way].differing == 0]
    spent = dict(
        zip(timed, interleave([runs[way] for way in timed], seconds, 2 if ways else 1), strict=True)
    )
    shape = (name, scene.kind, scene.own.x.shape[1], scene.others.x.shape[1])
    return [
        Row(
            *shape,
            1 if one_by_one else len(scene),
            way,
            boards[way] / spent[way] if way in spent else None,
            boards[way],
            agreed[way].compared,
            agreed[way].differing,
            agreed[way].left_out,
        )
        for way in runs
    ]


class Sample:
    """As many boards as another way does in some time, and their answers."""

    def __init__(self, way: Way, scene: Scene, one_by_one: bool, seconds: float) -> None:
        self.way = way
        self.one_by_one = one_by_one
        size = sample_size(
            lambda k: self._answers(self._pieces(scene, k)), min(len(scene), MOST_SAMPLED), seconds
        )
        self.places = np.linspace(0, len(scene) - 1, size).astype(np.int64)
        self.pieces = self._pieces(scene, size)

    def __len__(self) -> int:
        return self.places.size

    def _pieces(self, scene: Scene, boards: int) -> list[Scene]:
        if not self.one_by_one:
            return [scene.sample(boards)]
        places = np.linspace(0, len(scene) - 1, boards).astype(np.int64)
        return [scene.taken(place[None]) for place in places]

    def _answers(self, pieces: list[Scene]) -> list[Answers]:
        return [self.way.run(piece) for piece in pieces]

    def __call__(self) -> None:
        """Answer again."""
        self._answers(self.pieces)

    def compared(self, check: Check, ours: Answers) -> Agreement:
        """Compare with the answers of ours to all boards."""
        theirs = np.concatenate(self._answers(self.pieces))
        unsure = None
        if not self.way.exact and check.unsure is not None:
            unsure = np.concatenate([check.unsure(piece) for piece in self.pieces])
        return compare(ours[self.places], theirs, self.way.exact, unsure)


def _twin_says(check: Check, scene: Scene, ours: Answers, agreement: Agreement) -> bool:
    """Whether the slow twin agrees with ours on boards where another exact way does not."""
    boards = agreement.boards[:4]
    twin = check.ways[TWIN].run(scene.taken(boards))
    return compare(ours[boards], twin, True, None).differing == 0


def with_limit(row: Row, limits: Limits) -> Row:
    """Return a row of ours with the boards a second that the machine allows at most.

    All bodies must be read, round ones without their headings; and round bases need
    a predicate or a square root for each pair, where a check asks for all pairs.
    Nothing is said of single boards, where the call costs more than the check.
    """
    if row.way != OURS or row.batch == 1:
        return row
    bodies = row.models + row.others
    size = bodies * (32 if row.bases == "round" else 48)
    together = min(row.batch, _together(row.models, row.others))
    slowest = {"reading": size / limits.read(size * together)}
    if row.bases == "round":
        pairs = CHECKS[row.check].pairs
        if pairs == "predicates":
            slowest[pairs] = row.models * (row.models - 1) / 2 / limits.predicates
        elif pairs == "roots":
            slowest[pairs] = row.models * row.others / limits.roots
    by = max(slowest, key=lambda key: slowest[key])
    return msgspec.structs.replace(row, limit=1.0 / slowest[by], limit_by=by)
