"""Certificates over listed spots: recomputed, and refused where some assignment is better."""

from __future__ import annotations

import copy
import math
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from movesolver import Action, GoalTerm, InputError, Model, Scenario, Unit, bases, verify
from verify_data import TABLE, board, certificate

NEAR = GoalTerm(near=(14.0, 10.0))


def tiny(seed: int, *, kinds: bool = False) -> tuple[Scenario, list[list[float]]]:
    """Return three models, mixed or round, and a dozen spots about them."""
    rng = np.random.default_rng(seed)
    pool = [bases.oval(60, 35), bases.round(32), bases.rectangle(50, 25)]
    models = tuple(
        Model(id=f"u{k}", base=pool[k] if kinds else bases.round(32), at=(10.0, 8.0 + 2.5 * k))
        for k in range(3)
    )
    to = GoalTerm(near=(13.0 + float(rng.uniform(0, 2)), 10.0 + float(rng.uniform(-1, 1))))
    scenario = movesolver.validate(
        Scenario(
            movesolver=1,
            table=TABLE,
            units=(Unit(id="u", side="a", models=models, move=6.0),),
            action=Action(unit="u", move="normal", goal=(to,)),
        )
    )
    spots = [
        [float(rng.uniform(9, 18)), float(rng.uniform(5, 15)), float(rng.uniform(0, 180)), 0.0]
        for _ in range(12)
    ]
    return scenario, spots


def worth(scenario: Scenario, i: int, spot: list[float]) -> float:
    to, at = scenario.action.goal[0].near, scenario.mover.models[i].at
    assert isinstance(to, tuple)
    assert at is not None
    return math.dist(at, to) - math.dist(spot[:2], to)


def legal(scenario: Scenario, spots: list[list[float]], places: tuple[int, ...]) -> bool:
    ends = {m.id: tuple(spots[p]) for m, p in zip(scenario.mover.models, places, strict=True)}
    action = msgspec.structs.replace(scenario.action, ends=ends)
    return movesolver.check(msgspec.structs.replace(scenario, action=action)).legal


def best(scenario: Scenario, spots: list[list[float]], usable: list[list[int]]) -> float:
    """Return what the best legal assignment is worth, by trying all from the best down."""
    scored = sorted(
        (
            (sum(worth(scenario, i, spots[p]) for i, p in enumerate(places)), places)
            for places in product(*usable)
            if len(set(places)) == len(places)
        ),
        reverse=True,
    )
    return next((value for value, places in scored if legal(scenario, spots, places)), -math.inf)


def over_grid(
    scenario: Scenario, spots: list[list[float]], usable: list[list[int]], bound: float | None
) -> dict[str, Any]:
    ids = [model.id for model in scenario.mover.models]
    node = {
        "kind": "grid",
        "spots": spots,
        "usable": dict(zip(ids, usable, strict=True)),
        "values": {
            name: [worth(scenario, i, spots[p]) for p in usable[i]] for i, name in enumerate(ids)
        },
    }
    return certificate(bound, node, over="grid")


@pytest.mark.parametrize("kinds", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_assignment_is_the_bound(seed: int, kinds: bool) -> None:
    scenario, spots = tiny(seed, kinds=kinds)
    rng = np.random.default_rng(seed)
    usable = [sorted(rng.choice(12, 9, replace=False).tolist()) for _ in range(3)]
    value = best(scenario, spots, usable)
    bound = None if value == -math.inf else value
    true = over_grid(scenario, spots, usable, bound)
    assert verify(true, scenario).valid
    if bound is None:
        # A bound on nothing holds; that nothing is possible does not where something is.
        assert verify(over_grid(scenario, spots, usable, -100.0), scenario).valid
        return
    assert verify(over_grid(scenario, spots, usable, bound + 0.5), scenario).valid
    assert not verify(over_grid(scenario, spots, usable, None), scenario).valid
    for below in (1e-4, 0.01, 1.0):
        lie = verify(over_grid(scenario, spots, usable, bound - below), scenario)
        assert not lie.valid
        assert any("a legal end is worth" in fault for fault in lie.faults)


def test_lies_about_values_and_spots() -> None:
    scenario, spots = tiny(0)
    usable = [list(range(12))] * 3
    cert = over_grid(scenario, spots, usable, 50.0)
    assert verify(cert, scenario).valid
    less = copy.deepcopy(cert)
    less["proof"]["values"]["u1"][3] -= 0.01
    assert any("values.u1[3]" in fault for fault in verify(less, scenario).faults)
    other = copy.deepcopy(cert)
    del other["proof"]["usable"]["u2"]
    assert not verify(other, scenario).valid
    nobody = copy.deepcopy(cert)
    nobody["proof"]["usable"]["u0"] = []
    nobody["proof"]["values"]["u0"] = []
    nobody["bound"] = None
    assert verify(nobody, scenario).valid


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("spots", [[1, 2, 3]], "proof.spots[0]"),
        ("usable", {"u0": [0, 99]}, "proof.usable.u0[1]"),
        ("usable", {"u0": [0.5]}, "proof.usable.u0[0]"),
        ("values", {"u0": [1.0]}, "proof.values.u0"),
    ],
)
def test_what_is_no_certificate_names_the_place(place: str, value: object, said: str) -> None:
    scenario, spots = tiny(0)
    cert = over_grid(scenario, spots, [list(range(12))] * 3, 50.0)
    cert["proof"][place] = value
    with pytest.raises(InputError) as caught:
        verify(cert, scenario)
    assert caught.value.place == said


def test_neighbours_and_one_group_are_asked_for() -> None:
    """Four spots in two pairs far from each other, and two between: the pairs alone are split."""
    scenario = board([(10.0, 10.0), (11.5, 10.0), (13.0, 10.0), (14.5, 10.0)], NEAR, move=6.0)
    pairs = [[9.0, 10.0], [10.3, 10.0], [15.0, 10.0], [16.3, 10.0]]
    between = [[12.0, 13.0], [13.0, 13.0]]
    spots = [[*spot, 0.0, 0.0] for spot in pairs + between]
    usable = [[k, 4, 5] for k in range(4)]
    value = best(scenario, spots, usable)
    split = sum(worth(scenario, i, spots[i]) for i in range(4))
    assert value < split  # the pairs are worth more, and are not one group
    bound = None if value == -math.inf else value
    assert verify(over_grid(scenario, spots, usable, bound), scenario).valid
    assert verify(over_grid(scenario, spots, usable, split), scenario).valid


def test_models_too_far_apart_are_not_on_the_grid_together() -> None:
    """A chain of neighbours that is wider than the span of nine inches."""
    starts = [(3.0 + 2.5 * k, 10.0) for k in range(5)]
    scenario = board(starts, GoalTerm(near=(0.0, 10.0)), move=6.0)
    spots = [[3.0 + 3.0 * k, 10.0, 0.0, 0.0] for k in range(5)]
    spots += [[3.0 + 3.0 * k, 12.0, 0.0, 0.0] for k in range(4)]
    usable = [list(range(9))] * 5
    value = best(scenario, spots, usable)
    assert verify(over_grid(scenario, spots, usable, value), scenario).valid
    assert not verify(over_grid(scenario, spots, usable, value - 0.01), scenario).valid
