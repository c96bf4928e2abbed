"""Questions answered: what each kind of `Go` calls, and what it sends back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from movesolver.checking.check import check, has_a_move
from movesolver.engine.limits import SECONDS_OF_MASK, Limits
from movesolver.engine.messages import Go, Info
from movesolver.referee.verdict import Json
from movesolver.search.watch import Progress
from movesolver.table.scenario import Scenario

INFO_MS = 100.0
"""Milliseconds between two pieces of information, by default."""

_LONG = frozenset({"paths", "lengths", "certificate", "slack"})
"""What short replies leave out of a move and a verdict."""

_OF_MODELS = frozenset({"solve", "snap", "check"})
"""Kinds whose answers are one move or one verdict."""


@dataclass(frozen=True, slots=True)
class Question:
    """A `Go` with the scenario that it is about."""

    go: Go
    scenario: Scenario
    limits: Limits
    stopped: Callable[[], bool]
    """Whether somebody wants no more of it."""
    tell: Callable[[Info], None] | None
    """Who is told of progress."""


def answer(question: Question) -> Json:
    """Return the answer to a question.

    Raises
    ------
    MoveSolverError
        As what it calls.
    """
    go = question.go
    found: dict[str, Any] = _ANSWERS[go.kind](question)
    if not go.short:
        return found
    if go.kind == "propose":
        return {**found, "moves": [_shortened(move) for move in found["moves"]]}
    if go.kind == "odds":
        move = found["move"]
        return {**found, "move": None if move is None else _shortened(move)}
    return _shortened(found) if go.kind in _OF_MODELS else found


def _shortened(found: dict[str, Any]) -> Json:
    return {name: value for name, value in found.items() if name not in _LONG}


def _given(go: Go, *names: str) -> dict[str, Any]:
    """Return the fields of these names that are given."""
    fields = ((name, getattr(go, name)) for name in names)
    return {name: value for name, value in fields if value is not None}


def _solve(question: Question) -> Json:
    from movesolver.search.solve import solve

    go = question.go
    options = _given(go, "seed", "iterations", "time_ms", "certify", "gap", "proof_ms")
    return solve(question.scenario, watch=_watcher(question), **options).to_json()


def _watcher(question: Question) -> Callable[[Progress], bool]:
    """Return a watch that passes progress on, and stops when told to or when time is up."""
    go, tell = question.go, question.tell
    begun = time.perf_counter()
    end = begun + question.limits.time_ms / 1000
    every = (INFO_MS if go.info_ms is None else go.info_ms) / 1000
    told = -float("inf")

    def watch(progress: Progress) -> bool:
        nonlocal told
        now = time.perf_counter()
        if tell is not None and now - told >= every:
            told = now
            info = Info(
                id=go.id,
                iterations=progress.iterations,
                milliseconds=progress.seconds * 1000,
                objective=progress.objective,
                bound=progress.bound,
            )
            tell(info)
        return now >= end or question.stopped()

    return watch


def _propose(question: Question) -> Json:
    from movesolver.search.propose import propose

    go = question.go
    options = _given(go, "seed", "iterations", "time_ms", "apart")
    return propose(question.scenario, 4 if go.k is None else go.k, **options).to_json()


def _snap(question: Question) -> Json:
    from movesolver.search.snap import snap

    go = question.go
    options = _given(go, "seed", "iterations", "time_ms")
    return snap(question.scenario, go.wished, **options).to_json()


def _check(question: Question) -> Json:
    scenario = question.scenario
    has_a_move(scenario)
    if question.go.reach and scenario.action.ends is not None:
        from movesolver.checking.reached import check_reach

        return check_reach(scenario).to_json()
    return check(scenario).to_json()


def _mask(question: Question) -> Json:
    from movesolver.search.masking import mask

    go = question.go
    places: Mapping[str, Any] = go.places or {}
    seconds = SECONDS_OF_MASK if go.time_ms is None else go.time_ms / 1000
    return mask(question.scenario, places, paths=go.paths is not False, seconds=seconds).to_json()


def _odds(question: Question) -> Json:
    from movesolver.search.odds import odds

    return odds(question.scenario, **_given(question.go, "seed", "iterations", "dice")).to_json()


def _reach(question: Question) -> Json:
    from movesolver.paths.command import Answer
    from movesolver.paths.reach import reach

    go = question.go
    question.limits.check_grid(question.scenario, go.step)
    options = _given(go, "model", "step", "passing", "mates")
    region = reach(question.scenario, **options)
    asked: Mapping[str, Any] = {}
    if go.to is not None:
        z = go.to[3] if len(go.to) == 4 else None
        asked = region.to(*go.to[:3], z=z)
    elif go.within is not None and go.of is not None:
        asked = region.within(go.within, go.of)
    return Answer(question.scenario, region, asked=asked).to_json()


def _threat(question: Question) -> Json:
    from movesolver.paths.threat import threat

    go = question.go
    question.limits.check_grid(question.scenario, go.step)
    return threat(question.scenario, go.side, **_given(go, "plus", "step")).to_json()


def _regain(question: Question) -> Json:
    from movesolver.search.regain import regain

    return regain(question.scenario, **_given(question.go, "unit", "weights")).to_json()


def _describe(question: Question) -> Json:
    from movesolver.engine.describing import describe

    return describe(question.scenario)


_ANSWERS: dict[str, Callable[[Question], Json]] = {
    "solve": _solve,
    "propose": _propose,
    "snap": _snap,
    "check": _check,
    "mask": _mask,
    "odds": _odds,
    "reach": _reach,
    "threat": _threat,
    "regain": _regain,
    "describe": _describe,
}
