"""Every command: its help, whose examples run as they stand; JSON; hints on misspellings."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from movesolver.cli import main
from movesolver.cli_parser import build_parser
from movesolver.commands.verbs import VERBS

ROOT = Path(__file__).parents[2]
SQUAD = ROOT / "examples" / "squad.json"
LONG = {"bench", "warm"}
"""Commands whose examples take a minute or more."""
FOREVER = {"movesolver serve --http --port 8740"}


def parsers() -> dict[str, argparse.ArgumentParser]:
    (action,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(action.choices)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_help_shows_examples(verb: object, capsys: pytest.CaptureFixture[str]) -> None:
    from movesolver.commands.verb import Verb

    assert isinstance(verb, Verb)
    assert main([verb.name, "--help"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert verb.examples
    for line in verb.examples:
        assert f"  {line}\n" in said.out
        assert f"movesolver {verb.name}" in line


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for verb in VERBS:
        assert re.search(rf"^    {verb.name}\b", said, re.MULTILINE), verb.name


def test_every_command_speaks_json() -> None:
    """But for those whose output is another language: messages, a script for a shell."""
    silent = {
        name
        for name, one in parsers().items()
        if "--json" not in {word for a in one._actions for word in a.option_strings}
    }
    assert silent <= {"serve", "completion", "export-save"}


def test_the_commands_of_the_format_take_lines() -> None:
    with_lines = {
        name
        for name, one in parsers().items()
        if "--lines" in {word for a in one._actions for word in a.option_strings}
    }
    assert with_lines >= {
        "check", "solve", "propose", "snap", "verify", "reach", "odds", "regain",
    }  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples, and with what the first example of `solve` writes."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "examples", folder / "examples")
    done = shell(next(v for v in VERBS if v.name == "solve").examples[0], folder)
    assert done.returncode == 0, done.stderr
    return folder


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``movesolver`` is this one, at home in the folder."""
    paths = os.pathsep.join((str(ROOT / "solver"), str(ROOT / "kernels")))
    command = f'movesolver() {{ "{sys.executable}" -m movesolver "$@"; }}; set -o pipefail; {line}'
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths, "HOME": str(folder)},
    )


EXAMPLES = [
    pytest.param(line, id=line)
    for verb in VERBS
    if verb.name not in LONG
    for line in verb.examples
    if line not in FOREVER
]


@pytest.mark.compiled
@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_run_as_they_stand(
    line: str, desk: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk)
    words = shlex.split(line)
    if {"|", ">"} & set(words):
        (desk / ".local/share/bash-completion/completions").mkdir(parents=True, exist_ok=True)
        done = shell(line, desk)
        code, out, err = done.returncode, done.stdout, done.stderr
    else:
        code = main(words[1:])
        out, err = capfd.readouterr()
    assert (code, err) == (0, "")
    if "--json" in words[-2:]:
        json.loads(out)
    for word in words:
        if word.endswith((".svg", ".html", ".npz")) or word in ("game.json", "scenario.json"):
            assert (desk / word).exists(), word


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sovle", "x"], "did you mean solve?"),
        (["simulat"], "did you mean simulate?"),
        (["check", "x", "--jsno"], "did you mean --json?"),
        (["solve", "x", "--sed=3"], "did you mean --seed?"),
        (["batch", "slove", "x"], "did you mean solve?"),
        (["solve", "x", "--certify", "gird"], "did you mean grid?"),
        (["solve", "x", "y"], "wanted no more words, got 'y'"),
        (["check", str(SQUAD.with_name("squda.json"))], "did you mean squad.json?"),
        (["reach", str(SQUAD), "--model", "captian"], "did you mean captain?"),
        (["reach", str(SQUAD), "--within", "3", "centr"], "did you mean centre?"),
        (["reach", str(SQUAD), "--threat", "blu"], "did you mean blue?"),
        (["bench", "--check", "coherenci"], "did you mean coherency?"),
        (["qqqqqqq"], "wanted one of check, solve"),
    ],
)
def test_misspellings_get_a_hint(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert captured.err.startswith("movesolver")
