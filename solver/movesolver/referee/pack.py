"""From a scenario to arrays: the only door to the kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from movekernels.arrays import Bodies, Bools, Ints, Shapes
from movesolver.errors import InputError
from movesolver.referee.board import (
    Board,
    board_of,
    indexed,
    mover_of,
    pose_of,
    shapes_of,
    troop_of,
)
from movesolver.referee.bodies import bodies_of
from movesolver.referee.cover import starts_in_cover
from movesolver.referee.distances import maximum_of
from movesolver.referee.modes import mode_taken
from movesolver.referee.outlines import Outline, outline_of_base, pack_outlines
from movesolver.referee.position import Position
from movesolver.referee.targets import targets_taken
from movesolver.rules.chosen import move_in_force, rules_in_force
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.transit import Mover, model_blocks
from movesolver.table.army import Model, Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario


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
    if not isinstance(scenario, Scenario):
        raise InputError("scenario", "a Scenario", shown(scenario))
    if rules is not None and not isinstance(rules, RuleSet):
        raise InputError("rules", "a RuleSet (movesolver.rules)", shown(rules))
    rules = rules_in_force(scenario.rules) if rules is None else rules
    unit, move = scenario.mover, move_in_force(rules, scenario.action.move)
    placing = move.set_up is not None
    models = _placed(scenario, move) if placing else unit.standing
    back = returning(move)
    board = board_of(
        (other for other in scenario.units if other is not unit or back),
        scenario.terrain,
        move.bars_cover,
    )
    start, outlines = _start(scenario, models, board, back) if placing else _standing(unit, board)
    n, m = len(models), len(board.ids)
    shapes, walls = shapes_of(outlines), board.walls
    bare = Position(
        scenario=scenario,
        board=board,
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
        others=board.others,
        headroom=board.headroom,
        other_heights=board.heights,
        other_ids=board.ids,
        other_units=board.units,
        enemy=board.enemy(unit.side),
        blocks=np.zeros((n, m), dtype=np.bool_),
        mates_block=np.zeros((n, n), dtype=np.bool_),
    )
    position = settled(bare, unrolled=unrolled)
    return position if placing else _barred(position)


def _standing(unit: Unit, board: Board) -> tuple[Bodies, tuple[Outline, ...]]:
    """Return a unit where it stands, and all outlines: those of the board first."""
    troop = troop_of(unit)
    shape, outlines = indexed(troop.outlines, board.outlines)
    return troop.bodies._replace(shape=shape[troop.bodies.shape]), tuple(outlines)


def _start(
    scenario: Scenario, models: Sequence[Model], board: Board, back: bool
) -> tuple[Bodies, tuple[Outline, ...]]:
    """Return the same for models that are set up: all in one place."""
    shape, outlines = indexed((outline_of_base(m.base) for m in models), board.outlines)
    x, y = _middle(scenario, back)
    return bodies_of(shape, [(x, y, model.facing, 0.0) for model in models]), tuple(outlines)


def settled(bare: Position, *, unrolled: bool = False) -> Position:
    """Return a position of a move without a mode with its mode, distances and targets.

    What bars whose way is left as it was (see `pack` for ``unrolled``).
    """
    mode = mode_taken(bare)
    chosen = bare if mode is None else replace(bare, move=bare.move.in_mode(mode), mode=mode)
    ranged = replace(chosen, maximum=maximum_of(chosen, unrolled=unrolled))
    targets, marker = targets_taken(ranged)
    if targets == ranged.targets and marker is ranged.marker:
        return ranged
    return replace(ranged, targets=targets, marker=marker)


def _barred(position: Position) -> Position:
    """Return the position with who bars whose way."""
    unit, move, board = position.scenario.mover, position.move, position.board
    flying = move.skies and unit.status.fly_declared
    movers = tuple(_mover(unit, model, move.name, flying) for model in position.models)
    # Few kinds of models stand on a table: each pair of kinds is decided once.
    alike, which = _distinct(movers)
    bars = partial(model_blocks, position.rules, move, position.mode)
    foes = [(words, side != unit.side) for words, side in board.kinds]
    others: Bools = np.array(
        [[bars(mover, *foe) for foe in foes] for mover in alike], dtype=np.bool_
    ).reshape(len(alike), len(foes))
    mates: Bools = np.array(
        [[bars(mover, mate.keywords, False) for mate in alike] for mover in alike], dtype=np.bool_
    ).reshape(len(alike), len(alike))
    mates_block = mates[which[:, None], which]
    np.fill_diagonal(mates_block, False)
    return replace(
        position,
        movers=movers,
        blocks=others[which[:, None], board.kind],
        mates_block=mates_block,
    )


def _distinct(movers: tuple[Mover, ...]) -> tuple[list[Mover], Ints]:
    """Return the distinct movers, and which of them each is."""
    index: dict[int, int] = {}  # `mover_of` makes those that are alike one
    which = [index.setdefault(id(mover), len(index)) for mover in movers]
    distinct = {id(mover): mover for mover in movers}
    return list(distinct.values()), np.array(which, dtype=np.int64)


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
    shape, outlines = indexed(outline_of_base(model.base) for model in models)
    return pack_outlines(outlines), bodies_of(shape, [pose_of(model) for model in models])


def _mover(unit: Unit, model: Model, move: str = "", skies: bool = False) -> Mover:
    return mover_of(unit.keywords_of(model), model.height, move, skies)
