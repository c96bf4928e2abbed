"""The objects of a save that may be models, and where they stand."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from movesolver.errors import InputError
from movesolver.formats.trees import read_tree
from movesolver.table.fields import inside, shown

_LARGEST_NUMBER = 1e300  # a save's time stamps are no distances
_FIGURES = ("custom_model", "custom_assetbundle", "figurine")
"""How the kinds of objects begin that people make models of."""
_HOLDERS = ("bag", "deck", "infinite")
_MARKUP = re.compile(r"\[(?:[0-9a-fA-F]{6}|-|/?[bius]|/?su[bp])\]")
_COUNTER = re.compile(r"^\d+\s*/\s*\d+\s+|\s+\d+\s*/\s*\d+$")
"""Wounds before or behind a name: ``2/2 Boy``."""


class Figure(NamedTuple):
    """An object that may be a model, in the save's own numbers."""

    key: str
    """Its GUID; where several share one, with ``~2`` and so on behind."""
    name: str
    """Its nickname without colours and counters."""
    x: float
    y: float
    """Height; ``z`` is the other direction along the table."""
    z: float
    turn: float
    """Degrees clockwise."""
    tint: tuple[float, float, float] | None
    tags: tuple[str, ...]
    certain: bool
    """Whether it is of a kind that models are made of, and free to move."""


def read_objects(text: str | bytes) -> dict[str, Any]:
    """Return the tree of a save.

    Raises
    ------
    InputError
        If the text is too long, no JSON, or has no objects.
    """
    if isinstance(text, str | bytes) and not text.strip():
        raise InputError("save", "a save file, one JSON object", "an empty text")
    tree = read_tree(text, largest=_LARGEST_NUMBER)
    if not isinstance(tree, dict) or not isinstance(tree.get("ObjectStates"), list):
        raise InputError("ObjectStates", "a list of objects (of a save file)", shown(tree))
    return tree


def keyed(tree: Mapping[str, Any]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield key, place in the list and tree of each object that stands on its own."""
    seen: Counter[str] = Counter()
    for index, one in enumerate(tree["ObjectStates"]):
        if not isinstance(one, dict):
            raise InputError(inside("ObjectStates", index), "an object", shown(one))
        guid = one.get("GUID")
        key = guid if isinstance(guid, str) and guid else f"n{index}"
        seen[key] += 1
        yield (f"{key}~{seen[key]}" if seen[key] > 1 else key), index, one


def figures(tree: Mapping[str, Any], notes: list[str]) -> list[Figure]:
    """Return the objects that may be models; what is left out is added to the notes.

    Raises
    ------
    InputError
        If one of them has no position.
    """
    found: list[Figure] = []
    unnamed = 0
    for key, index, one in keyed(tree):
        kind, name = _text(one, "Name").lower(), clean_name(_text(one, "Nickname"))
        inner = one.get("ContainedObjects")
        if isinstance(inner, list) and inner:
            what = name or _text(one, "Name") or key
            notes.append(f"{what}: what is in it ({len(inner)}) is left out")
        if any(word in kind for word in _HOLDERS):
            continue
        certain = kind.startswith(_FIGURES) and one.get("Locked") is not True
        if not name:
            unnamed += certain
            continue
        found.append(_figure(one, key, index, name, certain))
    if unnamed:
        notes.append(f"objects without a name ({unnamed}) are left out")
    return found


def clean_name(nickname: str) -> str:
    """Return a nickname without colours, counters of wounds and line breaks.

    >>> clean_name("[00ff16]2/2[-] Boy")
    'Boy'
    """
    bare = " ".join(_MARKUP.sub("", nickname).split())
    return _COUNTER.sub("", bare)


def _figure(one: Mapping[str, Any], key: str, index: int, name: str, certain: bool) -> Figure:
    place = inside("ObjectStates", index, "Transform")
    transform = one.get("Transform")
    if not isinstance(transform, dict):
        raise InputError(place, "an object with posX, posZ and rotY", shown(transform))
    at = [_number(transform, field, place) for field in ("posX", "posZ")]
    tags = one.get("Tags")
    return Figure(
        key,
        name,
        at[0],
        _number(transform, "posY", place, 0.0),
        at[1],
        _number(transform, "rotY", place, 0.0),
        _tint(one.get("ColorDiffuse")),
        tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        certain,
    )


def _text(one: Mapping[str, Any], field: str) -> str:
    value = one.get(field)
    return value if isinstance(value, str) else ""


def _number(one: Mapping[str, Any], field: str, place: str, default: float | None = None) -> float:
    value = one.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(inside(place, field), "a number", shown(value))
    return float(value)


def _tint(colour: object) -> tuple[float, float, float] | None:
    if not isinstance(colour, dict):
        return None
    parts = [colour.get(part) for part in "rgb"]
    if any(isinstance(part, bool) or not isinstance(part, int | float) for part in parts):
        return None
    red, green, blue = (float(part) for part in parts if part is not None)
    return red, green, blue
