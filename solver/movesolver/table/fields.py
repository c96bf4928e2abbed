"""Checks of single values, shared by everything that stands on the table.

Each raises `InputError` with the place inside the thing that is checked; whoever
holds that thing puts its own place in front.
"""

from __future__ import annotations

import json
import math
import numbers
import re
import reprlib
from collections.abc import Sequence

import msgspec

from movesolver.errors import InputError

Point = tuple[float, float]
Polygon = tuple[Point, ...]

LARGEST = 1_000_000.0
"""No number of a scenario is larger: beyond it 1e-6" would be lost in the arithmetic."""

_PLAIN_KEY = re.compile(r"\w[\w-]*")


class _Words(reprlib.Repr):
    """Short texts in the words of the file: null, true, false, double quotes."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxother = 56

    def repr_str(self, x: str, level: int) -> str:
        text = x if len(x) <= self.maxstring else x[: self.maxstring - 3] + "..."
        return json.dumps(text, ensure_ascii=not text.isprintable())

    def repr_tuple(self, x: tuple[object, ...], level: int) -> str:
        return self.repr_list(list(x), level)

    def repr_bool(self, x: bool, level: int) -> str:
        return "true" if x else "false"

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**50 else "a whole number of more than 50 digits"

    def repr_float(self, x: float, level: int) -> str:
        return json.dumps(x)

    def repr_NoneType(self, x: None, level: int) -> str:
        return "null"


_WORDS = _Words()


def shown(value: object) -> str:
    """Return a value as one short line: at most 60 characters, in the words of the file."""
    text = " ".join(_WORDS.repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def printable(text: str) -> str:
    """Return text with control and direction characters made visible: names come from files."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def inside(place: str, *steps: str | int) -> str:
    """Return the place of something inside ``place``: ``units[0].models[1].at``."""
    for step in steps:
        if isinstance(step, int):
            place += f"[{step}]"
        elif len(step) > 40 or not _PLAIN_KEY.fullmatch(step):
            place += f"[{shown(step)}]"
        else:
            place += f".{step}" if place else step
    return place


def wanted(what: str, got: object) -> InputError:
    """Return the error of a thing that is wrong as a whole."""
    return InputError("", what, str(got))


def check_finite(name: str, *values: float) -> None:
    """Raise unless every value is a finite number of at most `LARGEST`."""
    for index, value in enumerate(values):
        if type(value) is float and -LARGEST <= value <= LARGEST:
            continue
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            wish = "a number"
        elif abs(value) <= LARGEST:
            continue
        elif value != value or abs(value) == math.inf:
            wish = "a finite number"
        else:
            wish = f"a number of at most {LARGEST:,.0f}"
        raise InputError(inside(name, index) if len(values) > 1 else name, wish, shown(value))


def check_positive(name: str, *values: float) -> None:
    """Raise unless every value is a finite number above zero."""
    check_finite(name, *values)
    for index, value in enumerate(values):
        if not value > 0:
            place = inside(name, index) if len(values) > 1 else name
            raise InputError(place, "a positive number", shown(value))


def check_not_negative(name: str, *values: float) -> None:
    """Raise unless every value is a finite number, zero or more."""
    check_finite(name, *values)
    for index, value in enumerate(values):
        if not value >= 0:
            place = inside(name, index) if len(values) > 1 else name
            raise InputError(place, "zero or a positive number", shown(value))


def check_id(name: str, value: str) -> None:
    """Raise if a name that other parts refer to is empty."""
    if not value:
        raise InputError(name, "a name of at least one character", shown(value))


MOST_POINTS = 1000
"""Corners a polygon may have."""


def check_polygon(name: str, points: Sequence[Point]) -> None:
    """Raise unless the points outline one simple polygon with an area."""
    if len(points) < 3:
        raise InputError(name, "at least three points", f"{len(points)}")
    if len(points) > MOST_POINTS:
        raise InputError(name, f"at most {MOST_POINTS} points", f"{len(points)}")
    for index, point in enumerate(points):
        check_finite(inside(name, index), *point)
    # Shapely costs 70 ms to import: only tables with polygons pay for it.
    from shapely import Polygon as ShapelyPolygon
    from shapely.validation import explain_validity

    corners = without_repeats(points)
    if len(corners) < 3:
        raise InputError(name, "at least three different points", f"{len(corners)}")
    polygon = ShapelyPolygon(corners)
    if not polygon.is_valid:
        raise InputError(name, "a simple polygon", explain_validity(polygon))
    if polygon.area < 1e-9:
        raise InputError(name, "a polygon with an area", f"an area of {polygon.area:g}")


def without_repeats(points: Sequence[Point]) -> Polygon:
    """Return the corners without those equal to the next; the first comes after the last."""
    return tuple(p for p, q in zip(points, (*points[1:], points[0]), strict=True) if p != q)


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the box around points: left, low, right, high."""
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def tidy_polygon(thing: msgspec.Struct, name: str) -> None:
    """Check the polygon in a field, and drop corners given twice in a row.

    Many programs close a ring by repeating its first point; edges of no length
    are kept from everything behind the door.
    """
    points: Polygon = getattr(thing, name)
    check_polygon(name, points)
    corners = without_repeats(points)
    if len(corners) < len(points):
        msgspec.structs.force_setattr(thing, name, corners)


def check_amount(name: str, wanted: str, value: object) -> None:
    """Raise unless an argument is a number, 0 or more; it may be infinite."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not float(value) >= 0:
        raise InputError(name, wanted, shown(value))
