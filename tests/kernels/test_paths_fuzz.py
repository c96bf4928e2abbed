"""Never longer than a path that can be exhibited, never one that is not legal: a slice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pathproof.judge import LONGER, Tally, judge

SCENES = 30
STATE = Path(__file__).parents[2] / "docs" / "paths.json"


@pytest.mark.compiled
def test_no_exhibited_path_is_shorter_and_every_path_is_legal() -> None:
    tally = Tally()
    for seed in range(10_000, 10_000 + SCENES):
        tally.merge(judge(seed, 150))
    assert tally.wrong == []
    assert tally.targets > 20_000
    assert tally.targets - tally.straight > 2_000
    assert tally.paths > 4_000
    assert tally.longest <= LONGER


def test_a_million_targets_were_judged_and_none_is_wrong() -> None:
    said = json.loads(STATE.read_text())
    assert said["targets"] >= 1_000_000
    assert said["scenes"] >= 1000
    assert said["wrong"] == []
    assert said["longest"] <= LONGER
