"""Whose a model is, by rules that a person gives."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from movesolver.errors import InputError
from movesolver.formats.tabletop.objects import Figure
from movesolver.table.fields import shown

NEAR = 0.3
"""How far a colour may be from a rule's, of 1 for each of red, green and blue."""
WORDS = (
    '"SIDE=name:Red *" (the beginning of the name), "SIDE=tint:#rrggbb" (the colour), '
    '"SIDE=tag:..." or "SIDE=guid:..."'
)
_KINDS = ("name", "tag", "guid", "tint")

Sides = Mapping[str, Sequence[str]]
"""Rules by side: ``{"a": ["name:Red *"], "b": ["tint:#3050c0"]}``."""


def check_sides(sides: Sides) -> None:
    """Raise unless each rule is one.

    Raises
    ------
    InputError
        Naming the side.
    """
    if not sides:
        raise InputError("sides", f"rules that say whose a model is, {WORDS}", "none")
    for side, rules in sides.items():
        for rule in rules:
            kind, colon, what = rule.partition(":")
            if kind not in _KINDS or not colon or not what:
                raise InputError(f"sides.{side}", WORDS, shown(rule))
            if kind == "tint":
                _colour(what, side)


def read_sides(texts: Iterable[str], place: str = "--side") -> dict[str, list[str]]:
    """Return rules by side from texts such as ``a=name:Red *``.

    Raises
    ------
    InputError
        If a text is none.
    """
    sides: dict[str, list[str]] = {}
    for text in texts:
        side, equals, rule = text.partition("=")
        if not equals or not side.strip():
            raise InputError(place, WORDS, shown(text))
        sides.setdefault(side.strip(), []).append(rule.strip())
    check_sides(sides)
    return sides


def side_of(figure: Figure, sides: Sides) -> str | None:
    """Return whose a model is: by the first rule on name, tag or GUID, else the nearest colour."""
    nearest, least = None, NEAR
    for side, rules in sides.items():
        for rule in rules:
            kind, _, what = rule.partition(":")
            if kind == "tint":
                if figure.tint is None:
                    continue
                far = math.dist(figure.tint, _colour(what, side))
                if far < least:
                    nearest, least = side, far
            elif any(
                fnmatchcase(word.casefold(), what.casefold()) for word in _words(figure, kind)
            ):
                return side
    return nearest


def _words(figure: Figure, kind: str) -> tuple[str, ...]:
    if kind == "tag":
        return figure.tags
    return (figure.name,) if kind == "name" else (figure.key, figure.key.partition("~")[0])


def _colour(text: str, side: str) -> tuple[float, float, float]:
    found = re.fullmatch(r"#?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", text.strip())
    if found is None:
        raise InputError(f"sides.{side}", "a colour, tint:#rrggbb", shown(text))
    red, green, blue = (int(part, 16) / 255.0 for part in found.groups())
    return red, green, blue
