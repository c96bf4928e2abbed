"""``movesolver verify``: exit codes, what it reads, what it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import movesolver
from movesolver.cli import main
from verify_data import alone, board

SCENARIO = board([(10.0, 10.0)], movesolver.GoalTerm(near=(20.0, 10.0)))


def written(folder: Path, certificate: object) -> list[str]:
    movesolver.dump(SCENARIO, folder / "scenario.json")
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    (folder / "certificate.json").write_text(text)
    return ["verify", str(folder / "scenario.json"), str(folder / "certificate.json")]


@pytest.mark.parametrize(("bound", "code"), [(3.1, 0), (2.9, 1)])
@pytest.mark.parametrize("bare", [True, False])
def test_it_reads_answers_and_certificates(
    bound: float, code: int, bare: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate: dict[str, Any] = alone(bound, u1=3.1)
    given = certificate if bare else {"status": "FEASIBLE", "certificate": certificate}
    arguments = written(tmp_path, given)
    assert main([*arguments, "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer == movesolver.verify(certificate, SCENARIO).to_json()
    assert main(arguments) == code
    words = capsys.readouterr().out
    assert words.startswith("not verified" if code else "verified")
    assert (certificate["claim"] in words) == bool(code)  # nobody's words pass for verified


@pytest.mark.parametrize("text", ["{", "[1]", '{"certificate": 1}', '{"claim": "x"}'])
def test_what_is_no_certificate_is_bad_input(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(written(tmp_path, text)) == 2
    file = tmp_path / "certificate.json"
    assert capsys.readouterr().err.startswith(f"movesolver: {file}: certificate")


def test_what_solve_prints_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = written(tmp_path, "")
    assert main(["solve", arguments[1], "--json"]) == 0
    arguments = written(tmp_path, capsys.readouterr().out)
    assert main([*arguments, "--json"]) in (0, 1)
    answer = json.loads(capsys.readouterr().out)
    assert answer["claim"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "INFEASIBLE"),
        ("status", "OPTIMAL"),
        ("objective", 3.2),
        ("bound", 2.9),
    ],
)
def test_an_answer_that_says_more_than_is_proved_is_refused(
    field: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"status": "FEASIBLE", "objective": 2.5, "bound": 3.1}
    given["certificate"] = alone(3.1, u1=3.1)
    assert main(written(tmp_path, given)) == 0
    capsys.readouterr()
    assert main([*written(tmp_path, given | {field: value}), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["faults"][0].startswith(f"{field}: ")


NEAR = movesolver.GoalTerm(near=(11.0, 10.0))
FAR = movesolver.GoalTerm(need=movesolver.AtLeast(of=(40.0, 30.0), inches=1.0, models=1))


@pytest.mark.parametrize(("goal", "status"), [(NEAR, "OPTIMAL"), (FAR, "INFEASIBLE")])
def test_a_whole_answer_that_is_proved_is_verified(
    goal: movesolver.GoalTerm, status: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = board([(10.0, 10.0)], goal)
    result = movesolver.solve(asked, certify="all")
    assert str(result.status) == status
    words = written(tmp_path, result.to_json())
    movesolver.dump(asked, tmp_path / "scenario.json")
    assert main(words) == 0
    assert "verified" in capsys.readouterr().out
