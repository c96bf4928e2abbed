"""What the README and the examples show is run, so that it stays true."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the examples, to write into."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_first_screen_shows_the_two_commands() -> None:
    first = README.splitlines()[:20]
    assert any(line.startswith("make demo") for line in first)
    assert any(line.startswith("make test") for line in first)


def test_the_python_examples(desk: Path) -> None:
    solving, checking = blocks("python")
    done = run([sys.executable, "-c", solving], desk)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "The move is legal."
    done = run([sys.executable, "-c", checking], desk)
    assert done.returncode == 0, done.stderr
    assert 0.0 < float(done.stdout.split()[0]) < 1.0


def test_the_example_of_the_array_checks(desk: Path) -> None:
    (code,) = blocks("python", (ROOT / "docs" / "arrays.md").read_text())
    done = run([sys.executable, "-c", code], desk)
    assert done.returncode == 0, done.stderr
    assert 0.0 < float(done.stdout) < 1.0


def test_the_command_line_example(desk: Path) -> None:
    (lines,) = (b for b in blocks("sh") if "movesolver solve" in b)
    for line in lines.splitlines():
        words = shlex.split(line)
        assert words[0] == "movesolver"
        done = run([sys.executable, "-m", *words], desk)
        assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["legal"] is True
    assert (desk / "moved.svg").read_text().startswith("<svg")


def test_the_example_in_python(desk: Path) -> None:
    done = run([sys.executable, "examples/move_a_unit.py", "out.svg"], desk)
    assert done.returncode == 0, done.stderr
    assert "The move is legal." in done.stdout
    assert (desk / "out.svg").exists()


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
