"""Duties (7.2): nobody is accused without a legal way that it could have taken."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import movesolver
from fight_scenes import fight
from movekernels.arrays import Bodies
from movekernels.geometry.gap import gap
from movesolver.duties.judge import judged
from movesolver.duties.places import Curve, near_wanted, rims_of, sampled
from movesolver.formats.scenario import loads
from movesolver.referee.pack import pack
from movesolver.search.solve import solve


def line(*extra: dict[str, object], **action: object) -> movesolver.Scenario:
    """Two models of 32 mm on the way to one enemy, on an empty table."""
    base = {"round": 32}
    units = [
        {"id": "alpha", "side": "a", "move": 6, "models": [
            {"id": "a0", "base": base, "at": [10, 20]}, {"id": "a1", "base": base, "at": [10, 22]},
        ]},
        {"id": "foe", "side": "b", "move": 6, "models": [
            {"id": "f0", "base": base, "at": [18, 20]}]},
        *extra,
    ]  # fmt: skip
    return loads(
        json.dumps(
            {
                "movesolver": 1,
                "table": {"width": 44, "height": 44},
                "units": units,
                "action": {"unit": "alpha", "move": "charge", "targets": ["foe"], **action},
            }
        )
    )


def test_a_model_that_stops_short_is_told_where_it_could_have_ended() -> None:
    paths = {
        "a0": [[10, 20, 0, 0], [16.7, 20, 0, 0]],
        "a1": [[10, 22, 0, 0], [14.9, 20.8, 0, 0]],
    }
    scenario = line(roll=9, paths=paths)
    verdict, witnesses = judged(pack(scenario), scenario.action.paths)
    assert [one.code for one in verdict.violations] == [movesolver.Code.DUTY]
    assert verdict.violations[0].models == ("a1",)
    (witness,) = witnesses
    mended = {**(scenario.action.paths or {}), "a1": witness.path}
    again, left = judged(pack(scenario), mended)
    assert again.legal
    assert not left
    assert math.dist(witness.pose[:2], (18, 20)) - 2 * 16 / 25.4 <= 1.0 + 1e-6


def test_who_cannot_reach_owes_nothing() -> None:
    paths = {
        "a0": [[10, 20, 0, 0], [16.7, 20, 0, 0]],
        "a1": [[10, 22, 0, 0], [15.2, 20.3, 0, 0]],
    }
    assert not movesolver.check(line(roll=7, paths=paths)).legal
    hemmed = line(
        {"id": "mates", "side": "a", "move": 6, "models": [
            {"id": f"m{k}", "base": {"round": 32},
             "at": [18 + 1.9 * math.cos(t), 20 + 1.9 * math.sin(t)]}
            for k, t in enumerate(np.arange(-2.2, 2.3, 0.72).tolist())
        ]},
        roll=7,
        paths=paths,
    )  # fmt: skip
    assert movesolver.check(hemmed).legal, movesolver.check(hemmed).explain()


@pytest.mark.compiled
@pytest.mark.parametrize("move", ["charge", "pile_in", "surge"])
def test_every_accusation_comes_with_a_legal_way(move: str) -> None:
    accused = 0
    for seed in range(25):
        scenario = loads(json.dumps(fight(seed, move)))
        result = solve(scenario, seed=seed, iterations=50)
        if result.moved is None or result.moved.action.paths is None:
            continue
        position, paths = pack(scenario), dict(result.moved.action.paths)
        for name, path in paths.items():
            (x, y, facing, z), (ex, ey, *_) = path[0], path[-1]
            short = (x + 0.8 * (ex - x), y + 0.8 * (ey - y), facing, z)
            tried = {**paths, name: (path[0], short)}
            verdict, witnesses = judged(position, tried)
            for witness in witnesses:
                accused += 1
                mended = {**tried, position.ids[witness.model]: witness.path}
                # who makes room may leave another with something to do: that is its duty
                left = judged(position, mended)[0].violations
                other = {str(code.code) for code in left} <= {"DUTY"}
                other &= all(position.ids[witness.model] not in one.models for one in left)
                assert other or len(witnesses) > 1, (seed, name)
            assert bool(witnesses) <= (not verdict.legal)
    assert accused > 3


def test_sampled_places_have_the_gap_asked_for() -> None:
    scenario = loads(
        json.dumps(
            {
                "movesolver": 1,
                "table": {"width": 44, "height": 44},
                "units": [
                    {"id": "a", "side": "a", "move": 6, "models": [
                        {"id": "a0", "base": {"oval": [105, 70]}, "at": [10, 10], "facing": 25}]},
                    {"id": "b", "side": "b", "move": 6, "models": [
                        {"id": "b0", "base": {"rectangle": [60, 40]}, "at": [20, 20], "facing": 40},
                        {"id": "b1", "base": {"oval": [75, 42]}, "at": [20, 30], "facing": 70},
                        {"id": "b2", "base": {"round": 50}, "at": [30, 30]}]},
                ],
                "action": {"unit": "a", "move": "charge", "roll": 12, "targets": ["b"]},
            }
        )
    )  # fmt: skip
    position = pack(scenario)
    shapes, others = position.shapes, position.others
    mine = int(position.start.shape[0])
    c, s = math.cos(math.radians(25)), math.sin(math.radians(25))
    for j in range(3):
        for wanted in (1e-7, 0.8, 2.0):
            rims = rims_of(shapes, others, [Curve(j, wanted)])
            places = sampled(shapes, mine, 25.0, rims)
            assert len(places) == 72
            for x, y in places:
                pose = (others.x[j], others.y[j], others.cos[j], others.sin[j])
                found = gap(shapes, mine, x, y, c, s, int(others.shape[j]), *pose)
                assert abs(found - wanted) < 1e-9, (j, wanted)


def test_curves_far_from_what_is_wanted_are_left_out() -> None:
    scenario = line(roll=9)
    position = pack(scenario)
    bodies = Bodies(
        shape=np.array([position.others.shape[0]] * 3),
        x=np.array([18.0, 19.0, 40.0]),
        y=np.array([20.0, 20.0, 40.0]),
        cos=np.ones(3),
        sin=np.zeros(3),
        z=np.zeros(3),
    )
    kept = near_wanted(position, 0, bodies, [Curve(0, 1.0)], [Curve(1, 0.0), Curve(2, 0.0)])
    assert kept == [Curve(1, 0.0)]


@pytest.mark.compiled
def test_a_pair_far_from_its_target_does_not_stay_put() -> None:
    """Contact is out of reach for both; each could still come closer beside the other (21.02)."""
    pair = [{"id": f"a{k}", "base": {"round": 32}, "at": [10 + 1.5 * k, 10]} for k in (0, 1)]
    foe = [{"id": "f0", "base": {"round": 60}, "at": [10, 21]}]
    document = {
        "movesolver": 1,
        "table": {"width": 44, "height": 30},
        "units": [
            {"id": "a", "side": "a", "move": 6, "models": pair},
            {"id": "f", "side": "b", "models": foe},
        ],
        "action": {"unit": "a", "move": "surge", "max_distance": 6, "ends": {}},
    }
    staying = loads(json.dumps(document))
    verdict = movesolver.check(staying)
    assert [(one.code, one.models) for one in verdict.violations] == [
        (movesolver.Code.DUTY, ("a0",)),
        (movesolver.Code.DUTY, ("a1",)),
    ]
    result = solve(staying)
    assert result.solved
    assert min(result.lengths.values()) > 5.0
