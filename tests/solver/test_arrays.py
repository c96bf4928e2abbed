"""Array checks as a simulation calls them: forms of input, answers, what comes of nonsense."""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from movesolver import arrays, bases
from movesolver.errors import InputError
from movesolver.rules.voidsiege import VOIDSIEGE
from movesolver.rules.wh40k import ELEVENTH, TENTH

CATALOGUE = arrays.Bases([bases.round(32), bases.oval(75, 42), bases.rectangle(120, 70)])
LINE = np.array([10.0, 13.0, 16.0])


def strewn(seed: int, b: int, n: int, m: int) -> tuple[arrays.Groups, arrays.Groups]:
    rng = np.random.default_rng(seed)
    groups = []
    for size, wide in ((n, 4.0), (m, 30.0)):
        x, y = rng.uniform(0, wide, (2, b, size)) + 10.0
        base = rng.integers(0, 3, (b, size))
        facing = rng.uniform(0, 360, (b, size))
        groups.append(arrays.Groups(CATALOGUE, x, y, base=base, facing=facing))
    return groups[0], groups[1]


def single(groups: arrays.Groups, g: int) -> arrays.Groups:
    """Board ``g`` as a single group."""
    where = slice(groups.first[g], groups.first[g + 1])
    shape, x, y, cos, sin, z = (array[where] for array in groups.bodies)
    return arrays.Groups(CATALOGUE, x, y, base=shape, turned=(cos, sin), z=z)


def ragged(groups: list[arrays.Groups]) -> arrays.Groups:
    parts = [np.concatenate([group.bodies[k] for group in groups]) for k in range(6)]
    first = np.cumsum([0] + [group.size for group in groups])
    shape, x, y, cos, sin, z = parts
    return arrays.Groups(CATALOGUE, x, y, base=shape, turned=(cos, sin), z=z, first=first)


def test_a_single_unit_is_answered_with_numbers() -> None:
    unit = arrays.Groups(CATALOGUE, LINE, [0.0, 0.0, 0.0])
    assert arrays.coherency(unit) == 0
    assert arrays.coherency(arrays.Groups(CATALOGUE, LINE * 2, [0.0] * 3)) == (
        arrays.NO_NEIGHBOUR | arrays.SPLIT | arrays.SPREAD
    )
    enemy = arrays.Groups(CATALOGUE, [19.0], [0.0])
    hits = arrays.engaged(unit, enemy)
    assert (hits.counts, hits.first.tolist(), hits.codes) == (1, [-1, -1, 0], 0)
    near = arrays.nearest(unit, enemy)
    assert near.counts == 1
    assert near.gap == pytest.approx(9.0 - 3.0 * np.arange(3) - 32 / 25.4)
    assert arrays.self_overlap(unit).counts == 0
    edge = arrays.edge(unit, 60, 44)
    assert edge.smallest == pytest.approx(-16 / 25.4)
    assert arrays.gaps(unit, enemy).gap.shape == (3, 1)
    assert arrays.counts(unit, unit, 2.0).number.tolist() == [2, 3, 2]
    assert arrays.within(unit, enemy, 5.0).first.tolist() == [-1, 0, 0]
    assert arrays.overlap(unit, enemy).counts == 0


def test_the_gap_of_two_bases_is_a_number() -> None:
    across = arrays.gap(CATALOGUE, 1, (10.0, 10.0, 90.0), 0, (14.0, 10.0, 0.0))
    assert across == pytest.approx(4.0 - (42 + 32) / 50.8, abs=1e-15)
    assert isinstance(across, float)


def answers(units: arrays.Groups, others: arrays.Groups, threads: int) -> dict[str, Any]:
    """Every check of some boards, each array board by board."""
    t = threads
    return {
        "coherency": arrays.coherency(units, threads=t),
        "slack": arrays.coherency_slack(units, threads=t),
        "self_overlap": arrays.self_overlap(units, threads=t),
        "edge": arrays.edge(units, 24.0, 24.0, threads=t),
        "engaged": arrays.engaged(units, others, threads=t),
        "nearest": arrays.nearest(units, others, threads=t),
        "within": arrays.within(units, others, 1.0, threads=t),
        "overlap": arrays.overlap(units, others, threads=t),
        "gaps": arrays.gaps(units, others, threads=t),
        "counts": arrays.counts(units, others, 3.0, threads=t),
        "sweep": arrays.sweep(units, 2.0, -1.0, others, threads=t),
    }


def flat(answer: Any) -> list[list[float]]:
    parts = answer if isinstance(answer, tuple) else (answer,)
    return [np.ravel(part).tolist() for part in parts if part is not None]


def test_batches_are_their_boards() -> None:
    """Equal, ragged, one by one, on threads: the same numbers to the last bit."""
    units, others = strewn(1, 70, 5, 8)
    equal = answers(units, others, 1)
    rag = answers(ragged([single(units, g) for g in range(70)]),
                  ragged([single(others, g) for g in range(70)]), 1)  # fmt: skip
    threaded = answers(units, others, 2)
    for name in equal:
        assert flat(equal[name]) == flat(rag[name]), name
        shapes = [np.shape(part) for part in equal[name]] if name != "coherency" else []
        assert all(shape[0] in (70, 71) for shape in shapes), name
        assert flat(equal[name]) == flat(threaded[name]), name
    for g in range(0, 70, 9):
        own, rest = single(units, g), single(others, g)
        one = answers(own, rest, 1)
        assert one["coherency"] == equal["coherency"][g]
        assert one["slack"].inches[0].tolist() == equal["slack"].inches[g].tolist()
        for name in ("self_overlap", "engaged", "within", "overlap"):
            assert one[name].counts == equal[name].counts[g]
            assert one[name].first.tolist() == equal[name].first[g].tolist()
        assert one["nearest"].gap.tolist() == equal["nearest"].gap[g].tolist()
        assert one["edge"].smallest == equal["edge"].smallest[g]
        assert one["gaps"].gap.tolist() == equal["gaps"].gap[g].tolist()
        for part in range(4):
            found = equal["sweep"][part][g]
            assert one["sweep"][part].tolist() == found.tolist()
        assert one["counts"].number.tolist() == equal["counts"].number[g].tolist()


def test_ragged_boards_of_different_sizes() -> None:
    units, others = strewn(2, 3, 4, 6)
    nobody = arrays.Groups(CATALOGUE, np.zeros(0), np.zeros(0))
    own = [single(units, 0), nobody, single(units, 2)]
    rest = [
        arrays.Groups(CATALOGUE, np.zeros(0), np.zeros(0)),
        single(others, 1),
        single(others, 2),
    ]
    found = answers(ragged(own), ragged(rest), 1)
    assert found["engaged"].counts[:2].tolist() == [0, 0]
    assert found["gaps"].start.tolist() == [0, 0, 0, 24]
    assert found["coherency"][1] == 0
    assert found["slack"].inches[1].tolist() == [math.inf] * 4
    assert found["edge"].smallest[1] == math.inf
    alone = answers(own[2], rest[2], 1)
    assert found["gaps"].gap.tolist() == alone["gaps"].gap.ravel().tolist()
    empty = arrays.Groups(CATALOGUE, np.zeros((0, 3)), np.zeros((0, 3)))
    assert len(empty) == 0
    assert flat(answers(empty, empty, 2)["coherency"]) == [[]]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_board_gets_its_code_and_the_others_are_judged(threads: int) -> None:
    units, others = strewn(3, 600, 3, 4)
    whole = answers(units, others, threads)
    units.bodies.x[3 * 300 + 1] = math.nan
    found = answers(units, others, threads)
    keep = np.arange(600) != 300
    assert found["coherency"][300] == arrays.BAD
    for name in (
        "slack",
        "self_overlap",
        "edge",
        "engaged",
        "nearest",
        "within",
        "overlap",
        "sweep",
    ):
        assert found[name].codes[300] == arrays.BAD, name
        assert not found[name].codes[keep].any()
    assert (found["coherency"][keep] == whole["coherency"][keep]).all()
    assert (found["engaged"].counts[keep] == whole["engaged"].counts[keep]).all()
    assert np.isnan(found["nearest"].gap[300]).all()
    assert np.isnan(found["gaps"].gap[300]).all()
    assert found["counts"].number[300].tolist() == [0, 0, 0]
    alone = answers(single(units, 300), single(others, 300), 1)
    assert alone["coherency"] == arrays.BAD
    for name in ("self_overlap", "edge", "engaged", "nearest", "within", "overlap", "gaps"):
        assert alone[name].codes == arrays.BAD, name
    assert math.isnan(alone["edge"].smallest)
    assert alone["nearest"].counts == 0
    assert np.isnan(alone["gaps"].gap).all()


def test_a_slide_is_judged_all_along() -> None:
    """Through a base, past it with room, and along its edge; from contact, away and in."""
    movers = arrays.Groups(CATALOGUE, np.zeros(3), [0.0, 2.0, 32 / 25.4])
    wall = arrays.Groups(CATALOGUE, [5.0], [0.0])
    found = arrays.sweep(movers, 10.0, 0.0, wall)
    assert found.struck.tolist() == [0, -1, -1]
    assert found.contact == pytest.approx([(5.0 - 32 / 25.4) / 10.0, 2.0, 2.0], abs=1e-8)
    assert found.clearance[1] == pytest.approx(2.0 - 32 / 25.4)
    assert found.clearance[2] == pytest.approx(0.0, abs=1e-15)
    assert found.nearest.tolist() == [0, 0, 0]
    touching = arrays.Groups(CATALOGUE, [5.0 - 32 / 25.4] * 2, [0.0] * 2)
    found = arrays.sweep(touching, [-1.0, 1.0], [0.0, 0.0], wall)
    assert found.struck.tolist() == [-1, 0]
    assert found.contact[1] == pytest.approx(0.0, abs=1e-7)
    lost = arrays.sweep(touching, math.nan, 0.0, wall)
    assert lost.codes.tolist() == [arrays.BAD]


def test_results_are_filled_again() -> None:
    units, others = strewn(4, 40, 3, 4)
    first = answers(units, others, 1)
    units.bodies.x[:] += 0.4
    again: dict[str, Any] = {
        "coherency": arrays.coherency(units, out=first["coherency"]),
        "slack": arrays.coherency_slack(units, out=first["slack"]),
        "self_overlap": arrays.self_overlap(units, out=first["self_overlap"]),
        "edge": arrays.edge(units, 24.0, 24.0, out=first["edge"]),
        "engaged": arrays.engaged(units, others, out=first["engaged"]),
        "nearest": arrays.nearest(units, others, out=first["nearest"]),
        "within": arrays.within(units, others, 1.0, out=first["within"]),
        "overlap": arrays.overlap(units, others, out=first["overlap"]),
        "gaps": arrays.gaps(units, others, out=first["gaps"]),
        "counts": arrays.counts(units, others, 3.0, out=first["counts"]),
        "sweep": arrays.sweep(units, 2.0, -1.0, others, out=first["sweep"]),
    }
    fresh = answers(units, others, 1)
    for name, answer in again.items():
        assert flat(answer) == flat(fresh[name]), name
        parts, old = (answer, first[name]) if name != "coherency" else ((answer,), (first[name],))
        for part, kept in zip(parts, old, strict=True):
            if part is not getattr(answer, "start", None):  # offsets are worked out afresh
                assert np.shares_memory(part, kept), name
    own, rest = single(units, 0), single(others, 0)
    checks: list[tuple[Any, int]] = [
        (arrays.engaged, 1),
        (arrays.nearest, 1),
        (arrays.overlap, 1),
        (arrays.gaps, 0),
    ]
    for check, place in checks:
        kept = check(own, rest)
        assert np.shares_memory(check(own, rest, out=kept)[place], kept[place])


def test_arrays_are_kept_and_looked_at_again() -> None:
    x = LINE.copy()
    unit = arrays.Groups(CATALOGUE, x, np.zeros(3))
    assert arrays.coherency(unit) == 0
    x[2] = 30.0
    assert arrays.coherency(unit) != 0
    x[2] = math.inf
    assert arrays.coherency(unit) == arrays.BAD


def test_read_only_and_other_types_are_copied() -> None:
    x = LINE.astype(np.float32)
    frozen = np.zeros(3)
    frozen.setflags(write=False)
    index = np.zeros(3, np.int64)
    index.setflags(write=False)
    unit = arrays.Groups(CATALOGUE, x, frozen, base=index, z=1, facing=45)
    assert arrays.coherency(unit) == 0
    assert unit.bodies.z.tolist() == [1.0] * 3
    strided = np.zeros((3, 2))
    strided[:, 0] = LINE
    assert arrays.coherency(arrays.Groups(CATALOGUE, strided[:, 0], strided[:, 1])) == 0


def test_headings_of_less_than_64_bits_are_scaled() -> None:
    turn = np.random.default_rng(0).uniform(0, 2 * math.pi, 50)
    turned = np.cos(turn).astype(np.float32), np.sin(turn).astype(np.float32)
    rough = arrays.Groups(CATALOGUE, np.arange(50.0), np.zeros(50), base=2, turned=turned)
    assert arrays.edge(rough, 60, 44).codes == 0
    facing = np.degrees(np.arctan2(turned[1].astype(float), turned[0].astype(float)))
    exact = arrays.Groups(CATALOGUE, np.arange(50.0), np.zeros(50), base=2, facing=facing)
    assert arrays.gaps(rough, rough).gap == pytest.approx(arrays.gaps(exact, exact).gap)
    none = np.zeros(50, np.float32)
    lost = arrays.Groups(CATALOGUE, np.arange(50.0), np.zeros(50), base=2, turned=(none, none))
    assert arrays.edge(lost, 60, 44).codes == arrays.BAD


def test_headings_are_not_read_where_all_bases_are_round() -> None:
    only = arrays.Bases(bases.round(32))
    pair = arrays.Groups(only, [0.0, 2.0], [0.0, 0.0], facing=[math.nan, 0.0])
    assert arrays.coherency(pair) == 0


def test_walls_that_all_boards_share() -> None:
    units, _ = strewn(6, 5, 3, 1)
    wall = arrays.Groups(CATALOGUE, [12.0, 14.0], [11.0, 13.0], base=2, facing=30.0)
    found = arrays.overlap(units, wall.tiled(5))
    for g in range(5):
        assert arrays.overlap(single(units, g), wall).first.tolist() == found.first[g].tolist()
    with pytest.raises(InputError, match="groups: wanted a single group"):
        units.tiled(3)


def test_catalogues_are_the_same_if_their_bases_are() -> None:
    import pickle

    unit = arrays.Groups(CATALOGUE, LINE, np.zeros(3))
    enemy = arrays.Groups(CATALOGUE, [19.0], [0.0])
    sent = pickle.loads(pickle.dumps(unit))
    assert sent.bases == CATALOGUE
    assert hash(sent.bases) == hash(CATALOGUE)
    assert arrays.engaged(sent, enemy).counts == 1
    assert "3 bodies" in repr(sent)
    assert "round=32" in repr(CATALOGUE)


def test_facing_turns_bases() -> None:
    wide = arrays.Groups(CATALOGUE, [10.0, 15.0], [0.0, 0.0], base=1)
    long = arrays.Groups(CATALOGUE, [10.0, 15.0], [0.0, 0.0], base=1, facing=90.0)
    assert arrays.gaps(wide, wide).gap[0, 1] == pytest.approx(5.0 - 75 / 25.4)
    assert arrays.gaps(long, long).gap[0, 1] == pytest.approx(5.0 - 42 / 25.4)
    turned = arrays.Groups(
        CATALOGUE, [10.0, 15.0], [0.0, 0.0], base=1, turned=(np.zeros(2), np.ones(2))
    )
    assert arrays.gaps(turned, turned).gap[0, 1] == pytest.approx(5.0 - 42 / 25.4)
    unknown = arrays.Groups(CATALOGUE, [10.0], [0.0], base=1, facing=math.inf)
    assert arrays.coherency(unknown) == arrays.BAD


def test_touching_is_legal_at_no_tolerance() -> None:
    inch = arrays.Bases([bases.round(25.4), bases.rectangle(25.4, 25.4)])
    for base in (0, 1):
        pair = arrays.Groups(inch, [0.0, 1.0], [0.0, 0.0], base=base)
        assert arrays.self_overlap(pair, tolerance=0.0).counts == 0
        one, other = (arrays.Groups(inch, [x], [0.0], base=base) for x in (0.0, 1.0))
        assert arrays.overlap(one, other, tolerance=0.0).counts == 0
        closer = arrays.Groups(inch, [math.nextafter(1.0, 0.0)], [0.0], base=base)
        assert arrays.overlap(one, closer, tolerance=0.0).counts == 1


def test_other_games_have_other_limits() -> None:
    assert arrays.CoherencyLimits() == arrays.CoherencyLimits.of(ELEVENTH)
    assert arrays.EngagementLimits() == arrays.EngagementLimits.of(ELEVENTH)
    line = arrays.Groups(CATALOGUE, np.arange(7) * 3.2, np.zeros(7))
    assert arrays.coherency(line) == arrays.SPREAD
    assert arrays.coherency(line, arrays.CoherencyLimits.of(TENTH)) == arrays.NO_NEIGHBOUR
    assert arrays.coherency(line, arrays.CoherencyLimits.of(VOIDSIEGE)) == 0
    pair = arrays.Groups(CATALOGUE, [0.0], [0.0]), arrays.Groups(CATALOGUE, [2.9], [0.0])
    assert arrays.engaged(*pair).counts == 1
    assert arrays.engaged(*pair, arrays.EngagementLimits.of(TENTH)).counts == 0


@pytest.mark.compiled
def test_threads_of_the_caller_may_share_the_checks() -> None:
    """Each thread has its own scratch; the checks hold no lock."""
    boards = [strewn(seed, 50, 6, 70) for seed in range(6)]
    wanted = [flat(answers(*pair, 1)["nearest"]) for pair in boards]
    start = threading.Barrier(6)

    def work(pair: tuple[arrays.Groups, arrays.Groups]) -> list[list[float]]:
        start.wait()
        return [flat(answers(*pair, 1)["nearest"]) for _ in range(5)][-1]

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, boards)) == wanted


def test_numbers_of_numpy_are_numbers() -> None:
    units, others = strewn(7, 4, 3, 3)
    wanted = arrays.within(units, others, 2.0)
    numbers: list[Any] = [2, np.float32(2.0), np.int64(2)]
    one: Any = np.int64(1)
    for two in numbers:
        found = arrays.within(units, others, two, threads=one)
        assert flat(found) == flat(wanted)
    span: Any = np.int32(9)
    assert arrays.CoherencyLimits(span=span, needed=one) == arrays.CoherencyLimits()
    wide: Any = np.float32(60)
    assert np.ravel(arrays.edge(units, wide, wide).codes).tolist() == [0] * 4


def test_every_processor_may_help() -> None:
    units, _ = strewn(5, 300, 4, 1)
    assert (np.asarray(arrays.coherency(units, threads=0)) == arrays.coherency(units)).all()
