"""What a file's name ends in says what is written; the command line says so too."""

from __future__ import annotations

import builtins
import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import movesolver
from movesolver.cli import main
from movesolver.draw.files import png_of, save_picture
from movesolver.draw.layers import LAYERS
from movesolver.draw.page import draw_page
from movesolver.draw.svg import draw_svg
from movesolver.errors import InputError, UnsupportedError

ROOT = Path(__file__).parents[2]
SQUAD = str(ROOT / "examples" / "squad.json")
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join(str(ROOT / d) for d in ("solver", "kernels"))
}
PNG = b"\x89PNG\r\n\x1a\n"


def test_each_suffix_gives_its_kind(tmp_path: Path) -> None:
    scenario = movesolver.load(SQUAD)
    for suffix in ("html", "svg", "png", "SVG"):
        target = tmp_path / f"board.{suffix}"
        assert save_picture(target, scenario) == [target]
    assert (tmp_path / "board.html").read_text(encoding="utf-8") == draw_page(scenario)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == draw_svg(scenario) + "\n"
    drawn = (tmp_path / "board.png").read_bytes()
    assert drawn.startswith(PNG)
    assert int.from_bytes(drawn[16:20], "big") == 2400


def test_a_png_holds_more_than_paper() -> None:
    svg = draw_svg(movesolver.load(SQUAD))
    without_words = svg.replace("<text", "<g").replace("</text>", "</g>")
    assert len(png_of(svg)) > len(png_of(without_words)) > 20_000


@pytest.mark.parametrize("name", ["board.bmp", "board", ".svg", "board.svg.gz"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"draw: wanted a file name that ends in \.html, \.svg or"):
        save_picture(tmp_path / name, movesolver.load(SQUAD))
    assert not list(tmp_path.iterdir())


def test_a_png_without_the_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnsupportedError, match=r"pip install 'movesolver\[png\]'"):
        save_picture(tmp_path / "board.png", movesolver.load(SQUAD))


def test_proposals_are_one_page_or_numbered_pictures(tmp_path: Path) -> None:
    words = ["propose", SQUAD, "-k", "2", "--json", "--draw"]
    assert main([*words, str(tmp_path / "moves.html")]) == 0
    assert main([*words, str(tmp_path / "moves.png")]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["moves-1.png", "moves-2.png", "moves.html"]


def test_a_wrong_suffix_is_one_line_that_names_those_allowed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", SQUAD, "--draw", "x.bmp"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "wanted a file name that ends in .html, .svg or .png, got 'x.bmp'" in line


def test_scripts_and_style_are_in_the_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    parts = {path.name for path in (ROOT / "solver" / "movesolver" / "draw" / "web").iterdir()}
    assert {f"movesolver/draw/web/{name}" for name in parts} <= held
    assert {"page.css", "page.js"} <= parts


def test_what_the_docs_show_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (shell,) = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    for line in shell.splitlines():
        words = shlex.split(line, comments=True)
        assert words[0] == "movesolver"
        subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, env=ENVIRONMENT, check=True,
            capture_output=True,
        )  # fmt: skip
    (python,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    subprocess.run([sys.executable, "-c", python], cwd=tmp_path, env=ENVIRONMENT, check=True)
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"examples", "move.html", "move.svg", "move.png", "judged.html"}


def test_the_docs_name_the_classes_of_the_layers() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"groups of one class: (.*?)\.\n", page, flags=re.DOTALL)
    known = {name for layer in LAYERS for name in layer.classes}
    named = set(re.findall(r"`([\w-]+)`", listed))
    assert named <= known
    assert len(named) > 12


@pytest.mark.parametrize("suffix", ["html", "svg", "png"])
def test_a_picture_that_cannot_be_written_is_said_as_any_file_is(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "none" / f"x.{suffix}"
    with pytest.raises(InputError, match="wanted a file that can be written, got No such file"):
        save_picture(target, movesolver.load(SQUAD))
    assert main(["draw", SQUAD, str(target)]) == 2
    said = f"{target}: wanted a file that can be written, got No such file or directory"
    assert capsys.readouterr().err == f"movesolver: {said}\n"
    with pytest.raises(InputError, match="wanted a file that can be written"):
        save_picture(tmp_path / f"a\0b.{suffix}", movesolver.load(SQUAD))
