"""Base contact that is deemed, where an overhang keeps bases apart (01.04.04, A41)."""

from __future__ import annotations

import json

import pytest

import movesolver
from movesolver.errors import InputError
from movesolver.formats.scenario import loads


def pile_in(status: dict[str, object]) -> movesolver.Scenario:
    base = {"round": 32}
    unit = {"id": "a", "side": "a", "move": 6, "status": {"charged": True, **status}}
    return loads(
        json.dumps(
            {
                "movesolver": 1,
                "phase": "fight",
                "table": {"width": 30, "height": 20},
                "units": [
                    {**unit, "models": [{"id": "a0", "base": base, "at": [10, 10]}]},
                    {"id": "b", "side": "b", "move": 6, "models": [
                        {"id": "b0", "base": base, "at": [12, 10]}]},
                ],
                "action": {"unit": "a", "move": "pile_in",
                           "paths": {"a0": [[10, 10, 0, 0], [10.5, 10, 0, 0]]}},
            }
        )
    )  # fmt: skip


def test_a_model_deemed_to_touch_is_locked() -> None:
    assert movesolver.check(pile_in({})).legal
    verdict = movesolver.check(pile_in({"deemed_contact": ["a0"]}))
    assert verdict.codes == (movesolver.Code.LOCKED,)


def test_it_names_models_of_the_unit() -> None:
    with pytest.raises(InputError, match=r"units\[0\]\.status\.deemed_contact\[0\]"):
        pile_in({"deemed_contact": ["b0"]})
