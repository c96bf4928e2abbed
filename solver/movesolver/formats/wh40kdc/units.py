"""Units with the bases, moves and keywords of their datasheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from movesolver.errors import InputError
from movesolver.formats.wh40kdc.bundle import (
    BaseSize,
    Composition,
    Count,
    Datasheet,
    ModelRow,
    bundle,
    hint,
    matches,
    plain,
)
from movesolver.table import bases as outlines
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base


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
        If there is no such datasheet, several factions have one, the unit cannot
        have that many models, or the data has no millimetres for a base (hull,
        flying base, "unique", none): then ``bases`` has to give it.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    sheet = _sheet(name, faction)
    place = f"unit {sheet.name}"
    composition = next(
        (
            c
            for c in bundle().unit_compositions
            if c.unit_id == sheet.id and c.faction_id == sheet.faction_id
        ),
        None,
    )
    rows = _rows(sheet, composition)
    for argument, given in (("bases", bases), ("moves", moves)):
        for kind in given or {}:
            if kind not in [row.name for row in rows]:
                raise InputError(
                    f"{place}, {argument}", _kinds(rows) + hint(kind, [r.name for r in rows]), kind
                )
    own_id = unit_id or sheet.id
    counts = _counts(place, rows, composition, models)
    unit_moves = {
        row.name: _move(place, sheet, row, moves or {}) for row in rows if counts[row.name]
    }
    every_move = [move for name, move in unit_moves.items() for _ in range(counts[name])]
    common = max(every_move, key=every_move.count)
    built: list[Model] = []
    for row in rows:
        count = counts[row.name]
        if not count:
            continue
        base = (bases or {}).get(row.name) or _base(place, sheet, rows, row)
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
            raise InputError("faction", "a faction's id" + hint(faction, factions), faction)
        sheets = tuple(sheet for sheet in sheets if sheet.faction_id == faction)
    found = matches(
        sheets, name, lambda sheet: (sheet.id, *_names(sheet)), "unit", "a datasheet's id or name"
    )
    if len(found) > 1:
        owners = ", ".join(f"{sheet.faction_id} ({sheet.id})" for sheet in found)
        raise InputError("unit", f"a faction as well, one of {owners}", f"{name} alone")
    return found[0]


def _rows(sheet: Datasheet, composition: Composition | None) -> tuple[ModelRow, ...]:
    """Return the kinds of models; where nothing breaks the unit down, one kind."""
    if composition is not None:
        # One entry lists four models of one kind on four lines.
        merged: dict[str, ModelRow] = {}
        for row in composition.models:
            first = merged.get(row.name)
            if first is not None:
                row = msgspec.structs.replace(row, min=row.min + first.min, max=row.max + first.max)
            merged[row.name] = row
        return tuple(merged.values())
    size = sheet.model_count
    least, most = (size.min, size.max) if size is not None else (1, 1)
    return (ModelRow(name=sheet.name, min=least, max=most, base_size_mm=sheet.base_size_mm),)


def _kinds(rows: Sequence[ModelRow]) -> str:
    return "one of this unit's kinds of models, " + ", ".join(row.name for row in rows)


def _sizes(rows: Sequence[ModelRow], composition: Composition | None) -> list[dict[str, Count]]:
    """Return the unit's sizes, each with its count by kind of model."""
    whole = {row.name: Count(row.name, row.min, row.max) for row in rows}
    sizes = []
    for tier in composition.tiers if composition is not None else ():
        by_name = {count.name: count for count in tier.models if count.name in whole}
        # Two entries name the leader apart in the sizes only: "Boss Nob" for the kind
        # "Nob", or besides the one kind "Nob".
        unnamed = [row.name for row in rows if row.name not in by_name] or [rows[-1].name]
        for count in tier.models:
            if count.name not in whole:
                same = by_name.get(unnamed[0], Count(unnamed[0], 0, 0))
                by_name[unnamed[0]] = Count(same.name, same.min + count.min, same.max + count.max)
        sizes.append({row.name: by_name.get(row.name, Count(row.name, 0, 0)) for row in rows})
    return sizes or [whole]


def _counts(
    place: str,
    rows: Sequence[ModelRow],
    composition: Composition | None,
    wanted: int | Mapping[str, int] | None,
) -> dict[str, int]:
    sizes = _sizes(rows, composition)
    ranges = [(sum(c.min for c in s.values()), sum(c.max for c in s.values())) for s in sizes]
    if wanted is None:
        smallest = ranges.index(min(ranges))
        return {name: count.min for name, count in sizes[smallest].items()}
    if isinstance(wanted, Mapping):
        for kind in wanted:
            if kind not in sizes[0]:
                close = hint(kind, sizes[0])
                raise InputError(f"{place}, models", _kinds(rows) + close, kind)
        for size in sizes:
            if all(c.min <= wanted.get(name, 0) <= c.max for name, c in size.items()):
                return {name: wanted.get(name, 0) for name in size}
        allowed = " or ".join(_spelled(size) for size in sizes)
        raise InputError(f"{place}, models", allowed, str(dict(wanted)))
    for (least, most), size in zip(ranges, sizes, strict=True):
        if least <= wanted <= most:
            counts = {name: count.min for name, count in size.items()}
            surplus = wanted - least
            for name, count in sorted(size.items(), key=lambda item: -item[1].max):
                more = min(surplus, count.max - count.min)
                counts[name] += more
                surplus -= more
            return counts
    numbers = " or ".join(_span(*limits) for limits in dict.fromkeys(ranges))
    raise InputError(f"{place}, models", numbers, str(wanted))


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _spelled(size: Mapping[str, Count]) -> str:
    return ", ".join(f"{_span(c.min, c.max)} {name}" for name, c in size.items() if c.max)


def _move(place: str, sheet: Datasheet, row: ModelRow, moves: Mapping[str, float]) -> float:
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
    raise InputError(
        f"{place}, model {row.name}", f'M given as moves={{"{row.name}": inches}}', f"{lines} only"
    )


def _base(place: str, sheet: Datasheet, rows: Sequence[ModelRow], row: ModelRow) -> Base:
    size = row.base_size_mm
    if all(each.base_size_mm is None for each in rows):
        size = sheet.base_size_mm
    if size is not None and not size.draft:
        if size.shape == "round" and size.diameter is not None:
            return outlines.round(size.diameter)
        if size.shape == "oval" and size.width is not None and size.length is not None:
            # The data has the long side now in one field, now in the other.
            return outlines.oval(max(size.length, size.width), min(size.length, size.width))
    raise InputError(
        f"{place}, model {row.name}",
        f'a base in mm, given as bases={{"{row.name}": Base(...)}}',
        _no_millimetres(size),
    )


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
