"""The schema and the page about the engine say what it does."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator

from engine_data import ROOT, Message, charging, pipes, squad
from fuzz_messages import seeds
from movesolver.cli import main
from movesolver.engine.answers import ANSWERS
from movesolver.engine.decoding import request_of
from movesolver.engine.limits import Limits
from movesolver.engine.messages import KINDS, REQUESTS, AnyReply, Code
from movesolver.engine.schema import EXAMPLES, schema, schema_text

PAGE = (ROOT / "docs" / "engine.md").read_text()
SCHEMA = schema()


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def test_the_schema_in_the_docs_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    committed = (ROOT / "docs" / "engine.schema.json").read_text()
    assert committed == schema_text()
    assert main(["serve", "--schema"]) == 0
    assert capsys.readouterr().out == committed


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for name in SCHEMA["$defs"]:
        list(validator(name).iter_errors({}))  # every reference leads somewhere


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_messages(name: str) -> None:
    for example in EXAMPLES[name]:
        validator(name).validate(example)
        if example["op"] in REQUESTS:
            validator("Request").validate(example)
            assert type(request_of(json.dumps(example).encode())).__name__ == name
        else:
            validator("Reply").validate(example)
            msgspec.convert(example, AnyReply)


def test_every_request_has_an_example() -> None:
    assert {cls.__name__ for cls in REQUESTS.values()} <= set(EXAMPLES)


def test_messages_that_are_good_fit_the_schema() -> None:
    for message in seeds():
        validator("Request").validate(message)


@pytest.mark.parametrize(
    "message",
    [{}, {"op": "castle"}, {"op": "go", "colour": 1}, {"op": "go", "kind": "win"},
     {"op": "go", "scenario": {"movesolver": 2}}, {"op": "setoption", "name": "x", "value": 1}],
)  # fmt: skip
def test_messages_that_are_bad_do_not(message: Message) -> None:
    assert not validator("Request").is_valid(message)


@pytest.mark.compiled
def test_replies_fit_the_schema() -> None:
    replies = validator("Reply")
    questions: list[Any] = [
        *seeds(),
        {"op": "go", "kind": "odds", "scenario": charging()},
        {"op": "go", "scenario": squad(), "iterations": 500, "info_ms": 0},
        {"op": "go", "kind": "check", "scenario": squad(ends={"a1": [40, 40, 0, 0]})},
        {"op": "castle"},
    ]
    seen = set()
    with pipes() as client:
        for message in questions:
            client.write(json.dumps(message).encode() + b"\n")
            reply = client.read()
            while reply["op"] == "info":
                replies.validate(reply)
                seen.add("info")
                reply = client.read()
            replies.validate(reply)
            seen.add(reply["op"])
            if "answer" in reply:
                validator(ANSWERS[reply["kind"]].__name__).validate(reply["answer"])
    assert seen == {"hello", "readyok", "ok", "info", "bestmove", "answer", "error"}


def test_the_page_names_everything() -> None:
    words = set(re.findall(r"`(\w+)`", PAGE))
    assert set(REQUESTS) <= words
    assert set(get_args(Code)) <= words
    for kind, known in KINDS.items():
        (row,) = re.findall(rf"^\| `{kind}` \| (.*) \| .* \|$", PAGE, re.MULTILINE)
        named = set(re.findall(r"`(\w+)`", row))
        assert set(known) <= named, kind


def test_the_limits_are_those_on_the_page() -> None:
    table = PAGE[PAGE.index("## Limits") : PAGE.index("## What listens")]
    for limit in fields(Limits):
        value = limit.default
        assert isinstance(value, int | float)
        shown = f"{value / 1000:g} s" if limit.name == "time_ms" else f"{value:,g}"
        if value >= 1_000_000:
            shown = f"{value:,}"
        assert re.search(rf"\b{shown}\b", table), limit.name


def test_the_session_on_the_page_is_as_it_goes() -> None:
    shown = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
    said = [re.findall(r'^([<>]) \{"op": "(\w+)"', line)[0] for line in shown]
    assert [op for way, op in said if way == ">"] == ["hello", "position", "go", "quit"]
    assert [op for way, op in said if way == "<"] == ["hello", "ok", "info", "bestmove", "bye"]
