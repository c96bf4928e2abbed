"""Base sizes as short texts, and the small file that remembers them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movesolver import InputError
from movesolver.formats.base_sizes import (
    BaseSizes,
    default_path,
    parse_base,
    read_given,
    spelled,
)
from movesolver.table.bases import Base, hull, oval, rectangle, round

SIZES = st.integers(10, 10_000).map(lambda tenths: tenths / 10)


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("32", round(32)),
        (" 28.5 mm ", round(28.5)),
        ("120x92", oval(120, 92)),
        ("92 X 120mm", oval(120, 92)),
        ("60\u00d735.5", oval(60, 35.5)),
        ("box 76x113", rectangle(76, 113)),
        ("Rectangle 113 x 76", rectangle(113, 76)),
        ("hull -2,-1 2,-1 2,1 -2.5,1", hull([(-2, -1), (2, -1), (2, 1), (-2.5, 1)])),
    ],
)
def test_short_texts(text: str, base: Base) -> None:
    assert parse_base(text) == base
    assert parse_base(spelled(base)) == base


@given(SIZES, SIZES, st.sampled_from(["", "box "]))
def test_what_is_spelled_is_read_back(first: float, second: float, word: str) -> None:
    for text in (f"{first}", f"{word}{first}x{second}"):
        base = parse_base(text)
        assert parse_base(spelled(base)) == base


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "a base: "),
        ("round", "a base: "),
        ("32x", "a base: "),
        ("1e3", "a base: "),
        ("-32", "a base: "),
        ("9" * 400, "a base: "),
        ("hull 1,1", "wanted"),
        ("hull a,b c,d e,f", "a base: "),
        ("5000", "1 to 1,000 mm"),
        ("box 0x5", "a positive number"),
        ("hull 0,0 2,2 2,0 0,2", "wanted"),
    ],
)
def test_other_texts_are_refused(text: str, wanted: str) -> None:
    with pytest.raises(InputError, match=wanted):
        parse_base(text)


def test_given_on_the_command_line() -> None:
    assert read_given(["Chaos Rhino=box 113x76", "a=b=32", "dice=none"]) == {
        "Chaos Rhino": rectangle(113, 76),
        "a=b": round(32),
        "dice": None,
    }
    with pytest.raises(InputError, match=r'--base: wanted a name and its base, "Unit=120x92"'):
        read_given(["Chaos Rhino"])
    with pytest.raises(InputError, match="--base Rhino: wanted a base: "):
        read_given(["Rhino=big"])


def test_what_is_given_goes_before_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "bases.json"
    path.write_text('{"bases": {"Boyz": "25", "Boyz/Nob": {"round": 40}}, "moves": {"Boyz": 6}}')
    sizes = BaseSizes(path, given={"BOYZ": round(32)})
    assert list(sizes.unused) == ["BOYZ"]
    assert sizes.base_of("Boyz", "Boy", whole=True) == round(32)
    assert not sizes.unused
    kept = BaseSizes(path)
    assert kept.base_of("boyz", "Boy", whole=True) == round(25)
    assert kept.base_of("boyz", "nob", whole=True) == round(40)
    assert kept.base_of("boyz", "Boy", whole=False) is None
    assert sizes.base_of("Nobz", "Nob", whole=True) is None
    assert sizes.move_of("boyz", "Boy") == 6
    assert sizes.move_of("Nobz", "Nob") is None


def test_objects_by_name_and_by_pattern() -> None:
    sizes = BaseSizes(
        given={
            "Boy*": round(32),
            "Boy with *": round(40),
            "Boy with dice": None,
            "\u0411*": round(25),
        }
    )
    assert sizes.of_object("Boy (2)") == (True, round(32))
    assert sizes.of_object("boy WITH slugga") == (True, round(40))
    assert sizes.of_object("Boy with dice") == (True, None)
    assert sizes.of_object("\u0411\u043e\u0435\u0446") == (True, round(25))
    assert sizes.of_object("\u0422\u0430\u043d\u043a") == (False, None)
    assert sizes.of_object("Nob") == (False, None)


def test_what_is_remembered_joins_what_others_wrote(tmp_path: Path) -> None:
    path = tmp_path / "new" / "bases.json"
    one, other = BaseSizes(path), BaseSizes(path)
    one.remember("Rhino", rectangle(113, 76))
    other.remember("Dice", None)
    other.remember_move("Kill Team/Biker", 12)
    again = BaseSizes(path)
    assert again.base_of("rhino", "Rhino", whole=True) == rectangle(113, 76)
    assert again.of_object("dice") == (True, None)
    assert again.move_of("Kill Team", "Biker") == 12
    assert json.loads(path.read_text()) == {
        "bases": {"Rhino": "box 113x76", "Dice": None},
        "moves": {"Kill Team/Biker": 12},
    }
    assert [file.name for file in path.parent.iterdir()] == ["bases.json"]  # no parts are left


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sizes = BaseSizes()
    sizes.remember("Rhino", round(50))
    assert sizes.base_of("Rhino", "Rhino", whole=True) == round(50)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[]", "document: wanted an object"),
        ("{", "line 1, column 2"),
        ('{"sizes": {}}', "sizes: wanted"),
        ('{"bases": {"x": 32}}', "bases.x: wanted"),
        ('{"bases": {"x": "big"}}', "bases.x: wanted a base: "),
        ('{"bases": {"x": {"round": -1}}}', "bases.x.round: wanted"),
        ('{"bases": {"x": "5000"}}', "bases.x.round: wanted 1 to 1,000 mm"),
        ('{"moves": {"x": -1}}', "moves.x: wanted zero or a positive number"),
        ('{"moves": {"x": 1e400}}', "moves.x: wanted"),
    ],
)
def test_a_bad_file_is_named_with_the_place(tmp_path: Path, text: str, wanted: str) -> None:
    path = tmp_path / "bases.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        BaseSizes(path)
    assert str(caught.value).startswith(f"{path}: {wanted}")


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a file that can be read"):
        BaseSizes(tmp_path)
    (tmp_path / "file").write_text("")
    assert BaseSizes(tmp_path / "file").of_object("x") == (False, None)  # an empty one is no error
    with pytest.raises(InputError, match="a file that can be written"):
        BaseSizes(tmp_path / "file" / "bases.json").remember("x", None)
    (tmp_path / "large").write_bytes(b" " * 10_000_001)
    with pytest.raises(InputError, match="at most 10,000,000 bytes"):
        BaseSizes(tmp_path / "large")


def test_where_sizes_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MOVESOLVER_BASES", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_path() == tmp_path / "movesolver" / "bases.json"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".config" / "movesolver" / "bases.json"
    monkeypatch.setenv("MOVESOLVER_BASES", str(tmp_path / "mine.json"))
    assert default_path() == tmp_path / "mine.json"
