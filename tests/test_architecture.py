"""The project's own rules, checked: what CONTRIBUTING.md promises."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KERNELS = ROOT / "kernels" / "movekernels"
FOLDERS = ("kernels", "solver", "tests", "benchmarks", "examples")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
LONGEST = 400
COMPILED = {"kernel", "allocating"}


def kernels_of(path: Path) -> list[str]:
    """Names of the functions of a file that are compiled and meant to be called."""
    return [
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and any(isinstance(d, ast.Name) and d.id in COMPILED for d in node.decorator_list)
    ]


def functions_of(path: Path) -> set[str]:
    if not path.exists():
        return set()
    return {n.name for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.FunctionDef)}


EVERY_KERNEL = [
    pytest.param(path, name, id=f"{path.stem}.{name}")
    for path in sorted(KERNELS.rglob("*.py"))
    for name in kernels_of(path)
]


def test_sources_are_found() -> None:
    assert len(SOURCES) > 50
    assert len(EVERY_KERNEL) > 15


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_one_file_compiles(path: Path) -> None:
    if path == KERNELS / "_jit.py":
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"njit", "jit", "vectorize", "guvectorize", "prange"}
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba"):
            names = {alias.name for alias in node.names}
            assert not names & {"njit", "jit", "vectorize", "guvectorize", "prange"}


def test_kernels_hand_out_no_arrays() -> None:
    """They borrow arrays and count no references: one returned would be freed twice."""
    for path in sorted(KERNELS.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                borrowed = any(
                    isinstance(d, ast.Name) and d.id == "kernel" for d in node.decorator_list
                )
                private = node.name.startswith("_")
                words = set(re.findall(r"\w+", ast.unparse(node.returns)))
                assert not borrowed or private or words <= {"int", "float", "bool", "tuple", "None"}


@pytest.mark.parametrize(("path", "name"), EVERY_KERNEL)
def test_every_kernel_has_a_slow_twin(path: Path, name: str) -> None:
    assert name in functions_of(ROOT / "tests" / "reference" / path.name)


@pytest.mark.parametrize(("path", "name"), EVERY_KERNEL)
def test_every_kernel_is_compared_with_its_twin(path: Path, name: str) -> None:
    tests = "\n".join(p.read_text() for p in (ROOT / "tests" / "kernels").glob("test_*.py"))
    assert re.search(rf"\b{name}\b", tests)


@pytest.mark.parametrize(("path", "name"), EVERY_KERNEL)
def test_every_kernel_has_a_benchmark(path: Path, name: str) -> None:
    bench = ROOT / "benchmarks" / f"bench_{path.stem}.py"
    assert bench.exists()
    assert re.search(rf"\b{name}\b", bench.read_text())


def test_every_code_is_documented() -> None:
    from movesolver import Code

    page = (ROOT / "docs" / "codes.md").read_text()
    for code in Code:
        assert f"`{code}`" in page, code


def test_every_public_name_is_exported_and_documented() -> None:
    import movesolver
    from movesolver import arrays

    page = (ROOT / "docs" / "api.md").read_text()
    for module in (movesolver, arrays):
        for name in module.__all__:
            item = getattr(module, name)
            assert item.__doc__, name
            assert re.search(rf"\b{name}\b", page), name


MACHINE = r"(?<![\w.])/(?:work|root|home)/|index[-]url|https?://[\w.]*[p]ypi"
"""Paths and package indexes of somebody's machine."""


def test_tracked_files_name_no_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:  # an unpacked source distribution is no checkout
        return
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt", ".json", ""} and path.is_file():
            text = path.read_text(errors="ignore")
            assert not re.search(MACHINE, text), name


PROBE = """
import numpy as np
from movekernels.arrays import Shapes
from movekernels.geometry.gap import gap
one, two = np.array([0, 1, 2]), np.array([0.5, 0.5])
kinds, none, zero = np.zeros(2, np.int64), np.zeros(3, np.int64), two[:0]
shapes = Shapes(one, kinds, two, two, none, zero, zero, two, two)
print(gap(shapes, 0, 0.0, 0.0, 1.0, 0.0, 1, 3.0, 0.0, 1.0, 0.0))
"""


@pytest.mark.compiled
def test_an_edit_in_another_file_is_not_answered_from_the_cache(tmp_path: Path) -> None:
    # Numba's own cache stamps a function with its own file only; ours with all of them.
    shutil.copytree(KERNELS, tmp_path / "movekernels", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }

    def run() -> float:
        done = subprocess.run(
            [sys.executable, "-c", PROBE],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return float(done.stdout)

    assert run() == pytest.approx(2.0)
    assert run() == pytest.approx(2.0)
    disc = tmp_path / "movekernels" / "arrays.py"
    disc.write_text(disc.read_text().replace("DISC = 0", "DISC = 7"))
    assert run() != pytest.approx(2.0)
