"""`movesolver bench`: ways that differ get no number, runs can be written, read and compared."""

from __future__ import annotations

import dataclasses
import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console

from movesolver.bench import run as bench_run
from movesolver.bench.checks import CHECKS, CSGRAPH, NETWORKX, NUMPY, TWIN, Check, Way, compare
from movesolver.bench.command import measure
from movesolver.bench.compare import print_comparison
from movesolver.bench.measure import interleave, sample_size
from movesolver.bench.record import (
    ALL_CORES,
    OURS,
    Limits,
    Machine,
    Record,
    Row,
    Target,
    load,
    save,
)
from movesolver.bench.report import print_record, short, to_markdown
from movesolver.bench.run import Plan, measure_rows, with_limit
from movesolver.bench.scenes import BASES, Scene, build_scene
from movesolver.cli import main

TINY = Plan(("coherency",), ("round",), (5,), (1, 64), seconds=0.002)
LIMITS = Limits(1e9, 1e10, 2e9, {2**14: 1e13, 2**27: 1e10})


def printed(show: Callable[[Console], object]) -> str:
    console = Console(file=io.StringIO(), width=250, emoji=False)
    show(console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def record_of(rows: list[Row], **others: Any) -> Record:
    machine = Machine("a processor", 2, "a system", {"python": "3"})
    return Record(machine, LIMITS, 0, 0.1, 2, [], rows, **{"targets": [], **others})


def rows_of(plan: Plan, checks: dict[str, Check] | None = None) -> list[Row]:
    return [row for group in measure_rows(plan, checks) for row in group]


@pytest.mark.parametrize("kind", ["round", "mixed"])
@pytest.mark.parametrize("name", CHECKS)
def test_all_ways_agree(name: str, kind: str) -> None:
    rows = rows_of(dataclasses.replace(TINY, checks=(name,), kinds=(kind,), batches=(1, 40)))
    assert {row.batch for row in rows} == {1, 40}
    assert {OURS, ALL_CORES, TWIN} <= {row.way for row in rows}
    for row in rows:
        assert row.differing == 0, row
        assert row.compared > 0
        assert row.rate is not None
        assert row.rate > 0.0


def test_a_large_batch_is_measured_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "PART", 40 * 105)
    rows = rows_of(dataclasses.replace(TINY, checks=("engaged",), batches=(100,)))
    by_way = {row.way: row for row in rows}
    assert by_way[OURS].batch == by_way[OURS].boards == 100
    assert by_way[OURS].rate is not None
    assert by_way[TWIN].batch == 100
    assert by_way[TWIN].boards <= 40
    monkeypatch.setattr(bench_run, "MOST_PAIRS", 40 * 500)
    (ours, *_) = rows_of(dataclasses.replace(TINY, checks=("gaps",), batches=(100,)))
    assert ours.batch == ours.boards == 40


def lying(honest: Callable[[Scene], Any]) -> Callable[[Scene], Any]:
    """Answer the opposite for the first board."""

    def answer(scene: Scene) -> Any:
        found = np.array(honest(scene))
        found[0] = not found[0]
        return found

    return answer


def test_a_rival_that_lies_gets_no_number() -> None:
    check = CHECKS["coherency"]
    ways = check.ways | {CSGRAPH: Way(lying(check.ways[CSGRAPH].run))}
    rows = rows_of(TINY, {"coherency": dataclasses.replace(check, ways=ways)})
    assert {row.way for row in rows if row.rate is None} == {CSGRAPH}
    record = record_of([row for row in rows if row.batch == 64])
    for text in (to_markdown(record), printed(lambda console: print_record(record, console))):
        assert text.count("differs (1 of") == 1


@pytest.mark.parametrize("caught_by", [TWIN, NUMPY])
def test_a_kernel_that_lies_gets_no_number(caught_by: str) -> None:
    check = CHECKS["coherency"]

    def wrong(scene: Scene, out: Any, threads: int) -> Any:
        codes = np.array(check.run(scene, None, threads)).reshape(len(scene))
        codes[0] ^= 1
        return codes

    ways = {TWIN: check.ways[TWIN], NUMPY: check.ways[NUMPY]}
    if caught_by == NUMPY:
        # the twin is right, but sees the last board alone unless it is asked
        only = check.ways[TWIN].run
        ways[TWIN] = Way(lambda s: only(s) if len(s) < 64 else check.run(s, None, 1) ^ 1)
    plan = dataclasses.replace(TINY, batches=(64,))
    rows = rows_of(plan, {"coherency": dataclasses.replace(check, run=wrong, ways=ways)})
    unnumbered = {row.way for row in rows if row.rate is None}
    assert {OURS, ALL_CORES} <= unnumbered
    page = to_markdown(record_of(rows))
    line = next(line for line in page.splitlines() if line.startswith("| coherency"))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert all(not cell or "differs" in cell for cell in cells[3:])
    assert "differs" in cells[3]


def test_threads_that_answer_otherwise_are_seen() -> None:
    check = CHECKS["coherency"]
    codes = check.run

    def wrong(scene: Scene, out: Any, threads: int) -> Any:
        return codes(scene, None, 1) ^ (threads > 1)

    plan = dataclasses.replace(TINY, batches=(64,))
    rows = rows_of(plan, {"coherency": dataclasses.replace(check, run=wrong)})
    assert {OURS, ALL_CORES} == {row.way for row in rows if row.rate is None}


def test_answers_near_a_limit_are_left_out() -> None:
    ours, theirs = np.array([1, 0, 3]), np.array([1, 2, 4])
    found = compare(ours, theirs, False, np.array([False, True, False]))
    assert (found.compared, found.differing, found.left_out) == (2, 1, 1)
    assert found.boards.tolist() == [2]
    # distances: to 1e-9, and negative is negative
    gaps = np.array([[1.0, -0.5], [2.0, 0.3]])
    assert compare(gaps, np.array([[1.0 + 1e-12, -0.1], [2.0, 0.3]]), True, None).differing == 0
    assert compare(gaps, np.array([[1.0 + 1e-8, 0.1], [2.0, 0.3]]), True, None).differing == 2
    assert compare(gaps, gaps + 1e-3, False, None).differing == 0


def test_scenes_are_the_seeds() -> None:
    for kind in BASES:
        one, same, other = (build_scene(kind, 10, 100, 200, seed) for seed in (3, 3, 4))
        assert (one.own.x == same.own.x).all()
        assert (one.others.y == same.others.y).all()
        assert (one.own.x != other.own.x).any()
        coherent = np.mean(CHECKS["coherency"].run(one, None, 1) == 0)
        engaged = np.mean(CHECKS["engaged"].run(one, None, 1).first >= 0)
        assert 0.1 < coherent < 0.99
        assert 0.1 < engaged < 0.99


def test_calls_take_turns() -> None:
    calls: list[str] = []

    def note(name: str, seconds: float) -> Callable[[], None]:
        def run() -> None:
            calls.append(name)
            time.sleep(seconds)

        return run

    times = interleave([note("slow", 0.01), note("fast", 0.001)], 0.012)
    assert calls[:4] == ["slow", "fast", "slow", "fast"]
    assert times[0] >= 0.01
    assert times[1] >= 0.001
    assert calls.count("slow") == 2
    calls.clear()
    interleave([note("slow", 0.01)], 0.001, 1)
    assert calls == ["slow"]
    assert interleave([], 0.1) == []
    assert sample_size(lambda boards: None, 7, 0.1) == 7


def test_limits_of_the_machine_stand_beside_ours() -> None:
    def limited(check: str, bases: str, batch: int, way: str = OURS) -> Row:
        others = 100 if CHECKS[check].others else 0
        return with_limit(Row(check, bases, 10, others, batch, way, 1e6, batch, 1), LIMITS)

    assert limited("coherency", "round", 1).limit is None
    assert limited("coherency", "round", 100, TWIN).limit is None
    for row, limit, by in (
        (limited("coherency", "round", 50), 2e9 / 45, "predicates"),
        (limited("gaps", "round", 100), 1e9 / 1000, "roots"),
        (limited("engaged", "oval", 100_000), 1e10 / (110 * 48), "reading"),
    ):
        assert row.limit == pytest.approx(limit)
        assert row.limit_by == by
    assert LIMITS.read(100) == LIMITS.read(2**14) == 1e13
    assert LIMITS.read(2**15) == LIMITS.read(2**40) == 1e10


def test_a_run_can_be_written_read_and_compared(tmp_path: Path) -> None:
    record = measure(
        dataclasses.replace(TINY, checks=("self_overlap",)), Console(file=io.StringIO())
    )
    assert record.memory is None
    file = str(tmp_path / "old.json")
    save(record, file)
    assert load(file) == record
    assert json.loads(Path(file).read_text())["seed"] == 0
    slow = msgspec.structs.replace(
        record, rows=[_at(row, 0.5 if row.way == OURS else 1.0) for row in record.rows]
    )
    same = printed(lambda console: print_comparison(record, record, console))
    assert "0 of" in same
    ours = sum(row.way == OURS for row in record.rows)
    worse = printed(lambda console: print_comparison(record, slow, console))
    assert worse.count(" 0.50 ") == ours
    assert f"{ours} of {len(record.rows)} rows slower" in worse
    new = str(tmp_path / "new.json")
    save(slow, new)
    assert main(["bench", "--compare", file, new]) == 1
    assert main(["bench", "--compare", new, file]) == 0


def _at(row: Row, factor: float) -> Row:
    assert row.rate is not None
    return msgspec.structs.replace(row, rate=row.rate * factor)


def test_targets_are_reached_or_missed() -> None:
    targets = [
        Target("a", "NumPy", 20.0, 31.0),
        Target("b", "the limit", 0.85, 0.8),
        Target("c", "csgraph", 5.0, None, "answers differ"),
    ]
    page = to_markdown(record_of([], targets=targets))
    assert "| a | NumPy | 20 x | 31 x | reached |" in page
    assert "| b | the limit | 85 % | 80 % | missed |" in page
    assert "| c | csgraph | 5 x |  | not measured | answers differ |" in page


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "optional", lambda name: None)
    plan = dataclasses.replace(TINY, batches=(64,))
    rows = rows_of(plan)
    assert NETWORKX not in {row.way for row in rows}
    record = msgspec.structs.replace(record_of(rows), missing=bench_run.missing_ways())
    assert "not installed" in to_markdown(record)


def test_numbers_are_short() -> None:
    assert [short(v) for v in (0.5, 3.14, 850.2, 1940.0, 2.31e6, 4e9)] == [
        "0.5",
        "3.1",
        "850",
        "1,940",
        "2.31 M",
        "4 G",
    ]


@pytest.mark.parametrize(
    "options",
    [
        ["--check", "nonsense"],
        ["--threads", "-1"],
        ["--seed", "-1"],
        ["--seconds", "0"],
        ["--compare", "pyproject.toml", "pyproject.toml"],
        ["--compare", "not-there.json", "not-there.json"],
    ],
)
def test_bad_options(
    options: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert main(["bench", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
