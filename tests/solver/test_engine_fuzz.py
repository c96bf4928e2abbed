"""Whatever is said to the engine, it answers once and goes on."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine_data import pipes
from fuzz_messages import counted, messages, over_http
from movesolver.engine.limits import Limits

COUNT = 1500


@pytest.mark.compiled
def test_spoiled_messages_over_pipes() -> None:
    found: Counter[str] = Counter()
    with pipes(Limits(time_ms=1000.0)) as client:
        for raw in messages(1, COUNT):
            client.write(raw + b"\n")
            found[counted(client.final())] += 1
        assert client.ask("hello")["op"] == "hello"
    assert not found["INTERNAL"]
    assert found["BAD_INPUT"] > 0.3 * COUNT
    assert min(found[op] for op in ("ok", "bestmove", "answer", "hello")) > 10


@pytest.mark.compiled
def test_spoiled_messages_over_http_from_eight_clients() -> None:
    found = over_http(2, 400)
    assert found.total() == 400
    assert not found["INTERNAL"]


def test_messages_are_the_same_for_the_same_seed() -> None:
    assert list(messages(5, 50)) == list(messages(5, 50))
    lines = list(messages(5, 50))
    assert all(b"\n" not in line for line in lines)
    good = 0
    for line in lines:
        try:
            json.loads(line)
            good += 1
        except ValueError:
            pass
    assert 10 < good < 50
