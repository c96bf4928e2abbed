"""``movesolver reach`` and ``movesolver check --reach``: answers, exit codes, complaints."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from movesolver import check, loads
from movesolver.cli import main

ROOT = Path(__file__).parents[2]
SQUAD = str(ROOT / "examples" / "squad.json")
Answer = dict[str, Any]


def squad(**action: Any) -> Answer:
    document: Answer = json.loads(Path(SQUAD).read_text())
    document["action"] |= action
    return document


def written(folder: Path, *documents: object) -> str:
    path = folder / "scenario.json"
    path.write_text("\n".join(json.dumps(document) for document in documents))
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Answer]:
    code = main(["reach", SQUAD, "--json", *words])
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found: Answer = json.loads(out)
    return code, found


def test_json_has_the_area_and_polygons_of_every_model(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, found = answer(capsys)
    assert code == 0
    assert list(found["models"]) == ["a1", "a2", "a3", "captain"]
    region = found["models"]["a1"]
    assert 100.0 < region["area"] < 113.1
    assert region["maximum"] == 6.0
    assert len(region["polygons"][0][0][0]) == 2
    code, found = answer(capsys, "--model", "captain", "--step", "0.5")
    assert list(found["models"]) == ["captain"]


def test_to_a_place_and_back_through_the_referee(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answer(capsys, "--to", "14.6", "22.0", "--model", "a3")
    assert (code, found["reached"], found["model"]) == (0, True, "a3")
    assert found["length"] == pytest.approx(found["asked"]["a3"]["lower"], abs=1e-3)
    moved = squad(paths={"a3": found["path"]})
    assert {str(c) for c in check(loads(json.dumps(moved))).codes} <= {"NO_NEIGHBOUR", "SPLIT"}


def test_too_far_is_exit_code_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answer(capsys, "--to", "30", "30", "90")
    assert (code, found["reached"], found["path"]) == (1, False, None)
    assert found["asked"]["a1"]["length"] > 20.0
    assert main(["reach", SQUAD, "--to", "30", "30"]) == 1
    words = capsys.readouterr().out
    assert "too far" in words
    assert "not reached" in words


def test_within_a_distance_of_something(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answer(capsys, "--within", "3", "centre")
    assert (code, found["model"]) == (0, "a3")
    assert found["asked"]["a3"]["gap"] < 2.5
    assert found["asked"]["a1"]["reached"] is False
    code, found = answer(capsys, "--within", "0.5", "18", "26")
    assert code == 1
    assert main(["reach", SQUAD, "--within", "3", "centre"]) == 0
    words = capsys.readouterr().out
    assert "away" in words
    assert "reached by a2 and a3" in words


def test_the_threat_of_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answer(capsys, "--threat", "blue", "--plus", "6")
    assert code == 0
    assert list(found["threat"]["units"]) == ["riders"]
    assert main(["reach", SQUAD, "--threat", "blue", "--plus", "6"]) == 0
    assert "together" in capsys.readouterr().out


def test_the_end_that_is_barred_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answer(capsys, "--to", "15.5", "17.3", "--model", "a1")
    assert (code, found["asked"]["a1"]["barred"]) == (1, "ENGAGED")
    code, _ = answer(capsys, "--to", "15.5", "17.3", "--model", "a1", "--passing")
    assert code == 0
    code, found = answer(capsys, "--to", "10", "19.6", "--model", "a1", "--mates")
    assert found["asked"]["a1"]["barred"] == "OVERLAP"
    assert main(["reach", SQUAD, "--to", "15.5", "17.3", "--model", "a1"]) == 1
    assert "ENGAGED" in capsys.readouterr().out


def test_pictures(tmp_path: Path) -> None:
    picture = tmp_path / "reach.svg"
    assert main(["reach", SQUAD, "--to", "14", "22", "--draw", str(picture)]) == 0
    text = picture.read_text()
    assert 'class="reach"' in text
    assert 'class="path"' in text
    assert main(["reach", SQUAD, "--threat", "blue", "--draw", str(picture)]) == 0
    assert 'class="threat"' in picture.read_text()


def test_lines_are_answered_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    near, far = squad(), squad(max_distance=1.0)
    file = written(tmp_path, near, far)
    assert main(["reach", file, "--lines", "--to", "12", "20"]) == 1
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [reply["reached"] for reply in replies] == [True, False]
    assert main(["reach", file, "--lines"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_standard_input_and_a_unit_that_may_not_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = squad()
    document["units"][0]["status"] = {"selected_this_phase": True}

    class Stdin:
        buffer = io.BytesIO(json.dumps(document).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert main(["reach", "-", "--to", "12", "20"]) == 1
    assert "cannot make this move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to", "3"], "X Y"),
        (["--to", "3", "4", "5", "6", "7"], "X Y"),
        (["--to", "east", "4"], "east"),
        (["--within", "3"], "D OF"),
        (["--within", "near", "centre"], "number"),
        (["--within", "3", "nobody"], "nobody"),
        (["--model", "b1"], "model"),
        (["--step", "0"], "step"),
        (["--threat", "green"], "side"),
        (["--plus", "3"], "--threat"),
        (["--to", "3", "4", "--within", "3", "centre"], "wanted no --to beside it"),
        (["--draw", "x.bmp"], ".html, .svg or .png"),
        (["--lines", "--draw", "x.svg"], "--lines"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_two(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["reach", SQUAD, *words])
    except SystemExit as stop:
        code = int(str(stop.code))
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_check_asks_whether_ends_can_be_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    far = squad(ends={name: [40, y, 0, 0] for name, y in (("a1", 18), ("a2", 19.6), ("a3", 21.2))})
    far["action"]["ends"]["captain"] = [38.2, 20.4, 0, 0]
    file = written(tmp_path, far)
    assert main(["check", file]) == 0
    capsys.readouterr()
    assert main(["check", file, "--reach", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {finding["code"] for finding in found["violations"]} == {"TOO_FAR"}
    assert set(found["paths"]) == {"a1", "a2", "a3", "captain"}
    near = squad(ends={"a1": [10.5, 18, 0, 0]})
    assert main(["check", written(tmp_path, near), "--reach"]) == 0
    assert main(["check", written(tmp_path, near, far), "--reach", "--lines"]) == 1


def test_check_reach_of_paths_judges_the_paths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, squad(paths={"a1": [[10, 18, 0, 0], [11.5, 18, 0, 0]]}))
    assert main(["check", file, "--reach", "--json"]) == 0
    assert "paths" not in json.loads(capsys.readouterr().out)
