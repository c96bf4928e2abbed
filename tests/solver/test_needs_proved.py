"""Needs that no end can meet, and units without room: proved, and never where an end exists."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from goal_data import R32, legal, row, scenario
from movesolver import Scenario, verify
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.scenario import AtLeast, GoalTerm, Target, Zone
from movesolver.table.terrain import Feature, Wall
from verify_data import Spot, board, lattice, straight


def refuted(question: Scenario) -> Result:
    """Solve what has no answer, with a proof that is verified."""
    result = solve(question)
    assert result.status is Status.INFEASIBLE, result.reasons
    answer = verify(result.certificate, question)
    assert answer.valid, answer.faults
    return result


@pytest.mark.parametrize(
    ("models", "inches", "met"),
    [(2, 0.05, True), (3, 0.0, False), (3, 0.1, True), (4, 0.1, False), (5, 0.3, False)],
)
def test_how_many_stand_about_a_point(models: int, inches: float, met: bool) -> None:
    """Three bases about a point leave it r / sin 60 - r free, 0.0975 inches; four 0.26."""
    question = scenario(GoalTerm(need=AtLeast((14.0, 20.0), models, inches)), at=row(5))
    if met:
        legal(solve(question))
        return
    result = refuted(question)
    assert result.certificate["proof"]["goals"] == [0]
    # The same proof does not show that one model less has no room either.
    less = scenario(GoalTerm(need=AtLeast((14.0, 20.0), models - 1, inches)), at=row(5))
    answer = verify(result.certificate, less)
    assert not answer.valid
    assert f"{models - 1} models is wanted" in answer.faults[0]


def test_an_enemy_keeps_its_distance() -> None:
    """A normal move ends more than two inches from enemies: nobody comes nearer than that."""
    far = GoalTerm(need=AtLeast(Target(unit="foe"), 1, 2.2))
    legal(solve(scenario(far, at=row(3), foe=(20.0, 20.0))))
    engaged = GoalTerm(need=AtLeast(Target(unit="foe"), 1, 1.99))
    result = refuted(scenario(engaged, at=row(3), foe=(20.0, 20.0)))
    assert list(result.reasons) == ["action.goal[0].need"]
    assert not verify(result.certificate, scenario(far, at=row(3), foe=(20.0, 20.0))).valid


def test_a_wall_too_long_to_go_round() -> None:
    """Straight it would be near enough, through the wall it is not; over it, it may climb."""
    wall = ((14.0, 4.0), (14.2, 4.0), (14.2, 36.0), (14.0, 36.0))
    outline = ((13.0, 3.0), (15.2, 3.0), (15.2, 37.0), (13.0, 37.0))
    plain = scenario(GoalTerm(need=AtLeast((17.0, 20.0), 1, 1.0)), at=row(2))
    legal(solve(plain))
    question = msgspec.structs.replace(
        plain, terrain=(Feature("ruin", "dense", outline, walls=(Wall(wall, 8.0),)),)
    )
    result = refuted(question)
    assert result.certificate["proof"] == {"kind": "need", "goal": 0, "models": ["a0", "a1"]}
    assert not verify(result.certificate, plain).valid
    low = msgspec.structs.replace(
        plain, terrain=(Feature("ruin", "dense", outline, walls=(Wall(wall, 0.5),)),)
    )
    assert not verify(result.certificate, low).valid


def test_needs_of_the_same_models_in_two_places() -> None:
    far = [GoalTerm(need=AtLeast((x, 20.0), 2, 1.0)) for x in (9.0, 14.0)]
    result = refuted(scenario(*far, at=row(3)))
    assert result.certificate["proof"]["goals"] == [0, 1]
    legal(solve(scenario(*far, at=row(4))))
    # One term alone asks for nothing that could not be.
    lie = {**result.certificate, "proof": {**result.certificate["proof"], "goals": [0]}}
    assert not verify(lie, scenario(*far, at=row(3))).valid


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"goals": [1]}, "goals[0]: goal[1] needs nothing"),
        ({"goals": []}, "less than 0 models is wanted"),
        (
            {"proof": {"kind": "alone", "models": dict.fromkeys(("a0", "a1", "a2"), 1.0)}},
            "3 models",
        ),
    ],
)
def test_proofs_of_needs_that_are_none(change: dict[str, Any], fault: str) -> None:
    question = scenario(
        GoalTerm(need=AtLeast((12.0, 20.0), 3, 0.0)), GoalTerm(travel=True), at=row(3)
    )
    result = refuted(question)
    answer = verify(
        {**result.certificate, "proof": {**result.certificate["proof"], **change}}, question
    )
    assert not answer.valid
    assert fault in answer.faults[0]


def test_a_whole_number_of_points_of_another_goal_says_nothing() -> None:
    """Rounding down to the weight of another term would make nothing of three models."""
    nearness = movesolver.Nearness((12.0, 20.0), 3.0)
    question = scenario(
        GoalTerm(need=AtLeast((12.0, 20.0), 2, 3.0)),
        GoalTerm(within=nearness, weight=7.0),
        at=row(3),
    )
    legal(solve(question))
    inner = {"kind": "alone", "models": dict.fromkeys(("a0", "a1", "a2"), 1.0)}
    proof = {"kind": "need", "goals": [0], "proof": {"kind": "whole", "unit": 7.0, "proof": inner}}
    certificate = {"claim": "none", "over": "all", "bound": None, "proof": proof}
    assert not verify(certificate, question).valid


def drawn(rng: np.random.Generator) -> Scenario:
    """Return three models near a point that some of them need to be at, and enemies about it."""
    starts: list[Spot] = [(10.0 + 1.4 * k, 10.0) for k in range(3)]
    at = (11.4 + float(rng.uniform(-2, 2)), 11.0 + float(rng.uniform(0, 2)))
    turn, apart = rng.uniform(0, 2 * math.pi), rng.uniform(2.6, 4.2)
    foes = []
    for k in range(int(rng.integers(1, 4))):
        angle = turn + k * float(rng.uniform(1.0, 2.5))
        foes.append((at[0] + apart * math.cos(angle), at[1] + apart * math.sin(angle)))
    foes = [foe for foe in foes if all(math.dist(foe, start) > 2.0 + 2 * R32 for start in starts)]
    foes = [foe for k, foe in enumerate(foes) if all(math.dist(foe, o) > 2 * R32 for o in foes[:k])]
    need = AtLeast(at, int(rng.integers(1, 4)), float(rng.uniform(0.0, 0.6)))
    return board(starts, GoalTerm(need=need), foes=foes or [(25.0, 20.0)], move=2.5)


def met_by_trying(question: Scenario, rng: np.random.Generator) -> bool:
    """Return whether some of many ends on a lattice meets the need, by straight paths."""
    need = question.action.goal[0].need
    assert need is not None
    assert isinstance(need.of, tuple)
    assert need.inches is not None
    foes = [model.at or (0.0, 0.0) for model in question.units[1].models]
    places = []
    for model in question.mover.models:
        assert model.at is not None
        x, y = lattice(model.at, 2.5, 0.15)
        free = np.hypot(x - model.at[0], y - model.at[1]) <= 2.5
        for foe in foes:
            free &= np.hypot(x - foe[0], y - foe[1]) > 2.0 + 2 * R32
        places.append(np.column_stack([x[free], y[free]]))
    names = [model.id for model in question.mover.models]
    asked = 0
    for some in combinations(range(3), need.models):
        for _ in range(300):
            spots: list[Spot] = []
            for i, mine in enumerate(places):
                away = np.array([np.hypot(*(mine - spot).T) for spot in spots]).reshape(
                    i, len(mine)
                )
                use = (away >= 2 * R32).all(axis=0) & (away <= 2.0 + 2 * R32).any(axis=0) | (i == 0)
                if i in some:
                    use &= np.hypot(*(mine - need.of).T) <= need.inches + R32
                if not use.any():
                    break
                at = mine[rng.choice(np.flatnonzero(use))].tolist()
                spots.append((at[0], at[1]))
            if len(spots) == 3 and asked < 30:
                asked += 1
                ends = dict(zip(names, spots, strict=True))
                if movesolver.check(straight(question, ends)).legal:
                    return True
    return False


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_what_trying_finds_is_never_proved_impossible(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = dict.fromkeys(Status, 0)
    for _ in range(10):
        question = drawn(rng)
        result = solve(question, iterations=60)
        seen[result.status] += 1
        if result.status is Status.INFEASIBLE:
            assert verify(result.certificate, question).valid
            assert not met_by_trying(question, rng)
        elif not result.solved and met_by_trying(question, rng):
            assert result.status is Status.NOT_FOUND
        elif result.solved:
            legal(result)
    assert seen[Status.INFEASIBLE] > 0
    assert seen[Status.FEASIBLE] + seen[Status.OPTIMAL] > 0


def deployed(models: int, deep: float, long: float) -> Scenario:
    """Return a unit to be set up in a corner zone of so many inches."""
    corners = ((0.0, 0.0), (deep, 0.0), (deep, long), (0.0, long))
    unit = movesolver.Unit(
        id="u",
        side="a",
        models=tuple(
            movesolver.Model(id=f"u{k}", base=movesolver.bases.round(32)) for k in range(models)
        ),
        status=movesolver.UnitStatus(in_reserve=True),
    )
    return movesolver.validate(
        Scenario(
            movesolver=1,
            table=movesolver.Table(30.0, 24.0),
            zones=(Zone(id="za", side="a", polygon=corners),),
            units=(unit,),
            action=movesolver.Action(unit="u", move="set_up"),
            phase="deployment",
            round=1,
        )
    )


@pytest.mark.parametrize(
    ("models", "deep", "long", "fits"),
    [
        (3, 1.5, 3.0, False),
        (2, 1.5, 3.0, True),
        (3, 1.5, 3.8, True),
        (2, 1.3, 2.4, False),
        (2, 1.3, 2.52, True),
        (5, 2.9, 2.9, False),
        (5, 3.05, 3.05, True),
        (7, 3.0, 3.0, False),
    ],
)
def test_bases_that_a_zone_has_no_room_for(
    models: int, deep: float, long: float, fits: bool
) -> None:
    question = deployed(models, deep, long)
    if fits:
        result = solve(question)
        assert result.moved is not None
        assert movesolver.check(result.moved).legal
        return
    result = refuted(question)
    assert result.certificate["proof"]["kind"] == "room"
    assert not verify(result.certificate, deployed(models, deep + 1.0, long + 1.0)).valid


@pytest.mark.compiled
def test_room_that_a_row_or_a_lattice_takes_is_never_denied() -> None:
    rng = np.random.default_rng(5)
    denied = 0
    for _ in range(12):
        models, (deep, long) = int(rng.integers(2, 7)), rng.uniform(1.3, 3.6, 2).tolist()
        result = solve(deployed(models, deep, long), iterations=60)
        if result.status is Status.INFEASIBLE:
            denied += 1
            assert most_in(deep - 2 * R32, long - 2 * R32) < models
            assert verify(result.certificate, deployed(models, deep, long)).valid
    assert denied > 1


def most_in(wide: float, high: float) -> int:
    """Return how many centres a square lattice or rows that are shifted put into a rectangle."""
    apart, best = 2 * R32, 0
    for a, b in ((wide, high), (high, wide)):
        if min(a, b) < 0.0:
            return 0
        along = math.floor(a / apart + 1e-12) + 1
        best = max(best, along * (math.floor(b / apart + 1e-12) + 1))
        rows = math.floor(b / (apart * math.sqrt(0.75)) + 1e-12) + 1
        shifted = max(math.floor((a - apart / 2) / apart + 1e-12) + 1, 0) if a > apart / 2 else 0
        best = max(best, along * math.ceil(rows / 2) + shifted * (rows // 2))
        # a zigzag: as far along as the depth leaves
        step = math.sqrt(max(apart**2 - b**2, 0.0)) if b < apart else apart / 2
        if step > 0.0 and 2 * step >= apart:
            best = max(best, math.floor(a / step + 1e-12) + 1)
    return best
