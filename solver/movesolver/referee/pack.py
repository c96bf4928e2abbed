"""From a scenario to arrays: the only door to the kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Ints, Shapes
from movesolver.errors import InputError
from movesolver.referee.cover import COVER, HIGHEST, starts_in_cover
from movesolver.referee.outlines import Outline, outline_of_base, outline_of_polygon, pack_outlines
from movesolver.rules.chosen import move_in_force, rules_in_force
from movesolver.rules.ruleset import Mode, MoveType, RuleSet
from movesolver.rules.transit import Mover, model_blocks, wall_bars_climb, wall_hinders
from movesolver.table.army import Model, Unit
from movesolver.table.fields import Polygon
from movesolver.table.scenario import Pose, Scenario


@dataclass(frozen=True, slots=True)
class Walls:
    """Every wall on the table, with what decides whom it hinders."""

    bodies: Bodies
    """Shape (w,); ``bodies.z`` is the bottom."""
    top: Floats
    """Inches, shape (w,)."""
    feature: Ints
    """Index into `Scenario.terrain`, shape (w,)."""
    category: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A scenario as the referee and the search see it.

    Axes: ``n`` standing models of the moving unit, ``m`` all other standing
    models, ``w`` walls.
    """

    scenario: Scenario
    rules: RuleSet
    move: MoveType
    mode: Mode | None
    shapes: Shapes
    ids: tuple[str, ...]
    """Ids of the moving unit's standing models, in the order of the file."""
    start: Bodies
    """Where they stand, shape (n,)."""
    facing: Floats
    """Their headings, degrees, shape (n,)."""
    maximum: Floats
    """How far each may move, inches, shape (n,)."""
    movers: tuple[Mover, ...]
    others: Bodies
    """Everything else that stands, shape (m,)."""
    headroom: Floats
    """How far above each of the others a base must be to pass over, inches, shape (m,)."""
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

    def others_at_level(self, model: int, low: float, high: float) -> Bools:
        """Return which others stand in the way of ``model`` between two heights, shape (m,).

        A level apart they do not, unless a FRAME body fills the room between.  In the
        tenth edition engagement range reaches up and down too.
        """
        z = self.others.z
        near: Bools = (z < high + self.movers[model].height) & (z + self.headroom > low)
        if self.rules.transit_clearance > 0.0:
            reach = self.rules.engagement.vertical + self.rules.tolerance
            near |= self.enemy & (z >= low - reach) & (z <= high + reach)
        return near

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
        walls, mover = self.walls, self.movers[model]
        bars: Bools = np.array(
            [
                wall_bars_climb(self.rules, mover, category, bottom, top, low, high)
                for category, bottom, top in zip(
                    walls.category, walls.bodies.z.tolist(), walls.top.tolist(), strict=True
                )
            ],
            dtype=np.bool_,
        )
        bars &= ~self.in_cover[model]
        return bars

    def walls_at_level(self, model: int, z: float) -> Bools:
        """Return which walls stand at the level of ``model`` at height ``z``, shape (w,)."""
        headroom = self.movers[model].height
        level: Bools = np.array(
            [
                wall_hinders(bottom, top, z, headroom)
                for bottom, top in zip(self.walls.bodies.z, self.walls.top, strict=True)
            ],
            dtype=np.bool_,
        )
        level &= ~self.in_cover[model]
        return level

    def walls_barring_end(self, model: int, z: float) -> Bools:
        """Return which walls ``model`` may not end in at height ``z`` (E2, 13.06), shape (w,).

        Dense walls bar everyone; walls of exposed and light features are stood in
        at ground level, and above it only on a floor, which is judged apart.
        """
        dense = [not self.rules.terrain_categories or c == "dense" for c in self.walls.category]
        return self.walls_at_level(model, z) & np.array(dense, dtype=np.bool_)

    def alone(self) -> Position:
        """Return the same with unit-mates that bar nobody's way."""
        return replace(self, mates_block=np.zeros_like(self.mates_block))

    def bodies_at(self, poses: list[Pose] | tuple[Pose, ...]) -> Bodies:
        """Return the moving unit standing at ``poses``, one for each of ``ids``."""
        return _bodies(self.start.shape, poses)


def pack(scenario: Scenario) -> Position:
    """Pack a validated scenario.

    Raises
    ------
    InputError
        If the move cannot be judged for want of a number (no M, no roll).
    UnsupportedError
        If this version does not know the move yet.
    """
    rules = rules_in_force(scenario.rules)
    move = move_in_force(rules, scenario.action.move)
    unit = scenario.mover
    mode = mode_taken(move, scenario)
    models = unit.standing
    others = [
        (other, model)
        for other in scenario.units
        if other.id != unit.id and other.on_table
        for model in other.standing
    ]
    table = _OutlineTable()
    start = _bodies(
        np.array([table.index_base(m) for m in models], dtype=np.int64), [_pose(m) for m in models]
    )
    other_bodies = _bodies(
        np.array([table.index_base(m) for _, m in others], dtype=np.int64),
        [_pose(m) for _, m in others],
    )
    walls = _pack_walls(scenario, table, move.bars_cover)
    shapes = pack_outlines(table.outlines)
    flying = move.skies and unit.status.fly_declared
    movers = tuple(_mover(unit, model, move.name, flying) for model in models)
    enemy = np.array([other.side != unit.side for other, _ in others], dtype=np.bool_)
    words = [other.keywords_of(model) for other, model in others]
    # Few kinds of models stand on a table: each pair of kinds is decided once.
    bars = lru_cache(maxsize=None)(partial(model_blocks, rules, move, mode))
    blocks = np.array(
        [
            [bars(mover, word, bool(hostile)) for word, hostile in zip(words, enemy, strict=True)]
            for mover in movers
        ],
        dtype=np.bool_,
    ).reshape(len(models), len(others))
    mates = np.array(
        [
            [i != j and bars(mover, mate.keywords, False) for j, mate in enumerate(movers)]
            for i, mover in enumerate(movers)
        ],
        dtype=np.bool_,
    ).reshape(len(models), len(models))
    maximum = [_maximum(scenario, move, unit, m, rules) for m in models]
    return Position(
        scenario=scenario,
        rules=rules,
        move=move,
        mode=mode,
        shapes=shapes,
        ids=tuple(m.id for m in models),
        start=start,
        facing=np.array([m.facing for m in models], dtype=np.float64),
        maximum=np.array(maximum, dtype=np.float64),
        movers=movers,
        others=other_bodies,
        headroom=np.array([_mover(u, m).height for u, m in others], dtype=np.float64),
        other_ids=tuple(m.id for _, m in others),
        other_units=tuple(other.id for other, _ in others),
        enemy=enemy,
        blocks=blocks,
        mates_block=mates,
        walls=walls,
        in_cover=starts_in_cover(shapes, start, walls.bodies, walls.category),
    )


def joined_bodies(*groups: Bodies) -> Bodies:
    """Return the bodies of several groups, one after the other."""
    return Bodies(*(np.concatenate(rows) for rows in zip(*groups, strict=True)))


def mode_taken(move: MoveType, scenario: Scenario) -> Mode | None:
    """Return the mode of the move: the one asked for, else the first the unit may take."""
    wanted = scenario.action.mode
    shocked = scenario.mover.status.battle_shocked
    for mode in move.modes:
        if mode.name == wanted or (wanted is None and (mode.if_shocked or not shocked)):
            return mode
    return None


def heading(degrees: float) -> tuple[float, float]:
    """Return (cos, sin), exact at multiples of 90 degrees."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


class _OutlineTable:
    """Distinct outlines in order of first use."""

    def __init__(self) -> None:
        self.outlines: list[Outline] = []
        self._index: dict[int, int] = {}

    def index(self, outline: Outline) -> int:
        key = id(outline)
        if key not in self._index:
            self._index[key] = len(self.outlines)
            self.outlines.append(outline)
        return self._index[key]

    def index_base(self, model: Model) -> int:
        return self.index(outline_of_base(model.base))


def _pose(model: Model) -> Pose:
    assert model.at is not None
    return (*model.at, model.facing, model.z)


def _bodies(shape: Ints, poses: list[Pose] | tuple[Pose, ...]) -> Bodies:
    table = np.array(poses, dtype=np.float64).reshape(-1, 4)
    turned = np.array([heading(pose[2]) for pose in poses], dtype=np.float64).reshape(-1, 2)
    return Bodies(
        shape=shape,
        x=np.ascontiguousarray(table[:, 0]),
        y=np.ascontiguousarray(table[:, 1]),
        cos=np.ascontiguousarray(turned[:, 0]),
        sin=np.ascontiguousarray(turned[:, 1]),
        z=np.ascontiguousarray(table[:, 3]),
    )


def _mover(unit: Unit, model: Model, move: str = "", skies: bool = False) -> Mover:
    words = unit.keywords_of(model)
    tall = model.height if "FRAME" in words and model.height is not None else 0.0
    return Mover(words, max(LEVEL, tall), flying=skies and "FLY" in words, move=move)


def _maximum(
    scenario: Scenario,
    move: MoveType,
    unit: Unit,
    model: Model,
    rules: RuleSet,
) -> float:
    """Return how far a model may move, inches."""
    action, options = scenario.action, rules.options
    own = model.move if model.move is not None else unit.move
    if options.get("mixed_m") == "normal_advance" and move.name not in ("normal", "advance"):
        own = unit.move if unit.move is not None else own
    if action.max_distance is not None:
        distance = action.max_distance
        if move.name == "normal" and options.get("wtc.reactive_move_min") and own is not None:
            distance = min(distance, own)
    elif not move.moves_models:
        return 0.0
    elif own is None:
        where = next(k for k, u in enumerate(scenario.units) if u.id == unit.id)
        raise InputError(
            f"units[{where}].move", f"the M of {unit.id} for its {move.name} move", "none"
        )
    else:
        distance = own * move.times_move
    if move.roll is not None:
        low, high = move.roll
        if action.roll is None or not low <= action.roll <= high:
            got = "none" if action.roll is None else str(action.roll)
            raise InputError("action.roll", f"a roll of {low} to {high} for {move.name}", got)
        distance += action.roll
    words = unit.keywords_of(model)
    flies = any("FLY" in unit.keywords_of(mate) for mate in unit.models)
    if move.skies and unit.status.fly_declared and flies and "HOVER" not in words:
        distance -= rules.skies_cost
    return max(0.0, distance)


def _pack_walls(scenario: Scenario, table: _OutlineTable, cover: bool) -> Walls:
    """Pack all walls, and the footprints too where they are cover that bars (VS11)."""
    shape: list[int] = []
    poses: list[Pose] = []
    tops: list[float] = []
    features: list[int] = []
    categories: list[str] = []
    for k, feature in enumerate(scenario.terrain):
        walls = [(wall.polygon, wall.bottom, wall.top, feature.category) for wall in feature.walls]
        covers = [(feature.footprint, 0.0, HIGHEST, COVER)] if cover else []
        for polygon, bottom, top, category in (*walls, *covers):
            x, y, outline = centred(polygon)
            shape.append(table.index(outline))
            poses.append((x, y, 0.0, bottom))
            tops.append(top)
            features.append(k)
            categories.append(category)
    return Walls(
        bodies=_bodies(np.array(shape, dtype=np.int64), poses),
        top=np.array(tops, dtype=np.float64),
        feature=np.array(features, dtype=np.int64),
        category=tuple(categories),
    )


def centred(polygon: Polygon) -> tuple[float, float, Outline]:
    """Return the middle of a polygon's bounding box and its outline about that point."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return x, y, outline_of_polygon(tuple((px - x, py - y) for px, py in polygon))
