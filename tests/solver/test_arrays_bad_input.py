"""What the array checks say of wrong arguments: the argument, what was wanted and given."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from movesolver import arrays, bases
from movesolver.errors import InputError

CATALOGUE = arrays.Bases([bases.round(32), bases.oval(75, 42), bases.rectangle(120, 70)])
LINE = np.array([10.0, 13.0, 16.0])


@pytest.mark.parametrize(
    ("base", "pose", "wrong"),
    [
        (3, (0.0, 0.0, 0.0), "base"),
        (-1, (0.0, 0.0, 0.0), "base"),
        (0, (math.nan, 0.0, 0.0), "pose"),
        (0, (0.0, 0.0, math.inf), "pose"),
        (0, (0.0, 0.0), "pose"),
        (0, ("here", 0.0, 0.0), "pose"),
        (0.0, (0.0, 0.0, 0.0), "base"),
        (True, (0.0, 0.0, 0.0), "base"),
        (0, (1e7, 0.0, 0.0), "pose"),
    ],
)
def test_the_gap_of_nonsense_is_an_error(base: Any, pose: Any, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        arrays.gap(CATALOGUE, base, pose, 0, (5.0, 5.0, 0.0))
    if isinstance(pose, tuple) and wrong == "pose":
        with pytest.raises(InputError, match="pose"):
            arrays.gap(CATALOGUE, 0, (5.0, 5.0, 0.0), base, pose)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"x": "here"}, "x"),
        ({"x": 3.0}, "x"),
        ({"x": ["1", "2", "3"]}, "x"),
        ({"x": np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])}, "x"),
        ({"x": np.array(["2026-01-01"] * 3, "datetime64[s]")}, "x"),
        ({"x": [True, False, True]}, "x"),
        ({"y": None}, "y"),
        ({"base": 2**70}, "base"),
        ({"x": np.zeros((2, 2, 2))}, "x"),
        ({"y": np.zeros(4)}, "y"),
        ({"y": ["a", "b", "c"]}, "y"),
        ({"base": 0.5}, "base"),
        ({"base": [0, 1]}, "base"),
        ({"z": np.zeros(2)}, "z"),
        ({"facing": np.zeros(2)}, "facing"),
        ({"turned": (np.ones(3), np.zeros(3)), "facing": 3.0}, "turned"),
        ({"turned": np.ones(3)}, "turned"),
        ({"turned": (np.ones(3), np.zeros(2))}, r"turned\[1\]"),
        ({"first": [0, 2]}, "first"),
        ({"first": [1, 3]}, "first"),
        ({"first": [0, 2, 1, 3]}, "first.*falling after 1"),
        ({"first": [0.0, 3.0]}, "first"),
        ({"first": []}, "first"),
        ({"x": np.zeros((1, 3)), "first": [0, 3]}, "first"),
        ({"bases": "round"}, "bases"),
    ],
)
def test_what_is_wrong_with_groups_is_named(given: dict[str, Any], place: str) -> None:
    arguments: dict[str, Any] = {"bases": CATALOGUE, "x": np.zeros(3), "y": np.zeros(3), **given}
    with pytest.raises(InputError, match=f"^{place}"):
        arrays.Groups(**arguments)


@pytest.mark.parametrize("wrong", [[], ["round"], [bases.round(32), None], None, 3])
def test_a_catalogue_is_made_of_bases(wrong: Any) -> None:
    with pytest.raises(InputError, match="bases"):
        arrays.Bases(wrong)


def test_one_base_is_a_catalogue() -> None:
    assert len(arrays.Bases(bases.round(32))) == 1


UNIT = arrays.Groups(CATALOGUE, LINE, np.zeros(3))
TWO = arrays.Groups(CATALOGUE, np.zeros((2, 3)), np.zeros((2, 3)))
STRANGER = arrays.Groups(arrays.Bases(bases.round(32)), LINE, np.zeros(3))


def turned_out() -> None:
    """An answer to fill whose numbers do not lie in order."""
    found = arrays.gaps(TWO, TWO)
    turned = found.gap.transpose(0, 2, 1)
    arrays.gaps(TWO, TWO, out=arrays.Gaps(turned, found.start, found.codes))


loose: Any = arrays  # what is wrong on purpose no type checker lets pass
CALLS: list[tuple[Any, str]] = [
    (lambda: loose.coherency(LINE), "units"),
    (lambda: loose.coherency_slack(LINE), "units"),
    (lambda: loose.self_overlap(LINE), "units"),
    (lambda: loose.edge(LINE, 60, 44), "units"),
    (lambda: loose.edge(UNIT, -60, 44), "width"),
    (lambda: loose.edge(UNIT, 60, math.inf), "height"),
    (lambda: loose.engaged(LINE, UNIT), "units"),
    (lambda: loose.engaged(UNIT, LINE), "enemies"),
    (lambda: loose.engaged(UNIT, STRANGER), "enemies"),
    (lambda: loose.engaged(UNIT, TWO), "enemies"),
    (lambda: loose.overlap(TWO, UNIT), "others"),
    (lambda: loose.within(UNIT, UNIT, -1.0), "inches"),
    (lambda: loose.within(UNIT, UNIT, math.nan), "inches"),
    (lambda: loose.within(UNIT, UNIT, 1.0, vertical=-2.0), "vertical"),
    (lambda: loose.counts(UNIT, UNIT, 1.0, tolerance=-2.0), "tolerance"),
    (lambda: loose.overlap(UNIT, UNIT, tolerance=-1.0), "tolerance"),
    (lambda: loose.overlap(UNIT, UNIT, level=math.nan), "level"),
    (lambda: loose.self_overlap(UNIT, tolerance=math.nan), "tolerance"),
    (lambda: loose.self_overlap(UNIT, level=-1.0), "level"),
    (lambda: loose.coherency(TWO, out=np.zeros(3, np.uint8)), "out"),
    (lambda: loose.coherency(TWO, out=np.zeros(2)), "out"),
    (lambda: loose.coherency(TWO, out=np.zeros(4, np.uint8)[::2]), "out"),
    (lambda: loose.coherency(TWO, out=[0, 0]), "out"),
    (lambda: loose.coherency(TWO, threads=-1), "threads"),
    (lambda: loose.coherency(TWO, threads=1.5), "threads"),
    (lambda: loose.sweep(UNIT, 1.0, [0.0, 1.0], UNIT), "dy"),
    (lambda: loose.sweep(UNIT, "far", 1.0, UNIT), "dx"),
    (lambda: loose.sweep(UNIT, 1.0, 1.0, TWO), "obstacles"),
    (lambda: loose.sweep(UNIT, 1.0, 1.0, UNIT, depth=-1.0), "depth"),
    (lambda: loose.sweep(UNIT, None, 1.0, UNIT), "dx"),
    (lambda: loose.coherency(UNIT, None), "limits"),
    (lambda: loose.coherency(UNIT, loose.EngagementLimits()), "limits"),
    (lambda: loose.engaged(UNIT, UNIT, 3.0), "limits"),
    (lambda: loose.nearest(UNIT, UNIT, 3.0), "limits"),
    (lambda: loose.engaged(TWO, TWO, out=loose.nearest(TWO, TWO)), "out"),
    (lambda: loose.gaps(TWO, TWO, out=(1, 2, 3)), "out"),
    (lambda: loose.gaps(TWO, TWO, out=loose.gaps(UNIT, UNIT)), "out.gap"),
    (lambda: loose.gaps(UNIT, UNIT, threads="many"), "threads"),
    (lambda: loose.coherency(UNIT, threads=-3), "threads"),
    (lambda: loose.coherency(TWO, threads=True), "threads"),
    (lambda: turned_out(), "out.gap"),
    (lambda: loose.CoherencyLimits(needed=10**20), "needed"),
    (lambda: loose.CoherencyLimits(single_group="a"), "single_group"),
    (lambda: loose.within(UNIT, UNIT, True), "inches"),
    (lambda: loose.CoherencyLimits(neighbour=-1.0), "neighbour"),
    (lambda: loose.CoherencyLimits(span=math.nan), "span"),
    (lambda: loose.CoherencyLimits(needed=-1), "needed"),
    (lambda: loose.CoherencyLimits(crowd=1.5), "crowd"),
    (lambda: loose.EngagementLimits(vertical="5"), "vertical"),
]


@pytest.mark.parametrize(("call", "place"), CALLS)
def test_what_is_wrong_with_a_call_is_named(call: Any, place: str) -> None:
    with pytest.raises(InputError, match=f"^{place}"):
        call()
