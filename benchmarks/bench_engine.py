"""What asking the engine costs beyond the same call in Python: over pipes and over HTTP."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from http.client import HTTPConnection
from typing import Any

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Progress, Scenario, check, dumps, loads, solve
from scenes import crowded

BATCHES, ROUNDS = 12, 9
ITERATIONS = 10
MOST = {"pipes": 1.0, "http": 3.0}
"""Milliseconds over a call in Python that a call may take at the median."""

Ask = Callable[[dict[str, Any]], Any]


@contextmanager
def pipes() -> Iterator[Ask]:
    """Yield how to ask an engine over pipes."""
    command = [sys.executable, "-m", "movesolver", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        write, flush, read = engine.stdin.write, engine.stdin.flush, engine.stdout.readline

        def ask(message: dict[str, Any]) -> Any:
            write(msgspec.json.encode(message) + b"\n")
            flush()
            while b'"op":"info"' in (line := read())[:20]:
                pass
            return msgspec.json.decode(line)

        yield ask
        ask({"op": "quit"})


@contextmanager
def http() -> Iterator[Ask]:
    """Yield how to ask an engine over HTTP."""
    command = [sys.executable, "-m", "movesolver", "serve", "--http", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        address = json.loads(engine.stdout.readline())["url"].split("/")[2]
        connection = HTTPConnection(address)

        def ask(message: dict[str, Any]) -> Any:
            connection.request("POST", "/", msgspec.json.encode(message))
            return msgspec.json.decode(connection.getresponse().read())

        yield ask
        connection.close()
        engine.terminate()


def watch(progress: Progress) -> bool:
    """Watch as the engine does."""
    return False


def quietest(*calls: Callable[[], object]) -> list[float]:
    """Return milliseconds of calls made in turns: of each the median of its quietest batch."""
    medians: list[list[float]] = [[] for _ in calls]
    for _ in range(BATCHES):
        spent: list[list[float]] = [[] for _ in calls]
        for _ in range(ROUNDS):
            for call, times in zip(calls, spent, strict=True):
                begun = time.perf_counter()
                call()
                times.append(time.perf_counter() - begun)
        for found, times in zip(medians, spent, strict=True):
            found.append(statistics.median(times))
    return [min(found) * 1000 for found in medians]


@dataclass
class Case:
    """A question, and the same one in Python with its answer as JSON."""

    scene: Scenario
    question: dict[str, Any]
    call: Callable[[Scenario], Any]

    def in_python(self) -> bytes:
        return msgspec.json.encode(self.call(self.scene).to_json())

    def read_in_python(self) -> bytes:
        """Answer as HTTP must, where a scenario comes with each question."""
        return msgspec.json.encode(self.call(loads(self.text)).to_json())

    @cached_property
    def text(self) -> str:
        return json.dumps(json.loads(dumps(self.scene)))


def cases() -> dict[str, Case]:
    def search(scene: Scenario) -> Any:
        return solve(scene, iterations=ITERATIONS, watch=watch)

    found: dict[str, Case] = {}
    for models in (5, 10):
        scene = crowded(0, models)
        moved = search(scene).moved
        assert moved is not None
        asked = {"op": "go", "kind": "solve", "iterations": ITERATIONS}
        found[f"solve_{models}"] = Case(scene, asked, search)
        found[f"check_{models}"] = Case(moved, {"op": "go", "kind": "check"}, check)
    return found


@pytest.mark.parametrize("carrier", [pipes, http], ids=["pipes", "http"])
def test_overhead(benchmark: BenchmarkFixture, carrier: Any) -> None:
    """Calls by the engine against the same calls in this process, in turns."""
    over_http, figures, beyond = carrier is http, benchmark.extra_info, dict[str, float]()
    with carrier() as ask:
        ask({"op": "isready"})
        for name, case in cases().items():
            raw = msgspec.Raw(case.text.encode())
            if over_http:
                question, alone = case.question | {"scenario": raw}, case.read_in_python
            else:
                ask({"op": "position", "scenario": raw})
                question, alone = case.question, case.in_python
            mine, its = msgspec.json.decode(alone()), ask(question)["answer"]
            assert (mine.get("ends"), mine.get("slack")) == (its.get("ends"), its.get("slack"))
            mine_ms, its_ms = quietest(alone, partial(ask, question))
            beyond[name] = its_ms - mine_ms
            figures[f"{name}_ms"] = mine_ms
            figures[f"{name}_beyond_ms"] = beyond[name]
        benchmark(lambda: ask({"op": "hello"}))
    assert max(beyond.values()) < MOST["http" if over_http else "pipes"]
