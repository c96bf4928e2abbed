"""``movesolver batch``: files in, arrays and a summary out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from batch_data import many, same, small
from movesolver import Boards, Checked, Proposed, Solved, check_many, propose_many, solve_many
from movesolver.batch import command
from movesolver.cli import main
from movesolver.formats.scenario import loads

Said = dict[str, Any]


def lines(*texts: str) -> str:
    return "".join(" ".join(text.split()) + "\n" for text in texts)


def written(folder: Path, *extra: str) -> str:
    file = folder / "boards.jsonl"
    texts = [movesolver_text(scenario) for scenario in small(3)]
    file.write_text(lines(*texts, *extra))
    return str(file)


def movesolver_text(scenario: Any) -> str:
    from movesolver import dumps

    return dumps(scenario)


def said(capsys: pytest.CaptureFixture[str]) -> Said:
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    answer: Said = json.loads(out)
    return answer


def test_lines_are_packed_and_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, packed, out = written(tmp_path), tmp_path / "boards.npz", tmp_path / "answers.npz"
    assert main(["batch", "pack", file, "--out", str(packed), "--json"]) == 0
    assert said(capsys) == {"boards": 3, "bad": 0, "good": True}
    assert list(Boards.load(packed)) == [
        loads(line) for line in Path(file).read_text().splitlines()
    ]
    expected = solve_many(small(3), iterations=9, seed=4)
    for given in (file, str(packed)):
        call = ["batch", "solve", given, "--iterations", "9", "--seed", "4", "--out", str(out)]
        assert main([*call, "--json", "--chunk", "2"]) == 0
        summary = said(capsys)
        assert (summary["boards"], summary["solved"], summary["errors"]) == (3, 3, {})
        same(Solved.load(out), expected)
    assert main(["batch", "solve", str(packed), "--iterations", "9"]) == 0
    assert "solved" in capsys.readouterr().out


def test_bad_lines_are_counted_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "{}")
    assert main(["batch", "check", file, "--json"]) == 2
    summary = said(capsys)
    assert summary["errors"] == {"BAD_INPUT": 1}
    assert summary["messages"]["3"].startswith("movesolver: wanted 1")
    assert (summary["done"], summary["legal"]) == (3, 3)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(file).read_bytes())))
    assert main(["batch", "check", "-", "--json"]) == 2
    assert said(capsys) == summary
    assert main(["batch", "check", file]) == 2
    assert "BAD_INPUT" in capsys.readouterr().out


def test_empty_lines_are_no_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, spaced = written(tmp_path), tmp_path / "spaced.jsonl"
    assert main(["batch", "check", file, "--json"]) == 0
    summary = said(capsys)
    lines = Path(file).read_text().splitlines()
    spaced.write_bytes(("\n" + "\r\n \t\n".join(lines) + "\n\n").encode())
    assert main(["batch", "check", str(spaced), "--json"]) == 0
    assert said(capsys) == summary
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(spaced.read_bytes())))
    assert main(["batch", "check", "-", "--json"]) == 0
    assert said(capsys) == summary


def test_an_interrupt_is_told_and_has_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(boards: Any, **options: Any) -> Checked:
        told: list[int] = []

        def interrupt(done: int) -> None:
            told.append(done)
            if len(told) == 1:
                raise KeyboardInterrupt

        return check_many(boards, **{**options, "progress": interrupt})

    monkeypatch.setattr(command, "check_many", cut_short)
    boards, file, out = many(60), tmp_path / "many.npz", str(tmp_path / "answers.npz")
    boards.save(file)
    call = ["batch", "ends", str(file), "--threads", "1", "--chunk", "1", "--out", out]
    for said_so in ([], ["--json"]):
        assert main([*call, *said_so]) == 130
        answers = Checked.load(out)
        left = int((~answers.done).sum())
        assert answers.interrupted
        printed = capsys.readouterr()
        assert printed.err == f"movesolver: interrupted, {left} boards not done\n"
        if said_so:
            summary = json.loads(printed.out)
            assert summary["interrupted"] is True
            assert (summary["done"], summary["messages"]) == (60 - left, {})


def test_other_verbs_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, file, out = many(20), tmp_path / "many.npz", str(tmp_path / "answers.npz")
    boards.save(file)
    folder = ["--folder", str(tmp_path / "run"), "--chunk", "5"]
    for _ in range(2):
        assert main(["batch", "ends", str(file), "--out", out, "--json", *folder]) == 1
        assert 0 < said(capsys)["legal"] < 20
        same(Checked.load(out), check_many(boards, depth="ends"))
    assert main(["batch", "check", str(file), "--json", *folder]) == 2
    assert "the folder of this very batch" in capsys.readouterr().err
    file = Path(written(tmp_path))
    call = ["batch", "propose", str(file), "-k", "2", "--iterations", "80", "--out", out]
    assert main([*call, "--json"]) == 0
    assert said(capsys)["moves"] == len(Proposed.load(out).objective)
    same(Proposed.load(out), propose_many(small(3), 2, iterations=80))


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (["check", "nowhere.npz"], "nowhere.npz"),
        (["check", "nowhere.jsonl"], "nowhere.jsonl"),
        (["pack", "FILE"], "--out"),
        (["check", "FILE", "--cluster", "tcp://127.0.0.1:1"], "--cluster"),
        (["check", "FILE", "--chunk", "0"], "chunk"),
        (["pack", "FILE", "--out", "no/where.npz"], "no/where.npz"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(
    call: list[str], place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path)
    assert main(["batch", *(file if word == "FILE" else word for word in call)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert place in error


def test_answers_that_cannot_be_written_are_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[object] = []
    monkeypatch.setattr(command, "_asked", lambda *asked: worked.append(asked))
    out = tmp_path / "nowhere" / "answers.npz"
    assert main(["batch", "check", written(tmp_path), "--out", str(out)]) == 2
    assert str(out) in capsys.readouterr().err
    assert not worked
