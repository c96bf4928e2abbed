"""Bases that are not round get there, by ways that are legal and short: a slice, and the counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from waysproof.judge import Tally, judge
from waysproof.scenes import KINDS

STATE = Path(__file__).parents[2] / "docs" / "ways.json"


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_ways_are_found_short_and_legal(kind: str) -> None:
    tally = Tally()
    for seed in range(10_000, 10_006):
        tally.merge(judge(kind, seed, 60, finer=False))
    assert tally.wrong == []
    assert tally.poses > 100
    assert tally.sampled == tally.ways
    # poses without a way, among them such that nothing leads to, count against it here
    assert tally.ways >= 0.98 * tally.poses
    assert tally.fine >= 0.9 * tally.ways


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_counted(kind: str) -> None:
    said = json.loads(STATE.read_text())["kinds"][kind]
    reachable = said["ways"] + said["finer"] + said["unsettled"]
    assert said["wrong"] == []
    assert said["sampled"] == said["ways"]
    assert said["poses"] >= 3_000
    assert said["ways"] >= 0.995 * reachable
    assert said["fine"] >= 0.9 * reachable
