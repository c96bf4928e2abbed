"""What nobody wants any more is left between kernels, and is the same if it is not."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

import movesolver as ms
from engine_data import ROOT
from movesolver.engine.limits import Limits
from movesolver.engine.messages import Answer, Error, Go
from movesolver.engine.pool import Job
from movesolver.paths import pausing

pytestmark = pytest.mark.compiled


def squad() -> ms.Scenario:
    return ms.load(ROOT / "examples" / "squad.json")


def charge() -> ms.Scenario:
    return ms.load(ROOT / "examples" / "charge.json")


def job(kind: str = "reach", scenario: ms.Scenario | None = None, **fields: object) -> Job:
    go = Go(kind=kind, id=7, **fields)  # type: ignore[arg-type] # of any kind
    return Job(go, squad() if scenario is None else scenario, lambda reply: None)


def places() -> dict[str, list[list[float]]]:
    """Return two places for each model of the squad, one of them where it stands."""
    found = {}
    for model in squad().mover.models:
        assert model.at is not None
        found[model.id] = [[*model.at], [model.at[0] + 1.0, model.at[1] + 0.5]]
    return found


def wished() -> dict[str, list[float]]:
    """Return wishes that cannot all come true: everybody beyond an enemy, in one place."""
    return {name: [20.0, 20.0] for name in places()}


def shifted() -> ms.Scenario:
    """Return the question whether each model of the squad can get two inches to the side."""
    asked = squad()
    ends = {
        model.id: (model.at[0] + 2.0, model.at[1], model.facing, model.z)
        for model in asked.mover.models
        if model.at is not None
    }
    action = msgspec.structs.replace(asked.action, ends=ends)
    return msgspec.structs.replace(asked, action=action)


JOBS: dict[str, Callable[[], Job]] = {
    "reach": job,
    "threat": lambda: job("threat"),
    "odds": lambda: job("odds", charge(), iterations=100),
    "propose": lambda: job("propose", iterations=100, k=3),
    "snap": lambda: job("snap", wished=wished(), iterations=5000),
    "mask": lambda: job("mask", places=places()),
    "check": lambda: job("check", shifted(), reach=True),
}
"""Questions of every kind that has moments at which it can be left."""


class Moments:
    """Counts moments, and does something at one of them."""

    def __init__(self, at: int, act: Callable[[], None]) -> None:
        self.seen, self._at, self._act = 0, at, act

    def __call__(self) -> None:
        self.seen += 1
        if self.seen == self._at:
            self._act()


@pytest.mark.parametrize("kind", list(JOBS))
def test_one_that_runs_is_stopped_at_the_next_moment(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = JOBS[kind]()

    def stop() -> None:
        asked.stopped = True

    moments = Moments(2, stop)
    real = asked._leaver(Limits())

    def look() -> None:
        moments()
        real()

    monkeypatch.setattr(Job, "_leaver", lambda job, limits: look)
    reply = asked.reply(Limits())
    assert isinstance(reply, Error)
    assert (reply.id, reply.code, reply.text) == (7, "STOPPED", "stopped before its end")
    assert moments.seen == 2


@pytest.mark.parametrize("kind", [kind for kind in JOBS if kind != "mask"])
def test_one_that_takes_too_long_is_left(kind: str) -> None:
    reply = JOBS[kind]().reply(replace(Limits(), time_ms=0.001))
    assert isinstance(reply, Error)
    assert reply.code == "TOO_SLOW"
    assert reply.text == "no answer in 0.001 ms"


@pytest.mark.parametrize("kind", ["propose", "snap", "mask"])
def test_what_has_a_time_of_its_own_ends_with_what_it_has(kind: str) -> None:
    asked = JOBS[kind]()
    asked.go = msgspec.structs.replace(asked.go, time_ms=5.0)
    assert not isinstance(asked.reply(replace(Limits(), time_ms=0.001)), Error)


def test_what_ends_by_itself_is_not_left() -> None:
    asked = job("solve", iterations=1)
    asked.stopped = True
    assert not isinstance(asked.reply(Limits()), Error)
    assert isinstance(job("regain").reply(replace(Limits(), time_ms=0.001)), Answer)


def test_the_answer_is_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pausing, "CHUNK", 7)
    scenario = squad()
    whole = ms.reach(scenario, step=0.5).to_json()
    moments = []
    with pausing.left_by(lambda: moments.append(time.monotonic())):
        chunked = ms.reach(scenario, step=0.5).to_json()
    assert chunked == whole
    assert len(moments) > 100
    pausing.moment()  # outside of the block nobody listens
    before = len(moments)
    ms.reach(scenario, step=0.5).to_json()
    assert len(moments) == before
