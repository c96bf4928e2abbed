"""Sizes that people measured, by name: given once, remembered in a small file.

The data leaves out the millimetres of hulls, flying bases and some others, and a table
simulator's save file has none at all.  What was measured is kept as JSON in the user's
configuration directory (docs/data.md, "Base sizes").
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from movesolver.errors import InputError
from movesolver.formats.files import named, read_bytes, write_text
from movesolver.formats.places import converted
from movesolver.formats.trees import read_tree
from movesolver.table import bases as outlines
from movesolver.table.bases import Base
from movesolver.table.fields import check_not_negative, inside, shown
from movesolver.table.names import plain

WORDS = (
    'a base: "32" (round, mm), "120x92" (oval, mm), "box 113x76" (rectangle, mm) '
    'or "hull x,y x,y x,y" (corners about its middle, inches)'
)
"""What `parse_base` takes."""
ENVIRONMENT = "MOVESOLVER_BASES"
"""Names another file of base sizes."""

_NUMBER = r"(\d{1,6}(?:\.\d{1,6})?)"
_ROUND = re.compile(rf"{_NUMBER}\s*(?:mm)?")
_SIZES = re.compile(rf"(box|rectangle)?\s*{_NUMBER}\s*[x\u00d7]\s*{_NUMBER}\s*(?:mm)?")
_CORNER = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?),(-?\d{1,6}(?:\.\d{1,6})?)")

Value = TypeVar("Value")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: bases by name (null: no model), and M in inches by name."""

    bases: dict[str, Base | str | None] = {}
    moves: dict[str, float] = {}


def parse_base(text: str, place: str = "base") -> Base:
    """Return the base that a short text stands for (`WORDS`).

    >>> parse_base("120x92")
    Base(round=None, oval=(120.0, 92.0), rectangle=None, hull=None)

    Raises
    ------
    InputError
        If it stands for none, or a size is not one of a base.
    """
    bare = text.strip().lower()
    try:
        if found := _ROUND.fullmatch(bare):
            return outlines.round(float(found[1]))
        if found := _SIZES.fullmatch(bare):
            first, second = float(found[2]), float(found[3])
            if found[1]:
                return outlines.rectangle(first, second)
            return outlines.oval(max(first, second), min(first, second))
        words = bare.split()
        if words[:1] == ["hull"] and len(words) > 1:
            corners = [_CORNER.fullmatch(word) for word in words[1:]]
            if all(corners):
                return outlines.hull([(float(c[1]), float(c[2])) for c in corners if c])
    except InputError as error:
        raise InputError(f"{place}.{error.place}", error.wanted, error.got) from None
    raise InputError(place, WORDS, shown(text))


def spelled(base: Base) -> str:
    """Return the short text of a base, which `parse_base` reads.

    >>> spelled(parse_base("box 113x76"))
    'box 113x76'
    """
    if base.round is not None:
        return f"{base.round:.12g}"
    if base.oval is not None:
        return "{:.12g}x{:.12g}".format(*base.oval)
    if base.rectangle is not None:
        return "box {:.12g}x{:.12g}".format(*base.rectangle)
    return "hull " + " ".join(f"{x:.6f},{y:.6f}" for x, y in base.hull or ())


def default_path() -> Path:
    """Return the file that sizes are kept in: ``$MOVESOLVER_BASES``, or the user's own."""
    given = os.environ.get(ENVIRONMENT)
    if given:
        return Path(given)
    config = os.environ.get("XDG_CONFIG_HOME")
    return (Path(config) if config else Path.home() / ".config") / "movesolver" / "bases.json"


class BaseSizes:
    """Bases (and M) by name: those given, and those that a file remembers.

    A name is a unit's, or ``Unit/Kind`` for one kind of its models, or the name of an object
    of a table simulator, there with ``*`` and ``?`` as in file names.  Case, accents and
    punctuation do not matter.  None stands for an object that is no model.

    Parameters
    ----------
    path
        The file to read and to remember in; none: nothing is read or kept.
    given
        Bases by name, more important than the file's.
    moves
        M by name, inches, likewise.

    Raises
    ------
    InputError
        If the file cannot be read or holds something else.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        given: Mapping[str, Base | None] | None = None,
        moves: Mapping[str, float] | None = None,
    ) -> None:
        self.path = None if path is None else Path(path)
        self._given, self._given_moves = dict(given or {}), dict(moves or {})
        self._kept, self._kept_moves = _read(self.path)
        self._used: set[str] = set()

    def base_of(self, unit: str, kind: str, *, whole: bool) -> Base | None:
        """Return the base of a kind of model; ``whole``: the unit's own entry counts too."""
        keys = (f"{unit}/{kind}", unit) if whole else (f"{unit}/{kind}",)
        for bases in (self._given, self._kept):
            for key in keys:
                found = self._exact(bases, key)
                if found is not None:
                    return found
        return None

    def move_of(self, unit: str, kind: str) -> float | None:
        """Return the M of a kind of model, inches."""
        for moves in (self._given_moves, self._kept_moves):
            for key in (f"{unit}/{kind}", unit):
                found = self._exact(moves, key)
                if found is not None:
                    return found
        return None

    @property
    def unused(self) -> tuple[str, ...]:
        """The names that were given, and that nobody has asked for: most likely misspelt."""
        return tuple(name for name in (*self._given, *self._given_moves) if name not in self._used)

    def _exact(self, values: Mapping[str, Value | None], name: str) -> Value | None:
        sought = _folded(name)
        for key, value in values.items():
            if _folded(key) == sought:
                self._used.add(key)
                return value
        return None

    def of_object(self, name: str) -> tuple[bool, Base | None]:
        """Return whether an object's name is known, and its base: None if it is no model.

        A name written out goes before a pattern, a longer pattern before a shorter one.
        """
        sought = _folded(name)
        for bases in (self._given, self._kept):
            for key, base in bases.items():
                if _folded(key) == sought:
                    self._used.add(key)
                    return True, base
            for key in sorted(bases, key=len, reverse=True):
                if fnmatchcase(sought, _folded(key)):
                    self._used.add(key)
                    return True, bases[key]
        return False, None

    def remember(self, name: str, base: Base | None) -> None:
        """Keep a base, in the file too if there is one.

        Raises
        ------
        InputError
            If the file cannot be read or written.
        """
        self._kept = {**self._kept, name: base}
        self._save(bases={name: base})

    def remember_move(self, name: str, inches: float) -> None:
        """Keep an M, inches, as `remember` keeps a base."""
        check_not_negative(inside("moves", name), inches)
        self._kept_moves = {**self._kept_moves, name: inches}
        self._save(moves={name: inches})

    def _save(
        self,
        bases: Mapping[str, Base | None] | None = None,
        moves: Mapping[str, float] | None = None,
    ) -> None:
        if self.path is None:
            return
        # Another program may have written since: only what is new is put in.
        kept, kept_moves = _read(self.path)
        tree: dict[str, object] = {
            "bases": {
                name: None if base is None else spelled(base)
                for name, base in {**kept, **(bases or {})}.items()
            }
        }
        if all_moves := {**kept_moves, **(moves or {})}:
            tree["moves"] = all_moves
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(named(self.path), "a file that can be written", reason) from None
        write_text(self.path, msgspec.json.format(msgspec.json.encode(tree)).decode() + "\n")


def read_given(texts: Iterable[str], place: str = "--base") -> dict[str, Base | None]:
    """Return bases by name from texts such as ``Chaos Rhino=box 113x76``; ``Name=none`` is None.

    Raises
    ------
    InputError
        If a text is none.
    """
    given: dict[str, Base | None] = {}
    for text in texts:
        name, equals, size = text.rpartition("=")
        if not equals or not name.strip():
            raise InputError(place, 'a name and its base, "Unit=120x92"', shown(text))
        given[name.strip()] = (
            None if size.strip().lower() == "none" else parse_base(size, f"{place} {name.strip()}")
        )
    return given


def _read(path: Path | None) -> tuple[dict[str, Base | None], dict[str, float]]:
    if path is None or not path.exists():
        return {}, {}
    try:
        file = converted(read_tree(read_bytes(path).strip() or b"{}"), _File)
        for name, inches in file.moves.items():
            check_not_negative(inside("moves", name), inches)
        bases = {
            name: parse_base(base, inside("bases", name)) if isinstance(base, str) else base
            for name, base in file.bases.items()
        }
    except InputError as error:
        where = named(path)
        place = error.place if error.place == where else f"{where}: {error.place}"
        raise InputError(place, error.wanted, error.got) from None
    return bases, dict(file.moves)


@lru_cache(maxsize=16_384)
def _folded(name: str) -> str:
    """Return a name for comparing that keeps the signs of patterns, and the slash."""
    parts = re.split(r"([*?/])", name)
    return "".join(part if part in "*?/" and part else plain(part) for part in parts)
