"""The engine over pipes: what it answers, and that nothing said to it ends it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec
import pytest

import movesolver as ms
from engine_data import Message, Pipes, charging, pipes, squad
from movesolver.engine.answers import ANSWERS
from movesolver.engine.describing import describe
from movesolver.engine.limits import Limits
from movesolver.engine.messages import KINDS
from movesolver.engine.stdio import PATIENCE

WISHES = {"a1": [13.0, 20.0], "captain": [11.0, 21.0]}
PLACES = {
    name: [[10.0, 18.0 + 1.6 * k], [11.5, 18.0 + 1.6 * k]]
    for k, name in enumerate(("a1", "a2", "a3"))
} | {"captain": [[8.2, 20.4], [9.7, 20.4]]}
ENDS = {"a1": [13, 20, 0, 0]}
ENDLESS = 1_000_000_000
"""Iterations that no machine makes in the time they are given."""


def plain(answer: Any) -> Any:
    """Return an answer as it comes out of JSON, without the time it took."""
    found = json.loads(msgspec.json.encode(answer))
    for move in (found, *found.get("moves", ()), found.get("move") or {}):
        move.pop("milliseconds", None)
    return found


class Told(dict[str, Any]):
    """An answer that is JSON already."""

    def to_json(self) -> Message:
        return self


SCENE = ms.loads(json.dumps(squad()))
CHARGE = ms.loads(json.dumps(charging()))
JUDGED = ms.loads(json.dumps(squad(ends=ENDS)))
QUESTIONS: list[tuple[str, Message, Any]] = [
    ("solve", {"iterations": 60, "seed": 3}, lambda: ms.solve(SCENE, iterations=60, seed=3)),
    ("propose", {"k": 2, "apart": 1.0}, lambda: ms.propose(SCENE, 2, apart=1.0)),
    ("snap", {"wished": WISHES}, lambda: ms.snap(SCENE, WISHES)),
    ("check", {"action": squad(ends=ENDS)["action"]}, lambda: ms.check(JUDGED)),
    (
        "check",
        {"action": squad(ends=ENDS)["action"], "reach": True},
        lambda: ms.check_reach(JUDGED),
    ),
    ("mask", {"places": PLACES, "paths": False}, lambda: ms.mask(SCENE, PLACES, paths=False)),
    ("odds", {"scenario": charging(), "seed": 1}, lambda: ms.odds(CHARGE, seed=1)),
    ("reach", {"step": 1.0, "model": "a1"}, lambda: ms.reach(SCENE, step=1.0, model="a1")),
    ("threat", {"step": 1.0, "plus": 2.0}, lambda: ms.threat(SCENE, step=1.0, plus=2.0)),
    ("regain", {"unit": "squad"}, lambda: ms.regain(SCENE, unit="squad")),
    ("describe", {}, lambda: Told(describe(SCENE))),
]


@pytest.mark.compiled
def test_it_answers_as_the_library_does() -> None:
    with pipes() as client:
        assert client.ask("position", scenario=squad()) == {"op": "ok"}
        for kind, fields, call in QUESTIONS:
            reply = client.ask("go", id=kind, kind=kind, **fields)
            assert reply["op"] == ("bestmove" if kind in ("solve", "propose", "snap") else "answer")
            assert (reply["id"], reply["kind"]) == (kind, kind)
            found = reply["answer"]
            msgspec.convert(found, ANSWERS[kind])
            assert plain(found) == plain(call().to_json())
    assert {kind for kind, *_ in QUESTIONS} == set(KINDS)


LONG = {"paths", "lengths", "certificate", "slack"}
"""What short replies leave out, and nothing else."""


@pytest.mark.compiled
def test_a_short_reply_says_that_it_was_stopped() -> None:
    with pipes(Limits(time_ms=200.0, iterations=ENDLESS)) as client:
        client.ask("position", scenario=squad())
        answer = client.ask("go", iterations=ENDLESS, short=True)["answer"]
        assert answer["limit"] == "STOPPED"
        assert "order" in answer


@pytest.mark.compiled
def test_short_replies_are_the_same_but_shorter() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        for kind, fields, _ in QUESTIONS:
            whole = client.ask("go", kind=kind, **fields)["answer"]
            short = client.ask("go", kind=kind, short=True, **fields)["answer"]
            msgspec.convert(short, ANSWERS[kind])
            assert plain(short).items() <= plain(whole).items() or kind in ("propose", "odds")
            assert "certificate" not in json.dumps(short)
            assert "slack" not in short
            if kind in ("solve", "snap", "check"):
                assert set(whole) - set(short) == set(whole) & LONG
            for move in [*short.get("moves", ()), *filter(None, [short.get("move")])]:
                assert set(move) & {"limit", "gap", "order", "seed", "milliseconds", *LONG} == {
                    "limit", "gap", "order", "seed", "milliseconds"
                }  # fmt: skip


@pytest.mark.compiled
def test_a_model_can_be_asked_about_a_place() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        near = client.ask("go", kind="reach", step=1.0, within=3, of="centre")["answer"]
        assert near["reached"] is True
        to = client.ask("go", kind="reach", step=1.0, to=[13, 20])["answer"]
        assert to["reached"] is True
        assert to["path"][-1][:2] == [13, 20]
        far = client.ask("go", kind="reach", step=1.0, to=[50, 20, 0, 0], model="a1")["answer"]
        assert far["reached"] is False


@pytest.mark.compiled
def test_progress_is_told_while_it_searches() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        client.send("go", id=5, iterations=1500, info_ms=0)
        told = [client.read()]
        while told[-1]["op"] == "info":
            told.append(client.read())
        *infos, best = told
        assert best["op"] == "bestmove"
        assert len(infos) > 2
        worths = [info["objective"] for info in infos]
        assert worths == sorted(worths)
        assert best["answer"]["objective"] >= worths[-1] - 1e-9
        assert all(info["id"] == 5 for info in infos)
        assert all(info["bound"] >= best["answer"]["objective"] - 1e-9 for info in infos)
        client.send("go", iterations=1500, info=False)
        assert client.read()["op"] == "bestmove"


@pytest.mark.compiled
def test_stop_is_heard_while_it_searches() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        client.send("go", id="long", time_ms=50_000)
        client.send("go", id="waits", time_ms=50_000)
        assert client.read()["op"] == "info"
        begun = time.monotonic()
        client.send("hello", id="meanwhile")
        assert client.final()["id"] == "meanwhile"
        client.send("stop", id="stop")
        replies = {reply["id"]: reply for reply in (client.final() for _ in range(3))}
        assert time.monotonic() - begun < 20
        assert replies["stop"]["op"] == "ok"
        assert replies["long"]["answer"]["limit"] == "STOPPED"
        assert replies["long"]["answer"]["status"] == "FEASIBLE"
        assert replies["waits"]["code"] == "STOPPED"
        assert client.ask("go", iterations=10)["op"] == "bestmove"


@pytest.mark.compiled
def test_one_question_can_be_stopped_by_its_id() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        client.send("go", id=1, time_ms=50_000, info=False)
        client.send("go", id=2, iterations=20, info=False)
        assert client.ask("stop", go=True)["code"] == "BAD_INPUT"
        assert client.ask("stop", go=3)["op"] == "ok"
        assert client.ask("stop", go=1)["op"] == "ok"
        assert client.final()["answer"]["limit"] == "STOPPED"
        assert client.final()["answer"]["limit"] == "ITERATIONS"


@pytest.mark.compiled
def test_a_search_ends_when_the_engine_says_so() -> None:
    with pipes(Limits(time_ms=200.0, iterations=ENDLESS)) as client:
        client.ask("position", scenario=squad())
        assert client.ask("go", iterations=ENDLESS)["answer"]["limit"] == "STOPPED"
        assert client.ask("go", time_ms=201)["place"] == "time_ms"


@pytest.mark.compiled
def test_options_hold_until_changed() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad())
        for name, value in {"seed": 4, "iterations": 40, "short": True, "info": False}.items():
            assert client.ask("setoption", name=name, value=value)["op"] == "ok"
        client.send("go")
        reply = client.read()
        assert "paths" not in reply["answer"]
        same = client.ask("go", iterations=40, seed=4, short=True)
        assert plain(same["answer"]) == plain(reply["answer"])
        assert client.ask("go", short=False)["answer"]["seed"] == 4
        assert client.ask("go", short=False, time_ms=30)["answer"]["limit"] == "TIME"
        client.ask("setoption", name="seed", value=None)
        assert client.ask("go", short=False)["answer"]["seed"] == 0
        wrong: Message = {"seed": "x", "time_ms": 1e9, "iterations": 1.5, "short": 3}
        for option, given in wrong.items():
            bad = client.ask("setoption", name=option, value=given)
            assert (bad["code"], bad["place"]) == ("BAD_INPUT", "value"), bad
        assert client.ask("setoption", name="colour", value=1)["place"] == "name"


@pytest.mark.compiled
def test_what_was_asked_is_answered_at_the_end_of_the_stream() -> None:
    client = Pipes()
    client.send("position", scenario=squad())
    for number in range(3):
        client.send("go", id=number, iterations=20, info=False)
    said = client.end()
    assert [reply.get("id") for reply in said] == [None, 0, 1, 2]


@pytest.mark.compiled
def test_quit_in_the_middle_of_a_search_has_the_last_word() -> None:
    client = Pipes()
    client.send("go", id=1, scenario=squad(), time_ms=50_000)
    assert client.read()["op"] == "info"
    client.send("go", id=2, scenario=squad(), time_ms=50_000)
    client.send("quit", id=9)
    client.send("hello")
    begun = time.monotonic()
    said = [reply for reply in client.end() if reply["op"] != "info"]
    assert time.monotonic() - begun < 20
    assert said[-1] == {"op": "bye", "id": 9}
    by_id = {reply["id"]: reply for reply in said}
    assert by_id[1]["answer"]["limit"] == "STOPPED"
    assert by_id[2]["code"] == "STOPPED"
    assert len(said) == 3


def test_quit_does_not_wait_for_what_cannot_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    going, asked = threading.Event(), threading.Event()

    def slow(question: object) -> Any:
        asked.set()
        going.wait(60)
        return {"legal": True, "violations": []}

    monkeypatch.setattr("movesolver.engine.pool.answer", slow)
    client = Pipes()
    client.engine.ready.clear()
    client.send("isready", id=4)  # nor for kernels
    client.send("go", id=1, scenario=squad(), kind="check")
    assert asked.wait(30)
    begun = time.monotonic()
    client.send("quit")
    assert client.read() == {"op": "bye"}
    assert PATIENCE <= time.monotonic() - begun < 20
    going.set()
    client.engine.become_ready()
    client.engine.pool.finish()
    assert client.end() == []


@pytest.mark.compiled
def test_the_process_ends_in_the_middle_of_a_search() -> None:
    call = [sys.executable, "-m", "movesolver", "serve"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        call, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        asked = {"op": "go", "id": 1, "scenario": squad(), "time_ms": 50_000}
        for message in (asked, {"op": "go", "kind": "threat", "scenario": squad(), "step": 0.05}):
            engine.stdin.write(json.dumps(message) + "\n")
            engine.stdin.flush()
        while json.loads(engine.stdout.readline())["op"] != "info":
            pass
        begun = time.monotonic()
        engine.stdin.write('{"op": "quit", "id": "end"}\n')
        engine.stdin.flush()
        said = [json.loads(line) for line in engine.stdout]
        assert engine.wait(30) == 0
        assert time.monotonic() - begun < 20
    assert said[-1] == {"op": "bye", "id": "end"}


def test_who_stops_reading_ends_it() -> None:
    client = Pipes()
    client.hang_up()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(5):
            client.send("hello")
    client.join()


def test_it_says_who_it_is() -> None:
    with pipes() as client:
        hello = client.ask("hello", id="first")
        assert hello["protocol"] == 1
        assert hello["format"] == 1
        assert set(hello["kinds"]) == set(KINDS)
        assert hello["limits"]["models"] == Limits().models
        assert client.ask("hello", protocol=2)["place"] == "protocol"
        assert client.ask("isready", id=0) == {"op": "readyok", "id": 0}


def test_it_listens_while_its_kernels_are_loaded() -> None:
    client = Pipes()
    client.engine.ready.clear()
    client.send("isready", id=1)
    client.send("isready", id=2)
    assert client.ask("hello", id=3)["id"] == 3
    client.close()
    threading.Timer(0.2, client.engine.become_ready).start()
    assert [reply["id"] for reply in client.end()] == [1, 2]
