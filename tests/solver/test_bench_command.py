"""`movesolver bench` as it is called, with next to no time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from movesolver.bench import command, memory, targets
from movesolver.bench.record import OURS, Row, load
from movesolver.bench.run import Plan, measure_rows
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


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_a_file_that_cannot_be_written_is_found_out_first(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(*_: object, **__: object) -> None:
        raise AssertionError("measured before the files were tried")

    monkeypatch.setattr(command, "measure", measure)
    for name, word in (
        (tmp_path / "none" / "x", "No such file"),
        (tmp_path, "directory"),
        ("", ""),
    ):
        assert main(["bench", option, str(name)]) == 2
        assert word in capsys.readouterr().err
    same = str(tmp_path / "x")
    assert main(["bench", "--json", same, "--markdown", same]) == 2
    assert "another file" in capsys.readouterr().err
    assert not Path(same).exists()
    assert main(["bench", "--json", same, "--compare", same, same]) == 2
    assert "nothing else" in capsys.readouterr().err


def test_an_interrupted_run_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def some(plan: Plan) -> Iterator[list[Row]]:
        yield next(iter(measure_rows(plan)))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "measure_rows", some)
    monkeypatch.setattr(Plan, "batches", (1, 100))
    monkeypatch.setattr(command, "measure_targets", lambda *_: iter(()))
    file = tmp_path / "run.json"
    main(["bench", "--seconds", "0.002", "--check", "edge", "--json", str(file)])
    assert "interrupted" in capsys.readouterr().err
    assert {row.check for row in load(str(file)).rows} == {"edge"}
