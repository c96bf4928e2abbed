"""What the array checks say of batches: as equal groups, as ragged ones, and board by board."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from accuracy.boards import Boards, Bodies, Ints
from accuracy.catalogue import Catalogue
from accuracy.formations import HEIGHT, LEVEL, WIDTH, Limits
from accuracy.judge import Answers
from movesolver import arrays


def _groups(shapes: Catalogue, bodies: Bodies, first: Ints | None = None) -> arrays.Groups:
    turned = (bodies.cos, bodies.sin)
    return arrays.Groups(
        shapes.packed, bodies.x, bodies.y, base=bodies.base, turned=turned, z=bodies.z, first=first
    )


def _ask(units: arrays.Groups, enemies: arrays.Groups, limits: Limits) -> Answers:
    """Flat answers of any number of boards."""
    deep = limits.tolerance
    engaged = arrays.engaged(units, enemies, limits.engagement)
    overlap = arrays.overlap(units, enemies, level=LEVEL, tolerance=deep)
    within = arrays.self_overlap(units, level=LEVEL, tolerance=deep)
    nearest = arrays.nearest(units, enemies, limits.engagement)
    rule = limits.engagement
    counted = arrays.counts(
        units, enemies, rule.horizontal, vertical=rule.vertical, tolerance=rule.tolerance
    )
    return Answers(
        np.atleast_1d(np.asarray(arrays.coherency(units, limits.coherency))),
        engaged.first,
        overlap.first,
        within.first,
        np.array([engaged.counts, overlap.counts, within.counts, nearest.counts]).reshape(4, -1),
        nearest.gap,
        nearest.nearest,
        arrays.gaps(units, enemies).gap.reshape(-1),
        arrays.edge(units, WIDTH, HEIGHT).slack,
        counted.number,
        arrays.coherency_slack(units, limits.coherency).inches,
    )


def _cut(said: Answers, boards: slice, models: slice, pairs: slice, b: int) -> Answers:
    """Some of the answers, shaped like a batch."""
    return Answers(
        said.codes[boards],
        said.engaged[models].reshape(b, -1),
        said.overlapped[models].reshape(b, -1),
        said.self_overlapped[models].reshape(b, -1),
        said.counts[:, boards],
        said.nearest[models].reshape(b, -1),
        said.nearest_index[models].reshape(b, -1),
        said.gaps[pairs].reshape(b, -1),
        said.slack[models].reshape(b, -1),
        said.counted[models].reshape(b, -1),
        said.slacks[boards],
    )


def equal_groups(shapes: Catalogue, batches: list[Boards], limits: Limits) -> list[Answers]:
    """Judge every batch in one call of each check, its arrays of shape (b, n)."""
    found = []
    for batch in batches:
        said = _ask(_groups(shapes, batch.unit), _groups(shapes, batch.enemies), limits)
        everything = slice(None)
        found.append(_cut(said, everything, everything, everything, len(batch.unit.x)))
    return found


def ragged_groups(
    rng: np.random.Generator, shapes: Catalogue, batches: list[Boards], limits: Limits
) -> list[Answers]:
    """Judge all batches in one call of each check, their boards shuffled together."""
    boards = sum(len(batch.unit.x) for batch in batches)
    order = rng.permutation(boards)
    units, unit_first, models = _shuffled([batch.unit for batch in batches], order)
    enemies, enemy_first, _ = _shuffled([batch.enemies for batch in batches], order)
    said = _ask(_groups(shapes, units, unit_first), _groups(shapes, enemies, enemy_first), limits)
    pair_sizes = np.diff(unit_first) * np.diff(enemy_first)
    pairs = _ranges(np.concatenate([[0], np.cumsum(pair_sizes)]), order)
    said = Answers(
        _back(said.codes, order),
        _back(said.engaged, models),
        _back(said.overlapped, models),
        _back(said.self_overlapped, models),
        _back(said.counts.T, order).T,
        _back(said.nearest, models),
        _back(said.nearest_index, models),
        _back(said.gaps, pairs),
        _back(said.slack, models),
        _back(said.counted, models),
        _back(said.slacks, order),
    )
    found = []
    board = model = pair = 0
    for batch in batches:
        b, n = batch.unit.x.shape
        ends = board + b, model + b * n, pair + b * n * batch.enemies.x.shape[1]
        found.append(
            _cut(said, slice(board, ends[0]), slice(model, ends[1]), slice(pair, ends[2]), b)
        )
        board, model, pair = ends
    return found


def _shuffled(batches: list[Bodies], order: Ints) -> tuple[Bodies, Ints, Ints]:
    """Bodies of all batches as ragged groups in an order; offsets, and where each was."""
    sizes = np.concatenate([np.full(len(bodies.x), bodies.x.shape[1]) for bodies in batches])
    rows = [bodies.flat() for bodies in batches]
    flat = Bodies(
        np.concatenate([row.base for row in rows]),
        np.concatenate([row.x for row in rows]),
        np.concatenate([row.y for row in rows]),
        np.concatenate([row.cos for row in rows]),
        np.concatenate([row.sin for row in rows]),
        np.concatenate([row.z for row in rows]),
    )
    start = np.concatenate([[0], np.cumsum(sizes)])
    first = np.concatenate([[0], np.cumsum(sizes[order])])
    places = np.concatenate([np.arange(start[g], start[g + 1]) for g in order])
    return flat.at(places), first, places


def _ranges(first: Ints, order: Ints) -> Ints:
    """Where the elements of shuffled groups were, ``first`` being their new offsets."""
    sizes = np.empty(order.size, np.int64)
    sizes[order] = np.diff(first)
    start = np.concatenate([[0], np.cumsum(sizes)])
    return np.concatenate([np.arange(start[g], start[g + 1]) for g in order])


Number = TypeVar("Number", np.float64, np.int64, np.uint8)


def _back(values: NDArray[Number], places: Ints) -> NDArray[Number]:
    """Undo a shuffle."""
    out = np.empty_like(values)
    out[places] = values
    return out


def _same(one: Answers, two: Answers) -> bool:
    """Whether two answers about one board are the same to the last digit."""
    return all(
        np.array_equal(np.atleast_1d(a).reshape(-1), np.atleast_1d(b).reshape(-1))
        for a, b in (
            (one.codes, two.codes),
            (one.engaged, two.engaged),
            (one.overlapped, two.overlapped),
            (one.self_overlapped, two.self_overlapped),
            (one.counts, two.counts),
            (one.nearest, two.nearest),
            (one.nearest_index, two.nearest_index),
            (one.gaps, two.gaps),
            (one.slack, two.slack),
            (one.counted, two.counted),
            (one.slacks, two.slacks),
        )
    )


def one_by_one(
    shapes: Catalogue, batch: Boards, limits: Limits, said: Answers, boards: Ints
) -> int:
    """How many of some boards are judged otherwise alone, to the last digit."""
    differing = 0
    all_of = slice(None)
    for g in boards.tolist():
        unit = _groups(shapes, batch.unit.at(g))
        enemies = _groups(shapes, batch.enemies.at(g))
        alone = _ask(unit, enemies, limits)
        together = _cut(said, slice(g, g + 1), slice(g, g + 1), slice(g, g + 1), 1)
        differing += not _same(_cut(alone, all_of, all_of, all_of, 1), together)
    return differing
