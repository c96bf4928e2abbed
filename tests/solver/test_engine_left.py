"""A reach that nobody wants any more is left between kernels, and is the same if it is not."""

from __future__ import annotations

import time
from dataclasses import replace

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


def job(kind: str = "reach", **fields: object) -> Job:
    go = Go(kind=kind, id=7, **fields)  # type: ignore[arg-type] # of any kind
    return Job(go, squad(), lambda reply: None)


@pytest.mark.parametrize("kind", ["reach", "threat"])
def test_one_that_runs_is_stopped_at_the_next_moment(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = job(kind)
    seen = 0
    real = pausing.moment

    def stop_at_the_third() -> None:
        nonlocal seen
        seen += 1
        asked.stopped = seen == 3
        real()

    monkeypatch.setattr(pausing, "moment", stop_at_the_third)
    reply = asked.reply(Limits())
    assert isinstance(reply, Error)
    assert (reply.id, reply.code, reply.text) == (7, "STOPPED", "stopped before its end")
    assert seen == 3


def test_one_that_takes_too_long_is_left() -> None:
    reply = job().reply(replace(Limits(), time_ms=0.001))
    assert isinstance(reply, Error)
    assert reply.code == "TOO_SLOW"
    assert reply.text == "no answer in 0.001 ms"


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
