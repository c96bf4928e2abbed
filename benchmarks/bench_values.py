"""What a goal is worth at poses: of points, of discs, and of ovals by the exact gap."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints, Shapes
from movekernels.search import values as fast
from movekernels.search.ground import Squad, Terms
from movekernels.search.values import SLOPE, worth, worth_of_disc, worth_of_point
from reference import values as slow
from scenes import crowded
from search_data import Tried, few_spots, random_poses, tried

COUNT, SAMPLE = 2000, 20


def case_of(bases: str, goal: str) -> tuple[Tried, Floats]:
    case = tried(crowded(1, 10, bases=bases, goal=goal))
    return case, random_poses(np.random.default_rng(3), case, COUNT)


def reference(case: Tried, poses: Floats, wanted: list[float]) -> Callable[[], None]:
    """Return a call that values the first poses, as ends of the first model, slowly."""
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms

    def twin() -> None:
        for x, y, c, s in poses[:SAMPLE].tolist():
            wanted.append(slow.worth(shapes, squad, terms, 0, x, y, c, s, SLOPE))

    return twin


@kernel
def bodies(shapes: Shapes, squad: Squad, terms: Terms, poses: Floats, out: Floats) -> None:
    for p in range(out.size):
        x, y, c, s = poses[p, 0], poses[p, 1], poses[p, 2], poses[p, 3]
        out[p] = worth(shapes, squad, terms, 0, x, y, c, s, SLOPE)


@kernel
def discs(squad: Squad, terms: Terms, poses: Floats, out: Floats) -> None:
    x0, y0 = squad.start[0, 0], squad.start[0, 1]
    for p in range(out.size):
        out[p] = worth_of_disc(
            terms, 0, poses[p, 0], poses[p, 1], x0, y0, squad.z[0], squad.outer[0], SLOPE
        )


@kernel
def points(spec: Ints, share: Floats, squad: Squad, poses: Floats, out: Floats) -> None:
    x0, y0 = squad.start[0, 0], squad.start[0, 1]
    for p in range(out.size):
        out[p] = worth_of_point(spec, share, 0, poses[p, 0], poses[p, 1], x0, y0, SLOPE)


def test_worth(rate: Callable[..., None]) -> None:
    case, poses = case_of("ovals", "mixed")
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms
    out, wanted = np.zeros(COUNT), list[float]()
    twin = reference(case, poses, wanted)
    rate(lambda: bodies(shapes, squad, terms, poses, out), COUNT, twin, SAMPLE)
    assert out[:SAMPLE] == pytest.approx(wanted, abs=1e-9)


def test_worth_of_disc(rate: Callable[..., None]) -> None:
    case, poses = case_of("round", "mixed")
    out, wanted = np.zeros(COUNT), list[float]()
    squad, terms = case.squad, case.terms
    rate(lambda: discs(squad, terms, poses, out), COUNT, reference(case, poses, wanted), SAMPLE)
    assert out[:SAMPLE] == pytest.approx(wanted, abs=1e-9)


def test_worth_of_point(rate: Callable[..., None]) -> None:
    case, poses = case_of("round", "near")
    out, wanted = np.zeros(COUNT), list[float]()
    squad, spec, share = case.squad, case.terms.spec, case.terms.share
    twin = reference(case, poses, wanted)
    rate(lambda: points(spec, share, squad, poses, out), COUNT, twin, SAMPLE)
    assert out[:SAMPLE] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(("bases", "goal"), [("round", "near"), ("ovals", "mixed")])
def test_worth_of_unit(rate: Callable[..., None], bases: str, goal: str) -> None:
    case, poses = case_of(bases, goal)
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms
    ends = np.ascontiguousarray(poses[: squad.member.size])
    each, wanted = np.zeros(len(ends)), np.zeros(len(ends))
    rate(
        lambda: fast.worth_of_unit(shapes, squad, terms, ends, SLOPE, each),
        len(ends),
        lambda: slow.worth_of_unit(shapes, squad, terms, ends, SLOPE, wanted),
        len(ends),
    )
    assert each == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("bases", "goal"), [("round", "near"), ("round", "mixed"), ("ovals", "mixed")]
)
def test_worth_rows(rate: Callable[..., None], bases: str, goal: str) -> None:
    case, _ = case_of(bases, goal)
    shapes, squad, terms = case.ground.shapes, case.squad, case.terms
    rng = np.random.default_rng(4)
    spots, few = few_spots(rng, case, 100_000), few_spots(rng, case, 10)
    n = squad.member.size
    out, found, wanted = (np.zeros((n, s.x.size)) for s in (spots, few, few))
    ways, few_ways = (np.ones(a.shape, dtype=np.int64) for a in (out, found))
    rate(
        lambda: fast.worth_rows(shapes, squad, terms, spots, ways, SLOPE, out),
        out.size,
        lambda: slow.worth_rows(shapes, squad, terms, few, few_ways, SLOPE, wanted),
        wanted.size,
    )
    fast.worth_rows(shapes, squad, terms, few, few_ways, SLOPE, found)
    assert found == pytest.approx(wanted, abs=1e-9)
