"""Ways around of a whole class, listed in one call."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.paths.detours import ARRIVALS, CURVES, LAYOUT, LISTS, NEAR, PLACES, SIDES
from movekernels.paths.listing import list_ways
from movekernels.paths.spread import DONE, FULL, new_tree
from movekernels.paths.web import new_web
from paths_data import free_points, strewn
from reference import listing as slow


def sources_on(seed: int, count: int = 5, most: float = 8.0) -> Floats:
    points = free_points(strewn(seed), seed, count)
    return np.column_stack([points, np.full(count, most)])


@pytest.mark.parametrize("seed", range(3))
def test_twin(seed: int) -> None:
    grown = strewn(seed)
    sources = sources_on(seed)
    sources[1, 2] = 0.0  # may go nowhere
    sources[2, :2] = grown.x[0], grown.y[0]  # stands in something
    sources[3, 2] = 1e-3  # has nothing to go around
    wanted = slow.list_ways(grown, sources)
    for room in (1, 2, 4):
        web, tree = new_web(grown, room), new_tree(grown.x.size, room)
        layout = np.full((5, LAYOUT), 7, dtype=np.int64)
        numbers, indices = np.empty(15 * tree.before.size), np.empty(9999, dtype=np.int64)
        used = np.array([3, 2])
        answer = list_ways(grown, web, tree, sources, layout, numbers, indices, used)
        if answer == DONE:
            break
    assert answer == DONE
    assert [bool(row[ARRIVALS]) for row in layout] == [bool(lists) for _, lists in wanted]
    assert [bool(lists) for _, lists in wanted] == [True, False, False, False, True]
    ends = (3, 2)
    for row, (figures, lists) in zip(layout, wanted, strict=True):
        if not lists:
            assert not row.any()
            continue
        assert (row[CURVES], row[SIDES]) == (grown.x.size, grown.x0.size)
        assert (row[ARRIVALS], row[NEAR]) == (lists[0], lists[1])
        assert (row[PLACES], row[LISTS]) == ends
        ends = (ends[0] + len(figures), ends[1] + len(lists))
        assert numbers[row[PLACES] : ends[0]].tolist() == figures
        assert indices[row[LISTS] : ends[1]].tolist() == lists
    assert tuple(used.tolist()) == ends


def test_too_little_room_is_said() -> None:
    grown = strewn(0, count=12)
    tree = new_tree(grown.x.size, 1)
    few = tree._replace(before=tree.before[:2], curve=tree.curve[:2])
    reached = tree.reached
    few = few._replace(
        reached=reached._replace(
            following=reached.following[:2],
            place=reached.place[:2],
            length=reached.length[:2],
            room=reached.room[:2],
        )
    )
    sources = np.column_stack([free_points(grown, 1, 3), np.full(3, 12.0)])
    layout, used = np.zeros((3, LAYOUT), dtype=np.int64), np.zeros(2, dtype=np.int64)
    asked = layout, np.empty(99), np.empty(999, dtype=np.int64), used
    assert list_ways(grown, new_web(grown, 1), few, sources, *asked) == FULL
