"""The examples run, with small sizes, and say what they should."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

import movesolver

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Runner:
    return Runner(tmp_path, monkeypatch, capsys)


class Runner:
    """Runs an example in a folder of its own, and returns the lines it printed."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self.patch = patch
        self.capsys = capsys

    def __call__(self, name: str, *arguments: str) -> list[str]:
        self.patch.chdir(self.folder)
        self.patch.setattr(sys, "argv", [name, *arguments])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return self.capsys.readouterr().out.splitlines()


def test_check_a_move(run: Runner) -> None:
    lines = run("check_a_move.py")
    assert [line for line in lines if not line.startswith(" ")] == [
        "back and aside: legal",
        "straight on: illegal",
        "one stays behind: illegal",
    ]
    codes = [line.split()[0] for line in lines if re.match(r"  \w", line)]
    assert codes == [
        "TOO_FAR", "THROUGH_ENEMY", "THROUGH_ENEMY", "ENGAGED", "NO_NEIGHBOUR", "SPLIT",
    ]  # fmt: skip
    # guard 0 meets the rider's side, half of 42 mm from its middle, with its own radius to go.
    touch = 10.0 - (42.0 + 32.0) / 2.0 / 25.4
    assert f'    first at ({touch:.2f}, 8.00), after {touch - 6.0:.2f}"' in lines


@pytest.mark.compiled
def test_move_a_unit(run: Runner) -> None:
    status, *_, verdict = run("move_a_unit.py", "out.svg")
    assert status.startswith("FEASIBLE objective ")
    assert verdict == "The move is legal."
    assert (run.folder / "out.svg").read_text().startswith("<svg")


@pytest.mark.compiled
def test_best_charge(run: Runner) -> None:
    guards, crew, chosen, bound, *paths, verdict = run("best_charge.py")
    assert guards == "guards: 7 or more on 2D6, and no less will do: 0.583"  # 21 of 36
    assert crew == "gun crew: 6 or more on 2D6, and no less will do: 0.722"  # 26 of 36
    closed = re.fullmatch(r"gun crew with a 9: FEASIBLE, (\S+) inches of gap closed", chosen)
    most = re.fullmatch(r"no charge move closes more than (\S+)", bound)
    assert closed is not None
    assert most is not None
    assert 30.0 < float(closed[1]) <= float(most[1])
    assert len(paths) == 5
    assert all(float(path.split()[-2]) <= 9.0 for path in paths)
    assert verdict == "The move is legal."


@pytest.mark.compiled
def test_a_charge_that_is_too_short(run: Runner) -> None:
    *_, last = run("best_charge.py", "5")
    assert last.startswith("gun crew with a 5: INFEASIBLE: ")


@pytest.mark.compiled
def test_screen_deep_strike(run: Runner) -> None:
    *lines, proof, found = run("screen_deep_strike.py", "screen.svg")
    shut = [float(line.split()[-2].rstrip('",')) for line in lines]
    assert len(shut) == 4
    assert max(shut) == shut[1]
    # Straight ahead of the marker a raider more than 8 inches from the line, which is 2 inches
    # ahead, is at least this far from the marker's edge; less what the sag between two scouts is.
    assert 9.0 < shut[1] < 2.0 + 8.0 + 32.0 / 25.4 - 20.0 / 25.4
    assert proof == "the proof holds: True, at most 0 models of any set-up"
    assert found == "the nearest deep strike found: The move is legal."
    assert (run.folder / "screen.svg").read_text().startswith("<svg")


@pytest.mark.compiled
def test_many_boards(run: Runner) -> None:
    lines = run("many_boards.py", "8", "few.npz")
    assert lines[0] == "8 of 8 boards solved, 0 errors"
    assert lines[2:] == ["the referee accepts 8 of 8 ends", "read back: True"]
    solved = movesolver.Solved.load(run.folder / "few.npz")
    assert len(solved) == 8
    assert np.unique(solved.objective).size > 4  # the boards differ


def test_every_example_is_listed_and_run() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    files = [path for path in EXAMPLES.iterdir() if path.is_file() and path.name != "README.md"]
    assert len(files) > 8
    for path in files:
        assert re.search(rf"[(`]{re.escape(path.name)}[)`]", page), path.name
        if path.suffix in (".py", ".mjs"):
            assert path.name in tests or path.stem in tests, path.name
