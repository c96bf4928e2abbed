"""Functions of poses as goals: what they are worth, what bounds them, what is refused."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import movesolver
from fight_scenes import arrival, fight
from goal_data import R32, legal, row, scenario
from movekernels.arrays import Floats
from movesolver import InputError, Valued
from movesolver.formats.scenario import loads
from movesolver.referee.pack import pack
from movesolver.search.answer import steepness
from movesolver.search.goal_bounds import check_functions
from movesolver.search.goals import pack_goal
from movesolver.search.result import Status
from movesolver.search.solve import solve
from movesolver.search.valued import most_of, sampled
from movesolver.table.scenario import AtLeast, Field, GoalTerm, Nearness, Target

ROOT = Path(__file__).parents[2]


def nearness(poses: Floats, model: int) -> Floats:
    """Minus the distance to (16, 21)."""
    return np.asarray(-np.hypot(poses[:, 0] - 16.0, poses[:, 1] - 21.0))


def ridge(poses: Floats, model: int) -> Floats:
    """Waves, another one for each model."""
    return np.asarray(np.sin(poses[:, 0] + model) + np.cos(0.7 * poses[:, 1]))


def ridge_upper(boxes: Floats, model: int) -> Floats:
    return np.full(len(boxes), 2.0)


def test_a_function_counts_like_the_term_it_equals() -> None:
    term = solve(scenario(GoalTerm(near=(16.0, 21.0)), at=row(4)))
    question = scenario(at=row(4))
    result = solve(question, values=[Valued(nearness, lipschitz=1.0)])
    legal(result)
    begun = sum(math.hypot(16 - x, 1) for x, _ in row(4))
    assert term.objective is not None
    assert result.objective == pytest.approx(term.objective - begun, abs=0.02)
    ends = np.array(list(result.ends.values()))
    assert result.objective == pytest.approx(float(nearness(ends, 0).sum()), abs=1e-12)


def test_weights_models_and_priorities() -> None:
    question = scenario(GoalTerm(travel=True, weight=0.01), at=row(3))
    seen: set[int] = set()

    def watched(poses: Floats, model: int) -> Floats:
        seen.add(model)
        return nearness(poses, model)

    value = Valued(watched, 2.0, models=("a0", "a2"), priorities={"a2": -1.0}, lipschitz=1.0)
    result = solve(question, values=[value])
    legal(result)
    assert seen == {0, 2}
    ends = np.array(list(result.ends.values()))
    worth = nearness(ends, 0) * [2.0, 0.0, -2.0]
    assert result.objective is not None
    lengths = math.fsum(result.lengths.values())
    assert result.objective == pytest.approx(float(worth.sum()) - 0.01 * lengths, abs=1e-9)


@pytest.mark.parametrize(
    "value", [Valued(ridge, lipschitz=1.3), Valued(ridge, upper=ridge_upper), Valued(ridge)]
)
def test_bounds_hold(value: Valued) -> None:
    question = scenario(at=row(3))
    result = solve(question, values=[value])
    legal(result)
    if value.lipschitz is None and value.upper is None:
        assert result.bound is None
        assert result.gap is None
        assert result.status is Status.FEASIBLE
        assert json.loads(json.dumps(result.to_json()))["bound"] is None
        return
    position = pack(question)
    (one,) = sampled(position, [value])
    assert result.bound == pytest.approx(sum(most_of(position, one, i) for i in range(3)), abs=1e-6)
    random = np.random.default_rng(1)
    for i in range(3):
        most = most_of(position, one, i)
        angle, far = random.uniform(0, 2 * math.pi, 4000), 6.0 * np.sqrt(random.random(4000))
        poses = np.zeros((4000, 4))
        poses[:, 0] = position.start.x[i] + far * np.cos(angle)
        poses[:, 1] = position.start.y[i] + far * np.sin(angle)
        best = float(one.points(i, poses).max())
        assert best <= most
        assert most <= best + 0.05


def test_a_bound_that_is_reached_proves_the_end_best() -> None:
    def flat(poses: Floats, model: int) -> Floats:
        return np.full(len(poses), 3.0)

    result = solve(scenario(at=row(2)), values=[Valued(flat, lipschitz=0.0)])
    assert result.objective == 6.0
    assert result.status is Status.OPTIMAL


def test_functions_go_with_worst_models_and_needs() -> None:
    terms = (
        GoalTerm(near=(18.0, 20.0), worst=True),
        GoalTerm(need=AtLeast((9.0, 20.0), 1, 1.0)),
    )
    result = solve(scenario(*terms, at=row(4)), values=[Valued(ridge, 0.2, lipschitz=1.3)])
    legal(result)
    assert any(math.dist(p[:2], (9, 20)) <= 1 + R32 + 1e-6 for p in result.ends.values())


@pytest.mark.parametrize("move", ["charge", "surge", "ingress", "emergency_disembark"])
def test_functions_in_other_moves(move: str) -> None:
    solved = 0
    for seed in range(4):
        scene = (fight if move in ("charge", "surge") else arrival)(seed, move)
        unit = next(unit for unit in scene["units"] if unit["id"] == scene["action"]["unit"])
        if move in ("ingress", "emergency_disembark"):
            unit["models"] = unit["models"][:2]
        result = solve(loads(json.dumps(scene)), values=[Valued(nearness, lipschitz=1.0)])
        if result.solved:
            solved += 1
            legal(result)
            break
    assert solved, move


def test_who_finds_no_room_counts_for_nothing() -> None:
    """An emergency disembark leaves out whom it has no room for (18.05)."""
    crew = [{"id": f"c{k}", "base": {"round": 50}} for k in range(6)]
    truck = {"id": "t", "base": {"rectangle": [120, 92]}, "at": [4.5, 3]}
    document = {
        "movesolver": 1,
        "table": {"width": 9, "height": 6},
        "units": [
            {"id": "truck", "side": "a", "keywords": ["TRANSPORT"], "models": [truck]},
            {"id": "crew", "side": "a", "status": {"embarked_in": "truck"}, "models": crew},
        ],
        "action": {
            "unit": "crew",
            "move": "emergency_disembark",
            "goal": [{"near": [1, 1], "worst": True}],
        },
    }
    question = loads(json.dumps(document))
    result = solve(question, values=[Valued(nearness, lipschitz=1.0)])
    legal(result)
    assert 0 < len(result.ends) < 6


def wrong_shape(poses: Floats, model: int) -> Floats:
    return poses


def one_number(poses: Floats, model: int) -> Any:
    return np.float64(1.0)


def words(poses: Floats, model: int) -> Any:
    return ["x"] * len(poses)


def imaginary(poses: Floats, model: int) -> Any:
    return poses[:, 0] + 1j


def holes(poses: Floats, model: int) -> Floats:
    return np.where(poses[:, 0] > 12.0, np.nan, 0.0)


def low(boxes: Floats, model: int) -> Floats:
    return np.full(len(boxes), -1.0)


THREE: Any = 3
REFUSED = [
    (Valued(wrong_shape), "values[0].function", "of shape"),
    (Valued(one_number), "values[0].function", "of shape"),
    (Valued(words), "values[0].function", "numbers"),
    (Valued(imaginary), "values[0].function", "numbers"),
    (Valued(holes), "values[0].function", "finite numbers"),
    (Valued(ridge, math.nan), "values[0].weight", "finite"),
    (Valued(ridge, lipschitz=-1.0), "values[0].lipschitz", "zero or"),
    (Valued(ridge, lipschitz=0.1), "values[0].lipschitz", "at least"),
    (Valued(ridge, upper=low), "values[0].upper", "no less"),
    (Valued(ridge, upper=wrong_shape), "values[0].upper", "of shape"),
    (Valued(ridge, -1.0, upper=ridge_upper), "values[0].weight", "zero or more"),
    (Valued(ridge, lipschitz=1.3, upper=ridge_upper), "values[0]", "lipschitz or upper"),
    (Valued(ridge, models=("e",)), "values[0].models", "models of the unit"),
    (Valued(ridge, priorities={"e": 1.0}), "values[0].priorities.e", "a model of the unit"),
    (Valued(ridge, models=THREE), "values[0].models", "ids of models"),
    (Valued(ridge, priorities=THREE), "values[0].priorities", "numbers by id"),
    (Valued(THREE), "values[0].function", "a function"),
    (ridge, "values[0]", "a Valued"),
]


@pytest.mark.parametrize(("value", "place", "wanted"), REFUSED)
def test_what_is_no_goal_is_refused(value: Valued, place: str, wanted: str) -> None:
    with pytest.raises(InputError) as refused:
        solve(scenario(at=row(2)), values=[value])
    assert refused.value.place == place
    assert wanted in refused.value.wanted
    assert len(str(refused.value).splitlines()) == 1


def test_functions_come_in_a_list() -> None:
    alone: Any = Valued(nearness)
    with pytest.raises(InputError, match="values: wanted a list of Valued"):
        solve(scenario(at=row(2)), values=alone)


def test_a_function_that_looks_at_what_it_must_not_is_found_out() -> None:
    """A Lipschitz constant is for functions of the place alone."""

    def turned(poses: Floats, model: int) -> Floats:
        return np.asarray(np.abs(poses[:, 2]) / 90.0 + 0.01 * poses[:, 0])

    document = json.loads((ROOT / "examples" / "squad.json").read_text())
    document["action"]["unit"] = "riders"
    for rider in document["units"][1]["models"]:
        rider["facing"] = 0
    position = pack(loads(json.dumps(document)))
    goal = pack_goal(position, sampled(position, [Valued(turned, lipschitz=0.02)]))
    start = {m.id: (*(m.at or (0.0, 0.0)), 0.0, 0.0) for m in position.models}
    check_functions(position, goal, start)
    with pytest.raises(InputError) as refused:
        check_functions(position, goal, {name: (*at[:2], 90.0, 0.0) for name, at in start.items()})
    assert refused.value.place == "values[0].lipschitz"


def test_the_example_on_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(code, names)
    result = names["result"]
    assert isinstance(result, movesolver.Result)
    legal(result)


@pytest.mark.parametrize("weight", [1.0, 1000.0])
def test_how_steep_a_goal_is_decides_what_counts_as_proved(weight: float) -> None:
    # One model that gets as near as its maximum lets it: what is left is the tolerance's.
    far = (30.0, 10.0)
    term = GoalTerm(near=far, priorities={"a0": weight})

    def nearer(poses: Floats, model: int) -> Floats:
        return np.asarray(-np.hypot(poses[:, 0] - far[0], poses[:, 1] - far[1]))

    by_term = solve(scenario(term, at=((10.0, 10.0),)))
    assert by_term.status is Status.OPTIMAL
    assert by_term.gap is not None
    assert by_term.gap <= 3e-6 * weight
    question = scenario(at=((10.0, 10.0),))
    functions = sampled(pack(question), (Valued(nearer, weight=weight, lipschitz=1.0),))
    assert steepness(pack(question), functions).tolist() == [weight]


def test_the_steepness_of_terms_adds_up() -> None:
    near, wave = (30.0, 10.0), Field((0.0, 0.0), 2.0, ((0.0, 3.0), (4.0, 0.0)))
    terms = (
        GoalTerm(near=near, weight=1000.0, priorities={"a0": 0.002}),
        GoalTerm(field=wave, weight=-2.0, models=("a1",)),
        GoalTerm(need=AtLeast(Target(marker="m"), 1, 3.0)),
    )
    # 2; 1000 and twice 4 up and 4 across on 2 inches; 1000
    assert steepness(pack(scenario(*terms, at=row(3)))) == pytest.approx(
        [2.0, 1000.0 + 2.0 * math.hypot(4.0, 4.0) / 2.0, 1000.0]
    )
    assert steepness(pack(scenario(terms[2], at=row(3)))).tolist() == [0.0, 0.0, 0.0]
    halves = (Valued(nearness, weight=-4.0, priorities={"a1": 0.5}, lipschitz=2.0),)
    question = pack(scenario(at=row(2)))
    assert steepness(question, sampled(question, halves)).tolist() == [8.0, 4.0]
    unknown = (Valued(nearness, weight=4.0, upper=ridge_upper),)
    assert steepness(question, sampled(question, unknown)).tolist() == [4.0, 4.0]


def test_small_terms_beside_large_counts_are_not_lost() -> None:
    """What nobody can reach draws nobody, and says nothing of what is proved."""
    small = GoalTerm(near=(30.0, 10.0), weight=0.001)
    out_of_reach = GoalTerm(within=Nearness((55.0, 40.0), 3.0), weight=1000.0)
    result = solve(scenario(small, out_of_reach, at=((10.0, 10.0),)))
    assert result.objective == pytest.approx(0.006, abs=1e-7)
    assert result.status is Status.OPTIMAL


def test_a_gap_that_is_all_of_a_small_goal_is_no_proof() -> None:
    # Six want to the same point: none of the bounds knows how they crowd to a millionth of an inch.
    tiny = GoalTerm(near=(12.0, 12.0), weight=1e-6)
    result = solve(scenario(tiny, at=row(6)))
    assert result.gap is not None
    assert result.gap > 1e-7
    assert result.status is Status.FEASIBLE


@pytest.mark.parametrize("column", range(4))
def test_functions_cannot_write_into_what_they_are_asked_about(column: int) -> None:
    """A function that shifts its argument in place would be asked about another place."""

    def shifting(poses: Floats, model: int) -> Floats:
        poses[:, column] += 1.0
        return nearness(poses, model)

    def boxed(boxes: Floats, model: int) -> Floats:
        boxes[:, column] = 0.0
        return np.full(len(boxes), 0.0)

    question = scenario(at=row(2))
    for value in (Valued(shifting, lipschitz=1.0), Valued(nearness, upper=boxed)):
        with pytest.raises(ValueError, match="read-only"):
            solve(question, values=[value])


def test_a_function_may_keep_what_it_is_asked_about() -> None:
    """What it was handed stays as it was, whatever happens afterwards."""
    kept: list[tuple[Floats, Floats]] = []

    def keeping(poses: Floats, model: int) -> Floats:
        kept.append((poses, poses.copy()))
        return nearness(poses, model)

    solve(scenario(at=row(2)), values=[Valued(keeping, lipschitz=1.0)])
    assert kept
    for poses, before in kept:
        assert not poses.flags.writeable
        assert (poses == before).all()
