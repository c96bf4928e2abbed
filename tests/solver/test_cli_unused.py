"""No option is given for nothing: one that another leaves unused is refused; files are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import movesolver
from movesolver import InputError
from movesolver.cli import main

ROOT = Path(__file__).parents[2]
SQUAD = str(ROOT / "examples" / "squad.json")
TABLE = str(ROOT / "examples" / "table.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", SQUAD, "--gap", "1"], "--gap: wanted --certify beside it, got none"),
        (["solve", SQUAD, "--proof-ms", "9"], "--proof-ms: wanted --certify beside it, got none"),
        (["reach", SQUAD, "--plus", "3"], "--plus: wanted a threat (--threat SIDE), got none"),
        *(
            (["reach", SQUAD, "--threat", "blue", *words],
             f"{words[0]}: wanted a region of the unit, so no --threat, got both")
            for words in (["--passing"], ["--mates"], ["--model", "a1"])
        ),
        (["batch", "check", "x", "--seed", "0"],
         "--seed: wanted solve or snap or propose, got check"),
        (["batch", "ends", "x", "--time-ms", "9"],
         "--time-ms: wanted solve or snap or propose, got ends"),
        (["batch", "solve", "x", "-k", "3"], "-k: wanted propose, got solve"),
        (["batch", "snap", "x", "--bound"], "--bound: wanted solve, got snap"),
        (["batch", "pack", "x", "--out", "y", "--threads", "2"],
         "--threads: wanted check or ends or solve or snap or propose, got pack"),
        (["simulate", "--board", "x", "--layout", "plain"],
         "--layout: wanted rosters and a layout, so no --board, got both"),
        (["simulate", "--board", "x", "--rosters", "foot", "foot"],
         "--rosters: wanted rosters and a layout, so no --board, got both"),
        (["bench", "--compare", "a", "b", "--seed", "0"],
         "--seed: wanted two files and nothing else with --compare, got both"),
        (["bench", "--compare", "a", "b", "--full"],
         "--full: wanted two files and nothing else with --compare, got both"),
        (["serve", "--schema", "--http"], "--http: wanted an engine, so no --schema, got both"),
        (["serve", "--schema", "--max-ms", "9"],
         "--max-ms: wanted an engine, so no --schema, got both"),
        (["serve", "--no-open"], "--no-open: wanted --page beside it, got none"),
        (["serve", "--port", "1"], "--port: wanted --http or --page beside it, got none"),
        (["import-save", TABLE, "--side", "a=name:*", "--attacker", "a"],
         "--attacker: wanted a layout as well (--layout), got none"),
        (["import-save", TABLE, "--side", "a=name:*", "--map", "a"],
         "--map: wanted a layout as well (--layout), got none"),
    ],
)  # fmt: skip
def test_an_option_that_nothing_is_done_with(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"movesolver: {said}\n"


@pytest.mark.parametrize("name", ["gap", "proof_ms"])
def test_how_far_a_proof_goes_without_one(name: str) -> None:
    scenario = movesolver.load(SQUAD)
    said = rf"^{name}: wanted a proof that it is for \(certify\), got none"
    with pytest.raises(InputError, match=said):
        movesolver.solve(scenario, **{name: 1.0})  # type: ignore[arg-type] # it is a number
    with pytest.raises(InputError, match=said):
        movesolver.solve_many([scenario], **{name: 1.0})  # type: ignore[arg-type] # as above


@pytest.mark.compiled
def test_a_proof_that_is_asked_for_lowers_the_bound_of_many_too() -> None:
    scenario = movesolver.load(SQUAD)
    plain = movesolver.solve(scenario, bound=False, iterations=20)
    proved = movesolver.solve(scenario, bound=False, iterations=20, certify="all", proof_ms=100.0)
    many = movesolver.solve_many([scenario], iterations=20, certify="all", proof_ms=100.0)
    assert plain.bound is not None
    assert proved.bound is not None
    assert proved.bound < plain.bound - 0.1
    assert many.bound[0] < plain.bound - 0.1


def test_with_two_files_an_error_says_which_it_is_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, list_, lines = tmp_path / "bad.json", tmp_path / "list.json", tmp_path / "lines.jsonl"
    bad.write_text("{")
    list_.write_text('{"certificate": []}')
    for words, place in (
        (["verify", str(bad), SQUAD], f"{bad}: line 1, column 2"),
        (["verify", SQUAD, str(bad)], f"{bad}: certificate"),
        (["verify", SQUAD, SQUAD], f"{SQUAD}: certificate.claim"),
        (["verify", SQUAD, str(list_)], f"{list_}: certificate"),
        (["export-save", TABLE, str(bad), "--out", "x"], f"{bad}: line 1, column 2"),
        (["export-save", str(bad), SQUAD, "--out", "x"], f"{bad}: line 1, column 2"),
        (["simulate", "--board", str(bad)], f"{bad}: line 1, column 2"),
    ):
        assert main(words) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"movesolver: {place}: wanted "), words
        assert said.err.count("\n") == 1
    lines.write_text("{}\n")
    assert main(["verify", "--lines", str(lines), str(lines)]) == 2
    assert json.loads(capsys.readouterr().out)["error"].startswith(f"{lines}: movesolver: wanted")
