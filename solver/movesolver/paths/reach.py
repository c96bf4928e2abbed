"""What the models of a unit can reach: exactly at points, as regions, and the way there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.paths.asking import Asker
from movesolver.paths.ends import CODES, OPEN
from movesolver.paths.measuring import Measure, check_step
from movesolver.paths.nearest import Approach, approach
from movesolver.paths.pausing import moment
from movesolver.paths.region import Region, as_polygons, unit_lines
from movesolver.paths.rising import Rising
from movesolver.paths.shortest import Shortest
from movesolver.paths.targets import thing
from movesolver.paths.ways import Way, Ways
from movesolver.paths.zones import Zones
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND, judge_surfaces
from movesolver.referee.verdict import Code, Json
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import Point, check_finite, check_not_negative, shown
from movesolver.table.names import did_you_mean
from movesolver.table.notebook import Shown
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from shapely import MultiLineString, MultiPolygon

STEP = 0.25
"""Spacing of the grid a region is measured on, inches."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Whether a model can get to one pose, and how."""

    model: str
    pose: tuple[float, float, float]
    """x, y, facing in degrees."""
    z: float
    """Height of the base there, inches."""
    maximum: float
    """How far the model may move, inches."""
    lower: float
    """No legal path is shorter, inches; infinity where none leads there at all."""
    way: Way | None
    """The legal path found, it may be longer than ``maximum``.

    The shortest if the base is round and does not climb."""
    barred: Code | None
    """Why the model may not end there; None if it may, or only passing was asked about."""
    tolerance: float

    @property
    def reached(self) -> bool:
        """Whether the model can get there, and may end there."""
        near = self.way is not None and self.way.length <= self.maximum + self.tolerance
        return near and self.barred is None

    def to_json(self) -> Json:
        """Return the fields that ``reach --to`` adds to a model."""
        way = self.way
        return {
            "reached": self.reached,
            "pose": list(self.pose),
            "z": self.z,
            "lower": self.lower if math.isfinite(self.lower) else None,
            "length": None if way is None else way.length,
            "path": None if way is None else [list(pose) for pose in way.path],
            "barred": None if self.barred is None else str(self.barred),
        }


class Reach(Shown):
    """What the models of one unit can reach; `reach` makes it.

    Regions are measured when asked for; answers at points and poses do not depend on the grid.
    """

    def __init__(
        self,
        position: Position,
        models: Sequence[str],
        *,
        step: float,
        passing: bool,
        mates: bool,
        reasons: tuple[str, ...],
    ) -> None:
        self.scenario: Scenario = position.scenario
        self.models = tuple(models)
        """Ids of the models asked about, in the order of the file."""
        self.step = step
        self.reasons = reasons
        """Why the unit may not make the move at all; empty if it may."""
        self._asker = Asker(position, passing=passing, mates=mates)
        moved = self._asker.position
        further = Rising(Ways(moved, further=2.0 * step))
        self._measure = Measure(self._asker, further, Zones(moved, self._asker.ends), step)
        self._shortest = Shortest(self._asker.position)
        self._regions: dict[str, Region] = {}

    def region(self, model: str) -> Region:
        """Return the region of one model, on its own level; others are in its ``levels``.

        Raises
        ------
        InputError
            If ``model`` is none of ``models``.
        """
        i = self._index(model)
        if model not in self._regions:
            self._regions[model] = self._measure.region(i)
        return self._regions[model]

    def outer(self, model: str) -> MultiPolygon:
        """Return where a model surely gets nowhere beyond, whatever the height.

        Raises
        ------
        InputError
            If ``model`` is none of ``models``.
        """
        return self._measure.outer(self._index(model))

    @property
    def regions(self) -> Mapping[str, Region]:
        """The region of every model, by id."""
        return {model: self.region(model) for model in self.models}

    @cached_property
    def polygons(self) -> MultiPolygon:
        """Where some model's centre can be, each on its own level (a `shapely.MultiPolygon`)."""
        import shapely

        return as_polygons(shapely.union_all([r.polygons for r in self.regions.values()]))

    @cached_property
    def levels(self) -> Mapping[float, MultiPolygon]:
        """Where some model's centre can be at heights that are not its own, by height."""
        import shapely

        found: dict[float, list[MultiPolygon]] = {}
        for region in self.regions.values():
            for level in region.levels:
                found.setdefault(level.z, []).append(level.polygons)
        shapes = {z: as_polygons(shapely.union_all(found[z])) for z in sorted(found)}
        return {z: shape for z, shape in shapes.items() if not shape.is_empty}

    def lines(self, every: float = 1.0) -> list[tuple[float, MultiLineString]]:
        """Return lines of equal length of the nearest model every so many inches.

        Returns
        -------
        list
            Inches and the lines (`shapely.MultiLineString`), shortest first.
        """
        regions = list(self.regions.values())
        return regions[0].lines(every) if len(regions) == 1 else unit_lines(regions, every)

    def lengths(self, model: str, points: Floats, *, z: float | None = None) -> Floats:
        """Return how far it is for a model to points, whether or not it may end there.

        Parameters
        ----------
        model
            Its id.
        points
            Where its centre would be, inches, shape (s, 2).
        z
            Height of its base there, inches; that of the level it stands on if None.

        Returns
        -------
        numpy.ndarray
            Inches, infinity where no path of at most the model's maximum leads; shape (s,).
            Exact for round bases where nothing is climbed, else no more than the exact length.

        Raises
        ------
        InputError
            If ``model`` is none of ``models``, or the points are of another shape.
        """
        spots = np.asarray(points, dtype=np.float64)
        if spots.ndim != 2 or spots.shape[1] != 2:
            raise InputError("points", "points of shape (s, 2)", f"shape {spots.shape}")
        if z is not None:
            check_finite("z", float(z))
        return self._asker.rising.lower(self._index(model), np.ascontiguousarray(spots), z)

    def to(
        self,
        x: float,
        y: float,
        facing: float | None = None,
        *,
        z: float | None = None,
        model: str | None = None,
    ) -> dict[str, Arrival]:
        """Return whether models can get to one place, and by what path.

        Parameters
        ----------
        x, y
            Where the centre of the base should be, inches.
        facing
            The heading it should have there, degrees; any if None.
        z
            Height of its base there, inches; that of the level each stands on if None.
        model
            Id of the one model asked about; all if None.

        Returns
        -------
        dict
            An `Arrival` for each model, by id.  Exact for round bases that do not climb;
            for others ``way`` None with a finite ``lower`` means that none was found, not
            that there is none.

        Raises
        ------
        InputError
            If a number is not finite or ``model`` is none of ``models``.
        """
        for number in (x, y, facing, z):
            if number is not None:
                check_finite("to", number)
        wish = None if facing is None else float(facing)
        found = {}
        for name in self._asked(model):
            moment()
            found[name] = self._arrival(name, float(x), float(y), wish, z)
        return found

    def within(
        self, inches: float, of: str | Point, *, model: str | None = None
    ) -> dict[str, Approach]:
        """Return how near models can get to something, and by what path.

        Parameters
        ----------
        inches
            The distance asked about, from the edge of the base.
        of
            A point (x, y), or the id of a marker, unit, model or zone; with its kind in
            front, as in ``"unit:alpha"``, where several things have that id.
        model
            Id of the one model asked about; all if None.

        Returns
        -------
        dict
            An `Approach` for each model, by id, but for the thing itself.

        Raises
        ------
        InputError
            If the distance is negative, or nothing or more than one thing has that id.

        Notes
        -----
        Units and models are measured to in space (01.04), round markers flat and at most 5
        inches up or down (14.02), the rest flat.
        """
        check_not_negative("within", float(inches))
        asked = self._asked(model)
        others = [name for name in asked if of not in (name, f"model:{name}")]
        found = {}
        for name in others or asked:
            moment()
            i = self._index(name)
            seen = thing(self._asker.position, i, of)
            found[name] = approach(self._asker, self.region(name), seen, i, float(inches))
        return found

    def start(self, model: str) -> Point:
        """Return where a model stands, inches."""
        return self._asker.start(self._index(model))[:2]

    def radii(self) -> dict[str, float]:
        """Return the radius of the disc around each model's base, inches, by id."""
        return {name: float(self._asker.outer[self._index(name)]) for name in self.models}

    def to_json(self) -> Json:
        """Return the answer as ``reach --json`` prints it."""
        answer: Json = {"models": {name: r.to_json() for name, r in self.regions.items()}}
        if self.reasons:
            answer["reasons"] = list(self.reasons)
        return answer

    def _asked(self, model: str | None) -> tuple[str, ...]:
        return self.models if model is None else (model,)

    def _index(self, model: str) -> int:
        if model not in self.models:
            raise _no_model(model, self.models)
        return self._asker.position.ids.index(model)

    def _arrival(
        self, model: str, x: float, y: float, facing: float | None, z: float | None
    ) -> Arrival:
        i, asker = self._index(model), self._asker
        height = asker.rising.height(i, z)
        pose, barred = asker.best_pose(i, x, y, facing, height)
        lower, way = self._shortest.way(i, (*pose, height))
        code = None if barred == OPEN else CODES[barred]
        if code is None and way is not None and height > GROUND and not asker.passing:
            code = self._climbed_onto(model, way)
        return Arrival(
            model=model,
            pose=pose,
            z=height,
            maximum=asker.maximum(i),
            lower=lower,
            way=way,
            barred=code,
            tolerance=asker.position.rules.tolerance,
        )

    def _climbed_onto(self, model: str, way: Way) -> Code | None:
        """Return why a model may not end on what it climbs on its way (13.06)."""
        position, paths = self._asker.position, {model: way.path}
        found = judge_surfaces(position, {model: way.path[-1]}, paths, position.rules.tolerance)
        return found[0].code if found else None


def reach(
    scenario: Scenario,
    *,
    model: str | None = None,
    step: float = STEP,
    passing: bool = False,
    mates: bool = False,
    rules: RuleSet | None = None,
) -> Reach:
    """Return what the models of ``scenario.action.unit`` can reach in its move.

    Parameters
    ----------
    scenario
        A scenario as `movesolver.loads` returns it; goal, paths and ends are not looked at.
    model
        Id of the one model asked about; all standing models of the unit if None.
    step
        Spacing of the grid that regions are measured on, inches.
    passing
        Whether regions hold every place the base can pass; by default only those where it
        may end as far as all but its own unit is concerned: on the table and on a floor, on
        no other base, in no wall, not nearer to enemies than the move allows.
    mates
        Whether unit-mates stay where they stand, and are in the way as the rules have it;
        by default they are left aside.
    rules
        Rules of your own to go by (docs/house-rules.md); those the scenario names if None.

    Returns
    -------
    Reach
        Regions, lengths and paths, each found when asked for.  A unit that may not make the
        move, and a model that cannot move, reach where they stand and nothing else.

    Raises
    ------
    InputError
        If a number that the move needs is missing (M, a roll), the unit is not on the
        table, ``model`` is none of its models, or ``step`` is out of range.
    UnsupportedError
        If this version does not know the type of move yet.
    """
    check_step(step)
    position = pack(scenario, rules=rules)
    if not scenario.mover.on_table:
        raise InputError("action.unit", "a unit on the table", shown(scenario.mover.id))
    if position.placing:
        raise InputError("action.move", "a move on the table", shown(scenario.action.move))
    reasons = tuple(f"{f.text} ({f.rule})" for f in eligibility(position) + mode_findings(position))
    if reasons:
        position = replace(position, maximum=np.zeros_like(position.maximum))
    if model is not None and model not in position.ids:
        raise _no_model(model, position.ids)
    asked = position.ids if model is None else (model,)
    return Reach(position, asked, step=step, passing=passing, mates=mates, reasons=reasons)


def _no_model(model: str, known: Sequence[str]) -> InputError:
    names = ", ".join(f'"{name}"' for name in known)
    wanted = f"the id of a standing model of the unit{did_you_mean(model, known)}: {names}"
    return InputError("model", wanted, shown(model))
