"""`movesolver import-save` and `export-save` as they are called; what a person is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from movesolver.armies.asking import asker
from movesolver.cli import main
from movesolver.formats.base_sizes import BaseSizes
from movesolver.formats.wh40kdc import GapError
from movesolver.table.bases import oval

ROOT = Path(__file__).parents[2]
SAVE = (ROOT / "examples" / "table.json").read_text()
SIZES = ROOT / "examples" / "bases.json"
SIDES = {"red": ["name:Red *"], "blue": ["tint:#3050c0"]}


@pytest.fixture(autouse=True)
def _nobody_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests is not asked, and has measured nothing."""
    monkeypatch.setenv("MOVESOLVER_BASES", str(tmp_path / "own.json"))
    for module in ("command", "saving"):
        monkeypatch.setattr(f"movesolver.armies.{module}.at_a_terminal", lambda: False)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, out = str(ROOT / "examples" / "table.json"), str(tmp_path / "scenario.json")
    words = ["import-save", table, "--bases", str(SIZES), "--side", "red=name:Red *"]
    words += ["--side", "blue=tint:#3050c0"]
    assert main([*words, "--out", out, "--draw", str(tmp_path / "x.svg")]) == 0
    said = capsys.readouterr().out
    assert "red-red-guard-2" in said
    assert "note: Scout: 1 beside the table" in said
    assert main(["check", out]) == 0
    capsys.readouterr()
    assert main([*words, "--layout", "disrupt vs recon 01", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["units"]) == 6
    new = tmp_path / "new.json"
    assert main(["export-save", table, out, "--out", str(new)]) == 0
    assert json.loads(new.read_text()) == json.loads(SAVE)
    sides = tmp_path / "sides.json"
    sides.write_text(json.dumps(SIDES))
    assert main([*words[:4], "--sides", str(sides), "--json", "--table", "60x44"]) == 0
    assert json.loads(capsys.readouterr().out) == answer


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["--side", "red=name:Red *"], 3),
        (["--side", "red=blue"], 1),
        ([], 1),
        (["--side", "red=name:*", "--table", "big"], 1),
        (["--side", "red=name:*", "--map", "dawn"], 1),
        (["--side", "red=name:*", "--layout", "recon vs recon 01"], 1),
        (["--side", "red=name:*", "--table", "60x44", "--layout", "recon vs recon 01"], 1),
        (["--sides", "none.json"], 1),
        (["--side", "red=name:*", "--base", "x"], 1),
        (["--side", "red=name:*", "--base", "Red Gard=32", "--base", "Lancr=32"], 2),
    ],
)
def test_bad_words_are_answered_line_by_line(
    words: list[str], lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(ROOT / "examples" / "table.json")
    assert main(["import-save", table, "--bases", str(SIZES), *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == lines
    assert all(line.startswith("movesolver: ") for line in said.err.splitlines())


def test_a_person_is_asked_for_each_name_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["big", "32", "40", "75x42", "box 90x70", "28.5", "none"])
    questions: list[str] = []

    def answer(prompt: str = "") -> str:
        questions.append(prompt)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("movesolver.armies.saving.at_a_terminal", lambda: True)
    bases = tmp_path / "bases.json"
    words = ["import-save", str(ROOT / "examples" / "table.json"), "--bases", str(bases)]
    words += ["--side", "red=name:Red *", "--side", "blue=tint:#3050c0", "--json"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(questions) == 7
    assert json.loads(bases.read_text())["bases"] == {
        "Red Guard": "32", "Red Captain": "40", "Lancer": "75x42", "Walker": "box 90x70",
        "Scout": "28.5", "Objective 1": None,
    }  # fmt: skip
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len(questions) == 7
    assert main([*words, "--out", str(tmp_path / "no" / "x.json")]) == 2
    assert "a folder that is there" in capsys.readouterr().err


def test_who_answers_nothing_is_told_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", gone)
    monkeypatch.setattr("movesolver.armies.saving.at_a_terminal", lambda: True)
    words = ["import-save", str(ROOT / "examples" / "table.json"), "--side", "red=name:*"]
    assert main([*words, "--bases", str(tmp_path / "bases.json")]) == 2
    assert capsys.readouterr().err.count("wanted a base, given as --base") == 6
    assert not (tmp_path / "bases.json").exists()


def test_a_person_is_asked_for_a_base_and_for_m(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answers = iter(["far", "-1", "12", "120x", "120x92", "", "[b]"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    console = Console(width=200)
    ask = asker(BaseSizes(tmp_path / "mine.json"), console)
    assert ask(GapError("Kill Team", "Biker", "move", "Kill Team 6 only")) == 12
    assert ask(GapError("Kill [Team]", "Biker", "base", "hull")) == oval(120, 92)
    assert ask(GapError("Trukk", "Trukk", "base", "hull")) is None
    assert ask(GapError("Trukk", "Trukk", "base", "hull")) is None  # not asked again
    said = capsys.readouterr().out
    assert said.count("wanted inches, 0 to 100") == 2
    assert "Kill [Team], Biker, base (hull)" in said
    assert "mine.json" in said
    assert next(answers) == "[b]"
