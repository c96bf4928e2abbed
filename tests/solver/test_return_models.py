"""Slain models that come back to their unit (01.02.03)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import movesolver
from movesolver.errors import InputError
from movesolver.formats.scenario import loads

CODES = movesolver.Code


def question(
    ends: dict[str, list[float]] | None = None, foe: tuple[float, float] = (30.0, 10.0)
) -> movesolver.Scenario:
    """Three models in a row, two of five slain."""
    base = {"round": 32}
    stand = [{"id": f"a{k}", "base": base, "at": [10 + 3 * k, 10]} for k in range(3)]
    slain = [{"id": f"a{k}", "base": base, "slain": True} for k in (3, 4)]
    action: dict[str, Any] = {"unit": "alpha", "move": "return_models"}
    if ends is not None:
        action["ends"] = ends
    units = [
        {"id": "alpha", "side": "a", "move": 6, "models": [*stand, *slain]},
        {"id": "foe", "side": "b", "move": 6, "models": [{"id": "f0", "base": base, "at": foe}]},
    ]
    return loads(
        json.dumps(
            {
                "movesolver": 1,
                "table": {"width": 44, "height": 30},
                "units": units,
                "action": action,
            }
        )
    )


@pytest.mark.parametrize(
    ("ends", "codes"),
    [
        ({"a3": [19, 10, 0, 0]}, ()),
        ({"a3": [19, 10, 0, 0], "a4": [10, 12, 0, 0]}, ()),
        ({"a3": [19.3, 10, 0, 0]}, (CODES.NO_NEIGHBOUR, CODES.SPLIT)),
        ({"a3": [16.5, 10, 0, 0]}, (CODES.OVERLAP,)),
        ({"a3": [19, 10, 0, 0], "a4": [22, 10, 0, 0]}, (CODES.SPREAD, CODES.NO_NEIGHBOUR)),
    ],
)
def test_they_must_be_in_coherency_with_those_that_stand(
    ends: dict[str, list[float]], codes: tuple[CODES, ...]
) -> None:
    verdict = movesolver.check(question(ends))
    assert verdict.legal == (not codes)
    assert set(codes) <= set(verdict.codes)


def test_they_may_be_engaged_with_whom_the_unit_is_engaged_with() -> None:
    ends = {"a3": [18.9, 10.0, 0.0, 0.0]}
    strangers = movesolver.check(question(ends, foe=(21.5, 10)))
    assert strangers.codes == (CODES.ENGAGED_WITH_OTHER,)
    assert movesolver.check(question(ends, foe=(17.5, 12.4))).legal


@pytest.mark.compiled
def test_solve_brings_them_back() -> None:
    result = movesolver.solve(question())
    assert result.solved
    assert set(result.ends) == {"a3", "a4"}
    assert result.moved is not None
    for tolerance in (None, 0.0):
        assert movesolver.check(result.moved, tolerance=tolerance).legal


def test_models_that_stand_cannot_come_back() -> None:
    with pytest.raises(InputError, match=r"action\.ends\.a0: wanted a model that is slain"):
        question({"a0": [10, 12, 0, 0]})
