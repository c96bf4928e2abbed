"""Wishes for where models end, as they are said, made the goal of a question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from movesolver.errors import InputError
from movesolver.table.fields import check_finite, check_not_negative, inside, shown
from movesolver.table.scenario import GoalTerm, Scenario

Wishes = Mapping[str, Sequence[float]]


def wishing(
    scenario: Scenario, wished: Wishes | NDArray[Any] | None, ids: tuple[str, ...]
) -> Scenario:
    """Return a question with wishes, and nothing else, as its goal.

    Parameters
    ----------
    scenario, wished
        As for `movesolver.snap`.
    ids
        The models that move or are set up.

    Raises
    ------
    InputError
        If a wish is no place, is for none of these models, or there is none.
    """
    if wished is None:
        found: dict[str, Sequence[float]] = {}
        for term in scenario.action.goal:
            found |= {
                name: pose
                for name, pose in (term.wish or {}).items()
                if term.weight > 0 and (term.models is None or name in term.models)
            }
        if not found:
            raise InputError("action.goal", "wishes for where models end", "none")
        wishes: Wishes = found
    elif isinstance(wished, Mapping):
        wishes = wished
    else:
        wishes = _rows(wished, ids)
    poses = {name: _place(name, pose, ids) for name, pose in wishes.items()}
    if not poses and ids:
        raise InputError("wished", "a place for at least one model", "none")
    action = msgspec.structs.replace(scenario.action, goal=(GoalTerm(wish=poses),))
    return msgspec.structs.replace(scenario, action=action)


def _rows(wished: NDArray[Any], ids: tuple[str, ...]) -> dict[str, Sequence[float]]:
    wanted = f"places by model id, or an array of shape ({len(ids)}, 2 to 4)"
    try:
        rows = np.asarray(wished)
    except ValueError:  # rows of different lengths
        raise InputError("wished", wanted, shown(wished)) from None
    if rows.ndim != 2 or rows.dtype.kind not in "fiu" or not 2 <= rows.shape[1] <= 4:
        raise InputError("wished", wanted, shown(wished))
    if len(rows) != len(ids):
        raise InputError("wished", wanted, f"one of shape {rows.shape}")
    return {
        name: row
        for name, row in zip(ids, rows.astype(np.float64).tolist(), strict=True)
        if not all(math.isnan(number) for number in row)
    }


def _place(name: str, pose: Sequence[float], ids: tuple[str, ...]) -> tuple[float, ...]:
    where = inside("wished", str(name))
    if name not in ids:
        raise InputError(where, "a model that moves or is set up", shown(name))
    row = isinstance(pose, Sequence | np.ndarray) and not isinstance(pose, str)
    if not row or not 2 <= len(pose) <= 4:
        raise InputError(where, "[x, y], [x, y, facing] or [x, y, facing, z]", shown(pose))
    check_finite(where, *pose)
    if len(pose) > 3:
        check_not_negative(inside(where, 3), pose[3])
    return tuple(float(number) for number in pose)
