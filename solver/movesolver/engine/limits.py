"""How much one message may ask for: an engine answers strangers' programs too."""

from __future__ import annotations

from dataclasses import dataclass

from movesolver.engine.messages import Go
from movesolver.errors import InputError
from movesolver.paths.reach import STEP
from movesolver.search.budget import check_whole
from movesolver.table.fields import Polygon, check_amount, shown
from movesolver.table.scenario import Scenario

SECONDS_OF_MASK = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is taken on; what is beyond is refused before any work is done."""

    message_bytes: int = 2_000_000
    """Of one message."""
    models: int = 500
    """On the table and off it."""
    corners: int = 10_000
    """Of terrain, zones, areas and hulls together."""
    goal_terms: int = 100
    side: float = 240.0
    """Of the table, and of a maximum, inches."""
    time_ms: float = 60_000.0
    """For one question."""
    iterations: int = 100_000
    k: int = 64
    places: int = 2_000
    """Listed for all models together (mask)."""
    grid: int = 1_000_000
    """Points of the grid that a region is measured on."""
    waiting: int = 64
    """Questions that wait for others to be answered."""

    def check_go(self, go: Go) -> None:
        """Raise if a question is for too much work, or for less than none."""
        for name in ("seed", "iterations"):
            if (count := getattr(go, name)) is not None:
                check_whole(name, count)
        for name in ("time_ms", "info_ms", "proof_ms"):
            if (amount := getattr(go, name)) is not None:
                check_amount(name, "zero or more milliseconds", amount)
        for name, most in (
            ("time_ms", self.time_ms),
            ("proof_ms", self.time_ms),
            ("iterations", self.iterations),
            ("k", self.k),
        ):
            self._check_most(name, getattr(go, name), most)
        self._check_most("places", sum(map(len, (go.places or {}).values())), self.places)

    def check_scenario(self, scenario: Scenario) -> None:
        """Raise if a board is larger than is taken on; places are those in the scenario."""
        table = scenario.table
        for name, length in (("width", table.width), ("height", table.height)):
            self._check_most(f"table.{name}", length, self.side)
        self._check_most("units", sum(len(u.models) for u in scenario.units), self.models, "models")
        for index, unit in enumerate(scenario.units):
            self._check_most(f"units[{index}].move", unit.move, self.side)
            for j, model in enumerate(unit.models):
                self._check_most(f"units[{index}].models[{j}].move", model.move, self.side)
        self._check_most("terrain", _corners(scenario), self.corners, "corners in all")
        action = scenario.action
        self._check_most("action.goal", len(action.goal), self.goal_terms, "terms")
        self._check_most("action.max_distance", action.max_distance, self.side)
        self._check_most("action.roll", action.roll, self.side)

    def check_grid(self, scenario: Scenario, step: float | None) -> None:
        """Raise if a region is to be measured too finely."""
        spacing = STEP if step is None else step
        points = scenario.table.width * scenario.table.height
        if spacing > 0 and points > self.grid * spacing**2:
            wanted = f"a step that makes a grid of at most {self.grid:,} points"
            raise InputError("step", wanted, shown(spacing))

    def _check_most(self, place: str, value: float | None, most: float, what: str = "") -> None:
        if value is not None and value > most:
            wanted = f"at most {most:,g} {what}".rstrip()
            raise InputError(place, f"{wanted} (a limit of this engine)", shown(value))


def _corners(scenario: Scenario) -> int:
    outlines: list[Polygon] = []
    for feature in scenario.terrain:
        outlines.append(feature.footprint)
        outlines += [wall.polygon for wall in feature.walls]
        outlines += [floor.polygon for floor in feature.floors]
    outlines += [zone.polygon for zone in scenario.zones]
    outlines += [marker.area for marker in scenario.markers if marker.area is not None]
    outlines += [m.base.hull for u in scenario.units for m in u.models if m.base.hull is not None]
    return sum(map(len, outlines))
