"""The part of the `wh40kdc` bundle that movement needs, decoded once."""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any, TypeVar

import msgspec

from movesolver.errors import InputError, MoveSolverError

CREDIT = "Powered by 40kdc-data, https://40kdc.alpacasoft.dev"
"""The credit the data's licence asks for; show it where its data is shown."""

Row = TypeVar("Row")


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
    """The five collections that are read; the bundle's others are skipped."""

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
    about 0.4 s; a typed decode that skips the other 22 takes 0.05 s. Should a
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


def plain(text: str) -> str:
    """Return a name without case, accents and punctuation, for comparing.

    >>> plain("Khârn the Betrayer")
    'kharn the betrayer'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(re.findall(r"[a-z0-9]+", re.sub("['\u2019]", "", bare)))


def matches(
    rows: Iterable[Row], query: str, names: Callable[[Row], Iterable[str]], place: str, what: str
) -> list[Row]:
    """Return the rows one of whose names is ``query``; the first name is the id.

    Raises
    ------
    InputError
        If there are none; the message lists names that come close.
    """
    table = [(row, tuple(names(row))) for row in rows]
    found = [row for row, known in table if query == known[0]]
    found = found or [row for row, known in table if plain(query) in map(plain, known)]
    if not found:
        raise InputError(place, what + hint(query, [n for _, known in table for n in known]), query)
    return found


def hint(query: str, names: Iterable[str]) -> str:
    """Return ' (close: ...)' with up to five names like ``query``, or nothing."""
    by_plain: dict[str, str] = {}
    for name in names:
        by_plain[plain(name)] = name
    sought = plain(query)
    close = [by_plain[p] for p in difflib.get_close_matches(sought, by_plain, n=5, cutoff=0.6)]
    close += [name for p, name in by_plain.items() if sought and sought in p and name not in close]
    return f" (close: {', '.join(close[:5])})" if close else ""
