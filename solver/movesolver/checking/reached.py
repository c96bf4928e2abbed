"""Ends judged together with the question whether they can be reached."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from movesolver.duties.judge import judged
from movesolver.errors import InputError
from movesolver.paths.pausing import moment
from movesolver.paths.shortest import Shortest
from movesolver.paths.ways import EXTRA, Way
from movesolver.referee.check import judge
from movesolver.referee.motion import short_turn
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND, judge_surfaces
from movesolver.referee.verdict import Code, Finding, Json, Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import check_amount
from movesolver.table.scenario import Pose, Scenario


@dataclass(frozen=True, slots=True)
class Reached:
    """The verdict on ends, and the ways found to them."""

    verdict: Verdict
    """What the ends break, and `TOO_FAR` or `NO_PATH` where they cannot be reached."""
    ways: Mapping[str, Way]
    """The path found for each model that moves, by id; it may be too long."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict.legal

    def to_json(self) -> Json:
        """Return the answer as ``check --reach --json`` prints it."""
        return {
            **self.verdict.to_json(),
            "lengths": {name: way.length for name, way in self.ways.items()},
            "paths": {name: [list(p) for p in way.path] for name, way in self.ways.items()},
        }


def check_reach(
    scenario: Scenario, *, tolerance: float | None = None, rules: RuleSet | None = None
) -> Reached:
    """Judge ``scenario.action.ends``, and whether a legal path leads to each.

    Parameters
    ----------
    scenario
        A scenario with ``action.ends``; models left out do not move.
    tolerance
        Inches that each comparison forgives; the scenario's own if None.
    rules
        Rules of your own to go by (docs/house-rules.md); those the scenario names if None.

    Returns
    -------
    Reached
        `TOO_FAR` with ``found``, the length of the shortest legal path, where that is
        longer than the model may move; `NO_PATH` where none leads there.  For bases that
        are not round both say in words whether that is proved or nothing was found.

    Raises
    ------
    InputError
        If there are no ends, a number that the move needs is missing (M, a roll), or the
        tolerance is none.
    UnsupportedError
        If this version does not know the type of move yet.

    Notes
    -----
    Unit-mates that bar each other (17.01, VS4) move in some order: paths are sought with
    mates where they start, then without them, and what is found is put before the referee.
    """
    if tolerance is not None:
        check_amount("tolerance", "zero or more inches", tolerance)
    position = pack(scenario, rules=rules)
    if scenario.action.ends is None:
        raise InputError("action", "ends to reach", "none")
    verdict, _ = judged(position, None, scenario.action.ends, tolerance=tolerance)
    if not (scenario.mover.on_table and position.move.moves_models):
        return Reached(verdict, {})
    slop = position.rules.tolerance if tolerance is None else tolerance
    ways, found = _ways(position, scenario.action.ends, slop)
    found += _climbed(position, ways, slop, verdict)
    found += _order(position, ways, slop)
    return Reached(Verdict((*verdict.violations, *found), verdict.slack), ways)


def _ways(
    position: Position, ends: Mapping[str, Pose], slop: float
) -> tuple[dict[str, Way], list[Finding]]:
    among, apart = Shortest(position), Shortest(position.alone())
    ways: dict[str, Way] = {}
    found: list[Finding] = []
    for name, end in ends.items():
        moment()
        model = position.ids.index(name)
        if _stays(position, model, end):
            continue
        most = float(position.maximum[model])
        lower, way = among.way(model, end)
        if position.mates_block[model].any() and (way is None or way.length > most + slop):
            lower, way = apart.way(model, end)
        if way is not None:
            ways[name] = way
        found += _unreached(position, model, lower, way, slop)
    return ways, found


def _stays(position: Position, model: int, end: Pose) -> bool:
    start = position.start
    if abs(end[3] - float(start.z[model])) > GROUND:
        return False
    turned = short_turn(float(position.facing[model]), end[2]) != 0.0
    return not turned and end[:2] == (float(start.x[model]), float(start.y[model]))


def _unreached(
    position: Position, model: int, lower: float, way: Way | None, slop: float
) -> list[Finding]:
    """Return why a model cannot get to its end, if so."""
    name, most = position.ids[model], float(position.maximum[model])
    rule = position.move.section
    if way is not None and way.length <= most + slop:
        return []
    if lower == math.inf:
        text = f"No legal path of {name} reaches its end."
        return [Finding(Code.NO_PATH, "03.01", (name,), text)]
    if lower > most + slop:
        exact = way is not None and way.length <= lower + EXTRA
        text = f"The shortest legal path of {name} to its end is {lower:.4g} inches"
        text += f"{'' if exact else ' or more'}, {most:g} at most."
        return [Finding(Code.TOO_FAR, rule, (name,), text, lower, most)]
    if way is not None:
        text = f"The shortest path of {name} found to its end is {way.length:.4g} inches, "
        text += f"{most:g} at most; {lower:.4g} are not ruled out."
        return [Finding(Code.TOO_FAR, rule, (name,), text, way.length, most)]
    text = f"No legal path of {name} to its end was found; one of {lower:.4g} inches or more "
    text += "is not ruled out."
    return [Finding(Code.NO_PATH, "03.01", (name,), text)]


def _climbed(
    position: Position, ways: Mapping[str, Way], slop: float, verdict: Verdict
) -> list[Finding]:
    """Return who may not end on what it climbs on its way, unless that is said already."""
    told = {name for one in verdict.violations if one.code is Code.SURFACE for name in one.models}
    paths = {name: way.path for name, way in ways.items() if name not in told}
    ends = {name: path[-1] for name, path in paths.items()}
    found = judge_surfaces(position, ends, paths, slop)
    return [one for one in found if one.code is Code.SURFACE]


def _order(position: Position, ways: Mapping[str, Way], slop: float) -> list[Finding]:
    """Return what unit-mates do to each other's paths, if they bar each other."""
    if not position.mates_block.any():
        return []
    paths = {name: way.path for name, way in ways.items()}
    mates = set(position.ids)
    verdict = judge(position, paths, tolerance=slop)
    return [
        finding
        for finding in verdict.violations
        if finding.code is Code.THROUGH_FRIEND and len(mates.intersection(finding.models)) > 1
    ]
