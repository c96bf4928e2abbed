"""Base outlines, in the millimetres printed on the box."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import Polygon, check_positive, shown, tidy_polygon, wanted


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One base outline; exactly one of the four fields is given.

    The heading of a model is the direction of the long axis of an oval, of the
    first side of a rectangle, of +x of a hull.

    Raises
    ------
    InputError
        If none or several fields are given, a size is not a positive number, an
        oval is wider than long, or a hull is not a simple polygon.
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
            check_positive("round", self.round)
        elif self.oval is not None:
            check_positive("oval", *self.oval)
            if self.oval[0] < self.oval[1]:
                raise InputError(
                    "oval", "[length, width], the length not the shorter", shown(self.oval)
                )
        elif self.rectangle is not None:
            check_positive("rectangle", *self.rectangle)
        elif self.hull is not None:
            tidy_polygon(self, "hull")


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
