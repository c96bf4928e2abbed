"""Answers that can be worked out by hand."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from clocked import in_time
from movesolver import check
from movesolver.errors import InputError
from movesolver.formats.scenario import dumps, loads, validate
from movesolver.search.result import Limit, Result, Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import oval, round
from movesolver.table.scenario import Action, GoalTerm, RulesChoice, Scenario, Table
from movesolver.table.terrain import Feature, Floor, Wall
from scenes import boxed_in, crowded, incoherent, open_table, scattered

C32 = 32 / 25.4
"""Diameter of a 32 mm base, inches."""


def scenario(
    *models: Model,
    foes: tuple[Model, ...] = (),
    friends: tuple[Model, ...] = (),
    goal: tuple[GoalTerm, ...] = (GoalTerm(near=(30.0, 20.0)),),
    move: float = 6.0,
    keywords: tuple[str, ...] = ("INFANTRY",),
    terrain: tuple[Feature, ...] = (),
    action: Action | None = None,
    rules: RulesChoice | None = None,
) -> Scenario:
    units = [Unit("alpha", "a", models, keywords, move)]
    if foes:
        units.append(Unit("foe", "b", foes, ("INFANTRY",), move))
    if friends:
        units.append(Unit("mates", "a", friends, ("INFANTRY",), move))
    action = action or Action("alpha", "normal", goal=goal)
    return validate(
        Scenario(
            movesolver=1,
            table=Table(60, 44),
            units=tuple(units),
            action=msgspec.structs.replace(action, goal=goal),
            terrain=terrain,
            rules=rules or RulesChoice(),
        )
    )


def row(count: int, x: float = 10.0, y: float = 20.0, pitch: float = 1.6) -> tuple[Model, ...]:
    return tuple(Model(f"a{k + 1}", round(32), (x + pitch * k, y)) for k in range(count))


def solved(question: Scenario, **options: object) -> Result:
    """Solve, and have the referee judge the answer with and without tolerance."""
    result = solve(question, **options)  # type: ignore[arg-type]  # options of solve, by name
    assert result.moved is not None, result.reasons
    for tolerance in (0.0, None):
        verdict = check(result.moved, tolerance=tolerance)
        assert verdict.legal, verdict.explain()
    assert result.objective is not None
    assert result.bound is not None
    assert result.bound >= result.objective
    return result


def test_a_model_goes_straight_towards_the_point_for_all_its_move() -> None:
    result = solved(scenario(*row(1)))
    assert result.status is Status.OPTIMAL
    assert result.limit is None
    assert result.objective == pytest.approx(6.0, abs=1e-5)
    assert result.ends["a1"][:2] == pytest.approx((16.0, 20.0), abs=1e-5)
    assert result.lengths["a1"] == pytest.approx(6.0, abs=1e-5)
    assert result.gap == pytest.approx(0.0, abs=1e-5)


def test_a_whole_unit_that_nothing_hinders_is_proved_optimal() -> None:
    result = solved(scenario(*row(4), goal=(GoalTerm(near=(1000.0, 20.0)),)))
    assert result.status is Status.OPTIMAL
    assert result.objective == pytest.approx(24.0, abs=1e-4)


def test_the_nearest_free_end_beside_a_friend() -> None:
    question = scenario(
        *row(1), friends=(Model("f1", round(32), (15.0, 20.5)),),
        goal=(GoalTerm(wish={"a1": (15.0, 20.0)}),),
    )  # fmt: skip
    result = solved(question)
    assert result.objective == pytest.approx(-(C32 - 0.5), abs=2e-4)
    assert result.ends["a1"][:2] == pytest.approx((15.0, 20.5 - C32), abs=0.02)
    assert result.lengths["a1"] == pytest.approx(5.0574, abs=0.02)


def test_the_middle_model_bridges_two_that_stay() -> None:
    # Two mates 6.4 apart that cannot move; the third must touch both by 2 inches.
    models = (
        Model("a1", round(32), (10.0, 20.0), move=0.0),
        Model("a2", round(32), (16.4, 20.0), move=0.0),
        Model("a3", round(32), (13.2, 20.3)),
    )
    question = scenario(*models, goal=(GoalTerm(near=(13.2, 40.0)),))
    result = solved(question)
    reach = math.sqrt((C32 + 2) ** 2 - 3.2**2)
    assert result.ends["a3"][1] - 20.0 == pytest.approx(reach, abs=2e-4)


def test_a_unit_passes_a_slit_that_it_cannot_pass_as_a_block() -> None:
    walls = tuple(
        Wall(((16, low), (17, low), (17, high), (16, high)), 5.0)
        for low, high in ((8, 18.25), (21.75, 34))
    )
    ruin = Feature("ruin", "dense", ((16, 8), (17, 8), (17, 34), (16, 34)), walls)
    models = tuple(Model(f"a{k}", round(25), (14.0, 17.6 + 1.2 * k)) for k in range(5))
    question = scenario(
        *models, terrain=(ruin,), keywords=("MOUNTED",), move=8, goal=(GoalTerm(near=(24.0, 20.0)),)
    )
    result = solved(question)
    assert sum(end[0] > 17.4 for end in result.ends.values()) == 5


def test_an_oval_turns_to_pass_a_gap() -> None:
    walls = tuple(
        Wall(((14, low), (17, low), (17, high), (14, high)), 5.0)
        for low, high in ((10, 19.0), (21.0, 30))
    )
    ruin = Feature("ruin", "dense", ((14, 10), (17, 10), (17, 30), (14, 30)), walls)
    model = Model("a1", oval(75, 42), (10.0, 20.0), 90.0)
    question = scenario(
        model, terrain=(ruin,), keywords=("VEHICLE",), move=12, goal=(GoalTerm(near=(30.0, 20.0)),)
    )
    result = solved(question)
    assert result.objective == pytest.approx(12.0, abs=1e-3)
    assert any(pose[2] != 90.0 for pose in result.paths["a1"])


def test_the_unit_shuns_engagement_and_ends_just_beyond() -> None:
    result = solved(scenario(*row(1), foes=(Model("e1", round(32), (18.0, 20.0)),)))
    x, y = result.ends["a1"][:2]
    gap = math.dist((x, y), (18.0, 20.0)) - C32
    assert gap > 2.0 + 1e-6
    assert result.objective == pytest.approx(30 - 10 - math.dist((x, y), (30, 20)), abs=1e-9)


def test_boxed_in_stays_with_an_answer_at_once() -> None:
    solved(boxed_in())  # which loads kernels
    result = in_time(1.0, lambda: solved(boxed_in()))
    assert result.objective == pytest.approx(0.24, abs=0.01)


def test_out_of_reach_of_one_another_is_proved() -> None:
    result = solve(incoherent())
    assert result.status is Status.INFEASIBLE
    assert {"SPREAD", "SPLIT"} <= set(result.reasons)
    assert "14.24" in result.reasons["SPREAD"]
    assert result.objective is None
    assert result.gap is None
    assert not result.solved
    assert dict(result.ends) == {}


def test_a_scattered_unit_gathers() -> None:
    result = solved(scattered())
    assert result.status is Status.FEASIBLE
    assert result.objective is not None
    assert result.objective > 40


def test_a_normal_move_does_not_start_engaged() -> None:
    result = solve(scenario(*row(2), foes=(Model("e1", round(32), (13.0, 20.0)),)))
    assert result.status is Status.INFEASIBLE
    assert "engaged with foe" in result.reasons["NOT_ELIGIBLE"]
    assert "09.05" in result.reasons["NOT_ELIGIBLE"]


def test_a_fall_back_leaves_the_enemy_and_may_prove_that_it_cannot() -> None:
    touching = (10.0 + C32, 20.0)
    action = Action("alpha", "fall_back")
    foes = (Model("e1", round(32), touching),)
    result = solved(scenario(*row(1), foes=foes, action=action, goal=(GoalTerm(near=(0, 20)),)))
    assert result.objective == pytest.approx(6.0, abs=1e-5)
    held = solve(scenario(*row(1), foes=foes, action=action, move=1.5))
    assert held.status is Status.INFEASIBLE
    assert "03.04" in held.reasons["ENGAGED"]
    through = Action("alpha", "fall_back", mode="desperate_escape")
    result = solved(scenario(*row(1), foes=foes, action=through))
    assert result.objective == pytest.approx(6.0, abs=1e-5)


def test_advance_adds_the_roll() -> None:
    result = solved(scenario(*row(1), action=Action("alpha", "advance", roll=5)))
    assert result.objective == pytest.approx(11.0, abs=1e-5)
    with pytest.raises(InputError, match=r"action\.roll"):
        solve(scenario(*row(1), action=Action("alpha", "advance")))


def test_remaining_stationary_moves_nothing() -> None:
    result = solved(scenario(*row(3), action=Action("alpha", "remain_stationary")))
    assert result.status is Status.OPTIMAL
    assert all(len(path) == 1 for path in result.paths.values())


def test_without_a_goal_the_unit_stays_or_moves_as_little_as_it_can() -> None:
    result = solved(scenario(*row(3), goal=()))
    assert result.status is Status.OPTIMAL
    assert result.objective == 0.0
    assert set(result.lengths.values()) == {0.0}
    apart = (*row(1), Model("a2", round(32), (10.0 + C32 + 2.5, 20.0)))
    result = solved(scenario(*apart, goal=()))
    assert sum(result.lengths.values()) == pytest.approx(0.5, abs=1e-3)


def test_start_poses_exactly_on_a_limit_are_kept() -> None:
    # Touching, exactly 2 apart, exactly at the edge: legal where they stand.
    models = (
        Model("a1", round(32), (16 / 25.4, 20.0)),
        Model("a2", round(32), (16 / 25.4 + C32, 20.0)),
        Model("a3", round(32), (16 / 25.4 + 2 * C32 + 2.0, 20.0)),
    )
    question = scenario(*models, goal=(GoalTerm(travel=True),))
    result = solve(question)
    assert result.moved is not None
    assert check(result.moved).legal
    assert result.objective == pytest.approx(0.0, abs=1e-6)


def test_models_with_less_move_hold_the_others_back() -> None:
    models = (*row(2)[:1], Model("a2", round(32), (11.6, 20.0), move=1.0))
    result = solved(scenario(*models, goal=(GoalTerm(near=(40.0, 20.0)),)))
    assert result.lengths["a2"] <= 1.0
    assert math.dist(result.ends["a1"][:2], result.ends["a2"][:2]) <= 2 + C32


def test_the_dead_do_not_count() -> None:
    result = solved(scenario(*row(2), Model("a3", round(32), (40.0, 40.0), slain=True)))
    assert set(result.ends) == {"a1", "a2"}


def test_models_on_a_floor_end_wholly_on_it() -> None:
    deck = ((8.0, 16.0), (15.0, 16.0), (15.0, 24.0), (8.0, 24.0))
    terrain = (Feature("deck", "light", deck, (), (Floor(deck, 3.0),)),)
    models = tuple(msgspec.structs.replace(m, z=3.0) for m in row(3))
    result = solved(scenario(*models, terrain=terrain, move=2.9))  # too little to climb down
    assert max(end[0] for end in result.ends.values()) == pytest.approx(15 - C32 / 2, abs=1e-3)
    assert {end[3] for end in result.ends.values()} == {3.0}


def test_mates_that_bar_the_way_move_in_an_order_that_works() -> None:
    voidsiege = RulesChoice(game="voidsiege")
    action = Action("alpha", "move")
    result = solved(scenario(*row(6), action=action, rules=voidsiege))
    assert result.objective is not None
    assert result.objective > 25
    monsters = tuple(Model(f"a{k}", round(60), (10.0 + 2.6 * k, 20.0)) for k in range(3))
    result = solved(scenario(*monsters, keywords=("MONSTER",)))
    assert result.objective is not None
    assert result.objective > 15


def test_tenth_edition_keeps_its_distance_on_the_way_too() -> None:
    rules = RulesChoice(game="wh40k10")
    foes = (Model("e1", round(32), (13.0, 20.0 + C32 + 0.9)),)
    result = solved(scenario(*row(1, 8.0), foes=foes, rules=rules))
    assert result.objective is not None
    assert result.objective < 6 - 1e-3


def test_same_seed_same_answer() -> None:
    question = crowded(1)
    once, again = solve(question, seed=7), solve(question, seed=7)
    first, second = once.to_json(), again.to_json()
    for name in ("milliseconds",):
        del first[name], second[name]
    assert json.dumps(first) == json.dumps(second)


def test_solves_in_threads_are_the_same_as_one_after_the_other() -> None:
    questions = [crowded(seed, 6, goal=("near", "within")[seed % 2]) for seed in range(8)]
    alone = [solve(question, iterations=150) for question in questions]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda question: solve(question, iterations=150), questions))
    assert [result.paths for result in together] == [result.paths for result in alone]


def test_budgets() -> None:
    question = crowded(2)
    none = solved(question, iterations=0)
    assert none.iterations == 0
    assert none.limit is Limit.ITERATIONS
    some = solved(question, iterations=137)
    assert some.iterations == 137
    timed = solved(question, time_ms=30)
    assert timed.limit is Limit.TIME
    assert timed.milliseconds < 2000
    assert solved(question, time_ms=0).solved
    with pytest.raises(InputError, match="iterations"):
        solve(question, iterations=-1)
    with pytest.raises(InputError, match="time_ms"):
        solve(question, time_ms=-1)
    more = solved(question, iterations=4000)
    assert more.objective is not None
    assert none.objective is not None
    assert more.objective >= none.objective


def test_the_answer_in_json_and_as_a_scenario_to_check() -> None:
    result = solved(open_table(0, 3))
    answer = json.loads(json.dumps(result.to_json()))
    assert list(answer) == [
        "status", "limit", "objective", "bound", "gap", "certificate", "ends", "paths", "lengths",
        "order", "reasons", "seed", "milliseconds",
    ]  # fmt: skip
    assert answer["status"] == "FEASIBLE"
    assert answer["certificate"]["over"] == "all"
    assert answer["ends"]["a0"] == answer["paths"]["a0"][-1]
    assert answer["gap"] == answer["bound"] - answer["objective"]
    assert result.moved is not None
    assert check(loads(dumps(result.moved))).legal
    assert result._repr_svg_().startswith("<")


def test_a_unit_off_the_table_is_told_so() -> None:
    unit = Unit("alpha", "a", row(2), (), 6, UnitStatus(in_reserve=True))
    question = scenario(*row(2))
    question = msgspec.structs.replace(question, units=(unit,))
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    assert "not on the battlefield" in result.reasons["NOT_ELIGIBLE"]


def test_nowhere_to_go_is_said_with_reasons() -> None:
    # Engaged on all sides but too far from any to be held: no straight way out.
    ring = tuple(
        Model(
            f"e{k}",
            round(50),
            (20 + 2.3 * math.cos(k * math.pi / 4), 20 + 2.3 * math.sin(k * math.pi / 4)),
        )
        for k in range(8)
    )
    question = scenario(
        Model("a1", round(32), (20.0, 20.0)), foes=ring, action=Action("alpha", "fall_back"), move=6
    )
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    assert "NO_PATH" in result.reasons
    assert "ENGAGED" in result.reasons
    assert result.to_json()["objective"] is None
