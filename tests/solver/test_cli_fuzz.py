"""Spoiled command lines and files: never a traceback, never a hang, never a wrong verdict."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fuzz_commands import Said, attempt, cases, desk, documents, is_quick, judge, run
from movesolver.cli_parser import UsageError, parse
from movesolver.commands.verbs import VERBS


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with desk() as found:
        yield found


@pytest.mark.compiled
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_spoiled_files_and_words_get_an_answer_or_one_line(folder: Path, seed: int) -> None:
    for words, document in islice(cases(seed), 1):
        if is_quick(words):
            attempt(words, document, folder)


ODD = ("-", "--", "-1", "1e999", "nan", "", "\udcff", "a\nb", "--json=x", "--li", "%s", "{}")
WORDS = sorted({*ODD, *(word for verb in VERBS for line in verb.examples for word in line.split())})


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=8))
@example(["--", "check"])
@example(["check", "--", "--json"])
def test_any_words_are_parsed_or_refused(words: list[str]) -> None:
    said, known = "movesolver", {verb.name for verb in VERBS}
    try:
        known &= {parse(words).command}
    except UsageError as error:
        said = str(error)
    except SystemExit as stop:  # the help or the version
        known = {verb.name for verb in VERBS if not stop.code}
    assert known
    assert said.startswith("movesolver")


JUDGED = documents()[1]


@pytest.mark.compiled
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 4))
def test_the_form_of_a_file_changes_no_verdict(
    folder: Path, draw: random.Random, spaces: int
) -> None:
    """Order of fields, spaces and line breaks mean nothing."""

    def shuffled(tree: object) -> object:
        if isinstance(tree, dict):
            names = list(tree)
            draw.shuffle(names)
            return {name: shuffled(tree[name]) for name in names}
        return [shuffled(one) for one in tree] if isinstance(tree, list) else tree

    plain = run(["check", "-", "--json"], json.dumps(JUDGED).encode())
    other = run(
        ["check", "-", "--json"], json.dumps(shuffled(JUDGED), indent=spaces or None).encode()
    )
    assert plain.code == other.code == 0
    assert json.loads(plain.out) == json.loads(other.out)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("words", "document"),
    [
        (["check", "-"], b"{" * 3),
        (["check", "-", "--json"], json.dumps(JUDGED).encode()),
        (["check", "-", "--lines"], b"\xff\n\n[]\n"),
        (["solve", "-", "--iterations", "x"], b""),
        (["check", "--\udcff"], b""),
        ([], b""),
    ],
)
def test_in_a_process_of_its_own(words: list[str], document: bytes) -> None:
    raw = [word.encode("utf-8", "surrogateescape") for word in words]
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"movesolver", *raw],
        input=document,
        capture_output=True,
        check=False,
        timeout=120,
    )
    judge(words, document, Said(done.returncode, done.stdout.decode(), done.stderr.decode()))
