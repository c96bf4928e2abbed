"""A slice of the accuracy run (`python -m accuracy`), and that the run can fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from accuracy.catalogue import FAMILIES
from accuracy.digits import compare
from accuracy.extended import BITS
from accuracy.formations import Limits, draw
from accuracy.judge import Answers, Judge
from accuracy.kernels_said import equal_groups
from accuracy.report import BEGIN, END, tables
from accuracy.rows import KERNELS, measure
from accuracy.run import DIGIT_PAIRS, chunk
from accuracy.tally import Tally
from movesolver.arrays import CoherencyLimits, EngagementLimits

DOCS = Path(__file__).parent.parent.parent / "docs"
LIMITS = Limits(CoherencyLimits(), EngagementLimits(), 1e-6)

# The definitions need longer arithmetic than Python has; not every processor has any (ARM).
pytestmark = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < BITS, reason="no extended precision on this machine"
)


def faults(tally: Tally) -> dict[str, int]:
    """What is wrong, by name: empty where all is right."""
    wrong = {name: part.wrong for name, part in tally.verdicts.items()}
    wrong |= {name: part.wrong for name, part in tally.errors.items()}
    return {name: count for name, count in wrong.items() if count}


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_few_boards_of_the_run(family: str, number: int) -> None:
    tally = Tally("")
    chunk(family, number, tally, scale=0.002)
    assert faults(tally) == {}
    assert tally.boards[family] >= 10


@pytest.mark.compiled
@pytest.mark.parametrize("family", FAMILIES)
def test_some_chunks_of_the_run(family: str) -> None:
    tally = Tally("")
    for number in range(2, 8):
        chunk(family, number, tally, scale=0.2)
    assert faults(tally) == {}
    boards = tally.boards[family]
    assert tally.verdict(family, "any").near > 0.5 * boards
    assert tally.verdict(family, "coherency").decided > 0.2 * boards


@pytest.mark.parametrize("kinds", KERNELS)
def test_a_row_of_every_kernel(kinds: tuple[int, int]) -> None:
    tally = Tally("")
    measure(np.random.default_rng(1), kinds, 70, tally)
    assert faults(tally) == {}
    assert len(tally.errors) == 3 * len(KERNELS[kinds])


@pytest.mark.parametrize("shapes", DIGIT_PAIRS)
def test_a_pair_of_every_kind_to_40_digits(shapes: tuple[int, int]) -> None:
    tally = Tally("")
    rng = np.random.default_rng(2)
    for _ in range(2):
        compare(rng, FAMILIES["mixed"], *shapes, DIGIT_PAIRS[shapes], tally)
    assert faults(tally) == {}
    assert tally.error("twin to 40 digits", DIGIT_PAIRS[shapes]).count > 0


def other_code(said: Answers) -> Answers:
    return said._replace(codes=said.codes ^ np.uint8(8))


def nobody_engaged(said: Answers) -> Answers:
    none = np.zeros_like(said.counts[:1])
    counts = np.concatenate([none, said.counts[1:]])
    return said._replace(engaged=np.full_like(said.engaged, -1), counts=counts)


def nobody_overlapped(said: Answers) -> Answers:
    counts = said.counts.copy()
    counts[1:3] = 0
    nobody = np.full_like(said.engaged, -1)
    return said._replace(overlapped=nobody, self_overlapped=nobody, counts=counts)


def another_engaged(said: Answers) -> Answers:
    return said._replace(engaged=np.where(said.engaged >= 0, said.engaged + 1, -1))


def farther(said: Answers) -> Answers:
    return said._replace(gaps=said.gaps + 1e-12)


def farther_enemies(said: Answers) -> Answers:
    return said._replace(nearest=said.nearest + 1e-12)


def another_nearest(said: Answers) -> Answers:
    return said._replace(nearest_index=(said.nearest_index + 1) % 3)


def over_the_edge(said: Answers) -> Answers:
    return said._replace(slack=said.slack - 1e-12)


def one_more(said: Answers) -> Answers:
    return said._replace(counted=said.counted + 1)


def wider(said: Answers) -> Answers:
    return said._replace(slacks=said.slacks - 1e-12)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    ("lie", "check"),
    [
        (other_code, "coherency"),
        (nobody_engaged, "engaged"),
        (another_engaged, "engaged"),
        (nobody_overlapped, "overlap"),
        (farther, "arrays.gaps"),
        (farther_enemies, "nearest"),
        (another_nearest, "nearest"),
        (over_the_edge, "edge"),
        (one_more, "counts"),
        (wider, "coherency_slack"),
    ],
)
def test_a_false_answer_is_noticed(
    family: str, lie: Callable[[Answers], Answers], check: str
) -> None:
    shapes = FAMILIES[family]
    boards = draw(np.random.default_rng(3), shapes, LIMITS, 8, 4, 3)
    (said,) = equal_groups(shapes, [boards], LIMITS)
    tally = Tally("")
    Judge(family, shapes, tally).batch(boards, LIMITS, lie(said))
    assert any(check in name for name in faults(tally))


@pytest.mark.compiled
@pytest.mark.parametrize("family", FAMILIES)
def test_thresholds_off_by_a_trillionth_are_noticed(family: str) -> None:
    shapes = FAMILIES[family]
    boards = draw(np.random.default_rng(4), shapes, LIMITS, 2000, 5, 4)
    moved = LIMITS.tolerance + 1e-12
    off = Limits(CoherencyLimits(tolerance=moved), EngagementLimits(tolerance=moved), moved)
    (said,) = equal_groups(shapes, [boards], off)
    tally = Tally("")
    Judge(family, shapes, tally).batch(boards, LIMITS, said)
    for check in ("coherency", "engaged", "nearest", "counts", "overlap", "self_overlap"):
        assert tally.verdict(family, check).wrong > 0, check


def test_the_tables_of_the_page_are_those_of_the_counts() -> None:
    tally = Tally.from_dict(json.loads((DOCS / "accuracy.json").read_text()))
    page = (DOCS / "accuracy.md").read_text()
    assert page.split(BEGIN)[1].split(END)[0].strip() == tables(tally).strip()
    assert faults(tally) == {}
    assert sum(tally.boards.values()) >= 10_000_000
