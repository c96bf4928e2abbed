"""Documents that are too long, too deep or never end are refused soon, wherever one is read."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from fuzz_commands import run
from movesolver.errors import InputError
from movesolver.formats.files import LONGEST_LINE, lines_of, read_bytes, stream_bytes
from movesolver.formats.scenario import loads
from movesolver.formats.trees import LARGEST_TEXT
from scenario_data import full_document

SOON = 60.0
"""Seconds on a machine that does other things; most take a tenth of one."""


class Endless(io.RawIOBase):
    """A pipe that never runs dry."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = (self.piece * (len(buffer) // len(self.piece) + 1))[: len(buffer)]
        buffer[:] = piece
        self.given += len(buffer)
        return len(buffer)


@pytest.mark.parametrize("piece", [b"\x00", b" ", b"[", b'{"a":', b'"'])
def test_a_stream_is_read_no_further_than_a_document_may_be_long(piece: bytes) -> None:
    source = Endless(piece)
    with pytest.raises(InputError, match=r"at most 10,000,000 bytes, got more"):
        stream_bytes(io.BufferedReader(source))
    assert source.given < LARGEST_TEXT + 2_000_000


def test_a_line_without_an_end_is_given_up() -> None:
    source = Endless(b" ")
    lines = lines_of(io.BufferedReader(source))
    assert len(next(lines)) == LARGEST_TEXT + 1
    with pytest.raises(InputError, match=r"line 1: wanted at most 100,000,000 bytes, got more"):
        next(lines)
    assert source.given < LONGEST_LINE + 3 * LARGEST_TEXT


@pytest.mark.parametrize("length", [LARGEST_TEXT - 1, LARGEST_TEXT, LARGEST_TEXT + 1, 25_000_000])
def test_after_a_line_that_is_too_long_comes_the_next(length: int) -> None:
    long = b"x" * length + b"\n"
    first, second, third = lines_of(io.BytesIO(b"1\n" + long + b"3"))
    assert (first, third) == (b"1\n", b"3")
    assert second == long[: LARGEST_TEXT + 1]


def test_lines_of_nothing_are_left_out() -> None:
    assert list(lines_of(io.BytesIO(b"\n1\n \t\r\n2\n\n"))) == [b"1\n", b"2\n"]


def test_a_file_of_any_size(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room
    with pytest.raises(InputError, match=r"huge\.json: wanted at most 10,000,000 bytes"):
        read_bytes(huge)


WAYS = (
    ["check", "{}"], ["solve", "{}", "--json"], ["check", "{}", "--lines"], ["draw", "{}", "x.svg"],
    ["verify", "good.json", "{}"], ["verify", "{}", "good.json"], ["regain", "{}"],
    ["reach", "{}"], ["odds", "{}"], ["snap", "{}"], ["propose", "{}"],
    ["batch", "check", "{}", "--json"], ["simulate", "--board", "{}"],
    ["simulate", "--rosters", "{}", "foot"], ["bench", "--compare", "{}", "{}"],
)  # fmt: skip


@pytest.mark.parametrize("words", WAYS, ids=" ".join)
@pytest.mark.parametrize("kind", ["long", "deep", "endless"])
def test_wherever_a_document_is_read(
    words: list[str], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.json").write_text(json.dumps(full_document()))
    place = "bad.json"
    if kind == "endless":
        place = "/dev/zero"
        if "--rosters" in words:
            return  # a roster's name ends in .json
    else:
        text = b" " * (LARGEST_TEXT + 1) if kind == "long" else b"[" * 1_000_000
        (tmp_path / place).write_bytes(text)
    begun = time.perf_counter()
    said = run([word.format(place) for word in words])
    assert time.perf_counter() - begun < SOON
    assert said.code == 2
    if "--lines" not in words and "batch" not in words:
        assert said.out == ""
        assert said.err.count("\n") == 1
    assert "wanted" in said.err + said.out


SLOW_ONCE = {
    "a string that never ends": '"' + '\\"' * 2_000_000,
    "quotes": '"a' * 2_000_000,
    "lists in lists": "[" * LARGEST_TEXT,
    "objects in objects": '{"a":' * (LARGEST_TEXT // 5),
    "a number of millions of digits": '{"movesolver": ' + "9" * 9_000_000 + "}",
    "a name of millions of letters": '{"' + "a" * 9_000_000 + '": 1}',
}


@pytest.mark.parametrize("text", SLOW_ONCE.values(), ids=SLOW_ONCE.keys())
def test_what_is_hard_to_read_is_refused_soon(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(InputError) as refused:
        loads(text)
    assert time.perf_counter() - begun < SOON
    assert len(str(refused.value)) < 1000


def crowd(count: int, tail: str) -> dict[str, Any]:
    """Return a document of many units, each of one model, with long names."""
    units = [
        {
            "id": f"u{i:05d}{tail}",
            "side": "red",
            "models": [{"id": f"m{i:05d}{tail}", "base": {"round": 32}, "at": [1 + i % 50, 5]}],
        }
        for i in range(count)
    ]
    return {
        "movesolver": 1,
        "table": {"width": 60, "height": 44},
        "units": units,
        "action": {"unit": units[0]["id"], "move": "normal"},
    }


def test_hints_among_thousands_of_long_names_come_soon() -> None:
    document = crowd(4000, "ab" * 500)
    document["action"]["unit"] = "ba" * 503
    begun = time.perf_counter()
    with pytest.raises(InputError, match=r"^action\.unit: wanted the id of a unit"):
        loads(json.dumps(document))
    assert time.perf_counter() - begun < SOON


def test_goals_by_the_thousand_on_markers_by_the_thousand() -> None:
    document = crowd(1, "")
    document["markers"] = [{"id": f"k{i}", "at": [1, 1]} for i in range(20_000)]
    document["action"]["goal"] = [{"near": {"marker": "k19999"}}] * 50_000
    document["action"]["move"] = "consolidate"
    document["action"]["targets"] = [f"k{i}" for i in range(20_000)]
    begun = time.perf_counter()
    assert len(loads(json.dumps(document)).action.goal) == 50_000
    assert time.perf_counter() - begun < SOON
