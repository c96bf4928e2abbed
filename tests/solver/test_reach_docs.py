"""What docs/reach.md and its example show is run, so that it stays true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reach.md").read_text()


def run(*command: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )


def test_the_page_in_python() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    area, path, near = done.stdout.splitlines()
    assert 100 < int(area.split()[0]) < 114
    assert float(path.split()[0]) < 6.0
    assert near.startswith("False")


@pytest.mark.compiled
def test_the_example_draws_the_committed_picture(tmp_path: Path) -> None:
    picture = tmp_path / "reach.svg"
    done = run("examples/reach.py", str(picture))
    assert done.returncode == 0, done.stderr
    assert "beast" in done.stdout
    drawn, committed = picture.read_text(), (ROOT / "docs" / "reach.svg").read_text()
    assert 'class="reach"' in committed
    assert drawn.count("data-inches") == committed.count("data-inches")


def test_every_option_is_on_the_page() -> None:
    done = run("-m", "movesolver", "reach", "--help")
    assert done.returncode == 0, done.stderr
    options = set(re.findall(r"--[a-z]+", done.stdout)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z]+", PAGE))
