"""How far ovals reach from their transport: bounds that decide about a limit, and how many."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import fuzz_setups
from movekernels.arrays import Bodies, Floats
from movesolver import loads
from movesolver.duties.could import copies_of
from movesolver.referee import wholly
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.setting_up import outside_set_up
from situations import Json, model, situation, unit

NOTCHED = [[-3, -2], [3, -2], [3, 2], [1, 2], [1, 0], [-1, 0], [-1, 2], [-3, 2]]
TRANSPORTS: tuple[Json, ...] = (
    {"round": 100}, {"rectangle": [120, 60]}, {"oval": [120, 92]}, {"hull": NOTCHED},
)  # fmt: skip
COUNT = 400


def leaving(base: Json) -> Position:
    """A large oval that gets out of a transport."""
    rider = unit("alpha", "a", {"id": "a0", "base": {"oval": [105, 70]}}, move=6)
    rider["status"] = {"embarked_in": "truck"}
    truck = unit("truck", "a", model("t0", (20.0, 20.0), base, facing=30.0), move=10)
    truck["keywords"] = ["VEHICLE", "TRANSPORT"]
    return pack(situation([rider, truck], move="disembark"))


def scattered(position: Position, rng: np.random.Generator) -> tuple[Position, Bodies]:
    copies, turns = copies_of(position, 0, COUNT), rng.uniform(0.0, 2 * np.pi, COUNT)
    x, y = rng.uniform(10.0, 30.0, (2, COUNT))
    shape, z = np.repeat(position.start.shape[:1], COUNT), rng.choice((0.0, 2.0, 4.0), COUNT)
    return copies, Bodies(shape, x, y, np.cos(turns), np.sin(turns), z)


@pytest.mark.parametrize("base", TRANSPORTS, ids=lambda base: next(iter(base)))
def test_bounds_are_on_the_side_of_a_limit_that_the_number_is_on(base: Json) -> None:
    rng = np.random.default_rng(3)
    position, bodies = scattered(leaving(base), rng)
    far = wholly.farthest(position, bodies)
    # On the number itself, next to it, and at distances that rules ask for.
    near = [far + rng.choice((-1.0, 1.0), COUNT) * off for off in (0.0, 1e-12, 1e-6, 1e-3, 0.1)]
    for limit in (*near, *(np.full(COUNT, inches) for inches in (0.0, 3.0, 6.0))):
        asked = wholly.farthest(position, bodies, limit)
        assert ((asked > limit) == (far > limit)).all()
    for rule in position.set_ups():
        over = outside_set_up(position, bodies, rule)[0]
        for beyond in (0.0, 1e-6, 1.0):
            asked = outside_set_up(position, bodies, rule, beyond=beyond)[0]
            assert ((asked > beyond) == (over > beyond)).all()


def test_few_points_are_asked_about_spots_of_large_ovals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once 720 of each spot, and more: with its goal this question took a quarter of a minute."""
    asked = 0

    def counted(x: Floats, y: Floats, *rest: Any) -> Floats:
        nonlocal asked
        asked += x.size
        return known(x, y, *rest)

    known = wholly._distances
    monkeypatch.setattr(wholly, "_distances", counted)
    position = pack(loads(json.dumps(fuzz_setups.scenario(27))))
    assert {one.base.oval for one in position.models} == {(105.0, 70.0)}
    copies, bodies = scattered(position, np.random.default_rng(1))
    (rule,) = position.set_ups()
    outside_set_up(copies, bodies, rule, beyond=0.0)
    assert 0 < asked < 60 * COUNT
    before, asked = asked, 0
    outside_set_up(copies, bodies, rule)
    assert asked > 10 * before
