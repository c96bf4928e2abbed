"""The engine over pipes: what it answers, and that nothing said to it ends it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from typing import Any

import msgspec
import pytest

import movesolver as ms
from engine_data import Message, Pipes, charging, pipes, squad
from movesolver.engine import asking
from movesolver.engine.answers import ANSWERS
from movesolver.engine.limits import Limits
from movesolver.engine.messages import KINDS

WISHES = {"a1": [13.0, 20.0], "captain": [11.0, 21.0]}
PLACES = {
    name: [[10.0, 18.0 + 1.6 * k], [11.5, 18.0 + 1.6 * k]]
    for k, name in enumerate(("a1", "a2", "a3"))
} | {"captain": [[8.2, 20.4], [9.7, 20.4]]}
ENDS = {"a1": [13, 20, 0, 0]}


def plain(answer: Any) -> Any:
    """Return an answer as it comes out of JSON, without the time it took."""
    found = json.loads(msgspec.json.encode(answer))
    for move in (found, *found.get("moves", ()), found.get("move") or {}):
        move.pop("milliseconds", None)
    return found


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
    with pipes(Limits(time_ms=200.0)) as client:
        client.ask("position", scenario=squad())
        assert client.ask("go", iterations=100_000)["answer"]["limit"] == "STOPPED"
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
        assert same["answer"] == reply["answer"]
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
def test_quit_ends_it_at_once() -> None:
    client = Pipes()
    client.send("go", scenario=squad(), time_ms=50_000)
    assert client.read()["op"] == "info"
    client.send("quit", id=9)
    client.send("hello")
    said = [reply for reply in client.end() if reply["op"] != "info"]
    assert {"op": "bye", "id": 9} in said
    assert "hello" not in {reply["op"] for reply in said}


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


BAD: list[tuple[str, str]] = [
    ("", "document"),
    ("nonsense", "line 1, column 1"),
    ("[]", "document"),
    ("3", "document"),
    ('{"op": "go"', "line 1, column 12"),
    ('{"op": "go", "k": NaN}', "k"),
    ('{"op": "go", "scenario": {"movesolver": NaN}}', "scenario.movesolver"),
    ('{"op": "go", "time_ms": 1e999}', "time_ms"),
    ("{}", "op"),
    ('{"op": 5}', "op"),
    ('{"op": "castle"}', "op"),
    ('{"op": "go", "kind": "win"}', "kind"),
    ('{"op": "go", "colour": 1}', "colour"),
    ('{"op": "stop", "scenario": {}}', "scenario"),
    ('{"op": "go"}', "scenario"),
    ('{"op": "go", "kind": "odds", "k": 3}', "k"),
    ('{"op": "go", "kind": "propose", "k": 65}', "k"),
    ('{"op": "go", "iterations": 100001}', "iterations"),
    ('{"op": "go", "seed": 9007199254740993}', "seed"),
    ('{"op": "go", "kind": "reach", "within": 3}', "within"),
    ('{"op": "go", "kind": "reach", "within": 3, "of": "x", "to": [1, 2]}', "to"),
    ('{"op": "go", "kind": "reach", "to": [1]}', "to"),
    ('{"op": "position"}', "document"),
    ('{"op": "position", "scenario": 5}', "scenario"),
    ('{"op": "position", "scenario": {"movesolver": 2}}', "scenario.movesolver"),
    ('{"op": "position", "scenario": {"movesolver": 1}}', "scenario.table"),
    ('{"op": "position", "scenario": {"movesolver": 1, "movesolver": 1}}', "scenario.movesolver"),
    ('{"op": "hello", "id": "%s"}' % ("x" * 65), "id"),
    ('{"op": "hello", "id": 1.5}', "id"),
    ('{"op": "setoption", "name": "seed"}', "value"),
]


def test_what_is_wrong_is_refused_with_its_place() -> None:
    with pipes() as client:
        for text, place in BAD:
            if text:
                client.write(text.encode() + b"\n")
            else:
                client.write(b"\n  \n")  # nothing said, nothing answered
                continue
            reply = client.final()
            assert (reply["op"], reply["code"], reply["place"]) == ("error", "BAD_INPUT", place)
            assert reply["text"].endswith(f"wanted {reply['wanted']}, got {reply['got']}")
            assert "\n" not in reply["text"]
        assert client.ask("hello")["op"] == "hello"


def test_an_error_carries_the_id_where_it_can_be_read() -> None:
    with pipes() as client:
        for name in (7, "mine"):
            assert client.ask("go", id=name, kind="win")["id"] == name
            assert client.ask("go", id=name)["id"] == name
        assert "id" not in client.ask("go", id=[1], kind="win")
        client.write(b'{"op": "go", "id": 7\n')
        assert "id" not in client.final()


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'{"op": "hello", "id": "\xff"}', "BAD_INPUT"),
        (b'{"op": "position", "scenario": "\xff\xfe"}', "BAD_INPUT"),
        (b'\xef\xbb\xbf{"op": "hello"}', "BAD_INPUT"),
        (b"\x00" * 50, "BAD_INPUT"),
        (b"[" * 30_000, "BAD_INPUT"),
        (b'{"op": "position", "scenario": ' + b"[" * 900 + b"]" * 900 + b"}", "BAD_INPUT"),
        (b'{"op":' * 8_000, "BAD_INPUT"),
        (b'{"op": "position", "scenario": ' + b'{"a":' * 80 + b"1" + b"}" * 81, "BAD_INPUT"),
        (b"x" * 50_001, "TOO_LARGE"),
        (b" " * 200_000, "TOO_LARGE"),
        (b'{"op": "hello", "id": ' + b"9" * 5_000 + b"}", "BAD_INPUT"),
    ],
)
def test_hostile_lines_get_an_error_and_no_more(raw: bytes, code: str) -> None:
    with pipes(Limits(message_bytes=50_000)) as client:
        client.write(raw + b"\n")
        reply = client.final()
        assert (reply["op"], reply["code"]) == ("error", code)
        assert len(json.dumps(reply)) < 2_000
        assert client.ask("hello")["op"] == "hello"


def test_a_line_of_the_largest_size_is_read() -> None:
    with pipes(Limits(message_bytes=100)) as client:
        line = b'{"op": "hello"}'
        client.write(line + b" " * (99 - len(line)) + b"\n")
        assert client.final()["op"] == "hello"
        client.write(line + b" " * (100 - len(line)) + b"\n")
        assert client.final()["op"] == "hello"
        client.write(line + b" " * (101 - len(line)) + b"\n")
        assert client.final()["code"] == "TOO_LARGE"


LARGE: list[tuple[Message, str]] = [
    ({"table": {"width": 300, "height": 44}}, "scenario.table.width"),
    ({"action": squad()["action"] | {"max_distance": 999}}, "scenario.action.max_distance"),
    ({"action": squad()["action"] | {"goal": [{"travel": True}] * 101}}, "scenario.action.goal"),
]


def test_boards_beyond_the_limits_are_refused() -> None:
    with pipes(Limits(models=6, corners=8)) as client:
        assert client.ask("position", scenario=squad())["op"] == "ok"
        for change, place in LARGE:
            assert client.ask("position", scenario=squad() | change)["place"] == place
        document = squad()
        document["units"][1]["models"] *= 2
        document["units"][1]["models"][2:] = [
            {"id": "b3", "base": {"round": 32}, "at": [30, 30]},
        ]
        assert client.ask("position", scenario=document)["place"] == "scenario.units"
        document = squad()
        document["zones"] = [{"id": "z", "side": "red", "polygon": [[0, 0], [9, 0], [9, 9]]}]
        assert client.ask("position", scenario=document)["place"] == "scenario.terrain"
        document = squad()
        document["units"][0]["models"][1]["move"] = 1000
        place = "scenario.units[0].models[1].move"
        assert client.ask("position", scenario=document)["place"] == place
        assert client.ask("go", kind="reach", step=0.001)["place"] == "step"
        many = {"a1": [[1, 1]] * 2001}
        assert client.ask("go", kind="mask", places=many)["place"] == "places"


def test_a_bad_position_leaves_the_one_before() -> None:
    with pipes() as client:
        client.ask("position", scenario=squad(ends=ENDS))
        assert client.ask("position", scenario={})["op"] == "error"
        assert client.ask("position", action={"unit": "nobody", "move": "normal"})["place"] == (
            "action.unit"
        )
        assert client.ask("position", action={"unit": 5})["place"] == "action.unit"
        assert client.ask("go", kind="check")["answer"]["legal"] is True
        far = {"unit": "squad", "move": "normal", "ends": {"a1": [30, 40, 0, 0]}}
        assert client.ask("go", kind="check", action=far)["answer"]["legal"] is False
        assert client.ask("go", kind="check")["answer"]["legal"] is True
        client.ask("position", action=far)
        assert client.ask("go", kind="check")["answer"]["legal"] is False
        empty = {"unit": "squad", "move": "normal"}
        assert client.ask("go", kind="check", action=empty)["place"] == "action"


def test_too_many_questions_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = threading.Event()
    monkeypatch.setitem(asking._ANSWERS, "check", lambda question: {"waited": busy.wait(30)})
    with pipes(Limits(waiting=2)) as client:
        client.ask("position", scenario=squad())
        for number in range(4):
            client.send("go", id=number, kind="check")
        refused = client.final()
        assert (refused["id"], refused["code"]) == (3, "BUSY")
        busy.set()
        assert [client.final()["id"] for _ in range(3)] == [0, 1, 2]


def test_a_fault_of_ours_is_told_and_survived(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(question: object) -> Any:
        raise ZeroDivisionError("so small a number")

    monkeypatch.setitem(asking._ANSWERS, "check", broken)
    with pipes() as client:
        reply = client.ask("go", kind="check", scenario=squad(), id=1)
        assert (reply["code"], reply["id"]) == ("INTERNAL", 1)
        assert "ZeroDivisionError" in reply["text"]
        assert client.ask("hello")["op"] == "hello"
    assert "Traceback" in capfd.readouterr().err
