"""Many boards of one skirmish each, as arrays; one of them as a scenario when it is asked about."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.gym.deal import (
    HEIGHT,
    MARKER_RADIUS,
    MARKERS,
    MODELS,
    OUTLINES,
    RADII,
    SIDES,
    WALL_OUTLINES,
    WALLS,
    WIDTH,
    Deal,
    base_of,
    kind_of,
)
from movesolver.phases.board import changed
from movesolver.rules.wh40k import ELEVENTH
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.scenario import Action, Marker, Pose, Scenario, Table
from movesolver.table.terrain import Feature, Wall

REACH_OF_MARKER = 3.0
"""A model this near to a marker counts for who holds it, edge to edge, inches."""
ENGAGED = ELEVENTH.engagement.horizontal + ELEVENTH.tolerance
"""Enemies so near are engaged (03.04), inches."""


class Boards:
    """Boards side by side, axis ``b``; a side has ``u`` units of at most `MODELS` models.

    Attributes
    ----------
    at
        Centres of models, inches, shape (b, 2, u, `MODELS`, 2); side 0 is the one that learns.
    there
        Which models there are, shape (b, 2, u, `MODELS`).
    markers, walls, upright
        As in `Deal`, board by board.
    fell_back, charged, acted
        What units have done in the turn of their side, shape (b, 2, u).
    """

    def __init__(self, count: int, units: int) -> None:
        self.count, self.units = count, units
        self.base: Ints = base_of(units)
        self.radius: Floats = RADII[self.base]
        self.move: Floats = np.array([kind_of(unit).move for unit in range(units)])
        self.at: Floats = np.zeros((count, 2, units, MODELS, 2))
        self.there: Bools = np.zeros((count, 2, units, MODELS), dtype=np.bool_)
        self.markers: Floats = np.zeros((count, MARKERS, 2))
        self.walls: Floats = np.zeros((count, WALLS, 2))
        self.upright: Ints = np.zeros((count, WALLS), dtype=np.int64)
        self.fell_back: Bools = np.zeros((count, 2, units), dtype=np.bool_)
        self.charged = self.fell_back.copy()
        self.acted = self.fell_back.copy()
        self._dealt: list[Scenario | None] = [None] * count

    def put(self, b: int, deal: Deal) -> None:
        """Put a newly dealt board in one place."""
        self.at[b], self.there[b] = deal.at, deal.there
        self.markers[b], self.walls[b], self.upright[b] = deal.markers, deal.walls, deal.upright
        for side in range(2):
            self.begin_turn(b, side)
        self._dealt[b] = None

    def begin_turn(self, b: int, side: int) -> None:
        """Take the marks of the last turn off the units of a side."""
        for marks in (self.fell_back, self.charged, self.acted):
            marks[b, side] = False

    # -- measuring

    def gaps(self, which: Ints) -> Floats:
        """Return the gaps between enemies, inches, shape (b, u, `MODELS`, u, `MODELS`).

        Axes 1 and 2 are models of side 0, axes 3 and 4 of side 1; infinity where one is not.
        """
        red, blue = self.at[which, 0], self.at[which, 1]
        apart = red[:, :, :, None, None, :] - blue[:, None, None, :, :, :]
        gaps: Floats = np.hypot(apart[..., 0], apart[..., 1])
        gaps -= self.radius[None, :, :, None, None] + self.radius[None, None, None, :, :]
        both = self.there[which, 0][:, :, :, None, None] & self.there[which, 1][:, None, None, :, :]
        return np.where(both, gaps, np.inf)

    def unit_gaps(self, which: Ints) -> Floats:
        """Return the gaps between enemy units, inches, shape (b, u, u): side 0, then side 1."""
        gaps: Floats = self.gaps(which).min(axis=(2, 4))
        return gaps

    def foe_gaps(self, b: int, side: int, unit: int) -> Floats:
        """Return how far each enemy unit is from a unit of one board, inches, shape (u,)."""
        mine = self.there[b, side, unit]
        apart = self.at[b, side, unit][mine][:, None, None] - self.at[b, 1 - side]
        gaps = np.hypot(apart[..., 0], apart[..., 1])
        gaps -= self.radius[unit][mine][:, None, None] + self.radius
        found: Floats = np.where(self.there[b, 1 - side], gaps, np.inf).min(axis=(0, 2))
        return found

    def engaged(self, which: Ints) -> Bools:
        """Return which units are engaged (03.04), shape (b, 2, u)."""
        near = self.unit_gaps(which) <= ENGAGED
        return np.stack([near.any(axis=2), near.any(axis=1)], axis=1)

    def holders(self, which: Ints) -> Ints:
        """Return who holds each marker: 1 the side that learns, -1 the other, 0 nobody; (b, m).

        The side with more models within 3 inches of it, edge to edge.
        """
        at, markers = self.at[which], self.markers[which]
        apart = at[:, :, :, :, None, :] - markers[:, None, None, None, :, :]
        far = np.hypot(apart[..., 0], apart[..., 1]) - self.radius[None, None, :, :, None]
        near = (far <= REACH_OF_MARKER + MARKER_RADIUS) & self.there[which][..., None]
        models = near.sum(axis=(2, 3))
        held: Ints = np.sign(models[:, 0] - models[:, 1]).astype(np.int64)
        return held

    def centre(self, b: int, side: int, unit: int) -> Floats:
        """Return the middle of a unit, inches, shape (2,)."""
        middle: Floats = self.at[b, side, unit][self.there[b, side, unit]].mean(axis=0)
        return middle

    # -- one board as a scenario

    def scenario(self, b: int, side: int, action: Action, *, charging: bool = False) -> Scenario:
        """Return a board as a scenario that asks about a move of a side's unit."""
        dealt = self._dealt[b]
        if dealt is None:
            dealt = self._dealt[b] = self._described(b)
        units = []
        for k, unit in enumerate(dealt.units):
            owner, number = divmod(k, self.units)
            places = self.at[b, owner, number].tolist()
            models = tuple(
                changed(model, at=(x, y))
                for model, (x, y) in zip(unit.models, places, strict=False)
            )
            units.append(changed(unit, models=models, status=self._status(b, owner, number)))
        return changed(
            dealt,
            units=tuple(units),
            action=action,
            active_side=SIDES[side],
            phase="charge" if charging else "movement",
        )

    def _status(self, b: int, side: int, unit: int) -> UnitStatus:
        if self.fell_back[b, side, unit]:
            return UnitStatus(moved="fall_back", barred=("action", "charge", "shoot"))
        if self.charged[b, side, unit]:
            return UnitStatus(moved="charge", charged=True)
        return UnitStatus()

    def name(self, side: int, unit: int) -> str:
        """Return the id of a unit in the scenario."""
        return f"{SIDES[side]} {kind_of(unit).name} {unit + 1}"

    def place(self, b: int, side: int, unit: int, ends: Mapping[str, Pose]) -> None:
        """Put the models of a unit where a move of the scenario ends."""
        for k in np.flatnonzero(self.there[b, side, unit]).tolist():
            self.at[b, side, unit, k] = ends[f"{self.name(side, unit)}.{k + 1}"][:2]

    def _described(self, b: int) -> Scenario:
        """Return what does not change of a board."""
        units = []
        for side in range(2):
            for number in range(self.units):
                kind, name = kind_of(number), self.name(side, number)
                models = tuple(
                    Model(f"{name}.{k + 1}", OUTLINES[kind.base[k]], at=(0.0, 0.0))
                    for k in range(int(self.there[b, side, number].sum()))
                )
                units.append(Unit(name, SIDES[side], models, (kind.keyword,), kind.move))
        terrain = []
        for k, (x, y) in enumerate(self.walls[b].tolist()):
            corners = WALL_OUTLINES[int(self.upright[b, k])]
            polygon = tuple((x + dx, y + dy) for dx, dy in corners)
            terrain.append(Feature(f"wall {k + 1}", "dense", polygon, (Wall(polygon, top=5.0),)))
        markers = [
            Marker(f"marker {k + 1}", at=(x, y))
            for k, (x, y) in enumerate(self.markers[b].tolist())
        ]
        return Scenario(
            movesolver=1,
            table=Table(WIDTH, HEIGHT),
            units=tuple(units),
            action=Action(unit=units[0].id, move="normal"),
            terrain=tuple(terrain),
            markers=tuple(markers),
        )
