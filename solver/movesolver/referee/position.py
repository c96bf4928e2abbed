"""A scenario as the referee and the search see it: arrays, and who bars whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Shapes
from movekernels.checks.engagement import engaged_any
from movesolver.referee.board import Board, Walls
from movesolver.referee.bodies import (
    bodies_of,
    heading,
    joined_bodies,
    replaced,
    select,
)
from movesolver.referee.verdict import Code
from movesolver.rules.moves import Mode, MoveType, SetUp
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.transit import Mover
from movesolver.table.army import Model, Unit
from movesolver.table.scenario import Marker, Pose, Scenario

__all__ = [
    "Berth",
    "Position",
    "Walls",
    "bodies_of",
    "heading",
    "joined_bodies",
    "replaced",
    "select",
]

T = TypeVar("T")


class Berth(NamedTuple):
    """A distance to be kept at the end from some of the others."""

    code: Code
    """What ending closer is called."""
    section: str
    whom: Bools
    """Shape (m,)."""
    horizontal: float
    """Inches; exactly so far is too near."""
    vertical: float
    """Others higher or lower than this do not count; may be infinite."""


@dataclass(frozen=True, slots=True)
class Position:
    """A scenario as the referee and the search see it.

    Axes: ``n`` models of the unit that moves or is set up, ``m`` all other standing
    models, ``w`` walls.
    """

    scenario: Scenario
    board: Board
    """Everything but the unit: what of the below has axis ``m`` or ``w`` comes from there."""
    rules: RuleSet
    move: MoveType
    mode: Mode | None
    shapes: Shapes
    models: tuple[Model, ...]
    """The models that move, in the order of the file."""
    ids: tuple[str, ...]
    """Their ids."""
    start: Bodies
    """Where they stand, shape (n,); for a unit that is set up, the middle of where it may be."""
    facing: Floats
    """Their headings, degrees, shape (n,)."""
    maximum: Floats
    """How far each may move from there, inches, shape (n,)."""
    movers: tuple[Mover, ...]
    others: Bodies
    """Everything else that stands, shape (m,)."""
    headroom: Floats
    """How far above each of the others a base must be to pass over, inches, shape (m,)."""
    other_heights: Floats
    """Heights of the bodies of the others where they are given, else NaN, inches, shape (m,)."""
    other_ids: tuple[str, ...]
    other_units: tuple[str, ...]
    enemy: Bools
    """Which of the others are enemies, shape (m,)."""
    blocks: Bools
    """Which others bar the way of which model, whatever their level, shape (n, m)."""
    mates_block: Bools
    """Which unit-mates (columns) bar the way of which model (rows), shape (n, n)."""
    walls: Walls
    in_cover: Bools
    """Which walls are cover that a model starts in, which does not bar it (VS11), (n, w)."""
    targets: tuple[str, ...] = ()
    """Units that the move is made towards: those named, else those the rules choose."""
    marker: Marker | None = None
    """The objective that it is made towards, if it is."""
    _known: dict[Hashable, Any] = field(init=False, repr=False, compare=False, default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` makes of this position, made once: nobody writes into it."""
        if key not in self._known:
            self._known[key] = make()
        known: T = self._known[key]
        return known

    @property
    def placing(self) -> bool:
        """Whether the models are set up, not moved."""
        return self.move.set_up is not None

    @property
    def transit_clearance(self) -> float:
        """How near to an enemy no part of a path may come, inches; 0 for no such rule.

        A move that ends engaged may come as near as it likes (10th edition charges).
        """
        return 0.0 if self.move.ends == "engaged" else self.rules.transit_clearance

    @property
    def transport(self) -> Unit | None:
        """The transport that the unit is in, or gets into; None if there is none."""
        inner = self.scenario.mover.status.embarked_in
        if inner is None and self.move.boards is not None:
            inner = next(iter(self.scenario.action.targets), None)
        return None if inner is None else self.scenario.unit(inner)

    @property
    def beside(self) -> Unit | None:
        """The unit that models are set up beside: their transport, or their own that stands."""
        rule = self.move.set_up
        if rule is not None and rule.near == "mates":
            return self.scenario.mover
        return self.transport

    def others_of(self, unit: str) -> Bodies:
        """Return the others that belong to a unit; of the unit itself, where models come back."""
        return select(self.others, self.of_units(unit))

    def whole(self, ends: Bodies) -> tuple[Self, Bodies]:
        """Return the unit with mates that stand already, for what is asked of all of it.

        ``ends`` has shape (n,), the result one row more for each such mate.
        """
        mates = self.of_units(self.scenario.mover.id)
        if not mates.any():
            return self, ends
        names = tuple(self.other_ids[j] for j in np.flatnonzero(mates))
        joined = joined_bodies(ends, select(self.others, mates))
        return replace(self, ids=(*self.ids, *names)), joined

    def tall(self, bodies: Bodies) -> Floats:
        """Return how far FRAME bodies of the unit reach up from their heights, inches, (n,).

        0 for flat bases (17.02); ``bodies`` are models of the unit at any poses.
        """
        if all(mover.height <= LEVEL for mover in self.movers):
            return np.zeros(bodies.x.size)
        heights = np.zeros(self.shapes.outer.size)
        for shape, mover in zip(self.start.shape, self.movers, strict=True):
            if mover.height > LEVEL:
                heights[shape] = max(heights[shape], mover.height)
        found: Floats = heights[bodies.shape]
        return found

    def others_tall(self) -> Floats:
        """Return the same for the others, shape (m,)."""
        return np.where(self.headroom > LEVEL, self.headroom, 0.0)

    def above(self, bodies: Bodies) -> Floats:
        """Return the vertical gap between models of the unit and the others, inches, (n, m).

        The difference of heights of flat bases, 0 beside a FRAME body (1, 17.02).
        """
        low, high = bodies.z, bodies.z + self.tall(bodies)
        floor, top = self.others.z, self.others.z + self.others_tall()
        under = floor[None, :] - high[:, None]
        over = low[:, None] - top[None, :]
        apart: Floats = np.maximum(np.maximum(under, over), 0.0)
        return apart

    def lifted(self, bodies: Bodies) -> Floats:
        """Return the vertical gap between bodies whose heights are given, else 0, (n, m) (VS10)."""
        heights = np.full(self.shapes.outer.size, math.nan)
        for shape, model in zip(self.start.shape, self.models, strict=True):
            heights[shape] = math.nan if model.height is None else model.height
        high = (bodies.z + heights[bodies.shape])[:, None]
        top = (self.others.z + self.other_heights)[None, :]
        apart = np.maximum(self.others.z[None, :] - high, bodies.z[:, None] - top)
        both = np.isfinite(high) & np.isfinite(top)
        found: Floats = np.where(both, np.maximum(apart, 0.0), 0.0)
        return found

    def of_units(self, *units: str) -> Bools:
        """Return which of the others belong to some units, shape (m,)."""
        return self.board.of_units(units)

    @property
    def foes(self) -> tuple[str, ...]:
        """Ids of the enemy units on the table, in the order of the file."""
        side, troops = self.scenario.mover.side, self.board.troops
        return self.once(
            "foes", lambda: tuple(troop.unit for troop in troops if troop.side != side)
        )

    def only(self, models: list[int]) -> Self:
        """Return the same with some of the models alone (rising), as if there were no others."""
        keep = np.zeros(len(self.ids), dtype=np.bool_)
        keep[models] = True
        return replace(
            self,
            models=tuple(self.models[i] for i in models),
            ids=tuple(self.ids[i] for i in models),
            start=select(self.start, keep),
            facing=self.facing[keep],
            maximum=self.maximum[keep],
            movers=tuple(self.movers[i] for i in models),
            blocks=self.blocks[keep],
            mates_block=self.mates_block[np.ix_(keep, keep)],
            in_cover=self.in_cover[keep],
        )

    def others_at_level(self, model: int, low: float, high: float) -> Bools:
        """Return which others stand in the way of ``model`` between two heights, shape (m,).

        A level apart they do not, unless a FRAME body fills the room between.  In the
        tenth edition engagement range reaches up and down too.
        """
        z = self.others.z
        near: Bools = (z < high + self.movers[model].height) & (z + self.headroom > low)
        if self.transit_clearance > 0.0:
            reach = self.rules.engagement.vertical + self.rules.tolerance
            near |= self.enemy & (z >= low - reach) & (z <= high + reach)
        return near

    def index(self) -> dict[str, int]:
        """Return the index of each model by its id."""
        return self.once("index", lambda: {name: i for i, name in enumerate(self.ids)})

    def kinds(self) -> list[int]:
        """Return the kind of each model: those of one kind are barred alike at any height."""

        def make() -> list[int]:
            seen: dict[Hashable, int] = {}
            return [
                seen.setdefault((mover, blocks.tobytes(), cover.tobytes()), len(seen))
                for mover, blocks, cover in zip(
                    self.movers, self.blocks, self.in_cover, strict=True
                )
            ]

        return self.once("kinds", make)

    def barring(self, model: int, z: float) -> Bools:
        """Return which others, and after them which walls, bar ``model`` at a height, (m + w,)."""
        return self.once(
            ("barring", self.kinds()[model], z),
            lambda: np.concatenate([self.models_in_way(model, z), self.walls_in_way(model, z)]),
        )

    def models_in_way(self, model: int, z: float) -> Bools:
        """Return which others bar a straight move of ``model`` at height ``z``, shape (m,)."""
        same_level = self.others_at_level(model, z, z)
        in_way: Bools = self.blocks[model] & same_level
        return in_way

    def mates_in_way(self, model: int, low: float, high: float) -> Bools:
        """Return which unit-mates bar ``model`` between two heights, where they start, (n,)."""
        z, tall = self.start.z, np.array([mover.height for mover in self.movers])
        near = (z < high + self.movers[model].height) & (z + tall > low)
        bars: Bools = self.mates_block[model] & near
        return bars

    def walls_in_way(self, model: int, z: float) -> Bools:
        """Return which walls bar a straight move of ``model`` at height ``z``, shape (w,)."""
        return self.walls_barring(model, z, z)

    def walls_barring(self, model: int, low: float, high: float) -> Bools:
        """Return which walls bar ``model`` somewhere between two heights, shape (w,)."""
        bars = self.board.walls_barring(self.rules, self.movers[model], low, high)
        free: Bools = bars & ~self.in_cover[model]
        return free

    def walls_at_level(self, model: int, z: float) -> Bools:
        """Return which walls stand at the level of ``model`` at height ``z``, shape (w,).

        A wall must begin so far above the base to be passed under: one level, or the body
        height of a FRAME model.
        """
        walls, headroom = self.walls, self.movers[model].height
        level: Bools = (z < walls.top) & (walls.bodies.z < z + headroom) & ~self.in_cover[model]
        return level

    def walls_barring_end(self, model: int, z: float) -> Bools:
        """Return which walls ``model`` may not end in at height ``z`` (E2, 13.06), shape (w,).

        Dense walls bar everyone; walls of exposed and light features are stood in
        at ground level, and above it only on a floor, which is judged apart.
        """
        return self.walls_at_level(model, z) & self.board.dense(self.rules)

    def berths(self, spared: tuple[str, ...] | None = None) -> list[Berth]:
        """Return the distances to be kept from enemies at the end (03.04, 20.04, VS5).

        ``spared`` are the targets whose clearance a charge of VoidSiege need not keep; all of
        them, as if it would succeed, if None (VS12).
        """
        return list(self.once(("berths", spared), lambda: tuple(self._berths(spared))))

    def _berths(self, spared: tuple[str, ...] | None) -> list[Berth]:
        move, rules, enemy, found = self.move, self.rules, self.enemy, []
        limit = rules.engagement
        targeted = enemy & self.of_units(*self.targets)

        def engaging(code: Code, whom: Bools) -> None:
            found.append(Berth(code, limit.section, whom, limit.horizontal, limit.vertical))

        if move.ends == "unengaged":
            engaging(Code.ENGAGED, enemy)
        elif move.targets_only:
            engaging(Code.ENGAGED_WITH_OTHER, enemy & ~targeted)
        elif move.set_up is not None and move.set_up.engaged in ("with_transport", "with_unit"):
            engaging(Code.ENGAGED_WITH_OTHER, enemy & ~self._foes_beside())
        if rules.clearance is not None:
            open_ones = self.targets if spared is None else spared
            whom = enemy & ~self.of_units(*open_ones) if move.may_close_in else enemy
            section = rules.clearance_section
            found.append(Berth(Code.TOO_CLOSE, section, whom, rules.clearance, math.inf))
        for one in self.set_ups():
            if one.clear_of_units > 0.0:
                everyone = np.ones(self.others.x.size, dtype=np.bool_)
                reach = one.clear_of_units
                found.append(Berth(Code.TOO_CLOSE, one.section, everyone, reach, math.inf))
        clear = [(move.clear, move.section)]
        clear += [(one.clear, one.section) for one in self.set_ups()]
        for reach, section in clear:
            if reach > 0.0:
                found.append(Berth(Code.TOO_CLOSE, section, enemy, reach, math.inf))
        return [berth for berth in found if berth.whom.any()]

    def _foes_beside(self) -> Bools:
        """Return which of the others belong to units that the one beside is engaged with, (m,)."""
        own = self.of_units(self.beside.id if self.beside is not None else "")
        limit, slop = self.rules.engagement, self.rules.tolerance
        engaged = [
            name
            for name in self.foes
            if engaged_any(
                self.shapes,
                select(self.others, own),
                select(self.others, self.of_units(name)),
                limit.horizontal,
                limit.vertical,
                slop,
            )
        ]
        return self.of_units(*engaged)

    def set_ups(self) -> tuple[SetUp, ...]:
        """Return the limits on where the unit is set up: its move's, and those it inherits.

        After the transport's own ingress a rapid disembark keeps every limit of that (18.04.01).
        """
        rule, transport = self.move.set_up, self.transport
        if rule is None:
            return ()
        if rule.inherits_ingress and transport is not None and transport.status.moved == "ingress":
            ingress = self.rules.moves["ingress"].set_up
            if ingress is not None:
                return (rule, ingress)
        return (rule,)

    def alone(self) -> Position:
        """Return the same with unit-mates that bar nobody's way."""
        if not self.mates_block.any():
            return self
        return replace(self, mates_block=np.zeros_like(self.mates_block))

    def bodies_at(self, poses: list[Pose] | tuple[Pose, ...]) -> Bodies:
        """Return the moving unit standing at ``poses``, one for each of ``ids``."""
        return bodies_of(self.start.shape, poses)
