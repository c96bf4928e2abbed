"""`movesolver bench` as it is called, with next to no time."""

from __future__ import annotations

from pathlib import Path

import pytest

from movesolver.bench import command, memory, targets
from movesolver.bench.record import OURS, load
from movesolver.bench.run import Plan
from movesolver.cli import main


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Plan, "batches", (1, 100))
    monkeypatch.setattr(command, "LARGEST", (200, 5))
    for name in ("BOARDS", "BATCH"):
        monkeypatch.setattr(targets, name, 300)
    file, page = tmp_path / "run.json", tmp_path / "run.md"
    options = ["--seconds", "0.002", "--threads", "2", "--seed", "5", "--json", str(file)]
    checks = [
        word
        for name in ("coherency", "engaged", "within", "sweep", "gaps")
        for word in ("--check", name)
    ]
    assert main(["bench", "--quick", *options, *checks, "--markdown", str(page)]) == 0
    out = capsys.readouterr().out
    record = load(str(file))
    assert record.seed == 5
    assert record.memory is not None
    assert record.memory.units == 200
    assert record.machine.versions["numba"]
    assert {row.check for row in record.rows} >= {"coherency", "engaged", "within", "gaps"}
    assert all(row.limit is not None for row in record.rows if row.way == OURS and row.batch > 1)
    assert all(target.got is not None or "installed" in target.note for target in record.targets)
    assert len({target.name for target in record.targets}) == 7
    text = page.read_text()
    for target in record.targets:
        assert target.name in text
    assert "Targets" in out
    assert "differs" not in out + text


def test_memory_is_that_of_a_fresh_process() -> None:
    ballast = b"x" * 400_000_000
    small = memory.measure_memory(100, 5, 0)
    assert (small.units, small.models) == (100, 5)
    assert len(ballast) / 1e6 > small.megabytes > 30.0
    assert small.rate > 0.0
