"""Engagement, overlap, gaps, edge and slack of many boards, and of one, against the twins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from board_data import (
    CATALOGUE,
    ELEVENTH,
    Arguments,
    Group,
    boards,
    filled,
    near_for,
    near_scratch,
    ragged,
    spoilt,
    untyped,
)
from formation_data import SHAPES, bodies_of, formation
from movekernels.arrays import Bodies
from movekernels.boards import board_edge, board_gaps, board_near, board_slack, one_board
from movekernels.boards.groups import BAD, pack_catalogue
from movekernels.boards.listed import PAIRS, pair_list
from movekernels.checks import within_rows
from movekernels.checks.within_rows import near_space
from movekernels.geometry.gap import gap_rows
from movekernels.geometry.pair_lanes import pair_lanes
from reference import board_edge as slow_edge
from reference import board_gaps as slow_gaps
from reference import board_near as slow_near
from reference import board_slack as slow_slack
from reference import one_board as slow_one
from reference import within_rows as slow_rows
from shapes_data import build_bodies, build_shapes

board_slack_ = untyped(board_slack)
one_board_ = untyped(one_board)
slow_one_ = untyped(slow_one)

REACHES = {
    "engaged": (2.0 + 1e-6, 5.0 + 1e-6, False),
    "overlap": (math.nextafter(-1e-6, -1.0), math.nextafter(1.0, 0.0), True),
    "anywhere": (math.inf, math.inf, False),
    "deep": (-0.4, 9.0, False),
}
TENTH: Arguments = (2.0, 5.0, math.inf, math.inf, 1, 4, 2, False, 1e-6)
NONSENSE = {0: (2, math.nan), 7: (1, 99)}


def tables(seed: int, count: int = 30) -> tuple[Group, Group, int]:
    units, others = boards(seed, count)
    return units, others, count


def same(found: NDArray[Any], wanted: NDArray[Any]) -> None:
    """Equal numbers, to 1e-12 inches; of an overlap only the sign is certain."""
    assert np.isnan(found).tolist() == np.isnan(wanted).tolist()
    apart = wanted > 0
    assert found[apart] == pytest.approx(wanted[apart], abs=1e-12)
    rest = ~apart & ~np.isnan(wanted)
    assert np.all(found[rest] <= 1e-12)


def within(
    module: Any, units: Group, others: Group, count: int, *reach: float | bool
) -> tuple[Any, ...]:
    counts, codes = filled(count, 99, np.int64), filled(count, 99, np.uint8)
    hits = filled(units[1].size, 99, np.int64)
    module.within_boards(
        *CATALOGUE, *units, *others, *reach, 0, count, *near_scratch(others), counts, hits, codes
    )
    return counts.tolist(), hits.tolist(), codes.tolist()


@pytest.mark.parametrize("name", REACHES)
def test_the_first_within_a_distance_agrees_with_the_reference(name: str) -> None:
    units, others, count = tables(1)
    found = within(board_near, units, others, count, *REACHES[name])
    assert found == within(slow_near, units, others, count, *REACHES[name])
    assert 0 < sum(np.array(found[1]) >= 0) < len(found[1]) or name != "engaged"


def test_more_open_questions_than_a_list_holds() -> None:
    """Slivers side by side: bounding discs settle nothing, and hardly anybody is near."""
    shapes = build_shapes([("ellipse", 2.0, 0.02)])
    catalogue = pack_catalogue(shapes)
    rng = np.random.default_rng(8)
    own = [(0, x, y, float(rng.uniform(80, 100)), 0.0) for x, y in rng.uniform(-0.4, 0.4, (40, 2))]
    rest = [
        (0, 3.2 * math.cos(t), 3.2 * math.sin(t), math.degrees(t) + 90.0, 0.0)
        for t in np.linspace(-0.35, 0.35, 60).tolist()
    ]
    units, others = ragged([own]), ragged([rest])
    counts, codes = filled(1, 99, np.int64), filled(1, 99, np.uint8)
    hits, wanted = filled(40, 99, np.int64), filled(40, 99, np.int64)
    space = (*near_space(60), pair_list(pair_lanes(shapes)))
    limit = 2.5
    untyped(board_near.within_boards)(
        *catalogue, *units, *others, limit, 1.0, False, 0, 1, *space, counts, hits, codes
    )
    body: Arguments = (*units[1:], *others[1:])
    assert counts[0] == one_board_.within_one(
        *catalogue, *body, limit, 1.0, False, *near_space(60), wanted
    )
    assert hits.tolist() == wanted.tolist()
    assert 0 < counts[0] < 40


def test_nonsense_boards_spoil_no_other() -> None:
    units, others, count = tables(2)
    reach = REACHES["engaged"]
    whole = within(board_near, units, others, count, *reach)
    bad_units, bad_others = spoilt(units, NONSENSE), spoilt(others, NONSENSE)
    for wrong_units, wrong_others in ((bad_units, others), (units, bad_others)):
        found = within(board_near, wrong_units, wrong_others, count, *reach)
        assert found == within(slow_near, wrong_units, wrong_others, count, *reach)
        bad = [g for g in range(count) if found[2][g] == BAD]
        assert 1 <= len(bad) <= 2
        assert all(found[0][g] == whole[0][g] for g in range(count) if g not in bad)


@pytest.mark.parametrize("seed", range(3))
def test_round_bases_on_one_level_agree_with_the_reference(seed: int) -> None:
    """As many others as need several words, in reach and out of it."""
    rng = np.random.default_rng(seed)
    shapes = build_shapes([("disc", 0.5), ("disc", 1.0)])
    for m in (0, 1, 31, 32, 33, 100):
        rows = np.column_stack(
            [rng.integers(0, 2, m + 4), rng.uniform(0, 12, (m + 4, 2)), np.zeros((m + 4, 2))]
        )
        unit, others = build_bodies(rows[:4]), build_bodies(rows[4:])
        for limit in (2.0, 0.0, -0.7, math.inf):
            first, wanted = filled(4, 99, np.int64), filled(4, 99, np.int64)
            for level in (True, False):
                arguments = (shapes, unit, others, limit, 1.0, level, limit < 0, *near_for(others))
                count = untyped(within_rows.first_within)(*arguments, first)
                assert count == untyped(slow_rows.first_within)(*arguments, wanted)
                assert first.tolist() == wanted.tolist()


def test_nearest_agrees_with_the_reference() -> None:
    for spoil in (False, True):
        units, others, count = tables(3)
        if spoil:
            units = spoilt(units, NONSENSE)
        results = []
        for module in (board_near, slow_near):
            counts, codes = filled(count, 99, np.int64), filled(count, 99, np.uint8)
            gaps, whom = filled(units[1].size, 99.0), filled(units[1].size, 99, np.int64)
            space = np.zeros((2, 40))
            limits = (2.0, 5.0, 1e-6)
            module.nearest_boards(
                *CATALOGUE, *units, *others, *limits, 0, count, space, counts, gaps, whom, codes
            )
            results.append((counts.tolist(), codes.tolist(), gaps, whom))
        (found, wanted) = results
        assert found[:2] == wanted[:2]
        same(found[2], wanted[2])
        apart = wanted[2] > 0
        assert found[3][apart].tolist() == wanted[3][apart].tolist()


def test_a_model_on_the_very_spot_of_its_enemy_is_engaged() -> None:
    """Nearly concentric bases: rounding of the radii is more than the centres' distance."""
    shapes = build_shapes([("disc", 16 / 25.4), ("disc", 0.79)])
    catalogue = pack_catalogue(shapes)
    rng = np.random.default_rng(0)
    for _ in range(200):
        x, y = rng.uniform(0, 40, 2)
        tiny = rng.normal(0, 10.0 ** rng.uniform(-17, -2), 2)
        unit = build_bodies([(0, x - 1.0, y, 0, 0), (0, x, y, 0, 0)])
        enemies = build_bodies([(1, 30.0, 90.0, 0, 0), (1, x + tiny[0], y + tiny[1], 0, 0)])
        gaps, whom = np.zeros(2), np.zeros(2, np.int64)
        space = np.zeros((2, 2))
        limits = (2.0, 5.0, 1e-6)
        arguments: Arguments = (*catalogue, *unit, *enemies, *limits, space, gaps, whom)
        engaged = one_board_.nearest_one(*arguments)
        assert engaged == 2
        assert whom.tolist() == [1, 1]


@pytest.mark.parametrize("bases", [range(2), range(7)], ids=["round", "all"])
def test_gaps_and_counts_agree_with_the_reference(bases: range) -> None:
    units, others, count = tables(4)
    for group in (units, others):
        group[1][:] = np.array(bases)[group[1] % len(bases)]
    level = spoilt(units, {}), spoilt(others, {})
    for group in level:
        group[6][:] = 1.5
    start = np.zeros(count + 1, np.int64)
    np.cumsum(np.diff(units[0]) * np.diff(others[0]), out=start[1:])
    radii, lanes = np.zeros((2, 40)), pair_lanes(SHAPES)
    pairs = np.zeros((2, PAIRS), np.int64)
    for own, rest in ((units, others), level, (spoilt(units, NONSENSE), others)):
        results = []
        for module in map(untyped, (board_gaps, slow_gaps)):
            out, codes = filled(int(start[-1]), 99.0), filled(count, 99, np.uint8)
            space = (radii, pairs, lanes)
            module.gap_boards(*CATALOGUE, *own, *rest, 0, count, *space, start, out, codes)
            number, flags = filled(own[1].size, 99, np.int64), filled(count, 99, np.uint8)
            reach = (2.0 + 1e-6, 5.0 + 1e-6)
            module.count_boards(*CATALOGUE, *own, *rest, *reach, 0, count, radii, number, flags)
            results.append((out, codes.tolist(), number.tolist(), flags.tolist()))
        same(results[0][0], results[1][0])
        assert results[0][1:] == results[1][1:]


def test_gaps_of_more_pairs_than_a_list_holds() -> None:
    rng = np.random.default_rng(5)
    unit = ragged([formation(rng, 3, 9.0)])
    rest = ragged([formation(rng, 700, 9.0)])
    out, codes, start = filled(2100, 99.0), filled(1, 99, np.uint8), np.array([0, 2100])
    pairs = np.zeros((2, PAIRS), np.int64)
    space = (np.zeros((2, 700)), pairs, pair_lanes(SHAPES))
    untyped(board_gaps).gap_boards(*CATALOGUE, *unit, *rest, 0, 1, *space, start, out, codes)
    wanted = np.empty((3, 700))
    gap_rows(SHAPES, Bodies(*unit[1:]), Bodies(*rest[1:]), wanted)
    assert out == pytest.approx(wanted.ravel(), abs=1e-12)


def test_overlaps_within_units_agree_with_the_reference() -> None:
    units, _, count = tables(5)
    units = spoilt(units, NONSENSE)
    results = []
    for module in (board_near, slow_near):
        counts, codes = filled(count, 99, np.int64), filled(count, 99, np.uint8)
        hits = filled(units[1].size, 99, np.int64)
        module.self_overlap_boards(*CATALOGUE, *units, 1.0, 1e-6, 0, count, counts, hits, codes)
        results.append((counts.tolist(), hits.tolist(), codes.tolist()))
    assert results[0] == results[1]


def test_edges_agree_with_the_reference() -> None:
    units, _, count = tables(6)
    units = spoilt(units, NONSENSE)
    results = []
    for module in (board_edge, slow_edge):
        slack, codes = filled(units[1].size, 99.0), filled(count, 99, np.uint8)
        smallest = filled(count, 99.0)
        module.edge_boards(*CATALOGUE, *units, 4.0, 5.0, 0, count, slack, smallest, codes)
        results.append((slack, smallest, codes))
    for found, wanted in zip(*results, strict=True):
        assert found == pytest.approx(wanted, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("rules", [ELEVENTH, TENTH, (2.0, 5.0, 9.0, 5.0, 0, 0, 1, True, 0.0)])
def test_slacks_agree_with_the_reference(rules: Arguments) -> None:
    units, _, count = tables(7)
    units = spoilt(units, NONSENSE)
    results = []
    for module in (board_slack, slow_slack):
        out, codes = np.full((count, 4), 99.0), filled(count, 99, np.uint8)
        scratch = np.zeros(4096), np.zeros(2016), np.zeros((2, 2016), np.int64), pair_lanes(SHAPES)
        module.slack_boards(*CATALOGUE, *units, *rules, 0, count, *scratch, out, codes)
        results.append((out, codes.tolist()))
    (found, codes), (wanted, wanted_codes) = results
    assert codes == wanted_codes
    near, far = wanted[:, :3], wanted[:, 3:]
    # a slack that hangs on an overlap has only its lower bound
    shallow = np.where(near > 2.0, 2.0, near)
    assert np.where(found[:, :3] > 2.0, 2.0, found[:, :3])[:, [0, 2]] == pytest.approx(
        shallow[:, [0, 2]], abs=1e-12, nan_ok=True
    )
    assert found[:, 1] == pytest.approx(wanted[:, 1], abs=1e-12, nan_ok=True)
    assert np.minimum(found[:, 3:], 2.0) == pytest.approx(
        np.minimum(far, 2.0), abs=1e-12, nan_ok=True
    )


def test_a_unit_out_of_each_others_height_has_no_slack_left() -> None:
    group = ragged([[(0, 0.0, 0.0, 0.0, 0.0), (0, 1.5, 0.0, 0.0, 6.0)]])
    out, codes = np.zeros((1, 4)), np.zeros(1, np.uint8)
    scratch = np.zeros(4096), np.zeros(2016), np.zeros((2, 2016), np.int64), pair_lanes(SHAPES)
    board_slack_.slack_boards(*CATALOGUE, *group, *ELEVENTH, 0, 1, *scratch, out, codes)
    assert out[0, 0] == out[0, 3] == -math.inf
    assert out[0, 2] == -1.0


def one_unit(seed: int, wrong: bool) -> tuple[Bodies, Bodies]:
    rows = formation(np.random.default_rng(seed), 7, 4.0)
    unit, others = bodies_of(rows[:3]), bodies_of(rows[3:])
    if wrong:
        unit.x[1] = math.nan
    return unit, others


@pytest.mark.parametrize("seed", range(12))
def test_one_board_agrees_with_the_reference(seed: int) -> None:
    unit, others = one_unit(seed, seed % 4 == 3)
    body: Arguments = unit
    rest: Arguments = others
    scratch = np.zeros((2, 64)), np.zeros((2, 64), np.uint64)
    code = one_board_.coherency_one(*CATALOGUE, *body, *ELEVENTH, *scratch)
    assert code == slow_one_.coherency_one(*CATALOGUE, *body, *ELEVENTH, *scratch)
    near = near_for(others)
    for reach in REACHES.values():
        hits, wanted = filled(3, 99, np.int64), filled(3, 99, np.int64)
        count = one_board_.within_one(*CATALOGUE, *body, *rest, *reach, *near, hits)
        assert count == slow_one_.within_one(*CATALOGUE, *body, *rest, *reach, *near, wanted)
        assert hits.tolist() == wanted.tolist()
    gaps, far = filled(3, 99.0), filled(3, 99.0)
    whom, them = filled(3, 99, np.int64), filled(3, 99, np.int64)
    limits, space = (2.0, 5.0, 1e-6), np.zeros((2, 4))
    count = one_board_.nearest_one(*CATALOGUE, *body, *rest, *limits, space, gaps, whom)
    assert count == slow_one_.nearest_one(*CATALOGUE, *body, *rest, *limits, space, far, them)
    same(gaps, far)
    table, expected_table = filled(12, 99.0), filled(12, 99.0)
    lists = np.zeros((2, 4)), np.zeros((2, PAIRS), np.int64), *pair_lanes(SHAPES)
    sound = one_board_.gaps_one(*CATALOGUE, *body, *rest, *lists, table)
    assert sound == slow_one_.gaps_one(*CATALOGUE, *body, *rest, *lists, expected_table)
    same(table, expected_table)
    hits, wanted = filled(3, 99, np.int64), filled(3, 99, np.int64)
    count = one_board_.self_overlap_one(*CATALOGUE, *body, 1.0, 1e-6, hits)
    assert count == slow_one_.self_overlap_one(*CATALOGUE, *body, 1.0, 1e-6, wanted)
    assert hits.tolist() == wanted.tolist()
    slack, room = filled(3, 99.0), filled(3, 99.0)
    least = one_board_.edge_one(*CATALOGUE, *body, 4.0, 5.0, slack)
    expected = slow_one_.edge_one(*CATALOGUE, *body, 4.0, 5.0, room)
    assert least == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert slack == pytest.approx(room, abs=1e-12, nan_ok=True)


def test_the_gap_of_two_poses() -> None:
    pose, other = (1.0, 2.0, 1.0, 0.0), (7.0, 3.0, 0.6, 0.8)
    for i in range(-1, SHAPES.inner.size + 1):
        value = one_board_.gap_one(*CATALOGUE, i, *pose, 2, *other)
        wanted = slow_one_.gap_one(*CATALOGUE, i, *pose, 2, *other)
        assert value == pytest.approx(wanted, abs=1e-12, nan_ok=True)
    assert math.isnan(one_board_.gap_one(*CATALOGUE, 0, 1.0, 2.0, math.inf, 0.0, 2, *other))
    assert math.isnan(one_board_.gap_one(*CATALOGUE, 0, 1.0, 2.0, 0.9, 0.1, 2, *other))
    for wrong in (math.nan, math.inf, 1e6):
        assert math.isnan(one_board_.gap_one(*CATALOGUE, 0, wrong, 2.0, 1.0, 0.0, 2, *other))


laws = settings(derandomize=True, max_examples=12, deadline=None)


@laws
@given(st.integers(0, 2**32 - 1), st.floats(-180, 180), st.floats(-30, 30), st.floats(-30, 30))
def test_moving_a_board_changes_no_count(seed: int, angle: float, dx: float, dy: float) -> None:
    rows = formation(np.random.default_rng(seed), 6, 5.0)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    moved = [(k, x * c - y * s + dx, x * s + y * c + dy, h + angle, z) for k, x, y, h, z in rows]
    limit = 2.0 + 1e-5  # none of the thresholds they were built at
    counts = []
    for table in (rows, moved, rows[2::-1] + rows[:2:-1]):
        found = within(board_near, ragged([table[:3]]), ragged([table[3:]]), 1, limit, 5.5, False)
        counts.append(found[0])
    assert counts[0] == counts[1] == counts[2]
