"""What the engine refuses, over pipes, and that it goes on after that."""

from __future__ import annotations

import json
import threading
from typing import Any
from unittest.mock import ANY

import pytest

from engine_data import Message, charging, pipes, squad
from movesolver.engine import asking
from movesolver.engine.limits import Limits
from movesolver.engine.messages import KINDS

ENDS = {"a1": [13, 20, 0, 0]}

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
    ('{"op": "go", "seed": 9007199254740992, "k": 1.5}', "k"),
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


FIELDS = {
    "seed": 1, "iterations": 1, "time_ms": 1, "info": True, "info_ms": 1, "certify": "grid",
    "gap": 1, "proof_ms": 1, "k": 1, "apart": 1, "wished": {}, "places": {}, "paths": True,
    "reach": True, "dice": "D6", "model": "a1", "to": [1, 2], "within": 1, "of": "x", "step": 1,
    "passing": True, "mates": True, "side": "a", "plus": 1, "unit": "a", "weights": {},
}  # fmt: skip
"""A good value of each field that some kinds have and others have not."""

BESIDE: list[Message] = [
    {"scenario": squad()},
    {"scenario": squad(), "action": squad()["action"]},
    {"action": squad()["action"]},
    {"scenario": 5, "action": "x"},
]
"""What is sent along, and read by itself: whatever it is, it is not to blame."""


def test_the_fields_are_all_there_are() -> None:
    assert set(FIELDS) == {name for known in KINDS.values() for name in known}


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_a_kind_has_not_is_blamed_itself(kind: str) -> None:
    has = ", ".join(KINDS[kind]) or "no fields of its own"
    with pipes() as client:
        for beside in BESIDE:
            for name in sorted(set(FIELDS) - set(KINDS[kind])):
                reply = client.ask("go", kind=kind, **beside, **{name: FIELDS[name]})
                assert reply["place"] == name
                assert reply["wanted"] == f"nothing: {kind} has {has}"


def test_a_misfit_beside_a_scenario_is_blamed_itself() -> None:
    with pipes() as client:
        for wrong in ({"seed": "x"}, {"info": 3}, {"colour": 1}, {"to": [1]}, {"seed": 2**60}):
            for beside in BESIDE:
                reply = client.ask("go", kind="reach", **beside, **wrong)
                assert [reply["place"]] == list(wrong)
                assert "object at" not in reply["text"]


NEGATIVE = ("seed", "iterations", "time_ms", "info_ms", "proof_ms", "gap", "k", "apart", "step")


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_a_negative_number_is_blamed_by_the_name_of_its_field(kind: str) -> None:
    document = charging() if kind == "odds" else squad()
    with pipes() as client:
        for name in NEGATIVE:
            if name in KINDS[kind]:
                beside = {"certify": "grid"} if name in ("gap", "proof_ms") else {}
                reply = client.ask("go", kind=kind, scenario=document, **beside, **{name: -1})
                assert (reply["op"], reply["place"], reply["got"]) == ("error", name, ANY), reply


def test_an_option_that_no_question_could_have_is_refused_when_it_is_set() -> None:
    with pipes() as client:
        for name in ("seed", "iterations", "time_ms", "info_ms"):
            reply = client.ask("setoption", name=name, value=-1)
            assert (reply["code"], reply["place"]) == ("BAD_INPUT", "value")
            assert reply["wanted"].startswith(f"for {name} ")
            assert client.ask("setoption", name=name, value=0)["op"] == "ok"


def test_an_error_carries_the_id_where_it_can_be_read() -> None:
    with pipes() as client:
        for name in (7, "mine", 2**53):  # larger than any number of a scenario
            assert client.ask("go", id=name, kind="win")["id"] == name
            assert client.ask("go", id=name)["id"] == name
        assert "id" not in client.ask("go", id=[1], kind="win")
        client.write(b'{"op": "go", "id": 7\n')
        assert "id" not in client.final()


SPOILED = [
    '{"op": "go", "id": %s, "k": 1, "k": 2}',
    '{"id": %s, "op": "go", "op": "go"}',
    '{"op": "go", "id": %s, "time_ms": 1e400}',
    '{"op": "go", "time_ms": -1e400, "id": %s}',
    '{"op": "go", "id": %s, "k": NaN}',
    '{"op": "go", "id": %s, "seed": ' + "9" * 5_000 + "}",
    '{"op": "go", "id": %s, "scenario": {"movesolver": 1, "movesolver": 1}}',
    '{"op": "go", "id": %s, "scenario": ' + "[" * 80 + "]" * 80 + "}",
    '{"op": "go", "id": %s, "kind": "\\ud800"}',
]


def test_of_a_field_given_twice_the_last_counts_but_not_in_scenarios_and_actions() -> None:
    with pipes() as client:
        client.write(b'{"op": "hello", "id": 1, "id": 2}\n')
        assert (reply := client.final())["op"] == "hello"
        assert reply["id"] == 2
        assert client.ask("position", scenario=squad())["op"] == "ok"
        client.write(b'{"op": "go", "id": 3, "action": {"unit": "squad", "unit": "riders"}}\n')
        reply = client.final()
        assert (reply["id"], reply["place"]) == (3, "action.unit")


@pytest.mark.parametrize("text", SPOILED)
def test_an_error_carries_the_id_though_another_field_is_none(text: str) -> None:
    with pipes() as client:
        for name in (7, "seven", -(2**53)):
            client.write((text % json.dumps(name)).encode() + b"\n")
            reply = client.final()
            assert (reply["code"], reply["id"]) == ("BAD_INPUT", name)
        for name in ("1e400", "[7]", "true", "null", '"\\ud800"', "9" * 30, "9" * 5_000, "{}"):
            client.write((text % name).encode() + b"\n")
            reply = client.final()
            assert reply["code"] == "BAD_INPUT"
            assert "id" not in reply
        client.write(b'{"op": "go", "id": 1, "id": 2, "k": NaN}\n')
        assert "id" not in client.final()  # whose it is nobody can say


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'{"op": "hello", "id": "\xff"}', "BAD_INPUT"),
        (b'{"op": "position", "scenario": "\xff\xfe"}', "BAD_INPUT"),
        (b"\xef\xbb\xbf", "BAD_INPUT"),
        (b'{"op": "hello"}\xef\xbb\xbf', "BAD_INPUT"),
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


def test_a_byte_order_mark_is_no_part_of_a_message() -> None:
    with pipes() as client:
        client.write(b'\xef\xbb\xbf{"op": "hello", "id": 1}\n')
        assert (reply := client.final())["op"] == "hello"
        assert reply["id"] == 1
        client.write(b'\xef\xbb\xbf{"op": "go", "id": 2, "kind": "win"}\n')
        assert ((reply := client.final())["id"], reply["place"]) == (2, "kind")


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
