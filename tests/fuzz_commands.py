"""Command lines and files spoiled in many ways: each gets an answer, or one line of complaint.

``PYTHONPATH=tests python -m fuzz_commands 5000 0`` runs so many in this process, from a seed.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine_data import charging, squad
from fuzz_messages import small, spoil_bytes, spoil_tree
from movesolver.checking.check import check
from movesolver.cli import main as command
from movesolver.formats.scenario import loads

LONGEST = 60
"""Seconds after which a command counts as hanging."""

Words = list[str]

WAYS: tuple[Words, ...] = (
    ["check", "FILE"], ["check", "FILE", "--json"], ["check", "FILE", "--lines"],
    ["check", "FILE", "--reach", "--json"], ["check", "-", "--json"],
    ["check", "FILE", "--draw", "picture.svg"], ["draw", "FILE", "picture.svg", "--json"],
    ["solve", "FILE", "--iterations", "1", "--json", "--out", "moved.json"],
    ["solve", "-", "--iterations", "1", "--draw", "picture.svg"],
    ["solve", "FILE", "--iterations", "1", "--lines"],
    ["solve", "FILE", "--iterations", "1", "--certify", "all", "--proof-ms", "5"],
    ["solve", "FILE", "--iterations", "1", "--certify", "grid", "--proof-ms", "5", "--json"],
    ["propose", "FILE", "--iterations", "1", "-k", "2"],
    ["snap", "FILE", "--iterations", "1", "--json"],
    ["verify", "FILE", "answer.json", "--json"],
    ["reach", "FILE", "--step", "1", "--json"], ["reach", "FILE", "--step", "1", "--model", "a1"],
    ["reach", "FILE", "--step", "1", "--within", "2", "foe"],
    ["reach", "FILE", "--step", "1", "--to", "9", "9"],
    ["reach", "-", "--step", "1", "--threat", "b", "--plus", "1"],
    ["odds", "FILE", "--iterations", "1", "--json"], ["regain", "FILE"],
    ["batch", "check", "FILE", "--json"], ["batch", "pack", "FILE", "--out", "boards.npz"],
    ["batch", "ends", "boards.npz"],
)  # fmt: skip
"""Command lines that are quick; FILE stands for the document."""
JUNK = (
    "", "-", "--", "---", "-1", "0", "1e999", "nan", "\udcff", "a\nb", "\x00", "x" * 5000, "é",
    "--json=1", "--lines", "--help", "--version", "--seed", "--draw", "x.svg", "/", ".", "--to",
    "nowhere.json", "--model", "[1]", "99999999999999999999", "--step", "check", "--unknown", "%s",
    "{}", "--iter",
)  # fmt: skip


def documents() -> list[dict[str, Any]]:
    """Return good documents that are cheap to ask about, with and without a move to judge."""
    one = small()
    action = one["action"]
    ends = {"ends": {"a1": [9, 8, 0, 0], "a2": [9, 10, 0, 0]}}
    legal = {"paths": {"a1": [[8, 8, 0, 0], [9, 8, 0, 0]]}}
    far = {"paths": {"a1": [[8, 8, 0, 0], [8, 8, 90, 0], [14, 10, 90, 0]]}}
    wish = {"goal": [{"wish": {"a1": [9, 9], "a2": [9, 11]}}]}
    lone = [one | {"action": {**action, **extra}} for extra in ({}, ends, legal, far, wish)]
    return [*lone, squad(), charging()]


@dataclass(frozen=True, slots=True)
class Said:
    """What a command line came to."""

    code: int
    out: str
    err: str


def run(words: Sequence[str], typed: bytes = b"") -> Said:
    """Run a command line in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(typed))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = command(list(words))
    finally:
        sys.stdin = stdin
    texts = []
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
        texts.append(stream.read())
    return Said(code, *texts)


def judge(words: Sequence[str], document: bytes, said: Said) -> None:
    """Raise unless what a command line came to is as promised, and its verdict right."""
    assert said.code in (0, 1, 2), (words, said)
    lines = "--lines" in words
    if said.code == 2 and not lines and "batch" not in words:
        assert said.err.count("\n") == 1, (words, said)
        assert said.err.startswith("movesolver"), (words, said)
        assert said.out == "", (words, said)
    elif said.code != 2:
        assert said.err == "", (words, said)
    helped = said.out.startswith(("usage: movesolver", "movesolver "))
    for line in said.out.splitlines() if (lines or "--json" in words) and not helped else ():
        json.loads(line)
    if list(words[:1]) == ["check"] and list(words[2:]) == ["--json"] and said.code != 2:
        verdict = check(loads(document))
        assert json.loads(said.out) == json.loads(json.dumps(verdict.to_json())), (words, said)
        assert verdict.legal == (said.code == 0), (words, said)


def cases(seed: int) -> Iterator[tuple[Words, bytes]]:
    """Yield command lines and the document each is about, without end."""
    draw, known = random.Random(seed), documents()
    while True:
        tree = copy.deepcopy(draw.choice(known))
        for _ in range(draw.choice((0, 0, 0, 1, 1, 2))):
            spoil_tree(draw, tree)
        raw = json.dumps(tree).encode()
        for _ in range(draw.choice((0, 0, 0, 0, 1))):
            raw = spoil_bytes(draw, raw)
        words = list(draw.choice(WAYS))
        for _ in range(draw.choice((0, 0, 0, 0, 1, 2))):
            _spoil_words(draw, words)
        yield words, raw


def _spoil_words(draw: random.Random, words: Words) -> None:
    at = draw.randrange(len(words))
    how = draw.choice(("put", "replace", "drop", "twice", "letter"))
    if how == "put":
        words.insert(at + 1, draw.choice(JUNK))
    elif how == "replace":
        words[at] = draw.choice(JUNK)
    elif how == "drop":
        del words[at]
        words[:] = words or ["check"]
    elif how == "twice":
        words.insert(at, words[at])
    else:
        k = draw.randrange(len(words[at]) + 1)
        words[at] = words[at][:k] + draw.choice("ax-=1 ") + words[at][k + 1 :]


def is_quick(words: Sequence[str]) -> bool:
    """Return whether a spoiled command line is still one that ends soon."""
    return not words or words[0] in {way[0] for way in WAYS} or words[0] in JUNK


@contextmanager
def desk() -> Iterator[Path]:
    """Work in a folder of its own."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(here)


def attempt(words: Words, document: bytes, folder: Path) -> Said:
    """Run one case, the document in a file and on standard input, and judge it."""
    (folder / "document.json").write_bytes(document)
    if not (folder / "answer.json").exists():
        (folder / "answer.json").write_text(run(["solve", "-", "--json"], _good()).out)
    words = ["document.json" if word == "FILE" else word for word in words]
    said = run(words, document)
    judge(words, document, said)
    return said


def _good() -> bytes:
    return json.dumps(small()).encode()


def _hangs(*_: object) -> None:
    raise TimeoutError("a command hangs")


def main() -> int:
    """Run it and say what came of it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    found: Counter[int] = Counter()
    longest: tuple[float, Words] = (0.0, [])
    signal.signal(signal.SIGALRM, _hangs)
    with desk() as folder:
        for number, (words, document) in zip(range(count), cases(seed), strict=False):
            if not is_quick(words):
                continue
            begun = time.perf_counter()
            signal.alarm(LONGEST)
            try:
                found[attempt(words, document, folder).code] += 1
            except BaseException:
                print(f"case {number} of seed {seed}: {words}\n{document!r}", file=sys.stderr)
                raise
            finally:
                signal.alarm(0)
            longest = max(longest, (time.perf_counter() - begun, words))
    print(f"{found.total():,} command lines: {dict(sorted(found.items()))}")
    print(f"the longest took {longest[0]:.1f} s: {' '.join(longest[1])[:200]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
