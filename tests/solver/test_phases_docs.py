"""The page about phases: its example is run and prints what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from movesolver import ChargePhase, CommandRound, Event, FightMoves, MovementPhase, Option

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "phases.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_says() -> None:
    code, printed = (
        re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) for kind in ("python", "text")
    )
    done = subprocess.run(
        [sys.executable, "-c", code[0]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "solver", ROOT / "kernels"))),
        },
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed[0]


def test_every_step_is_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)", PAGE)) | set(re.findall(r"\.(\w+)\(", PAGE))
    for kind in (MovementPhase, ChargePhase, FightMoves, CommandRound):
        steps = {name for name in dir(kind) if not name.startswith("_")}
        methods = {name for name in steps if callable(getattr(kind, name))}
        assert methods - {"unit", "kind", "named_units", "named_sides", "restrictions"} <= named
    assert {"dice", "hazards", "lost", "owed", "forced"} <= set(Event.__struct_fields__) & named
    assert "refusals" in Option.__struct_fields__
