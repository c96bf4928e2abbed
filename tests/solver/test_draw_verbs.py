"""Every verb that draws writes what the suffix of the file's name says."""

from __future__ import annotations

import argparse
from pathlib import Path
from xml.etree import ElementTree

import pytest

from movesolver.cli import main
from movesolver.commands.verbs import VERBS

EXAMPLES = Path(__file__).parents[2] / "examples"
SQUAD, TABLE = str(EXAMPLES / "squad.json"), str(EXAMPLES / "table.json")
WORDS = {
    "check": ["check", "MOVED"],
    "solve": ["solve", SQUAD, "--iterations", "5"],
    "propose": ["propose", SQUAD, "-k", "1"],
    "snap": ["snap", str(EXAMPLES / "wishes.json")],
    "reach": ["reach", SQUAD],
    "odds": ["odds", str(EXAMPLES / "charge.json"), "--iterations", "5"],
    "regain": ["regain", SQUAD],
    "deploy": [
        "deploy",
        str(EXAMPLES / "red.txt"),
        str(EXAMPLES / "green.txt"),
        *("--layout", "Disrupt vs Recon 01", "--iterations", "1"),
    ],
    "import-save": [
        *("import-save", TABLE, "--bases", str(EXAMPLES / "bases.json")),
        *("--side", "red=name:Red *", "--side", "blue=tint:#3050c0"),
    ],
}
"""An order for each of them, without its ``--draw``."""
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def _nobody_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests is not asked, and has measured nothing."""
    monkeypatch.setenv("MOVESOLVER_BASES", str(tmp_path / "own.json"))
    for module in ("command", "saving"):
        monkeypatch.setattr(f"movesolver.armies.{module}.at_a_terminal", lambda: False)


def test_no_verb_that_draws_is_left_out() -> None:
    drawing = set()
    for verb in VERBS:
        parser = argparse.ArgumentParser()
        verb.add_options(parser)
        if "--draw" in parser.format_help():
            drawing.add(verb.name)
    assert drawing == set(WORDS)


@pytest.mark.compiled
@pytest.mark.parametrize("verb", [*WORDS, "draw"])
def test_the_suffix_says_what_is_written(verb: str, tmp_path: Path) -> None:
    words, option = WORDS.get(verb, ["draw", SQUAD]), [] if verb == "draw" else ["--draw"]
    if verb == "check":
        moved = str(tmp_path / "moved.json")
        assert main([*WORDS["solve"], "--out", moved, "--json"]) == 0
        words = ["check", moved]
    for suffix in ("html", "svg", "png"):
        assert main([*words, *option, str(tmp_path / f"x.{suffix}")]) in (0, 1)
    page, picture, pixels = (
        (next(tmp_path.glob(f"x*.{suffix}"))).read_bytes() for suffix in ("html", "svg", "png")
    )
    assert page.startswith(b"<!DOCTYPE html>")
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert pixels.startswith(PNG)
