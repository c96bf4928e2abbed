"""What is released says one version everywhere, and holds every file of the packages.

``make release-check`` installs it in fresh environments and tries it there.
"""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import release_check
from release_check import PYTHONS, ROOT, TESTS, build, missing_files, release, sources

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    # With the builder that is installed: nothing is fetched.
    return build(tmp_path_factory.mktemp("dist"), "--no-isolation")


def test_the_changelog_begins_with_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert first is not None
    assert first[1] == release()


def test_the_pythons_are_those_promised() -> None:
    promised = [
        said.rpartition(" ")[2] for said in PROJECT["classifiers"] if "Python :: 3." in said
    ]
    assert tuple(promised) == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_the_wheel_holds_every_file_of_the_packages(built: tuple[Path, Path]) -> None:
    wheel, _ = built
    assert wheel.name == f"movesolver-{release()}-py3-none-any.whl"
    assert len(sources()) > 300
    assert any(not name.endswith(".py") for name in sources())
    assert missing_files(wheel) == set()
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0] for name in names} == {
        "movesolver", "movekernels", f"movesolver-{release()}.dist-info",
    }  # fmt: skip
    assert not [name for name in names if "__pycache__" in name]


def test_a_file_that_is_left_out_is_noticed(
    built: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {*sources(), "movesolver/engine/forgotten.js"}
    monkeypatch.setattr(release_check, "sources", lambda: more)
    assert missing_files(built[0]) == {"movesolver/engine/forgotten.js"}


def test_the_sdist_can_be_tested_and_documented(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for file in ("Makefile", "constraints.txt", "pyproject.toml", "docs/site/conf.py",
                 "docs/images/ways.svg", "examples/squad.json", "tests/cases/moves.json",
                 *(f"tests/solver/{name}" for name in TESTS)):  # fmt: skip
        assert file in names, file
    assert not [name for name in names if name.startswith((".venv", "dist", "build"))]
