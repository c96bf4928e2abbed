"""Units with the bases, moves and keywords of their datasheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from movesolver.errors import InputError
from movesolver.formats.names import MOST_MEANT, matches
from movesolver.formats.wh40kdc.bundle import BaseSize, Datasheet, ModelRow, bundle
from movesolver.formats.wh40kdc.sizes import composition_of, counts_of, kinds_named, rows_of
from movesolver.table import bases as outlines
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.names import did_you_mean, plain


class GapError(InputError):
    """The data leaves out the base or the M of a kind of model."""

    def __init__(self, unit: str, kind: str, lacks: Literal["base", "move"], got: str) -> None:
        self.unit, self.kind, self.lacks = unit, kind, lacks
        wanted = f'a base in mm, given as bases={{"{kind}": Base(...)}}'
        if lacks == "move":
            wanted = f'M given as moves={{"{kind}": inches}}'
        super().__init__(f"unit {unit}, model {kind}", wanted, got)

    def __reduce__(self) -> Any:
        """Let the error travel between processes."""
        return type(self), (self.unit, self.kind, self.lacks, self.got)


class UnitEntry(NamedTuple):
    """One datasheet, enough to name it in `read_unit`."""

    id: str
    faction: str
    name: str


def find_units(text: str = "") -> tuple[UnitEntry, ...]:
    """Return the datasheets whose name or faction contains ``text``.

    Case, accents and punctuation do not matter; no text finds all.
    """
    sought = plain(text)
    return tuple(
        UnitEntry(sheet.id, sheet.faction_id, sheet.name)
        for sheet in bundle().units
        if any(sought in plain(n) for n in (sheet.id, sheet.faction_id, *_names(sheet)))
    )


def read_unit(
    name: str,
    side: str,
    *,
    faction: str | None = None,
    models: int | Mapping[str, int] | None = None,
    bases: Mapping[str, Base] | None = None,
    moves: Mapping[str, float] | None = None,
    unit_id: str | None = None,
) -> Unit:
    """Read a unit from its datasheet; its models have no positions yet.

    Parameters
    ----------
    name
        Id or name of the datasheet, see `find_units`.
    side
        The side the unit is on.
    faction
        Id of the faction; needed where several factions share the datasheet.
    models
        Number of models, or numbers by the kind of model; the smallest size the
        datasheet allows if left out.
    bases, moves
        Bases, and M in inches, by the kind of model: for what the data leaves
        out, and to overrule it.
    unit_id
        Id in the scenario; the datasheet's if left out.

    Raises
    ------
    InputError
        If there is no such datasheet, several factions have one, or the unit cannot
        have that many models.
    GapError
        If the data has no millimetres for a base (hull, flying base, "unique", none),
        or no M: then ``bases`` or ``moves`` has to give it.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    sheet = _sheet(name, faction)
    place = f"unit {sheet.name}"
    composition = composition_of(sheet)
    rows = rows_of(sheet, composition)
    for argument, given in (("bases", bases), ("moves", moves)):
        for kind in given or {}:
            if kind not in [row.name for row in rows]:
                raise InputError(
                    f"{place}, {argument}",
                    kinds_named(rows) + did_you_mean(kind, [r.name for r in rows], MOST_MEANT),
                    kind,
                )
    own_id = unit_id or sheet.id
    counts = counts_of(place, rows, composition, models)
    unit_moves = {row.name: _move(sheet, row, moves or {}) for row in rows if counts[row.name]}
    every_move = [move for name, move in unit_moves.items() for _ in range(counts[name])]
    common = max(every_move, key=every_move.count)
    built: list[Model] = []
    for row in rows:
        count = counts[row.name]
        if not count:
            continue
        base = (bases or {}).get(row.name) or _base(sheet, rows, row)
        own_move = None if unit_moves[row.name] == common else unit_moves[row.name]
        kind = plain(row.name).replace(" ", "-")
        for i in range(1, count + 1):
            number = f"-{i}" if count > 1 else ""
            built.append(Model(id=f"{own_id}.{kind}{number}", base=base, move=own_move))
    return Unit(
        id=own_id,
        side=side,
        models=tuple(built),
        keywords=_keywords(sheet),
        move=common,
        status=_status(sheet),
    )


def _names(sheet: Datasheet) -> tuple[str, ...]:
    return (sheet.name, *sheet.aliases)


def _sheet(name: str, faction: str | None) -> Datasheet:
    sheets = bundle().units
    if faction is not None:
        factions = {sheet.faction_id for sheet in sheets}
        if faction not in factions:
            meant = did_you_mean(faction, sorted(factions), MOST_MEANT)
            raise InputError("faction", f"a faction's id{meant}", faction)
        sheets = tuple(sheet for sheet in sheets if sheet.faction_id == faction)
    found = matches(
        sheets, name, lambda sheet: (sheet.id, *_names(sheet)), "unit", "a datasheet's id or name"
    )
    if len(found) > 1:
        owners = ", ".join(f"{sheet.faction_id} ({sheet.id})" for sheet in found)
        raise InputError("unit", f"a faction as well, one of {owners}", f"{name} alone")
    return found[0]


def _move(sheet: Datasheet, row: ModelRow, moves: Mapping[str, float]) -> float:
    if row.name in moves:
        return moves[row.name]
    values = {profile.M for profile in sheet.profiles}
    if len(values) > 1:
        name = plain(row.profile_name or row.name)
        values = {profile.M for profile in sheet.profiles if plain(profile.name) == name}
    value = values.pop() if len(values) == 1 else None
    if isinstance(value, int):
        return float(value)
    lines = ", ".join(f"{profile.name} {profile.M}" for profile in sheet.profiles)
    raise GapError(sheet.name, row.name, "move", f"{lines} only")


def _base(sheet: Datasheet, rows: Sequence[ModelRow], row: ModelRow) -> Base:
    size = row.base_size_mm
    if all(each.base_size_mm is None for each in rows):
        size = sheet.base_size_mm
    if size is not None and not size.draft:
        if size.shape == "round" and size.diameter is not None:
            return outlines.round(size.diameter)
        if size.shape == "oval" and size.width is not None and size.length is not None:
            # The data has the long side now in one field, now in the other.
            return outlines.oval(max(size.length, size.width), min(size.length, size.width))
    raise GapError(sheet.name, row.name, "base", _no_millimetres(size))


def _no_millimetres(size: BaseSize | None) -> str:
    if size is None:
        return "no base in the data"
    if size.width is not None and size.length is not None:
        return f"{size.shape} ({size.width:g} x {size.length:g}, which the data calls provisional)"
    return f"{size.shape} without sizes in the data"


def _keywords(sheet: Datasheet) -> tuple[str, ...]:
    return tuple(dict.fromkeys(w.upper() for w in (*sheet.keywords, *sheet.faction_keywords)))


def _status(sheet: Datasheet) -> UnitStatus:
    scouts = [a.removeprefix("scouts-") for a in sheet.ability_ids if a.startswith("scouts-")]
    capacity = sheet.transport_capacity
    return UnitStatus(
        scouts=float(scouts[0]) if scouts else None,
        infiltrators="infiltrators" in sheet.ability_ids,
        deep_strike="deep-strike" in sheet.ability_ids,
        capacity=capacity.capacity if capacity is not None else None,
    )
