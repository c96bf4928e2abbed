"""Verdicts in notebooks, and what is said to whoever asks to have one drawn or verified."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import movesolver
from movesolver import InputError

SQUAD = Path(__file__).parents[2] / "examples" / "squad.json"


@pytest.fixture(scope="module")
def scenario() -> movesolver.Scenario:
    return movesolver.load(SQUAD)


@pytest.mark.compiled
def test_a_notebook_shows_a_verdict_in_words(scenario: movesolver.Scenario) -> None:
    legal = movesolver.check(scenario)
    assert legal._repr_html_() == "<p>The move is legal.</p>"
    ends = {"a1": (30.0, 20.0, 0.0, 0.0)}
    action = replace(scenario.action, ends=ends)
    illegal = movesolver.check(replace(scenario, action=action))
    shown = illegal._repr_html_()
    assert len(re.findall("<tr>", shown)) == 1 + len(illegal.violations)
    assert all(f"<td>{one.code}</td>" in shown for one in illegal.violations)


@pytest.mark.compiled
def test_names_in_a_verdict_are_text(scenario: movesolver.Scenario) -> None:
    text = movesolver.dumps(scenario).replace('"a1"', '"<script>a1</script>"')
    named = movesolver.loads(text)
    ends = {"<script>a1</script>": (30.0, 20.0, 0.0, 0.0)}
    shown = movesolver.check(replace(named, action=replace(named.action, ends=ends)))._repr_html_()
    assert "&lt;script&gt;a1" in shown
    assert "<script" not in shown


@pytest.mark.compiled
def test_what_is_no_answer_is_told_where_it_belongs(
    scenario: movesolver.Scenario, tmp_path: Path
) -> None:
    verdict: Any = movesolver.check(scenario)
    result: Any = movesolver.solve(scenario, iterations=5)
    with pytest.raises(InputError, match=r"answer: .*goes with the scenario .*verdict=\.\.\."):
        movesolver.save_picture(tmp_path / "x.svg", verdict)
    with pytest.raises(InputError, match=r"scenario: wanted a Scenario \(draw_page"):
        movesolver.draw_svg(result)
    for answer in (result, result.to_json()):
        with pytest.raises(InputError, match=r"certificate: .*\(answer\.certificate\)"):
            movesolver.verify(answer, scenario)


@pytest.mark.compiled
@pytest.mark.parametrize("tolerance", ["a", -1.0, np.nan, True, []])
def test_a_tolerance_is_inches(scenario: movesolver.Scenario, tolerance: Any) -> None:
    action = replace(scenario.action, ends={})
    for ask in (movesolver.check, movesolver.check_reach):
        with pytest.raises(InputError, match="tolerance: wanted zero or more inches"):
            ask(replace(scenario, action=action), tolerance=tolerance)
