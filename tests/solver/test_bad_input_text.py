"""Text that is not a scenario at all: broken JSON, other encodings, hostile sizes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from movesolver.errors import InputError
from movesolver.formats.scenario import load, loads
from movesolver.formats.trees import LARGEST_TEXT
from scenario_data import full_document, small_document

GOOD = json.dumps(small_document())


def with_text(old: str, new: str) -> str:
    """Return the small scenario with one piece of its text replaced."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


AT = '"at": [10, 10]'
MODEL = "units[0].models[0]"

# The text, the place that must be named, a word of what is wanted, a word of what was given.
TEXTS: dict[str, tuple[str | bytes, str, str, str]] = {
    "empty": ("", "document", "one JSON object", "an empty text"),
    "blank": (b" \n\t ", "document", "one JSON object", "an empty text"),
    "list": ("[]", "document", "an object with movesolver, table, units, action", "[]"),
    "number": ("3", "document", "an object", "3"),
    "null": ("null", "document", "an object", "null"),
    "NaN alone": ("NaN", "document", "a finite number", "NaN"),
    "string": ('"a\\nb"', "document", "an object", '"a\\nb"'),
    "word": ("hello", "line 1, column 1", "a value", "hello"),
    "cut off": ('{"movesolver": 1,\n "table"', "line 2, column 9", "a colon", "the end"),
    "comma left out": ('{"a": 1\n   "b": 2}', "line 2, column 4", "a comma", '"b'),
    "unquoted name": ("{a: 1}", "line 1, column 2", "a name in double quotes", "a: 1"),
    "open string": ('{"a": "x', "line 1, column 7", "a string that is closed", "x"),
    "control character": ('{"a": "x\ty"}', "line 1, column 9", "bare control", "y"),
    "unknown escape": ('{"a": "\\x"}', "line 1, column 8", "an escape", "x"),
    "two values": (GOOD + "\n{}", "line 2, column 1", "the end of the text", "{}"),
    "not UTF-8": (b'{"a": "\xff"}', "document", "text in UTF-8", "0xff at byte 7"),
    "UTF-16": (GOOD.encode("utf-16"), "document", "UTF-8", "0xff at byte 0"),
    "half a pair, bare": ('{"a": "\ud800"}', "document", "UTF-8", "half a surrogate pair"),
    "half a pair, escaped": (
        with_text('"u", "side"', '"u\\ud800", "side"'),
        "units[0].id", "UTF-8", "half a surrogate pair",
    ),
    "half a pair in a name": ('{"\\udfff": 1}', "document", "UTF-8", "half a surrogate pair"),
    "NaN": (with_text(AT, '"at": [10, NaN]'), f"{MODEL}.at[1]", "a finite number", "NaN"),
    "Infinity": (
        with_text('"width": 60', '"width": Infinity'), "table.width", "a finite number", "Infinity",
    ),
    "minus Infinity": (
        with_text(AT, '"at": [-Infinity, 0]'), f"{MODEL}.at[0]", "a finite number", "-Infinity",
    ),
    "beyond a double": (
        with_text(AT, '"at": [1e999, 1]'), f"{MODEL}.at[0]", "at most 1,000,000", "1e999",
    ),
    "a long whole number": (
        with_text(AT, '"at": [1, ' + "9" * 9000 + "]"), f"{MODEL}.at[1]", "at most", "999...",
    ),
    "NaN under an odd name": ('{"x y": [{}, NaN]}', '["x y"][1]', "a finite number", "NaN"),
    "a field twice": (
        with_text(AT, f'{AT}, "at": [1, 1]'), f"{MODEL}.at", "each field once", "more than once",
    ),
    "a model's path twice": (
        GOOD[:-2] + ', "ends": {"m": [1,1,0,0], "m": [1,1,0,0]}}}',
        "action.ends.m", "each field once", "more than once",
    ),
    "10,000 lists": ("[" * 10_000, "line 1, column 65", "at most 64 levels", "one more"),
    "10,000 objects": (
        '{"a[[": "\\"{",\n"b":' + '{"a":' * 10_000, "line 2, column 320", "at most 64", "one more",
    ),
    "500 lists": (
        with_text(AT, '"at": ' + "[" * 500 + "]" * 500),
        "line 1, column 203", "at most 64", "one more",
    ),
    "50 lists": (with_text(AT, '"at": ' + "[" * 50 + "]" * 50), f"{MODEL}.at", "two num", "[["),
    "500 lists and NaN": (
        "[" * 500 + "NaN" + "]" * 500, "line 1, column 65", "at most 64", "one more",
    ),
    "65 lists": ("[" * 65 + "]" * 65, "line 1, column 65", "at most 64 levels", "one more"),
    "65 objects": (
        '{"movesolver":' * 65 + "1" + "}" * 65, "line 1, column 897", "at most 64", "one more",
    ),
    "too long": (" " * (LARGEST_TEXT + 1), "document", "at most 10,000,000 bytes", "10,000,001"),
    "too long in bytes": ("é" * (LARGEST_TEXT // 2 + 1), "document", "at most", "10,000,002 bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "wanted", "got"), TEXTS.values(), ids=TEXTS.keys())
def test_what_is_not_a_scenario_is_refused_in_one_line(
    text: str | bytes, place: str, wanted: str, got: str
) -> None:
    with pytest.raises(InputError) as refused:
        loads(text)
    error = refused.value
    assert error.place == place
    assert wanted in error.wanted
    assert got in error.got
    assert len(str(error).splitlines()) == 1
    str(error).encode()  # can be printed


def test_a_byte_order_mark_is_no_matter() -> None:
    assert loads(b"\xef\xbb\xbf" + GOOD.encode()) == loads(GOOD)


def test_a_save_of_a_table_simulator_is_known_as_one() -> None:
    file = Path(__file__).parents[2] / "examples" / "table.json"
    save = json.loads(file.read_text())
    for text in (file.read_bytes(), file.read_text(), json.dumps({**save, "EpochTime": 5})):
        with pytest.raises(InputError, match="movesolver import-save") as refused:
            loads(text)
        assert (refused.value.place, refused.value.wanted) == ("document", "a scenario")
    with pytest.raises(InputError, match="movesolver import-save"):
        load(file)
    # A scenario that happens to have the word, and text that is no JSON, are what they are.
    for text, place in (
        (json.dumps({**small_document(), "ObjectStates": []}), "ObjectStates"),
        ('{"ObjectStates": ' + "9" * 5_000 + "}", "ObjectStates"),
        ('{"ObjectStates": [', "line 1, column 19"),
    ):
        with pytest.raises(InputError) as refused:
            loads(text)
        assert refused.value.place == place


def test_escaped_pairs_are_one_character() -> None:
    assert loads(with_text('"u", "side"', '"u", "keywords": ["\\ud83d\\ude00"], "side"')).units[
        0
    ].keywords == ("\N{GRINNING FACE}",)


def test_other_things_than_text_are_refused() -> None:
    with pytest.raises(InputError, match=r"^document: wanted text or bytes, got \{"):
        loads(small_document())  # type: ignore[arg-type] # what is tested


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json: wanted a file .* got No such file"):
        load(tmp_path / "none.json")
    with pytest.raises(InputError, match=r"wanted a file that can be read, got Is a directory"):
        load(tmp_path)
    with pytest.raises(InputError, match=r"wanted a file that can be read, got embedded null"):
        load("a\0b")


def test_a_file_is_read_no_further_than_it_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_bytes(json.dumps(full_document()).encode() + b" " * (2 * LARGEST_TEXT))
    with pytest.raises(InputError, match="at most 10,000,000 bytes, got "):
        load(path)
