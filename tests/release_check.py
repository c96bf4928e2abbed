"""Builds the wheel and the sdist, installs the wheel in fresh environments, and tries it there.

PYTHONPATH=tests python -m release_check [--python 3.12 ...] [--dist dist]

For every Python asked for (3.11, 3.12 and 3.13, those found on this machine): a new environment in
a temporary folder, the wheel in it, and from a folder outside of the repository the demonstration,
a solve, the engine's hello, and some tests of the unpacked sdist on the installed package.  Each
environment compiles the kernels anew, so this takes many minutes.  Ends with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = {"movesolver": ROOT / "solver", "movekernels": ROOT / "kernels"}
PYTHONS = ("3.11", "3.12", "3.13")
TESTS = (
    "test_scenario.py",
    "test_check_ends.py",
    "test_regain.py",
    "test_engine.py",
    "test_gym.py",
)
"""Quick ones, of reading files, judging, arrays, processes and an extra."""
NEEDS = ("pytest", "hypothesis")


def release() -> str:
    """Return the version that is built."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(told["project"]["version"])


def interpreter(version: str) -> Path | None:
    """Return a Python of that version: this one, one on the path, or one of pyenv."""
    if sys.version.startswith(f"{version}."):
        return Path(sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(pyenv.glob(f"versions/{version}.*/bin/python"))
    if found:
        return found[-1]
    on_path = shutil.which(f"python{version}")
    return Path(on_path) if on_path else None


def sources() -> set[str]:
    """Return every file that the packages are made of, as a wheel names them."""
    return {
        path.relative_to(folder).as_posix()
        for name, folder in PACKAGES.items()
        for path in (folder / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def missing_files(wheel: Path) -> set[str]:
    """Return what the packages are made of and the wheel does not hold."""
    with zipfile.ZipFile(wheel) as archive:
        return sources() - set(archive.namelist())


def run(
    command: Sequence[str | Path], folder: Path, feed: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, without a trace of the repository in its environment."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        input=feed,
        capture_output=True,
        text=True,
        check=False,
        env=clean,
    )


def build(dist: Path, *options: str) -> tuple[Path, Path]:
    """Build wheel and sdist; return them."""
    shutil.rmtree(dist, ignore_errors=True)
    done = run([sys.executable, "-m", "build", *options, "--outdir", dist, ROOT], ROOT)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    return wheel, sdist


def steps(python: Path, desk: Path, sdist: Path) -> Iterator[tuple[str, str]]:
    """Yield what is tried with an installed package, and what was wrong: "" for nothing."""
    script = python.parent / "movesolver"
    where = run([python, "-c", "import movesolver; print(movesolver.__file__)"], desk)
    inside = str(python.parents[1]) in where.stdout
    yield "import", "" if inside else f"imported from {where.stdout}{where.stderr}"

    told = run([script, "--version"], desk).stdout
    yield "version", "" if told.split() == ["movesolver", release()] else told

    done = run([script, "demo", "--folder", desk], desk)
    drawn = (desk / "demo.svg").exists() and "referee: legal" in done.stdout
    yield "demo", "" if done.returncode == 0 and drawn else done.stdout + done.stderr

    with tarfile.open(sdist) as archive:
        archive.extractall(desk, filter="data")
    (source,) = desk.glob("movesolver-*")
    done = run([script, "solve", source / "examples" / "squad.json", "--json"], desk)
    solved = done.returncode == 0 and json.loads(done.stdout)["objective"] > 25.0
    yield "solve", "" if solved else done.stdout + done.stderr

    done = run([script, "serve"], desk, '{"op": "hello", "protocol": 1}\n{"op": "quit"}\n')
    hello = json.loads(done.stdout.splitlines()[0]) if done.stdout else {}
    yield "serve", "" if hello.get("version") == release() else done.stdout + done.stderr

    # The tests of the sdist, but the installed package: not the sources beside them.
    tests = [source / "tests" / "solver" / name for name in TESTS]
    options = ["-q", "-o", "pythonpath=tests benchmarks"]
    done = run([python, "-m", "pytest", *options, *tests], source)
    yield "tests of the sdist", "" if done.returncode == 0 else done.stdout + done.stderr


def tried(version: str, wheel: Path, sdist: Path) -> bool | None:
    """Try a wheel with a Python; return whether all went well, None if there is no such Python."""
    found = interpreter(version)
    if found is None:
        print(f"{version}: not on this machine", flush=True)
        return None
    with tempfile.TemporaryDirectory() as folder:
        desk = Path(folder) / "desk"
        desk.mkdir()
        run([found, "-m", "venv", Path(folder) / "env"], desk)
        python = Path(folder) / "env" / "bin" / "python"
        pins: list[str | Path] = ["-c", ROOT / "constraints.txt"]
        pip: list[str | Path] = [python, "-m", "pip", "install", "-q"]
        done = run([*pip, *pins, f"{wheel}[data,rl]", *NEEDS], desk)
        if done.returncode:
            print(f"{version}: not installed\n{done.stderr}", flush=True)
            return False
        well = True
        begun = time.monotonic()
        for name, fault in steps(python, desk, sdist):
            took, begun = time.monotonic() - begun, time.monotonic()
            print(f"{version}: {name}: {fault or 'well'} ({took:.0f} s)", flush=True)
            well = well and not fault
        return well


def main() -> int:
    """Build, install and try."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", action="append", help="a version: 3.11, 3.12, 3.13 if left out")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where they are built")
    parser.add_argument("--build-only", action="store_true", help="build and look inside, no more")
    options = parser.parse_args()
    wheel, sdist = build(options.dist.resolve())
    print(wheel.name, f"{wheel.stat().st_size:,}", sdist.name, f"{sdist.stat().st_size:,} bytes")
    if missing := missing_files(wheel):
        print("not in the wheel:", *sorted(missing))
        return 1
    if options.build_only:
        return 0
    ends = [tried(version, wheel, sdist) for version in options.python or PYTHONS]
    return 0 if all(ends) or (None in ends and any(ends) and False not in ends) else 1


if __name__ == "__main__":
    sys.exit(main())
