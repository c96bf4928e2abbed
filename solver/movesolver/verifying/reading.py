"""Numbers and names out of a certificate, or an `InputError` that names the place."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import inside, shown

Node = Mapping[str, object]


def certificate_in(written: bytes) -> tuple[Node, Node | None]:
    """Return a certificate and the answer of ``solve --json`` it is in, None if it is alone."""
    try:
        read = mapping(msgspec.json.decode(written), "certificate")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError("certificate", "JSON", str(error)) from None
    if "certificate" not in read:
        return read, None
    return mapping(read["certificate"], "certificate"), read


def mapping(value: object, place: str) -> Node:
    """Return an object with text for keys."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(place, "an object", shown(value))
    return value


def field(node: Node, name: str, place: str) -> object:
    """Return what an object has under a name."""
    if name not in node:
        raise InputError(inside(place, name), "a value", "nothing")
    return node[name]


def number(value: object, place: str) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(place, "a finite number", shown(value))
    return float(value)


def whole(value: object, place: str) -> int:
    """Return a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(place, "a whole number", shown(value))
    return value


def text(value: object, place: str) -> str:
    """Return text."""
    if not isinstance(value, str):
        raise InputError(place, "text", shown(value))
    return value


def items(value: object, place: str) -> list[object]:
    """Return a list."""
    if not isinstance(value, list | tuple):
        raise InputError(place, "a list", shown(value))
    return list(value)


def numbers(value: object, place: str, count: int | None = None) -> list[float]:
    """Return a list of finite numbers, of a length if one is given."""
    found = [number(one, inside(place, k)) for k, one in enumerate(items(value, place))]
    if count is not None and len(found) != count:
        raise InputError(place, f"a list of {count} numbers", shown(value))
    return found


def names(value: object, place: str) -> list[str]:
    """Return a list of texts."""
    return [text(one, inside(place, k)) for k, one in enumerate(items(value, place))]


def limits(value: object, place: str) -> dict[str, float]:
    """Return a number for each model; null stands for minus infinity: no pose at all."""
    return {
        name: -math.inf if one in (None, -math.inf) else number(one, inside(place, name))
        for name, one in mapping(value, place).items()
    }
