"""Units of an army list: right bases, moves and keywords, attached characters joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from movesolver.errors import InputError
from movesolver.formats.base_sizes import BaseSizes
from movesolver.formats.names import MOST_MEANT
from movesolver.formats.problems import ProblemsError
from movesolver.formats.wh40kdc.attached import joined
from movesolver.formats.wh40kdc.bundle import Datasheet, ModelRow, bundle
from movesolver.formats.wh40kdc.list_text import read_list
from movesolver.formats.wh40kdc.sizes import composition_of, counts_of, only_size, rows_of
from movesolver.formats.wh40kdc.units import GapError, read_unit
from movesolver.table import bases as outlines
from movesolver.table.army import Unit
from movesolver.table.bases import Base
from movesolver.table.fields import shown
from movesolver.table.names import did_you_mean, plain

Ask = Callable[[GapError], Base | float | None]
"""Answers what the data lacks, a base or an M, or None if it cannot."""

_UNNUMBERED = ("gw", "listforge-text", "newrecruit-simple")
"""Forms whose units have no number of their own: without lines for models `wh40kdc` says 1."""


class Roster(NamedTuple):
    """An army list as units without positions."""

    name: str
    faction: str | None
    """Id of the faction, if the list says."""
    form: str
    """Which builder's form the list was in, as `wh40kdc` names it."""
    units: tuple[Unit, ...]
    notes: tuple[str, ...]
    """What was read otherwise than it stands in the list, and why; one line each."""


class _Part(NamedTuple):
    """A unit of the list before leaders join."""

    sheet: Datasheet
    unit: Unit
    leads: str | None
    """Id of the datasheet that it is attached to."""
    guessed: bool
    """Whether the list does not say so itself."""


def read_roster(
    text: str | bytes,
    side: str,
    *,
    sizes: BaseSizes | None = None,
    ask: Ask | None = None,
) -> Roster:
    """Read an army list, in any form that `wh40kdc` detects, as units.

    Parameters
    ----------
    text
        What a list builder exports: JSON of NewRecruit, ListForge (also packed in a link) or
        Rosterizer, WTC and simple text, the text of ListForge and of the app.
    side
        The side that the units are on; their ids begin with it.
    sizes
        Bases, and M, that the data lacks.
    ask
        Asked for what the data and ``sizes`` lack; what it answers is remembered there.

    Raises
    ------
    ProblemsError
        If units have no datasheet, several, not so many models, or a base that nobody knows,
        or a line that names a unit, or a number of units, led to none: all of them at once.
    InputError
        If the text is too long or in none of these forms.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    roster, form, problems, notes = read_list(text)
    reader = _Reader(side, roster.get("faction_id"), sizes or BaseSizes(), ask)
    reader.numbered = form not in _UNNUMBERED
    reader.notes += notes
    for number, entry in enumerate(roster["units"], 1):
        reader.read(entry, f"unit {number} {shown(entry['ref']['raw_name'])}")
    units = reader.joined()
    if problems or reader.problems:
        raise ProblemsError([*reader.problems, *problems])
    name = str(roster.get("name") or "")
    return Roster(name, reader.faction, form, units, tuple(reader.notes))


class _Reader:
    """Reads units one by one and keeps what is wrong with them."""

    def __init__(self, side: str, faction: object, sizes: BaseSizes, ask: Ask | None) -> None:
        self.side, self.sizes, self.ask = side, sizes, ask
        self.faction = faction if isinstance(faction, str) else None
        self.numbered = True  # whether each unit of the list has a number of models
        self.problems: list[InputError] = []
        self.notes: list[str] = []
        self._parts: list[_Part] = []
        self._gaps: set[tuple[str, str, str]] = set()
        self._ids: Counter[str] = Counter()

    def read(self, entry: Mapping[str, Any], place: str) -> None:
        """Read one unit; what is wrong with it is kept."""
        try:
            sheet = self._sheet(entry["ref"], place)
            self._ids[sheet.id] += 1
            number = f"-{self._ids[sheet.id]}" if self._ids[sheet.id] > 1 else ""
            unit = self._unit(sheet, self._models(sheet, entry, place), f"{sheet.id}{number}")
            attached = entry.get("leader_attachment") or {}
            leads = (attached.get("bodyguard_ref") or {}).get("id")
            self._parts.append(_Part(sheet, unit, leads, attached.get("provisional") is True))
        except InputError as error:
            self.problems.append(error)

    def joined(self) -> tuple[Unit, ...]:
        """Return the units, leaders with their bodyguards."""
        led: dict[int, list[int]] = {}
        for i, part in enumerate(self._parts):
            if part.leads is None:
                continue
            # A list puts a leader before its unit, if it keeps them together.
            order = (*range(i + 1, len(self._parts)), *range(i))
            free = [k for k in order if self._takes(k, part, led.get(k, ()))]
            free.sort(key=lambda k: len(led.get(k, ())))
            if not free:
                self.notes.append(f"{part.unit.id}: the list has no {part.leads} for it to lead")
                continue
            led.setdefault(free[0], []).append(i)
            if part.guessed:
                led_unit = self._parts[free[0]].unit.id
                self.notes.append(f"{part.unit.id}: joins {led_unit}, as it cannot stand alone")
        away = {i for leaders in led.values() for i in leaders}
        return tuple(
            joined(part.unit, [self._parts[i].unit for i in led[k]]) if k in led else part.unit
            for k, part in enumerate(self._parts)
            if k not in away
        )

    def _takes(self, k: int, leader: _Part, leaders: Sequence[int]) -> bool:
        """Return whether a leader may join a part: one of each datasheet leads."""
        part = self._parts[k]
        if part.sheet.id != leader.leads or part.leads is not None:
            return False
        return all(self._parts[j].sheet is not leader.sheet for j in leaders)

    def _sheet(self, ref: Mapping[str, Any], place: str) -> Datasheet:
        sheets = bundle().units
        if ref["id"] is None:
            own = [sheet for sheet in sheets if sheet.faction_id in self._factions()]
            names = [name for sheet in own or sheets for name in (sheet.name, *sheet.aliases)]
            meant = did_you_mean(str(ref["raw_name"]), names, MOST_MEANT)
            raise InputError(place, f"the name of a datasheet{meant}", "a name that none has")
        found = [sheet for sheet in sheets if sheet.id == ref["id"]]
        for faction in self._factions():
            own = [sheet for sheet in found if sheet.faction_id == faction]
            if own:
                return own[0]
        if len(found) == 1 or (found and len({_alike(sheet) for sheet in found}) == 1):
            return found[0]
        owners = ", ".join(sheet.faction_id for sheet in found) or "none"
        raise InputError(place, f"a list that names its faction (of {owners})", "none of them")

    def _factions(self) -> tuple[str, ...]:
        """Return the list's faction and the one whose datasheets it also uses."""
        parents = [
            one.parent_faction_id
            for one in bundle().factions
            if one.id == self.faction and one.parent_faction_id
        ]
        return (*((self.faction,) if self.faction else ()), *parents)

    def _models(
        self, sheet: Datasheet, entry: Mapping[str, Any], place: str
    ) -> int | Mapping[str, int]:
        """Return how many models a unit has, by kind where the list says so."""
        composition = composition_of(sheet)
        rows = rows_of(sheet, composition)
        count = entry["model_count"]
        if type(count) is not int:
            raise InputError(place, "a whole number of models", shown(count))

        def fits(models: int | Mapping[str, int]) -> bool:
            try:
                counts_of(place, rows, composition, models)
            except InputError:
                return False
            return True

        by_kind = _by_kind(entry.get("loadout_groups") or (), rows)
        if by_kind and sum(by_kind.values()) == count and fits(by_kind):
            return by_kind
        if fits(count):
            return count
        priced = _priced(sheet, entry.get("points"))
        if len(priced) == 1 and fits(priced[0]):
            self.notes.append(
                f"{sheet.name}: {priced[0]} models, as its points say; "
                f"{count} could be told from the list"
            )
            return priced[0]
        untold = not self.numbered and count == 1
        only = only_size(rows, composition)
        if untold and only is not None and fits(only):
            self.notes.append(f"{sheet.name}: {only} models, its only size; the list does not say")
            return only
        try:
            counts_of(place, rows, composition, count)  # says what it may have
        except InputError as error:
            if not untold:
                raise
            got = f"1, as no line says how many and its points do not decide{_prices(sheet)}"
            raise InputError(error.place, error.wanted, got) from None
        raise AssertionError("unreachable: the count does not fit")

    def _unit(self, sheet: Datasheet, models: int | Mapping[str, int], name: str) -> Unit:
        """Return a unit; what nobody knows of it is kept, one problem for each kind of model."""
        bases: dict[str, Base] = {}
        moves: dict[str, float] = {}
        rows = rows_of(sheet, composition_of(sheet))
        for row in rows:
            base = self.sizes.base_of(sheet.name, row.name, whole=len(rows) == 1)
            if base is not None:
                bases[row.name] = base
            move = self.sizes.move_of(sheet.name, row.name)
            if move is not None:
                moves[row.name] = move
        while True:
            try:
                return read_unit(
                    sheet.id,
                    self.side,
                    faction=sheet.faction_id,
                    models=models,
                    bases=bases,
                    moves=moves,
                    unit_id=f"{self.side}-{name}",
                )
            except GapError as gap:
                found = self._filled(gap, gap.unit if len(rows) == 1 else f"{gap.unit}/{gap.kind}")
                if isinstance(found, Base):
                    bases[gap.kind] = found
                else:
                    moves[gap.kind] = found

    def _filled(self, gap: GapError, name: str) -> Base | float:
        """Return what is known, or answered, of a kind of model that is remembered by a name."""
        if gap.lacks == "base":
            known = self.sizes.base_of(gap.unit, gap.kind, whole=True)
            if known is not None:
                return known
        answer = self.ask(gap) if self.ask is not None else None
        if isinstance(answer, Base):
            self.sizes.remember(name, answer)
            return answer
        if answer is not None:
            self.sizes.remember_move(name, answer)
            return answer
        if (gap.unit, gap.kind, gap.lacks) not in self._gaps:
            self._gaps.add((gap.unit, gap.kind, gap.lacks))
            option = '--base "{}=120x92"' if gap.lacks == "base" else '--move "{}=6"'
            what = "a base in mm" if gap.lacks == "base" else "M in inches"
            wanted = f"{what}, given as {option.format(name)} or in the file of base sizes"
            self.problems.append(InputError(gap.place, wanted, gap.got))
        return outlines.round(32) if gap.lacks == "base" else 0.0  # to find the other gaps


def _alike(sheet: Datasheet) -> tuple[object, ...]:
    composition = composition_of(sheet)
    kinds = tuple(
        (row.name, row.min, row.max, row.base_size_mm) for row in rows_of(sheet, composition)
    )
    moves = tuple((profile.name, profile.M) for profile in sheet.profiles)
    return kinds, moves, sheet.keywords, sheet.base_size_mm, sheet.ability_ids


def _by_kind(groups: Iterable[Mapping[str, Any]], rows: Sequence[ModelRow]) -> dict[str, int]:
    """Return the models of a list's groups by kind; nothing if a group's name is none's."""
    counts: dict[str, int] = {}
    for group in groups:
        kind = _kind(str(group.get("model_name") or ""), rows)
        if kind is None or type(group["count"]) is not int:
            return {}
        counts[kind] = counts.get(kind, 0) + group["count"]
    return counts


def _kind(name: str, rows: Sequence[ModelRow]) -> str | None:
    """Return the kind of model that a name is of: the same, or the longest at its beginning."""
    words = _singular(name)
    best, length = None, 0
    for row in rows:
        kind = _singular(row.name)
        if words == kind:
            return row.name
        if words[: len(kind)] == kind and len(kind) > length:
            best, length = row.name, len(kind)
    return best


def _singular(name: str) -> list[str]:
    return [word.removesuffix("s") for word in plain(name).split()]


def _priced(sheet: Datasheet, points: object) -> list[int]:
    """Return the sizes of a unit that cost so many points."""
    if not isinstance(points, int | float):
        return []
    return sorted(
        {
            price.models
            for price in sheet.points
            if price.cost == points and price.models_max in (None, price.models)
        }
    )


def _prices(sheet: Datasheet) -> str:
    """Return what the sizes of a unit cost, in words."""
    costs = [
        f"{price.models}{f' to {price.models_max}' if price.models_max else ''} cost {price.cost:g}"
        for price in sheet.points
    ]
    return f" ({', '.join(costs)})" if costs else ""
