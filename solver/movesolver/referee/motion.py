"""The way there: lengths, and everything a path may not cut through."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from movesolver.referee.crossings import PRESSED, crossings, short_turn
from movesolver.referee.edges import exits
from movesolver.referee.hazards import board_hazards, hazard_name
from movesolver.referee.order import Order, judge_order
from movesolver.referee.position import Position
from movesolver.referee.steps import Step, step_cost, steps_of
from movesolver.referee.supports import Supports
from movesolver.referee.surfaces import GROUND, climbing_distance, floors_between
from movesolver.referee.verdict import Code, Finding, Place, told
from movesolver.referee.walks import clear_walks
from movesolver.table.scenario import Pose

__all__ = ["PRESSED", "Paths", "judge_paths", "path_length", "short_turn"]

Paths = Mapping[str, Sequence[Pose]]


def path_length(position: Position, model: int, path: Sequence[Pose]) -> float:
    """Return what a path costs, inches: slides plus climbs, turns are free (03.01, 13.06).

    Heights count for nothing in the skies (21.03); the way down is free where the
    game says so (VS3).
    """
    return math.fsum(step_cost(position, model, a, b) for a, b in pairwise(path))


def judge_paths(
    position: Position, paths: Paths, tolerance: float, order: Order | None = None
) -> tuple[list[Finding], dict[str, float]]:
    """Judge the path of each model that has one.

    Every crossing of an obstacle or of the edge of the battlefield is reported, with
    its place, the inches until there and the step.  Steps that follow each other
    inside an obstacle are one crossing.  ``order``: see `Action`; any that works if None.
    """
    found: list[Finding] = []
    left = math.inf
    clear = clear_walks(position, paths, tolerance)
    for name, path in paths.items():
        model = position.ids.index(name)
        length, most = path_length(position, model, path), float(position.maximum[model])
        left = min(left, most - length)
        if length > most + tolerance:
            text = f"{name} moves {told(length, most)} inches, {most:g} at most."
            found.append(Finding(Code.TOO_FAR, position.move.section, (name,), text, length, most))
        if name not in clear:
            found.extend(_Walk(position, model, path, tolerance).judge())
    found.extend(judge_order(position, paths, order))
    return found, ({"distance": left} if math.isfinite(left) else {})


class _Walk:
    """One model's path, step by step."""

    def __init__(
        self, position: Position, model: int, path: Sequence[Pose], tolerance: float
    ) -> None:
        self.position = position
        self.model = model
        self.name = position.ids[model]
        self.shape = int(position.start.shape[model])
        self.path = path
        self.steps = steps_of(position, model, path)
        self.tolerance = tolerance

    def judge(self) -> list[Finding]:
        if not self.steps:
            return []
        found = [*self._crossings(), *self._floors(), *self._heights(), *self._edge()]
        return sorted(found, key=lambda one: (one.step or 0, one.after or 0.0))

    def _crossings(self) -> Iterator[Finding]:
        """Other models and walls that the path cuts."""
        position = self.position
        hazards = board_hazards(position, self.model, self.path[0], self.tolerance)
        berth = position.transit_clearance
        for one in crossings(position.shapes, self.shape, self.steps, hazards):
            code, rule, name = hazard_name(position, self.model, one.hazard)
            clear = berth if hazards.clear[one.hazard] > 0.0 else 0.0
            cuts = f"comes within {clear:g} inches of" if clear > 0.0 else "cuts through"
            text = f"The path of {self.name} {cuts} {name} {_where(one.step, one.at, one.after)}."
            yield self._found(code, rule, text, one.step, one.at, one.after, one.lowest, clear)

    def _floors(self) -> Iterator[Finding]:
        """Floors that a climb goes through and may not (13.06)."""
        if not self.position.rules.terrain_categories:
            return
        for step in self.steps:
            if step.kind != "climb":
                continue
            met = floors_between(
                self.position, self.model, step.a, step.low, step.high, self.tolerance
            )
            for name, z in met:
                at, after = step.climbed(z, z)
                text = f"The path of {self.name} cuts through a floor of {name} "
                text += f"{_where(step, at, after)}."
                yield self._found(Code.THROUGH_TERRAIN, "13.06", text, step, at, after, 0.0, 0.0)

    def _heights(self) -> Iterator[Finding]:
        """Climbs with nothing to climb, and what is done aloft with nothing beside it (13.06)."""
        position = self.position
        if position.movers[self.model].flying or not position.rules.terrain_categories:
            return
        if position.rules.options.get("slides_aloft") == "free":
            for step in self.steps:
                if step.kind == "climb":
                    reach = climbing_distance(position, self.model, step.a, step.high)
                    if reach > position.rules.climb_reach + self.tolerance:
                        yield self._unheld(step, *step.started(), reach)
        elif any(step.high > GROUND for step in self.steps):
            yield from self._aloft(Supports(position, self.model, self.tolerance))

    def _aloft(self, supports: Supports) -> Iterator[Finding]:
        """What is done above the ground with no terrain of that height within half an inch.

        A climb by an exposed or light feature needs none so near; whoever slides or turns
        up there does.
        """
        lost = False
        for step in self.steps:
            if step.high <= GROUND:
                lost = False
                continue
            if step.kind == "slide":
                holes = supports.holes(step.a, step.b)
                for start, end in holes:
                    if not (lost and start == 0.0):
                        middle = _between(step, (start + end) / 2)
                        reach = max(
                            supports.distance(pose, step.high)
                            for pose in (_between(step, start), middle, _between(step, end))
                        )
                        yield self._unheld(step, *step.slid(start), reach)
                lost = bool(holes) and holes[-1][1] == 1.0
            elif step.kind == "climb":
                reach = supports.climb_distance(step.a, step.high)
                if reach > supports.limit and not lost:
                    top = supports.top_of_climb(step.a)
                    yield self._unheld(step, *step.climbed(top, math.inf), reach)
                lost = reach > supports.limit and step.b[3] > GROUND
            else:
                reach = supports.turn_reach(step.a, step.b)
                if reach > supports.limit and not lost:
                    yield self._unheld(step, *step.started(), reach)
                lost = supports.distance(step.b, step.high) > supports.limit

    def _unheld(self, step: Step, at: Place, after: float, reach: float) -> Finding:
        what = "climbs with nothing to climb"
        if step.kind != "climb":
            what = f"{step.kind}s {step.high:g} inches up with nothing that high"
        text = f"{self.name} {what} within half an inch, {_where(step, at, after)}."
        found = reach if math.isfinite(reach) else None
        limit = self.position.rules.climb_reach
        return self._found(Code.CLIMB, "13.06", text, step, at, after, found, limit)

    def _edge(self) -> Iterator[Finding]:
        """Every time the base crosses the edge of the battlefield (03.01)."""
        position = self.position
        table = position.scenario.table
        for one in exits(position.shapes, self.shape, self.steps, table, self.tolerance):
            text = f"{self.name} crosses the edge of the battlefield by {one.over:.4g} inches "
            text += f"{_where(one.step, one.at, one.after)}."
            yield self._found(
                Code.OFF_TABLE, "03.01", text, one.step, one.at, one.after, one.over, 0.0
            )

    def _found(
        self,
        code: Code,
        rule: str,
        text: str,
        step: Step,
        at: Place,
        after: float,
        found: float | None,
        allowed: float,
    ) -> Finding:
        names = (self.name,)
        return Finding(code, rule, names, text, found, allowed, at, after, step.number)


def _where(step: Step, at: Place, after: float) -> str:
    place = f"at ({at[0]:.4g}, {at[1]:.4g})"
    if step.kind == "slide":
        return f"after {after:.4g} inches, {place}"
    doing = "climbing" if step.kind == "climb" else "turning"
    return f"{doing} {place}" + (f", {at[2]:.4g} inches up" if at[2] > GROUND else "")


def _between(step: Step, t: float) -> Pose:
    (x, y, z), _ = step.slid(t)
    return (x, y, step.a[2], z)
