"""Terrain features: category, footprint, walls and floors."""

from __future__ import annotations

from typing import Literal

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import (
    Polygon,
    check_finite,
    check_id,
    check_not_negative,
    tidy_polygon,
)


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An upright section: a polygon from one height to another, inches."""

    polygon: Polygon
    top: float
    bottom: float = 0.0

    def __post_init__(self) -> None:
        tidy_polygon(self, "polygon")
        check_not_negative("bottom", self.bottom)
        check_finite("top", self.top)
        if self.top <= self.bottom:
            raise InputError("top", f"a height above the bottom, {self.bottom:g}", f"{self.top:g}")


class Floor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A surface one can stand on, at a height above the table, inches."""

    polygon: Polygon
    z: float

    def __post_init__(self) -> None:
        tidy_polygon(self, "polygon")
        check_not_negative("z", self.z)


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A terrain feature (13.02 to 13.06)."""

    id: str
    category: Literal["exposed", "light", "dense"]
    footprint: Polygon
    walls: tuple[Wall, ...] = ()
    floors: tuple[Floor, ...] = ()

    def __post_init__(self) -> None:
        check_id("id", self.id)
        tidy_polygon(self, "footprint")
