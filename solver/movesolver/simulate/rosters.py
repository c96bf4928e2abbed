"""Armies and tables, put together into a board."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from movesolver.errors import InputError
from movesolver.formats.base_sizes import BaseSizes, default_path
from movesolver.formats.files import naming, read_bytes
from movesolver.formats.places import converted
from movesolver.formats.trees import read_tree
from movesolver.simulate.grounds import read_ground
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.fields import check_id, inside, shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Scenario

SIDES = ("a", "b")
LISTED = ".txt"
"""What the names of list builders' exports end in."""


class RosterUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of a roster: its bases and M, or the datasheet of the `wh40kdc` package with them."""

    id: str
    models: int | None = None
    base: Base | None = None
    move: float | None = None
    keywords: tuple[str, ...] = ("INFANTRY",)
    datasheet: str | None = None
    faction: str | None = None

    def __post_init__(self) -> None:
        check_id("id", self.id)
        if self.datasheet is None:
            for name in ("models", "base", "move"):
                if getattr(self, name) is None:
                    raise InputError(name, "a value, where there is no datasheet", "nothing")


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An army as a list of units."""

    name: str
    units: tuple[RosterUnit, ...]

    def __post_init__(self) -> None:
        if not self.units:
            raise InputError("units", "at least one unit", "none")


def rosters() -> tuple[str, ...]:
    """Return the names of the rosters that come with the project."""
    return tuple(sorted(file.name[:-5] for file in _folder().iterdir() if ".json" in file.name))


def read_roster(name: str) -> Roster:
    """Read a roster: one of the project's by name, or a JSON file.

    Raises
    ------
    InputError
        Naming the place, what was wanted there and what was given.
    """
    return _roster(name, _text(name))


def _text(name: str, place: str = "roster") -> bytes:
    """Return what a roster's file holds; ``place`` is what errors call its name."""
    if not isinstance(name, str):
        raise InputError(place, "a name, or that of a file", shown(name))
    if name in rosters():
        return (_folder() / f"{name}.json").read_bytes()
    if not name.endswith((".json", LISTED)):
        known = f"{', '.join(rosters())}{did_you_mean(name, rosters())}"
        wanted = f"{known}, or a file .json or {LISTED}"
        raise InputError(place, wanted, shown(name))
    return read_bytes(name)


def _roster(name: str, text: bytes) -> Roster:
    try:
        return converted(read_tree(text), Roster)
    except InputError as error:
        raise InputError(f"{name}: {error.place}", error.wanted, error.got) from None


def _army(name: str, side: str, place: str) -> tuple[Unit, ...]:
    """Return the units of a side, in reserve: of a roster, or of what a list builder exports."""
    text = _text(name, place)
    if name.endswith(LISTED):
        from movesolver.formats import wh40kdc

        with naming(name):
            units = wh40kdc.read_roster(text, side, sizes=BaseSizes(default_path())).units
        status = UnitStatus(in_reserve=True)
        return tuple(msgspec.structs.replace(unit, status=status) for unit in units)
    rows = enumerate(_roster(name, text).units)
    return tuple(_unit(one, side, inside(name, "units", k)) for k, one in rows)


def build_board(first: str, second: str, layout: str = "plain") -> Scenario:
    """Return a board for two rosters, nobody set up yet.

    Parameters
    ----------
    first, second
        Rosters of the sides "a" and "b": as `read_roster` takes them, or files ``.txt`` with what
        a list builder exports (docs/data.md).
    layout
        As `read_ground` takes it.

    Raises
    ------
    InputError
        If there is no such roster or layout, or a roster makes no sense.
    MoveSolverError
        If they need the `wh40kdc` package and it is not installed.
    """
    ground = read_ground(layout)
    ours = _army(first, SIDES[0], "first roster")
    return ground.board([*ours, *_army(second, SIDES[1], "second roster")])


def _unit(one: RosterUnit, side: str, place: str) -> Unit:
    """Return a unit in reserve; both sides may have units of one name."""
    name = f"{side}-{one.id}"
    if one.datasheet is None:
        assert one.base is not None
        models = tuple(Model(f"{name}.{k + 1}", one.base) for k in range(one.models or 0))
        if not models:
            raise InputError(inside(place, "models"), "one model or more", shown(one.models))
        unit = Unit(name, side, models, one.keywords, one.move)
    else:
        from movesolver.formats import wh40kdc

        try:
            unit = wh40kdc.read_unit(
                one.datasheet, side, faction=one.faction, models=one.models, unit_id=name
            )
        except InputError as error:
            raise InputError(f"{place}: {error.place}", error.wanted, error.got) from None
    return msgspec.structs.replace(unit, status=UnitStatus(in_reserve=True))


def _folder() -> Traversable:
    return resources.files("movesolver.simulate") / "rosters"
