"""Text to a tree of plain values, and values back to such a tree.

The standard library parses, since it lets us see what a faster parser hides:
fields given twice, NaN, numbers beyond the range. What is wrong is left in the
tree as a `Misfit` and its place is looked for only then.
"""

from __future__ import annotations

import functools
import json
import numbers
import re
from dataclasses import dataclass
from typing import Any

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import LARGEST, inside, shown

LARGEST_TEXT = 10_000_000
"""Bytes of the longest text that is read."""

DEEPEST = 64
"""Levels of lists and objects within one another; a scenario needs eight."""

NESTING = (dict, list)
"""What values are within, in a tree."""

_IN_OUR_WORDS = {
    "Expecting value": "a value",
    "Expecting property name": "a name in double quotes",
    "Illegal trailing comma": "no comma before the end",
    "Expecting ',' delimiter": "a comma or the end of the list or object",
    "Expecting ':' delimiter": "a colon",
    "Extra data": "the end of the text after the first value",
    "Unterminated string": "a string that is closed",
    "Invalid control character": "a string without bare control characters",
    "Invalid \\": "an escape that JSON has",
}


@dataclass(frozen=True, slots=True)
class Misfit:
    """Stands in a tree for a value that no scenario may hold."""

    wanted: str
    got: str


def read_tree(text: str | bytes, largest: float = LARGEST) -> object:
    """Parse JSON into dicts, lists, strings, numbers, booleans and None.

    Raises
    ------
    InputError
        If the text is too long, empty, not UTF-8, not JSON or nested too deeply; if
        a field is given twice, or a number is NaN, infinite or beyond ``largest``.
    """
    clean = _decoded(text)
    misfits: list[Misfit] = []

    def misfit(wanted: str, got: str) -> Any:
        misfits.append(Misfit(wanted, got))
        return misfits[-1]

    def whole(digits: str) -> Any:
        return int(digits) if abs(float(digits)) <= largest else _beyond(digits)

    def decimal(digits: str) -> Any:
        value = float(digits)
        return value if abs(value) <= largest else _beyond(digits)

    def _beyond(digits: str) -> Any:
        return misfit(
            f"a number of at most {largest:,.0f}",
            digits if len(digits) <= 60 else f"{digits[:57]}...",
        )

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        tree = dict(pairs)
        if len(tree) < len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    tree[name] = misfit("each field once", "it more than once")
                seen.add(name)
        return tree

    try:
        tree: object = json.loads(
            clean,
            parse_int=whole,
            parse_float=decimal,
            parse_constant=lambda name: misfit("a finite number", name),
            object_pairs_hook=fields,
        )
    except (json.JSONDecodeError, RecursionError) as error:
        # How deep a parser goes differs from Python to Python: our limit comes first.
        _check_depth(clean)
        if isinstance(error, RecursionError):  # the caller's own stack was full
            raise
        raise _malformed(error) from None
    if _is_deep(tree):
        _check_depth(clean)
    if misfits or "\\u" in clean:
        check_tree(tree, largest=largest)
    return tree


def _is_deep(tree: object) -> bool:
    """Return whether there are more levels of lists and objects than there may be."""
    level = [tree]
    for _ in range(DEEPEST):
        lists = [item for one in level if type(one) is list for item in one]
        objects = [item for one in level if type(one) is dict for item in one.values()]
        level = [item for item in (*lists, *objects) if type(item) in NESTING]
        if not level:
            return False
    return True


def _check_depth(text: str) -> None:
    """Raise if a text has more levels of lists and objects than it may have, naming the place."""
    place = _too_deep(text)
    if place is not None:
        raise InputError(place, f"at most {DEEPEST} levels of lists and objects", "one more")


def _decoded(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise InputError("document", "text or bytes", shown(text))
    try:
        raw = text.encode() if isinstance(text, str) else text
        if len(raw) > LARGEST_TEXT:
            raise InputError("document", f"at most {LARGEST_TEXT:,} bytes", f"{len(raw):,} bytes")
        clean = raw.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        bad = raw[error.start]
        raise InputError(
            "document", "text in UTF-8", f"0x{bad:02x} at byte {error.start}"
        ) from None
    except UnicodeEncodeError as error:
        raise InputError(
            "document", "text that UTF-8 can hold", f"half a surrogate pair at {error.start}"
        ) from None
    clean = clean.removeprefix("\ufeff")
    if not clean.strip():
        raise InputError("document", "a scenario, one JSON object", "an empty text")
    return clean


def _malformed(error: json.JSONDecodeError) -> InputError:
    rest = error.doc[error.pos : error.pos + 24].split("\n", 1)[0].rstrip("\r")
    if error.pos >= len(error.doc):
        got = "the end of the text"
    else:
        got = shown(rest) if rest else "the end of the line"
    wanted = next(
        (words for start, words in _IN_OUR_WORDS.items() if error.msg.startswith(start)),
        error.msg,
    )
    return InputError(f"line {error.lineno}, column {error.colno}", wanted, got)


def _too_deep(text: str) -> str | None:
    depth = 0
    # A string that is never closed is one token too: tried again from each of its quotes, it
    # would take hours.
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > DEEPEST:
            line_start = text.rfind("\n", 0, token.start()) + 1
            line = text.count("\n", 0, token.start()) + 1
            return f"line {line}, column {token.start() - line_start + 1}"
    return None


def check_tree(value: object, place: str = "", depth: int = 0, *, largest: float = LARGEST) -> None:
    """Raise at the first value that no scenario may hold, naming its place.

    Raises
    ------
    InputError
        At a `Misfit`, a value JSON does not have, a number that is not finite or
        beyond ``largest``, a string that UTF-8 cannot hold, or too many levels.
    """
    if isinstance(value, Misfit):
        raise InputError(place or "document", value.wanted, value.got)
    if depth > DEEPEST or (depth == DEEPEST and isinstance(value, dict | list)):
        raise InputError(place, f"at most {DEEPEST} levels of lists and objects", "one more")
    if isinstance(value, dict):
        for name, item in value.items():
            if not isinstance(name, str):
                raise InputError(place or "document", "names that are strings", shown(name))
            _check_text(name, place)
            check_tree(item, inside(place, name), depth + 1, largest=largest)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            check_tree(item, inside(place, index), depth + 1, largest=largest)
    elif isinstance(value, str):
        _check_text(value, place)
    elif isinstance(value, int | float):
        if not abs(value) <= largest:
            finite = value - value == 0
            wanted = f"a number of at most {largest:,.0f}" if finite else "a finite number"
            raise InputError(place or "document", wanted, shown(value))
    elif value is not None:
        raise InputError(place or "document", "a value that JSON has", shown(value))


def _check_text(text: str, place: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(
            place or "document", "text that UTF-8 can hold", f"half a surrogate pair: {shown(text)}"
        ) from None


def as_tree(value: object, depth: int = 0) -> Any:
    """Return structs as dicts without their defaults, tuples and arrays as lists.

    Numbers of other types become Python's own; what JSON has no word for is left
    as it is, for `check_tree` to name.
    """
    if depth > DEEPEST + 1:
        return value
    if isinstance(value, msgspec.Struct):
        defaults = _defaults(type(value))
        items = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {
            name: as_tree(item, depth + 1)
            for name, item in items
            if name not in defaults or not _same(item, defaults[name])
        }
    if isinstance(value, dict):
        return {name: as_tree(item, depth + 1) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_tree(item, depth + 1) for item in value]
    if isinstance(value, bool | None):
        return value
    if isinstance(value, str):
        return str(value)
    if hasattr(value, "tolist"):
        return as_tree(value.tolist(), depth + 1)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    return value


@functools.cache
def _defaults(cls: type[msgspec.Struct]) -> dict[str, object]:
    """Return the defaults of the fields that have one: slow to ask msgspec for, so once."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(cls):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
    return found


def _same(value: object, default: object) -> bool:
    return type(value) is type(default) and bool(value == default)
