"""choices: every legal combination of listed places, held against judging them one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import movesolver
from movesolver import bases
from movesolver.errors import InputError


def question(count: int) -> movesolver.Scenario:
    base = bases.round(32)
    models = tuple(movesolver.Model(f"a{k}", base, at=(10.0 + 1.5 * k, 10.0)) for k in range(count))
    foe = movesolver.Model("f0", base, at=(20.0, 12.0))
    return movesolver.Scenario(
        movesolver=1,
        table=movesolver.Table(30.0, 24.0),
        units=(
            movesolver.Unit("a", "a", models, move=6.0),
            movesolver.Unit("b", "b", (foe,), move=6.0),
        ),
        action=movesolver.Action(unit="a", move="normal"),
    )


@pytest.mark.parametrize("seed", range(5))
def test_all_legal_combinations_and_no_others(seed: int) -> None:
    asked = movesolver.validate(question(4))
    spots = np.random.default_rng(seed).uniform([8.0, 8.0], [17.5, 12.0], (4, 3, 2))
    places = {f"a{k}": spots[k].tolist() for k in range(4)}
    wanted = []
    for choice in itertools.product(range(3), repeat=4):
        ends = {
            f"a{k}": (float(spots[k, c, 0]), float(spots[k, c, 1]), 0.0, 0.0)
            for k, c in enumerate(choice)
        }
        action = movesolver.Action(unit="a", move="normal", ends=ends)
        scenario = movesolver.Scenario(
            movesolver=1, table=asked.table, units=asked.units, action=action
        )
        if movesolver.check(movesolver.validate(scenario)).legal:
            wanted.append(choice)
    assert list(movesolver.choices(asked, places)) == wanted
    assert list(movesolver.choices(asked, places, most=1)) == wanted[:1]


def test_places_that_are_none_are_refused() -> None:
    asked = movesolver.validate(question(2))
    with pytest.raises(InputError, match=r"places\.a1: wanted at least one place, got none"):
        movesolver.choices(asked, {"a0": [[9, 9]]})
    with pytest.raises(InputError, match=r"places\.a0\[0\]"):
        movesolver.choices(asked, {"a0": [[9]], "a1": [[9, 9]]})
