"""The part of the `wh40kdc` bundle that movement needs, decoded once."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

import msgspec

from movesolver.errors import MoveSolverError

CREDIT = "Powered by 40kdc-data, https://40kdc.alpacasoft.dev"
"""The credit the data's licence asks for; show it where its data is shown."""


class BaseSize(msgspec.Struct, frozen=True):
    """A base as the data gives it, mm; categories such as "hull" have no sizes."""

    shape: str
    diameter: float | None = None
    width: float | None = None
    length: float | None = None
    draft: bool = False
    """Whether the source calls the entry provisional."""


class ModelRow(msgspec.Struct, frozen=True):
    """One kind of model in a unit's composition, and how many it may have."""

    name: str
    min: int
    max: int
    profile_name: str | None = None
    base_size_mm: BaseSize | None = None


class Count(msgspec.Struct, frozen=True):
    """How many models of one kind a unit size holds."""

    name: str
    min: int
    max: int


class Tier(msgspec.Struct, frozen=True):
    """One of the sizes in which a unit may be taken."""

    models: tuple[Count, ...]


class Composition(msgspec.Struct, frozen=True):
    """Which models make up a unit."""

    unit_id: str
    faction_id: str
    models: tuple[ModelRow, ...]
    tiers: tuple[Tier, ...] = ()


class Profile(msgspec.Struct, frozen=True):
    """One line of characteristics; only M is read."""

    M: int | str
    name: str = ""


class Range(msgspec.Struct, frozen=True):
    """Fewest and most models."""

    min: int
    max: int


class Capacity(msgspec.Struct, frozen=True):
    """What a transport carries."""

    capacity: int


class Price(msgspec.Struct, frozen=True):
    """What a size of a unit costs; read to tell which size a list means."""

    models: int
    cost: float
    models_max: int | None = None


class Datasheet(msgspec.Struct, frozen=True):
    """A unit's datasheet, as far as movement reads it."""

    id: str
    name: str
    faction_id: str
    profiles: tuple[Profile, ...]
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    ability_ids: tuple[str, ...] = ()
    base_size_mm: BaseSize | None = None
    model_count: Range | None = None
    transport_capacity: Capacity | None = None
    points: tuple[Price, ...] = ()


class Faction(msgspec.Struct, frozen=True):
    """A faction, and the one whose datasheets it also uses."""

    id: str
    parent_faction_id: str | None = None


class Spot(msgspec.Struct, frozen=True):
    """A point, inches, y down."""

    x: float
    y: float


class Shape(msgspec.Struct, frozen=True):
    """A rectangle or a polygon about its owner's position, inches, y down."""

    type: str
    width: float = 0.0
    height: float = 0.0
    points: tuple[Spot, ...] = ()

    def corners(self) -> tuple[Spot, ...]:
        """Return the corners in order."""
        if self.type == "polygon":
            return self.points
        w, h = self.width, self.height
        return (Spot(0.0, 0.0), Spot(w, 0.0), Spot(w, h), Spot(0.0, h))


class ZoneRow(msgspec.Struct, frozen=True):
    """A deployment zone of one player."""

    player: str
    shape: Shape
    position: Spot


class Pattern(msgspec.Struct, frozen=True):
    """A deployment map."""

    id: str
    name: str
    zones: tuple[ZoneRow, ...]
    objectives: tuple[Spot, ...] = ()


class Bundle(msgspec.Struct, frozen=True):
    """The six collections that are read; the bundle's others are skipped."""

    factions: tuple[Faction, ...]
    units: tuple[Datasheet, ...]
    unit_compositions: tuple[Composition, ...]
    deployment_patterns: tuple[Pattern, ...]
    # The package's own resolver places these, and it takes plain dictionaries.
    terrain_layouts: tuple[dict[str, Any], ...]
    terrain_templates: tuple[dict[str, Any], ...]


@functools.cache
def bundle() -> Bundle:
    """Return the data, decoded at the first call.

    The package's own loader builds all 27 collections, 10.7 MB of them, in
    about 0.4 s; a typed decode that skips the other 21 takes 0.05 s. Should a
    later version keep its data elsewhere, the loader is used after all.

    Raises
    ------
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    try:
        file = resources.files("wh40kdc").joinpath("_bundle.json")
    except ModuleNotFoundError as error:
        raise MoveSolverError(
            "real tables and units need the wh40kdc package: pip install 'movesolver[data]'"
        ) from error
    if file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=Bundle)
    from wh40kdc.data import raw_data

    return msgspec.convert(raw_data(), type=Bundle)
