"""The tab key, in a real bash: commands, options, words, files, and names out of the file typed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from movesolver.cli import main
from movesolver.commands.verbs import VERBS

ROOT = Path(__file__).parents[2]

SHELL = """
movesolver() {{ "{python}" -m movesolver "$@"; }}
source <(movesolver completion bash)
while IFS= read -r COMP_LINE; do
  COMP_POINT=${{#COMP_LINE}} COMPREPLY=()
  _python_argcomplete movesolver
  printf '%s\\n' "${{COMPREPLY[*]}}"
done
"""

HUGE = "huge.json"

OFFERED = {
    "movesolver ": {verb.name for verb in VERBS} | {"-h", "--help", "--version"},
    "movesolver re": {"reach", "regain"},
    "movesolver solve --ce": {"--certify"},
    "movesolver solve --certify ": {"grid", "all"},
    "movesolver solve examples/squ": {"examples/squad.json"},
    "movesolver solve --seed ": set(),
    "movesolver reach examples/squad.json --model ": {"a1", "a2", "a3", "captain"},
    "movesolver reach examples/squad.json --model c": {"captain"},
    "movesolver reach examples/squad.json --threat ": {"blue", "red"},
    "movesolver reach nowhere.json --model ": set(),
    "movesolver reach README.md --model ": set(),
    f"movesolver reach {HUGE} --model ": set(),
    "movesolver batch so": {"solve"},
    "movesolver simulate --policies gr": {"greedy"},
    "movesolver simulate --rosters f": {"foot"},
    "movesolver bench --check co": {"coherency"},
    "movesolver completion z": {"zsh"},
}


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What bash offers after each line."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "README.md").write_text("# no scenario\n")
    with (folder / HUGE).open("wb") as file:
        file.truncate(10**12)
    lines = [
        *OFFERED,
        "movesolver reach examples/squad.json --within 3 ",
        "movesolver simulate --layout Disr",
    ]
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    done = subprocess.run(
        ["bash", "-c", SHELL.format(python=sys.executable)],
        input="".join(f"{line}\n" for line in lines),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.stderr == ""
    replies = [set(line.split()) for line in done.stdout.splitlines()]
    return dict(zip(lines, replies, strict=True))


@pytest.mark.parametrize("line", OFFERED)
def test_what_is_offered(line: str, offered: dict[str, set[str]]) -> None:
    assert offered[line] == OFFERED[line]


def test_what_a_distance_is_measured_to(offered: dict[str, set[str]]) -> None:
    found = offered["movesolver reach examples/squad.json --within 3 "]
    assert {"centre", "squad", "riders"} <= found
    assert "a1" not in found


def test_layouts_are_offered_by_name(offered: dict[str, set[str]]) -> None:
    assert "Disrupt\\" in offered["movesolver simulate --layout Disr"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "movesolver" in capsys.readouterr().out
