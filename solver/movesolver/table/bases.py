"""Base outlines, in the millimetres printed on the box."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import Polygon, check_positive, inside, shown, tidy_polygon, wanted
from movesolver.table.measures import inches

THINNEST, WIDEST = 1.0, 1000.0
"""What a base measures at least and at most in either direction, mm."""
ROUNDING = 1e-9
"""Corners in inches may miss these by such a part."""

_SIZES = f"{THINNEST:g} to {WIDEST:,.0f} mm"


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One base outline; exactly one of the four fields is given.

    The heading of a model is the direction of the long axis of an oval, of the
    first side of a rectangle, of +x of a hull.

    Raises
    ------
    InputError
        If none or several fields are given, a size is not one of `THINNEST` to `WIDEST`,
        an oval is wider than long, or a hull is not a simple polygon as large.
    """

    round: float | None = None
    """Diameter, mm."""
    oval: tuple[float, float] | None = None
    """Length and width, mm: an ellipse."""
    rectangle: tuple[float, float] | None = None
    """Length and width, mm."""
    hull: Polygon | None = None
    """Corners about the model's centre, in inches: any simple polygon, concave or not."""

    def __post_init__(self) -> None:
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        if len(given) != 1:
            raise wanted(
                "exactly one of round, oval, rectangle, hull", " and ".join(given) or "none of them"
            )
        if self.round is not None:
            _check_sizes("round", self.round)
        elif self.oval is not None:
            _check_sizes("oval", *self.oval)
            if self.oval[0] < self.oval[1]:
                raise InputError(
                    "oval", "[length, width], the length not the shorter", shown(self.oval)
                )
        elif self.rectangle is not None:
            _check_sizes("rectangle", *self.rectangle)
        elif self.hull is not None:
            tidy_polygon(self, "hull")
            _check_hull(self.hull)


def _check_sizes(name: str, *sizes: float) -> None:
    """Raise unless all sizes, mm, are those of a real base: curves round others take for ever."""
    check_positive(name, *sizes)
    for index, size in enumerate(sizes):
        if not THINNEST <= size <= WIDEST:
            place = inside(name, index) if len(sizes) > 1 else name
            raise InputError(place, _SIZES, shown(size))


def _check_hull(corners: Polygon) -> None:
    """Raise unless a hull is as wide as a base at its narrowest, and no longer."""
    from shapely import MultiPoint, get_coordinates, minimum_rotated_rectangle

    box = get_coordinates(minimum_rotated_rectangle(MultiPoint(corners))).tolist()
    across = sorted(math.dist(box[k], box[k + 1]) / inches(1.0) for k in range(2))
    if not THINNEST * (1.0 - ROUNDING) <= across[0] <= across[1] <= WIDEST * (1.0 + ROUNDING):
        sizes = f"{across[1]:.4g} x {across[0]:.4g} mm"
        raise InputError("hull", f"a polygon of {_SIZES} across", sizes)


def round(diameter: float) -> Base:
    """Return a round base of ``diameter`` mm."""
    return Base(round=diameter)


def oval(length: float, width: float) -> Base:
    """Return an elliptical base, mm; ``length >= width``."""
    return Base(oval=(length, width))


def rectangle(length: float, width: float) -> Base:
    """Return a rectangular base, mm; the heading points along ``length``."""
    return Base(rectangle=(length, width))


def hull(points: Sequence[tuple[float, float]]) -> Base:
    """Return an outline given by its corners in inches about the model's centre."""
    return Base(hull=tuple((float(x), float(y)) for x, y in points))
