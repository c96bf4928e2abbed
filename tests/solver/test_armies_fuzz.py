"""Command lines about lists and saves, spoiled, files too: an answer or lines of complaint."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from fuzz_commands import JUNK, run
from fuzz_messages import spoil_bytes

EXAMPLES = Path(__file__).parents[2] / "examples"
IMPORT = [
    "import-save", "table.json", "--bases", "bases.json", "--side", "red=name:Red *",
    "--side", "blue=tint:#3050c0",
]  # fmt: skip
WAYS = (
    ["layouts", "recon"], ["layouts", "--json"], ["deployments", "dawn", "--json"],
    ["roster", "FILE"], ["roster", "green.txt", "--json", "--side", "q"],
    ["roster", "red.txt", "--base", "Jakhals=32"], ["roster", "red.txt", "--bases", "FILE"],
    ["roster", "red.txt", "--move", "Jakhals=3"],
    IMPORT, [*IMPORT, "--json"], [*IMPORT, "--out", "s.json", "--draw", "s.svg"],
    [*IMPORT, "--layout", "recon vs recon 01", "--map", "dawn"], [*IMPORT, "--table", "60x44"],
    ["import-save", "FILE", "--side", "red=name:*", "--bases", "bases.json"],
    ["export-save", "table.json", "FILE", "--out", "new.json"],
    ["export-save", "FILE", "scenario.json", "--out", "new.json"],
    ["deploy", "red.txt", "FILE", "--layout", "recon vs recon 01", "--map", "nowhere"],
)  # fmt: skip
"""Command lines that are quick; FILE stands for a spoiled list, save or file of base sizes."""


@pytest.mark.compiled
def test_spoiled_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOVESOLVER_BASES", str(tmp_path / "own.json"))
    files = [EXAMPLES / name for name in ("red.txt", "table.json", "bases.json")]
    for file in (*files, EXAMPLES / "green.txt"):
        shutil.copy(file, tmp_path)
    assert run([*IMPORT, "--out", "scenario.json"]).code == 0
    draw = random.Random(11)
    codes = set()
    for _ in range(80):
        words, raw = list(draw.choice(WAYS)), draw.choice(files).read_bytes()
        for _ in range(draw.choice((0, 1, 3))):
            raw = spoil_bytes(draw, raw)
        if draw.random() < 0.5:
            at = draw.randrange(1, len(words))
            words[at : at + draw.randrange(2)] = [draw.choice(JUNK)]
        (tmp_path / "document").write_bytes(raw)
        said = run(["document" if word == "FILE" else word for word in words])
        codes.add(said.code)
        if said.code == 2:
            assert said.out == "", (words, said)
            assert said.err.endswith("\n"), (words, said)
            assert all(line.startswith("movesolver") for line in said.err.splitlines()), words
        else:
            assert (said.code, said.err) == (0, ""), (words, said)
    assert codes == {0, 2}
