"""From a scenario to arrays: the only door to the kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Shapes
from movesolver.errors import InputError
from movesolver.referee.cover import COVER, HIGHEST, starts_in_cover
from movesolver.referee.distances import maximum_of
from movesolver.referee.modes import mode_taken
from movesolver.referee.outlines import Outline, centred, outline_of_base, pack_outlines
from movesolver.referee.position import Position, Walls, bodies_of
from movesolver.referee.targets import targets_taken
from movesolver.rules.chosen import move_in_force, rules_in_force
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.transit import Mover, model_blocks
from movesolver.table.army import Model, Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Pose, Scenario


def pack(scenario: Scenario, *, rules: RuleSet | None = None, unrolled: bool = False) -> Position:
    """Pack a validated scenario.

    Parameters
    ----------
    scenario
        The question.
    rules
        The rules to judge by; those that the scenario names if None.
    unrolled
        Whether a roll that the move needs may be missing: models may then not move at all.

    Raises
    ------
    InputError
        If the move cannot be judged for want of a number (no M, no roll), or is not one of
        the rules'.
    """
    if rules is not None and not isinstance(rules, RuleSet):
        raise InputError("rules", "a RuleSet (movesolver.rules)", shown(rules))
    rules = rules_in_force(scenario.rules) if rules is None else rules
    unit, move = scenario.mover, move_in_force(rules, scenario.action.move)
    placing = move.set_up is not None
    models = _placed(scenario, move) if placing else unit.standing
    back = returning(move)
    others = [
        (other, model)
        for other in scenario.units
        if (other.id != unit.id or back) and other.on_table
        for model in other.standing
    ]
    table = _OutlineTable()
    middle = _middle(scenario, back)
    start = bodies_of(
        np.array([table.index_base(m) for m in models], dtype=np.int64),
        [(*middle, m.facing, 0.0) if placing else _pose(m) for m in models],
    )
    other_bodies = bodies_of(
        np.array([table.index_base(m) for _, m in others], dtype=np.int64),
        [_pose(m) for _, m in others],
    )
    n, m = len(models), len(others)
    walls = _pack_walls(scenario, table, move.bars_cover)
    shapes = pack_outlines(table.outlines)
    bare = Position(
        scenario=scenario,
        rules=rules,
        move=move,
        mode=None,
        walls=walls,
        in_cover=starts_in_cover(shapes, start, walls.bodies, walls.category),
        shapes=shapes,
        models=models,
        ids=tuple(model.id for model in models),
        start=start,
        facing=np.array([model.facing for model in models], dtype=np.float64),
        maximum=np.zeros(n),
        movers=tuple(_mover(unit, model) for model in models),
        others=other_bodies,
        headroom=np.array([_mover(u, model).height for u, model in others], dtype=np.float64),
        other_heights=np.array(
            [np.nan if model.height is None else model.height for _, model in others],
            dtype=np.float64,
        ),
        other_ids=tuple(model.id for _, model in others),
        other_units=tuple(other.id for other, _ in others),
        enemy=np.array([other.side != unit.side for other, _ in others], dtype=np.bool_),
        blocks=np.zeros((n, m), dtype=np.bool_),
        mates_block=np.zeros((n, n), dtype=np.bool_),
    )
    position = settled(bare, unrolled=unrolled)
    return position if placing else _barred(position, [u.keywords_of(one) for u, one in others])


def settled(bare: Position, *, unrolled: bool = False) -> Position:
    """Return a position of a move without a mode with its mode, distances and targets.

    What bars whose way is left as it was (see `pack` for ``unrolled``).
    """
    mode = mode_taken(bare)
    chosen = replace(bare, move=bare.move.in_mode(mode), mode=mode)
    ranged = replace(chosen, maximum=maximum_of(chosen, unrolled=unrolled))
    targets, marker = targets_taken(ranged)
    return replace(ranged, targets=targets, marker=marker)


def _barred(position: Position, words: list[frozenset[str]]) -> Position:
    """Return the position with who bars whose way; ``words`` are the others' keywords (m,)."""
    unit, move = position.scenario.mover, position.move
    flying = move.skies and unit.status.fly_declared
    movers = tuple(_mover(unit, model, move.name, flying) for model in position.models)
    # Few kinds of models stand on a table: each pair of kinds is decided once.
    bars = lru_cache(maxsize=None)(partial(model_blocks, position.rules, move, position.mode))
    hostile = position.enemy.tolist()
    blocks: Bools = np.array(
        [[bars(mover, word, foe) for word, foe in zip(words, hostile, strict=True)]
         for mover in movers],
        dtype=np.bool_,
    )  # fmt: skip
    mates: Bools = np.array(
        [
            [i != j and bars(mover, mate.keywords, False) for j, mate in enumerate(movers)]
            for i, mover in enumerate(movers)
        ],
        dtype=np.bool_,
    )
    n = len(movers)
    return replace(
        position,
        movers=movers,
        blocks=blocks.reshape(n, len(words)),
        mates_block=mates.reshape(n, n),
    )


def returning(move: MoveType) -> bool:
    """Return whether models come back to a unit that stands (01.02.03)."""
    return move.set_up is not None and move.set_up.near == "mates"


def _placed(scenario: Scenario, move: MoveType) -> tuple[Model, ...]:
    """Return the models that are set up: the whole unit, or slain ones that come back."""
    models, ends = scenario.mover.models, scenario.action.ends
    if not returning(move):
        return tuple(model for model in models if not model.slain)
    return tuple(m for m in models if m.slain and (ends is None or m.id in ends))


def _middle(scenario: Scenario, back: bool) -> tuple[float, float]:
    """Return the point about which a unit is set up.

    Its transport's centre; the middle of the unit that models come back to; else the table's.
    """
    inner = scenario.mover.status.embarked_in
    for model in scenario.unit(inner).standing if inner is not None else ():
        assert model.at is not None
        return model.at
    stand = [model.at for model in scenario.mover.standing if model.at is not None]
    if stand and back:
        return (
            math.fsum(x for x, _ in stand) / len(stand),
            math.fsum(y for _, y in stand) / len(stand),
        )
    return scenario.table.width / 2, scenario.table.height / 2


def pack_models(models: Sequence[Model]) -> tuple[Shapes, Bodies]:
    """Return the outlines of standing models, and the models where they stand, shape (n,)."""
    table = _OutlineTable()
    shape = np.array([table.index_base(m) for m in models], dtype=np.int64)
    return pack_outlines(table.outlines), bodies_of(shape, [_pose(m) for m in models])


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


def _mover(unit: Unit, model: Model, move: str = "", skies: bool = False) -> Mover:
    words = unit.keywords_of(model)
    tall = model.height if "FRAME" in words and model.height is not None else 0.0
    return Mover(words, max(LEVEL, tall), flying=skies and "FLY" in words, move=move)


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
        bodies=bodies_of(np.array(shape, dtype=np.int64), poses),
        top=np.array(tops, dtype=np.float64),
        feature=np.array(features, dtype=np.int64),
        category=tuple(categories),
    )
