"""What asking the engine costs beyond the same call in Python: over pipes and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from typing import Any

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Progress, Scenario, check, dumps, loads, solve
from scenes import crowded

ROUNDS = 300
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


def in_python(kind: str) -> Callable[[Scenario, int], Any]:
    """Return the same call without an engine, its answer as JSON."""
    if kind == "check":
        return lambda scene, seed: msgspec.json.encode(check(scene).to_json())
    return lambda scene, seed: msgspec.json.encode(
        solve(scene, seed=seed, iterations=ITERATIONS, watch=watch).to_json()
    )


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] * 1000


@pytest.mark.parametrize("models", [5, 10])
@pytest.mark.parametrize("kind", ["solve", "check"])
@pytest.mark.parametrize("carrier", [pipes, http], ids=["pipes", "http"])
def test_overhead(benchmark: BenchmarkFixture, carrier: Any, kind: str, models: int) -> None:
    """A call by the engine against the same call in this process, one after the other."""
    scene = crowded(0, models)
    moved = solve(scene, iterations=ITERATIONS).moved
    assert moved is not None
    scene = moved if kind == "check" else scene
    text = dumps(scene)
    over_http = carrier is http
    question: dict[str, Any] = {"op": "go", "kind": kind}
    if kind == "solve":
        question["iterations"] = ITERATIONS
    call, seeds = in_python(kind), count()

    def alone(seed: int) -> Any:
        # HTTP has no memory: what comes with a question is read there and must be here.
        return call(loads(text) if over_http else scene, seed)

    with carrier() as ask:
        ask({"op": "isready"})
        if over_http:
            question["scenario"] = msgspec.Raw(text.encode())
        else:
            ask({"op": "position", "scenario": msgspec.Raw(text.encode())})

        def asked(seed: int) -> Any:
            return ask(question | ({"seed": seed} if kind == "solve" else {}))

        for seed in range(5):
            mine, its = msgspec.json.decode(alone(seed)), asked(seed)["answer"]
            assert (mine.get("ends"), mine.get("legal")) == (its.get("ends"), its.get("legal"))
        spent: dict[Callable[[int], Any], list[float]] = {alone: [], asked: []}
        for seed in range(ROUNDS):
            for run, times in spent.items():
                begun = time.perf_counter()
                run(seed)
                times.append(time.perf_counter() - begun)
        beyond = median(spent[asked]) - median(spent[alone])
        benchmark(lambda: asked(next(seeds)))
    benchmark.extra_info["python_ms"] = median(spent[alone])
    benchmark.extra_info["beyond_ms"] = beyond
    assert beyond < MOST["http" if over_http else "pipes"]
