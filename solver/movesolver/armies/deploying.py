"""Both armies set up by the solver, unit by unit in turn, each judged by the referee."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from shapely import Polygon as ShapelyPolygon

from movesolver.armies.boards import begun
from movesolver.armies.goals import GOALS, GoalName, goal_terms
from movesolver.checking.check import check
from movesolver.draw.answers import Drawn
from movesolver.draw.picture import Picture
from movesolver.errors import InputError, UnsupportedError
from movesolver.formats.scenario import validate
from movesolver.phases.board import alive, changed, index_of, placed, with_unit
from movesolver.referee.verdict import Json
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result
from movesolver.search.solve import solve
from movesolver.table.army import Unit
from movesolver.table.bases import Base
from movesolver.table.fields import shown
from movesolver.table.measures import MM_PER_INCH
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Action, Pose, Scenario

ITERATIONS = 100
"""Of each search; more change little, as a unit seldom has a single best place."""
AIRCRAFT = "AIRCRAFT"

How = Literal["zone", "infiltrate", "reserve", "left_out"]
"""Where a unit came: its own zone, anywhere as infiltrators, reserve, or nowhere."""


@dataclass(frozen=True, slots=True)
class Placement:
    """What became of one unit."""

    unit: str
    side: str
    how: How
    ends: Mapping[str, Pose]
    """Poses of its models, if it stands on the table."""
    reasons: tuple[str, ...]
    """Why it did not come where it was to, one line each."""

    def to_json(self) -> Json:
        """Return it as ``deploy --json`` prints it."""
        return {
            "unit": self.unit,
            "side": self.side,
            "how": self.how,
            "ends": {name: list(pose) for name, pose in self.ends.items()},
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True)
class Deployed(Drawn):
    """A board with its armies set up."""

    scenario: Scenario
    """The first battle round, before anything has moved; without the units that were left out."""
    placements: tuple[Placement, ...]
    """In the order in which the units were set up."""
    seed: int

    @property
    def left_out(self) -> tuple[Placement, ...]:
        """The units that found no room and were not sent to reserve."""
        return tuple(one for one in self.placements if one.how == "left_out")

    @property
    def complete(self) -> bool:
        """Whether every unit stands on the table or waits in reserve."""
        return not self.left_out

    def to_json(self) -> Json:
        """Return it as ``deploy --json`` prints it."""
        return {
            "complete": self.complete,
            "seed": self.seed,
            "units": [one.to_json() for one in self.placements],
        }

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return the one picture of the board, with how each unit came onto it."""
        facts = tuple(
            (one.unit, "; ".join((one.how.replace("_", " "), *one.reasons)))
            for one in self.placements
        )
        title = "Both armies set up"
        return (Picture(self.scenario, rules=rules, title=title, facts=facts, whole=True),)


def deploy(
    board: Scenario,
    *,
    first: str | None = None,
    goals: GoalName | Mapping[str, GoalName] = "markers",
    reserves: Collection[str] = (),
    in_zone: Collection[str] = (),
    reserve_rest: bool = False,
    seed: int = 0,
    iterations: int = ITERATIONS,
    watch: Callable[[Placement], None] | None = None,
) -> Deployed:
    """Set up every unit that waits in reserve, the sides in turn, one unit at a time.

    The largest units of a side come first, infiltrators last.  Infiltrators are set up by their
    ability (24.20), and in their zone if there is no room for that.  AIRCRAFT stay in reserve
    (23.02).

    Parameters
    ----------
    board
        A board of `build_game` or `movesolver.build_board`: zones, markers, units with
        ``in_reserve``.  Units that stand on the table stay where they are.
    first
        The side that sets up first and has the first turn; that of the first unit if left out.
    goals
        What the armies want, one of `GOALS`, or one for each side.
    reserves
        Ids of units that stay in reserve.
    in_zone
        Ids of infiltrators that are set up in their zone all the same.
    reserve_rest
        Send to reserve who finds no room; else such units are left out of the scenario.
    seed, iterations
        Of the searches: same board, seed and iterations, same answer.
    watch
        Called with each placement as it is made.

    Returns
    -------
    Deployed
        The board, and what became of each unit.  Each set-up was judged legal by the referee,
        with the rules' tolerance and without any.

    Raises
    ------
    InputError
        If the board is none, or a side, a unit or a goal is not known.
    UnsupportedError
        If its game knows no zones to set up in.
    """
    board = validate(board)
    if board.rules.game == "voidsiege":
        raise UnsupportedError("deploy: the moves of voidsiege set up at an edge, not in zones")
    known = tuple(dict.fromkeys(unit.side for unit in board.units))
    if first is not None and first not in known:
        raise InputError("first", f"a side, one of {', '.join(known)}", shown(first))
    wishes = _wishes(goals, known)
    for argument, names in (("reserves", reserves), ("in_zone", in_zone)):
        for name in names:
            index_of(board, name, argument)
    sides = sorted(known, key=lambda side: side != (first or known[0]))
    rng = np.random.default_rng(seed)
    placements: list[Placement] = []
    counts = dict.fromkeys(sides, 0)
    for name in _turns(board, sides, reserves):
        index = index_of(board, name)
        unit = board.units[index]
        reason = _stays(unit, reserves)
        if reason is not None:
            placement = Placement(name, unit.side, "reserve", {}, (reason,))
        else:
            goal = goal_terms(wishes[unit.side], board, unit, counts[unit.side], rng)
            question = changed(
                board,
                active_side=unit.side,
                phase="deployment",
                action=Action(name, "set_up", goal=goal),
            )
            placement = _set_up(question, name in in_zone, rng, iterations)
        if placement.ends:
            counts[unit.side] += 1
            status = changed(unit.status, in_reserve=False)
            board = with_unit(board, index, placed(unit, placement.ends, status))
        elif placement.how == "left_out" and reserve_rest:
            placement = Placement(name, unit.side, "reserve", {}, placement.reasons)
        placements.append(placement)
        if watch is not None:
            watch(placement)
    lost = {one.unit for one in placements if one.how == "left_out"}
    units = tuple(unit for unit in board.units if unit.id not in lost)
    if not units:
        raise InputError("board", "room for at least one unit", "none")
    return Deployed(begun(changed(board, units=units), sides), tuple(placements), seed)


def _wishes(goals: GoalName | Mapping[str, GoalName], sides: Sequence[str]) -> dict[str, GoalName]:
    wishes: dict[str, GoalName] = {}
    for side in sides:
        name = goals if isinstance(goals, str) else goals.get(side, "markers")
        if name not in GOALS:
            wanted = f"one of {', '.join(GOALS)}{did_you_mean(str(name), GOALS)}"
            raise InputError(f"goals.{side}", wanted, shown(name))
        wishes[side] = name
    return wishes


def _turns(board: Scenario, sides: Sequence[str], reserves: Collection[str]) -> Iterator[str]:
    """Yield the ids of the units that wait, the sides in turn; at last those that stay off."""
    waiting = [unit for unit in board.units if _waits(unit)]
    stay = [unit for unit in waiting if _stays(unit, reserves) is not None]
    queues = [
        sorted(
            (unit for unit in waiting if unit.side == side and unit not in stay),
            key=lambda unit: (unit.status.infiltrators, -_footprint(unit)),
        )
        for side in sides
    ]
    for turn in range(max(map(len, queues), default=0)):
        yield from (queue[turn].id for queue in queues if turn < len(queue))
    yield from (unit.id for unit in stay)


def _waits(unit: Unit) -> bool:
    return unit.status.in_reserve and unit.status.embarked_in is None and alive(unit)


def _stays(unit: Unit, reserves: Collection[str]) -> str | None:
    """Return why a unit stays in reserve, if it does."""
    if unit.id in reserves:
        return "kept in reserve, as asked"
    if all(AIRCRAFT in unit.keywords_of(model) for model in unit.models):
        return "AIRCRAFT start in reserve (23.02)"
    return None


def _footprint(unit: Unit) -> float:
    """Return about how much room a unit takes, square inches."""
    return sum(_area(model.base) for model in unit.models if not model.slain)


def _area(base: Base) -> float:
    if base.hull is not None:
        return float(ShapelyPolygon(base.hull).area)
    length, width = base.oval or base.rectangle or (base.round or 0.0,) * 2
    return length * width / MM_PER_INCH**2


def _set_up(
    question: Scenario, in_zone: bool, rng: np.random.Generator, iterations: int
) -> Placement:
    """Return where the unit of a question comes: by its ability, else in its zone."""
    unit = question.mover
    reasons: list[str] = []
    ways: tuple[How, ...] = ("zone",)
    if unit.status.infiltrators and not in_zone:
        ways = ("infiltrate", "zone")
    for how in ways:
        mode = "in_zone" if how == "zone" else "infiltrate"
        asked = changed(question, action=changed(question.action, mode=mode))
        result = solve(asked, seed=int(rng.integers(2**31)), iterations=iterations, bound=False)
        if result.moved is not None and _legal(result.moved):
            return Placement(unit.id, unit.side, how, dict(result.ends), tuple(reasons))
        reasons += _reasons(how, result)
    return Placement(unit.id, unit.side, "left_out", {}, tuple(reasons))


def _legal(moved: Scenario) -> bool:
    return check(moved, tolerance=0.0).legal and check(moved).legal


def _reasons(how: How, result: Result) -> list[str]:
    where = "its zone" if how == "zone" else "the table, as infiltrators"
    said = [f"{where}: {text}" for text in result.reasons.values()]
    return said or [f"{where}: no room was found ({result.status})"]
