"""The command line: exit codes, one-line complaints, JSON on stdout and nothing else."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import movesolver
from movesolver.cli import main

ROOT = Path(__file__).parents[2]
SQUAD = ROOT / "examples" / "squad.json"


def squad(**action: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(SQUAD.read_text())
    document["action"] |= action
    return document


def written(folder: Path, document: object) -> str:
    path = folder / "scenario.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return str(path)


LEGAL = {"a1": [[10, 18, 0, 0], [10, 20.8, 0, 0]]}
TOO_FAR = {"a1": [[10, 18, 0, 0], [10, 25, 0, 0]]}


@pytest.mark.parametrize(("paths", "code"), [({}, 0), (TOO_FAR, 1)])
def test_check_says_legal_or_not(
    paths: object, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, squad(paths=paths))
    assert main(["check", file, "--json"]) == code
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out)["legal"] is (code == 0)
    assert main(["check", file]) == code
    words = capsys.readouterr().out
    assert ("illegal" in words) is (code == 1)


def test_solve_writes_what_check_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = tmp_path / "moved.json"
    assert main(["solve", str(SQUAD), "--json", "--out", str(moved)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] in {"OPTIMAL", "FEASIBLE"}
    assert answer["gap"] == pytest.approx(answer["bound"] - answer["objective"])
    assert answer["certificate"]["over"] == "all"
    assert main(["check", str(moved), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] is True


def test_the_same_seed_gives_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for _ in range(2):
        assert main(["solve", str(SQUAD), "--json", "--seed", "7", "--iterations", "50"]) == 0
        answers.append(json.loads(capsys.readouterr().out) | {"milliseconds": 0})
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "nowhere.json"], "nowhere.json"),
        (["check"], "FILE"),
        (["judge", "x"], "judge"),
        (["solve", str(SQUAD), "--seed", "-1"], "whole number"),
        (["solve", str(SQUAD), "--time-ms", "nan"], "positive number"),
        (["solve", str(SQUAD), "--draw", "x.bmp"], ".svg"),
        (["check", str(SQUAD)], "paths or ends"),
        (["solve", str(SQUAD), "--out", ""], "file name"),
        (["solve", str(SQUAD), "--lines", "--out", "x.json"], "--lines"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_two(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(str(stop.code))
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert words in captured.err


def test_bad_files_name_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = squad(paths={})
    del document["units"][0]["models"][1]["base"]
    assert main(["check", written(tmp_path, document)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("movesolver: units[0].models[1]")
    assert error.count("\n") == 1


def test_moves_of_later_versions_are_declined_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = squad(move="pile_in", targets=["riders"], paths={})
    asked["rules"] = {"game": "wh40k10"}
    file = written(tmp_path, asked)
    assert main(["check", file]) == 2
    assert "not supported yet" in capsys.readouterr().err


def test_nothing_to_judge_is_a_slip_unless_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = squad()
    file = tmp_path / "board.json"
    file.write_text(json.dumps(document))
    assert main(["check", str(file)]) == 2
    assert '("ends": {} if nobody moves), got neither' in capsys.readouterr().err
    standing = movesolver.check(movesolver.load(file))
    for still in ("ends", "paths"):
        file.write_text(json.dumps({**document, "action": {**document["action"], still: {}}}))
        assert main(["check", str(file), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == standing.to_json()
    file.write_text(json.dumps(document) + "\n")
    assert main(["batch", "check", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] == 1


def test_empty_lines_are_no_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = json.dumps(squad(paths={}))
    file = written(tmp_path, f"\n{one}\n  \n{one}\n\n")
    assert main(["check", file, "--lines"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_lines_keep_their_order_and_survive_bad_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps(squad(paths={})), "{nonsense", json.dumps(squad(paths=TOO_FAR))]
    assert main(["check", written(tmp_path, "\n".join(lines)), "--lines"]) == 2
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [reply.get("legal") for reply in replies] == [True, None, False]
    assert set(replies[1]) == {"error"}


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stdin:
        buffer = io.BytesIO(json.dumps(squad(paths={})).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert main(["check", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] is True


def test_draw(tmp_path: Path) -> None:
    picture = tmp_path / "squad.svg"
    assert main(["draw", str(SQUAD), str(picture)]) == 0
    assert picture.read_text().startswith("<svg")


def test_demo_tells_on_one_screen_what_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["demo"]) == 0
    words = capsys.readouterr().out
    lines = words.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 82
    assert "referee: legal" in words
    assert "no legal move is worth more than" in words
    assert "re-checked" in words
    assert "40kdc-data" in words
    assert (tmp_path / "demo.svg").read_text().startswith("<svg")
    assert main(["check", "demo.json", "--json"]) == 0
    capsys.readouterr()
    assert main(["demo", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"] is True
    assert answer["picture"] == "demo.svg"
    tried = [
        line.split("movesolver ")[1].split("  ")[0] for line in lines if "  movesolver" in line
    ]
    assert len(tried) == 4
    for line in tried:
        assert main([*line.split(), "--json"]) == 0


def test_a_picture_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(tmp_path / "squad.svg")
    for paths, legal in ((None, None), ({}, True), (TOO_FAR, False)):
        file = written(tmp_path, squad(paths=paths))
        assert main(["draw", file, picture, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"picture": picture, "legal": legal}


def test_an_interrupt_has_a_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("movesolver.search.solve.solve", interrupted)
    assert main(["solve", str(SQUAD), "--json"]) == 130
    assert capsys.readouterr() == ("", "movesolver: interrupted\n")


def test_certificates_by_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, answers = tmp_path / "boards.jsonl", tmp_path / "answers.jsonl"
    good = json.dumps(squad())
    boards.write_text(f"{good}\n{{\n{good}\n{good}\n")
    assert main(["solve", str(boards), "--lines", "--iterations", "5"]) == 2
    kept = capsys.readouterr().out.splitlines()
    answers.write_text("\n".join(kept[:3]) + "\n")
    assert main(["verify", str(boards), str(answers), "--lines"]) == 2
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.get("valid") for one in said] == [True, None, True, None]
    assert said[3]["error"].startswith(f"{answers}: certificate: wanted JSON")
    assert main(["verify", "-", "-"]) == 2
    assert "- for one of them" in capsys.readouterr().err


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``movesolver`` is this one."""
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    command = f'movesolver() {{ "{sys.executable}" -m movesolver "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT / "examples",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths, **environment},
    )


ENDING = """
import atexit, sys
atexit.register(print, "taken apart", flush=True)
from movesolver import cli
real = cli.main

def main():
    atexit.register(print, "cleared up")
    code = real()
    if "fault" in sys.argv:
        raise RuntimeError("a fault")
    return code

cli.main = main
cli.program()
"""


@pytest.mark.parametrize(
    ("words", "code", "taken_apart"),
    [("--version", 0, False), ("check nowhere.json", 2, False), ("fault", 1, True)],
)
def test_the_program_ends_when_all_is_said(words: str, code: int, taken_apart: bool) -> None:
    """What clears up is called, but the interpreter is not taken apart, which takes seconds."""
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    done = subprocess.run(
        [sys.executable, "-c", ENDING, *words.split()],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == code
    assert "cleared up" in done.stdout
    assert ("taken apart" in done.stdout) is taken_apart
    assert ("Traceback" in done.stderr) is taken_apart


def test_a_terminal_that_knows_ascii_only(tmp_path: Path) -> None:
    document = json.dumps(squad(paths=TOO_FAR)).replace("a1", "kapitän \u202e")
    file = written(tmp_path, document)
    done = shell(f"movesolver check '{file}'", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 1, done.stderr
    assert "kapit" in done.stdout
    assert "\u202e" not in done.stdout


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("movesolver check squad.json --json >&-", 2),
        ("movesolver check - <&-", 2),
        ("movesolver --version", 0),
    ],
)
def test_closed_streams_are_no_traceback(line: str, code: int) -> None:
    done = shell(line)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if code else 0)


def test_a_reader_that_has_heard_enough(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(squad(paths={})) for _ in range(400))
    done = shell(f"movesolver check '{written(tmp_path, lines)}' --lines | head -n 1")
    assert json.loads(done.stdout)["legal"] is True
    assert done.stderr == ""
