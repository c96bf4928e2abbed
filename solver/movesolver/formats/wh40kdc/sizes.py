"""Which kinds of models a unit has, and how many of each at its sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from movesolver.errors import InputError
from movesolver.formats.names import MOST_MEANT
from movesolver.formats.wh40kdc.bundle import Composition, Count, Datasheet, ModelRow, bundle
from movesolver.table.names import did_you_mean


def composition_of(sheet: Datasheet) -> Composition | None:
    """Return which models make up a unit, if the data breaks it down."""
    return next(
        (
            c
            for c in bundle().unit_compositions
            if c.unit_id == sheet.id and c.faction_id == sheet.faction_id
        ),
        None,
    )


def rows_of(sheet: Datasheet, composition: Composition | None) -> tuple[ModelRow, ...]:
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


def kinds_named(rows: Sequence[ModelRow]) -> str:
    """Return the kinds in words, for a message."""
    return "one of this unit's kinds of models, " + ", ".join(row.name for row in rows)


def sizes_of(rows: Sequence[ModelRow], composition: Composition | None) -> list[dict[str, Count]]:
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


def counts_of(
    place: str,
    rows: Sequence[ModelRow],
    composition: Composition | None,
    wanted: int | Mapping[str, int] | None,
) -> dict[str, int]:
    """Return how many models of each kind a unit has that is to have so many.

    Raises
    ------
    InputError
        If it cannot have that many.
    """
    sizes = sizes_of(rows, composition)
    ranges = [(sum(c.min for c in s.values()), sum(c.max for c in s.values())) for s in sizes]
    if wanted is None:
        smallest = ranges.index(min(ranges))
        return {name: count.min for name, count in sizes[smallest].items()}
    if isinstance(wanted, Mapping):
        for kind in wanted:
            if kind not in sizes[0]:
                close = did_you_mean(kind, sizes[0], MOST_MEANT)
                raise InputError(f"{place}, models", kinds_named(rows) + close, kind)
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
    raise InputError(f"{place}, models", _numbers(ranges), str(wanted))


def only_size(rows: Sequence[ModelRow], composition: Composition | None) -> int | None:
    """Return the number of models of a unit that has one size only."""
    counts = {
        total
        for size in sizes_of(rows, composition)
        for total in (sum(c.min for c in size.values()), sum(c.max for c in size.values()))
    }
    return counts.pop() if len(counts) == 1 else None


def _numbers(ranges: Sequence[tuple[int, int]]) -> str:
    """Return numbers of models in words: ranges that go on from one another are one."""
    merged: list[tuple[int, int]] = []
    for least, most in sorted(ranges):
        if merged and least <= merged[-1][1] + (most > least):  # "10 or 11" says more than a range
            merged[-1] = (merged[-1][0], max(most, merged[-1][1]))
        else:
            merged.append((least, most))
    return " or ".join(_span(*limits) for limits in merged)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _spelled(size: Mapping[str, Count]) -> str:
    return ", ".join(f"{_span(c.min, c.max)} {name}" for name, c in size.items() if c.max)
