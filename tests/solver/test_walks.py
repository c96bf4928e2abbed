"""A verdict is the same whether paths are asked for all at once or judged step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import fuzz_moves
import fuzz_scenarios
import fuzz_setups
from movesolver import Result, Scenario, check, loads, solve
from movesolver.referee import motion
from movesolver.referee.pack import pack
from movesolver.referee.walks import clear_walks
from scenes import crowded

Json = dict[str, Any]
MAKERS: dict[str, Callable[[int], Json]] = {
    "moves": fuzz_scenarios.scenario,
    "fights": fuzz_moves.scenario,
    "set-ups": fuzz_setups.scenario,
}


def asked(maker: str, seed: int) -> Scenario:
    return loads(msgspec.json.encode(MAKERS[maker](seed)))


def said(scenario: Scenario, tolerance: float | None = None) -> tuple[object, ...]:
    """Everything in a verdict, slacks to the last bit and in their order."""
    verdict = check(scenario, tolerance=tolerance)
    return verdict.violations, tuple(verdict.slack.items()), verdict.shunted


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every path judged step by step."""
    monkeypatch.setattr(motion, "clear_walks", lambda *_: set())


@pytest.mark.compiled
@pytest.mark.parametrize("maker", MAKERS)
def test_verdicts(maker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = [asked(maker, seed) for seed in range(2000, 2080)]
    fast = [said(one) for one in questions] + [said(one, 0.0) for one in questions]
    one_by_one(monkeypatch)
    assert fast == [said(one) for one in questions] + [said(one, 0.0) for one in questions]


@pytest.mark.compiled
def test_much_is_settled_at_once() -> None:
    """Otherwise the test above compares the slow way with itself."""
    settled = judged = 0
    for seed in range(2000, 2080):
        scenario = asked("moves", seed)
        paths = scenario.action.paths
        if paths:
            settled += len(clear_walks(pack(scenario), paths, 0.0))
            judged += len(paths)
    assert 0.25 * judged < settled < judged


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "mixed"])
def test_found_moves(bases: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results: list[Result] = [
        solve(crowded(seed, 6, bases=bases), iterations=30) for seed in range(3)
    ]
    moves = [one.moved for one in results if one.moved is not None]
    assert len(moves) == 3
    for one in moves:
        assert clear_walks(pack(one), one.action.paths or {}, 0.0) == set(one.action.paths or {})
    fast = [said(one, 0.0) for one in moves]
    one_by_one(monkeypatch)
    assert fast == [said(one, 0.0) for one in moves]
