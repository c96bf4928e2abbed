"""The tab key in a real zsh and a real fish, where they are installed (.ci/run installs them)."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Seconds after which a shell counts as hanging: each tab starts a Python."""

ZSH = """
autoload -Uz compinit && compinit -u -D
source <(movesolver completion zsh)
written() { print -r -- "$BUFFER" >> written.txt; BUFFER=; zle redisplay }
zle -N written && bindkey '^X' written && bindkey '^I' complete-word
: > written.txt
"""

FINISHED = {
    "movesolver rea": "movesolver reach",
    "movesolver solve --certi": "movesolver solve --certify",
    "movesolver solve --certify gr": "movesolver solve --certify grid",
    "movesolver solve examples/squ": "movesolver solve examples/squad.json",
    "movesolver reach examples/squad.json --model cap":
        "movesolver reach examples/squad.json --model captain",
}  # fmt: skip
OFFERED = {
    "movesolver re": {"reach", "regain"},
    "movesolver solve --certify ": {"grid", "all"},
    "movesolver solve examples/squ": {"examples/squad.json"},
    "movesolver reach examples/squad.json --model ": {"a1", "a2", "a3", "captain"},
    "movesolver solve --seed ": set(),
}


def needed(shell: str) -> str:
    """Return where a shell is; without one there is nothing to test."""
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples, and this movesolver as a command."""
    (tmp_path / "examples").mkdir()
    shutil.copy(ROOT / "examples" / "squad.json", tmp_path / "examples")
    command = tmp_path / "bin" / "movesolver"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m movesolver "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'solver'}{os.pathsep}{ROOT / 'kernels'}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    return tmp_path


def test_what_fish_offers(desk: Path) -> None:
    asked = "; ".join(f"complete -C '{line}'; echo ==" for line in OFFERED)
    done = subprocess.run(
        [needed("fish"), "--no-config", "-c", f"movesolver completion fish | source; {asked}"],
        cwd=desk,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    replies = done.stdout.split("==\n")[: len(OFFERED)]
    found = [{line.split("\t")[0] for line in reply.splitlines()} for reply in replies]
    assert dict(zip(OFFERED, found, strict=True)) == OFFERED


def test_how_zsh_finishes_a_line(desk: Path) -> None:
    ours, its = pty.openpty()
    (desk / "begin.zsh").write_text(ZSH)
    process = subprocess.Popen(
        [needed("zsh"), "-f", "-i"], cwd=desk, stdin=its, stdout=its, stderr=its, close_fds=True
    )
    os.close(its)
    try:
        os.set_blocking(ours, False)
        _typed(ours, "source begin.zsh\n", desk / "written.txt", 0)
        for number, line in enumerate(FINISHED, 1):
            _typed(ours, f"{line}\t\x18", desk / "written.txt", number)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    found = (desk / "written.txt").read_text().splitlines()
    assert [line.rstrip() for line in found] == list(FINISHED.values())


def _typed(terminal: int, keys: str, written: Path, lines: int) -> None:
    """Type, and wait until the shell has written so many lines; its screen is read meanwhile."""
    os.write(terminal, keys.encode())
    until, screen = time.monotonic() + PATIENCE, b""
    while not (written.exists() and written.read_text().count("\n") == lines):
        try:
            screen += os.read(terminal, 65536)
        except BlockingIOError:
            time.sleep(0.05)
        assert time.monotonic() < until, screen[-2000:]
