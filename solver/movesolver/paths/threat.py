"""How far a whole army threatens: everything within a distance of where it can get."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from movesolver.errors import InputError
from movesolver.paths.reach import STEP, Reach, reach
from movesolver.paths.region import as_lines, as_polygons, polygons_json
from movesolver.referee.verdict import Json
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import check_not_negative, check_positive, shown
from movesolver.table.names import did_you_mean
from movesolver.table.notebook import Shown
from movesolver.table.scenario import Action, Scenario

if TYPE_CHECKING:
    from shapely import MultiLineString, MultiPolygon
    from shapely.geometry.base import BaseGeometry

QUARTER = 64
"""Corners of a quarter turn of what is grown."""


@dataclass(frozen=True, slots=True)
class Threat(Shown):
    """Where an army can strike: what lies within a distance of some base after a move.

    Attributes
    ----------
    scenario
        The situation.
    side
        Whose army it is.
    plus
        The distance from a base after its move, inches.
    units
        The area (a `shapely.MultiPolygon`) of each unit on the table, by id.
    reasons
        Why a unit may not make the move, by id: it then threatens from where it stands.
    """

    scenario: Scenario
    side: str
    plus: float
    units: Mapping[str, MultiPolygon]
    reasons: Mapping[str, tuple[str, ...]]
    centres: tuple[tuple[BaseGeometry, float], ...] = field(default=(), repr=False, compare=False)
    """Where centres can be after the moves, and how far from one the base reaches, inches."""

    def lines(self, every: float = 3.0) -> list[tuple[float, MultiLineString]]:
        """Return lines of equal distance from bases after their moves, below ``plus``.

        Parameters
        ----------
        every
            Inches from line to line; the first is where bases themselves can be.

        Returns
        -------
        list
            Inches and the lines (`shapely.MultiLineString`) on the table, shortest first.

        Raises
        ------
        InputError
            If ``every`` is not positive.
        """
        import shapely

        check_positive("every", float(every))
        table = self.scenario.table
        inside = shapely.box(0.0, 0.0, table.width, table.height)
        found = []
        for k in range(math.ceil((self.plus - 1e-9) / every)):
            grown = [
                area.buffer(radius + k * every, quad_segs=QUARTER) for area, radius in self.centres
            ]
            edges = shapely.union_all(grown).boundary.intersection(inside)
            found.append((k * every, as_lines(edges)))
        return found

    @property
    def polygons(self) -> MultiPolygon:
        """The area threatened by any of them."""
        import shapely

        return as_polygons(shapely.union_all(list(self.units.values())))

    def to_json(self) -> Json:
        """Return the answer as ``reach --threat --json`` prints it."""
        whole = self.polygons
        return {
            "side": self.side,
            "plus": self.plus,
            "area": float(whole.area),
            "polygons": polygons_json(whole),
            "units": {
                name: {
                    "area": float(area.area),
                    "polygons": polygons_json(area),
                    "reasons": list(self.reasons.get(name, ())),
                }
                for name, area in self.units.items()
            },
        }


def threat(
    scenario: Scenario,
    side: str | None = None,
    *,
    plus: float = 0.0,
    move: str | None = None,
    roll: int | None = None,
    step: float = STEP,
    rules: RuleSet | None = None,
) -> Threat:
    """Return what an army can threaten by moving and then reaching out.

    Parameters
    ----------
    scenario
        The situation; its action only names the side that is threatened.
    side
        Whose army; by default every side but the one that acts must be one, and is it.
    plus
        Inches from a base after the move: the range of a weapon, or a charge roll.
    move, roll
        The move each unit makes, ``normal`` by default (VoidSiege: ``move``), and its roll.
    step
        As in `movesolver.paths.reach.reach`.
    rules
        Rules of your own to go by (docs/house-rules.md); those the scenario names if None.

    Returns
    -------
    Threat
        Areas that hold every point within ``plus`` of some base.  A base that is not round
        counts as the disc around it, wherever it may be: the area is never too small, but
        for the corners of curves (docs/reach.md).

    Raises
    ------
    InputError
        If there is no such side, a unit of it has no M, or a number is out of range.
    UnsupportedError
        If this version does not know the type of move yet.
    """
    check_not_negative("plus", float(plus))
    chosen = _side(scenario, side)
    game = rules_in_force(scenario.rules) if rules is None else rules
    name = move or ("normal" if "normal" in game.moves else "move")
    units: dict[str, MultiPolygon] = {}
    reasons: dict[str, tuple[str, ...]] = {}
    centres: list[tuple[BaseGeometry, float]] = []
    for unit in scenario.units:
        if unit.side != chosen or not unit.on_table:
            continue
        action = Action(unit.id, name, roll=roll)
        found = reach(msgspec.structs.replace(scenario, action=action), step=step, rules=rules)
        mine = _centres(found)
        centres += mine
        units[unit.id] = _struck(mine, float(plus), scenario)
        if found.reasons:
            reasons[unit.id] = found.reasons
    return Threat(scenario, chosen, float(plus), units, reasons, tuple(centres))


def _side(scenario: Scenario, side: str | None) -> str:
    sides = list(dict.fromkeys(unit.side for unit in scenario.units))
    others = [name for name in sides if name != scenario.mover.side]
    if side is None and len(others) == 1:
        return others[0]
    if side not in sides:
        names = ", ".join(f'"{name}"' for name in sides)
        hint = did_you_mean(side, sides) if side is not None else ""
        raise InputError("side", f"one of the sides {names}{hint}", shown(side))
    return side


def _centres(found: Reach) -> list[tuple[BaseGeometry, float]]:
    """Return where the centre of each model can be, and the radius of the disc around its base."""
    import shapely

    return [
        (shapely.union_all([found.outer(name), shapely.Point(found.start(name))]), radius)
        for name, radius in found.radii().items()
    ]


def _struck(
    centres: list[tuple[BaseGeometry, float]], plus: float, scenario: Scenario
) -> MultiPolygon:
    """Return everything within ``plus`` of the disc around some model where it can be."""
    import shapely

    areas = [area.buffer(radius + plus, quad_segs=QUARTER) for area, radius in centres]
    table = scenario.table
    whole = shapely.union_all(areas)
    return as_polygons(whole.intersection(shapely.box(0.0, 0.0, table.width, table.height)))
