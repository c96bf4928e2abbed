"""Arguments of calls on many boards, games and skirmishes: looked at once, at the door."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import check_amount, inside, shown
from movesolver.table.scenario import Scenario


def flag(name: str, value: object) -> bool:
    """Return a switch as Python's own.

    Raises
    ------
    InputError
        If it is neither true nor false.
    """
    if not isinstance(value, bool | np.bool_):
        raise InputError(name, "true or false", shown(value))
    return bool(value)


def whole(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return a whole number as Python's own.

    Raises
    ------
    InputError
        If it is none, or out of range.
    """
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        number = int(value)
        if number >= least and (most is None or number <= most):
            return number
    until = "or more" if most is None else f"to {most}"
    raise InputError(name, f"a whole number, {least} {until}", shown(value))


def word(name: str, value: object, known: Sequence[str]) -> str:
    """Return one of some words.

    Raises
    ------
    InputError
        If it is none of them.
    """
    if not isinstance(value, str) or value not in known:
        raise InputError(name, f"one of {', '.join(known)}", shown(value))
    return value


def path_of(name: str, value: object) -> Path:
    """Return a path.

    Raises
    ------
    InputError
        If it is none.
    """
    if not isinstance(value, str | os.PathLike) or not isinstance(os.fspath(value), str):
        raise InputError(name, "a path", shown(value))
    return Path(value)


def listed(name: str, wanted: str, given: object) -> Iterable[Any]:
    """Return a collection that is gone through in its order.

    Raises
    ------
    InputError
        If it is one thing, a text, or by name.
    """
    alone = isinstance(given, str | bytes | Mapping | Scenario)
    if alone or not isinstance(given, Iterable):
        raise InputError(name, wanted, shown(given))
    return given


def check_rules(rules: object) -> None:
    """Raise unless rules are such: else every board would say so for itself."""
    if rules is not None and not isinstance(rules, RuleSet):
        raise InputError("rules", "a RuleSet (movesolver.rules)", shown(rules))


def budget(iterations: object, time_ms: object) -> dict[str, Any]:
    """Return the limits of searches as options.

    Raises
    ------
    InputError
        If one is no number, or negative.
    """
    if iterations is not None:
        iterations = whole("iterations", iterations)
    if time_ms is not None:
        check_amount("time_ms", "zero or more milliseconds", time_ms)
    return {"iterations": iterations, "time_ms": time_ms}


def numbers(name: str, wanted: str, given: object) -> Floats:
    """Return numbers as an array of their own.

    Raises
    ------
    InputError
        If they are of another kind, or ragged.
    """
    try:
        array = np.array(given)
    except (TypeError, ValueError):
        raise InputError(name, wanted, shown(given)) from None
    if array.dtype.kind not in "iuf":
        raise InputError(name, wanted, shown(given))
    return array.astype(np.float64)


def rows(name: str, wanted: str, given: object) -> Floats:
    """Return places as rows of two to four numbers.

    Raises
    ------
    InputError
        If they are none.
    """
    found = numbers(name, wanted, given)
    if found.ndim != 2 or not 2 <= found.shape[1] <= 4:
        raise InputError(name, wanted, f"shape {found.shape}")
    return found


def by_board(name: str, given: object, *, gaps: bool) -> Sequence[Any] | None:
    """Return what is given board by board, None if it is one array.

    ``gaps`` says whether boards may have nothing, None.

    Raises
    ------
    InputError
        If some boards have another thing.
    """
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        return None
    nothing = all(one is None for one in given) if gaps else len(given) == 0
    if not nothing and not any(isinstance(one, Mapping) for one in given):
        return None
    for board, one in enumerate(given):
        if not (isinstance(one, Mapping) or (gaps and one is None)):
            wanted = "by model id" + (", or None" if gaps else "")
            raise InputError(inside(name, board), wanted, shown(one))
    return given
