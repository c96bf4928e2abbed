"""Kernels that are compiled side by side: the list of them, its order, and the processes."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from numba.core import types

from movesolver.cli import main
from movesolver.warm import ahead, signatures
from movesolver.warm.ahead import Ahead, callees, compile_ahead, is_compiled
from movesolver.warm.jobs import jobs
from movesolver.warm.signatures import Kernel, listed, written

pytestmark = pytest.mark.compiled

KERNELS = listed().kernels


def test_the_list_is_read_as_it_was_written() -> None:
    called = [(one.name, one.job, listed().signatures(one)) for one in KERNELS]
    file = Path(signatures.__file__).with_name(signatures.FILE)
    assert written(called) == file.read_text(encoding="utf-8")
    assert len({one.name for one in KERNELS}) == len(KERNELS) > 300


def test_a_type_it_cannot_hold() -> None:
    strange: Any = types.List
    with pytest.raises(TypeError, match="cannot hold"):
        written([("a.b", "check", [(strange(types.int64),)])])


def test_callees_come_before_their_callers() -> None:
    place = {one.name: k for k, one in enumerate(KERNELS)}
    pairs = [(one, place[one], place[name]) for name in place for one in callees(name) & set(place)]
    assert len(pairs) > 500
    assert not [one for one, called, caller in pairs if called >= caller]


def test_its_jobs_are_the_jobs() -> None:
    assert {one.job for one in KERNELS} <= {job.name for job in jobs()}
    assert KERNELS[0].job == "check"


def test_all_that_the_jobs_call_is_listed() -> None:
    """In a process where nobody else called kernels with other types."""
    words = [
        sys.executable,
        "-c",
        "from kernel_list import unlisted; print(*unlisted(), sep='\\n')",
    ]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(words, capture_output=True, text=True, env=where, check=False)
    assert (done.returncode, done.stdout.split()) == (0, []), f"make kernel-list {done.stderr}"


SCRIPT = """
import sys
from movesolver.cli import main
from movesolver.warm import ahead, signatures
if __name__ == "__main__":
    whole = signatures.listed()
    some = signatures.Listed(whole.kernels[:12], whole.types)
    ahead.listed = lambda: some
    told = []
    found = ahead.compile_ahead(processes=2, tell=lambda *done: told.append(done))
    assert found.kernels == 12, found
    assert told == [(k + 1, 12) for k in range(12)], told
    assert set(found.seconds) == {"check"}
    assert found.seconds["check"] > 0.5, found
    assert all(ahead._cached(one) for one in some.kernels)
    assert ahead.is_compiled("check")
    assert ahead.compile_ahead(processes=2) == ahead.Ahead()
    print("compiled")
"""


def test_two_processes_fill_the_cache(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    empty = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    words = [sys.executable, str(script)]
    done = subprocess.run(words, capture_output=True, text=True, env=empty, check=False)
    assert (done.returncode, done.stdout) == (0, "compiled\n"), done.stderr


class Here(Executor):
    """Does work at once; compiling some kernels fails."""

    def __init__(self, fails: str = "", breaks_at: int = 1000) -> None:
        self.done: list[str] = []
        self.fails, self.breaks_at = fails, breaks_at

    def submit(self, _: Any, /, *names: Any, **__: Any) -> Future[Any]:
        if len(self.done) == self.breaks_at:
            raise BrokenProcessPool
        self.done += names
        future = Future[Any]()
        if names == (self.fails,):
            future.set_exception(ValueError("no"))
        else:
            future.set_result(0.5)
        return future


def compiled_with(monkeypatch: pytest.MonkeyPatch, pool: Here, **options: Any) -> Ahead:
    monkeypatch.setattr("movesolver.batch.executors.process_pool", lambda _: pool)
    monkeypatch.setattr(ahead, "_cached", lambda _: False)
    return compile_ahead(processes=2, **options)


def test_every_kernel_waits_for_its_callees(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Here()
    found = compiled_with(monkeypatch, pool, jobs=("check",))
    wanted = [one.name for one in KERNELS if one.job == "check"]
    assert sorted(pool.done) == sorted(wanted)
    assert found == Ahead(len(wanted), {"check": 0.5 * len(wanted)})
    place = {name: k for k, name in enumerate(pool.done)}
    for name in pool.done:
        assert all(place[one] < place[name] for one in callees(name) & place.keys())


def test_what_cannot_be_compiled_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [one.name for one in KERNELS if one.job == "check"]
    found = compiled_with(monkeypatch, Here(fails=wanted[0]), jobs=("check",))
    assert found.kernels == len(wanted) - 1


def test_processes_that_die_leave_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Here(breaks_at=3)
    assert compiled_with(monkeypatch, pool, jobs=("check",)).kernels <= 3
    assert len(pool.done) == 3


def test_kernels_in_a_ring_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = {one.name for one in KERNELS[:2]}
    monkeypatch.setattr(ahead, "callees", lambda name: ring - {name} if name in ring else set())
    few = signatures.Listed(KERNELS[:10], listed().types)
    monkeypatch.setattr(ahead, "listed", lambda: few)
    pool = Here()
    assert compiled_with(monkeypatch, pool).kernels == 8
    assert not ring & set(pool.done)


def test_nothing_is_begun_for_one_process_or_few_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_cached", lambda one: one.name != KERNELS[0].name)
    monkeypatch.setattr("movesolver.batch.executors.process_pool", None)
    assert compile_ahead(processes=2) == Ahead()
    monkeypatch.setattr(ahead, "_cached", lambda _: False)
    assert compile_ahead(processes=1) == Ahead()


def test_where_nothing_is_compiled_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_cached", lambda _: False)
    assert not is_compiled("solve")
    monkeypatch.undo()
    monkeypatch.setattr(ahead, "_function", lambda _: len)  # compilation is off
    assert is_compiled("solve")
    assert compile_ahead(processes=2) == Ahead()


def test_a_kernel_is_named_with_its_module() -> None:
    one = next(kernel for kernel in KERNELS if kernel.job == "solve")
    assert isinstance(one, Kernel)
    assert one.name.startswith("movekernels.")
    assert ahead.compile_kernel(one.name) >= 0.0


def test_an_interrupt_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    class Child:
        def terminate(self) -> None:
            ended.append(self)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    child = Child()
    monkeypatch.setattr(ahead, "active_children", lambda: [child])
    with pytest.raises(KeyboardInterrupt):
        compiled_with(monkeypatch, Here(), jobs=("check",), tell=interrupted)
    assert ended == [child]


@pytest.mark.parametrize(
    ("words", "job"),
    [
        (["regain", "examples/squad.json"], "check"),
        (["solve", "examples/squad.json", "--iterations", "2"], "solve"),
        (["solve", "examples/boards.jsonl", "--lines", "--iterations", "2"], "solve"),
    ],
)
def test_a_command_compiles_what_it_calls(
    words: list[str], job: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks little does not wait for the kernels of a search."""
    asked = list[str]()

    def heard(one: str) -> bool:
        asked.append(one)
        return True

    monkeypatch.setattr(ahead, "is_compiled", heard)
    monkeypatch.chdir(Path(__file__).parents[2])
    main(words)
    assert asked == [job]
