"""snap: the nearest legal move to wished places, in Python and on the command line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from fight_scenes import arrival, fight
from movesolver import GoalTerm, InputError, Result, Scenario, Status, check, snap, solve
from movesolver.cli import main
from movesolver.formats.scenario import dumps, loads
from scenes import boxed_in, crowded, incoherent, open_table
from situations import box, model, situation, unit, wall

FIGHTS = {"charge": 3, "pile_in": 6, "consolidate": 7, "surge": 3}
ARRIVALS = {"disembark": 5, "emergency_disembark": 1, "ingress": 1, "deep_strike": 1, "set_up": 6}


def asked(move: str, seed: int) -> Scenario:
    scene = fight if move in FIGHTS else arrival
    return loads(json.dumps(scene(seed, move)))


def legal(result: Result) -> bool:
    assert result.moved is not None
    return check(result.moved).legal and check(result.moved, tolerance=0.0).legal


def away(result: Result, wishes: dict[str, list[float]]) -> float:
    return math.fsum(math.dist(result.ends[name][:2], wish[:2]) for name, wish in wishes.items())


def pair(**more: Any) -> Scenario:
    """Two models, an inch and a half apart, on an empty table."""
    me = unit("alpha", "a", model("a0", (20, 20)), model("a1", (21.5, 20)), move=6)
    return situation([me], move="normal", **more)


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "ovals", "rectangles"])
def test_a_legal_wish_is_granted_exactly(bases: str) -> None:
    for seed in range(3):
        question = crowded(seed, 5, bases=bases)
        ends = {name: list(pose) for name, pose in solve(question).ends.items()}
        result = snap(question, ends)
        assert {name: list(pose) for name, pose in result.ends.items()} == ends
        assert result.objective == 0.0
        assert result.status == Status.OPTIMAL
        assert result.iterations == 0
        assert legal(result)
        array = snap(question, np.array(list(ends.values())))
        assert array.ends == result.ends


@pytest.mark.compiled
def test_the_way_leads_round_a_wall() -> None:
    models = [model("a0", (20, 20)), model("a1", (21.5, 20))]
    tank = unit("alpha", "a", *models, move=6, keywords=["VEHICLE"])
    question = situation([tank], terrain=[wall("w", box(22.9, 19.4, 23.1, 21.4))])
    result = snap(question, {"a0": [22.0, 20.0], "a1": [24.5, 20.4]})
    assert result.objective == 0.0
    assert len(result.paths["a1"]) > 2
    assert legal(result)


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_an_illegal_wish_is_mended(bases: str) -> None:
    rng = np.random.default_rng(3)
    for seed in range(3):
        question = crowded(seed, 5, bases=bases)
        ends = solve(question).ends
        wishes = {
            name: [pose[0] + rng.normal(0, 0.4), pose[1] + rng.normal(0, 0.4), pose[2]]
            for name, pose in ends.items()
        }
        result = snap(question, wishes)
        assert legal(result)
        assert result.objective == pytest.approx(-away(result, wishes))
        # Where the noise was added to is a legal end: the answer must not be farther.
        known = -math.fsum(math.dist(ends[name][:2], wish[:2]) for name, wish in wishes.items())
        assert result.objective is not None
        assert result.bound is not None
        assert known - 1e-6 <= result.objective <= result.bound + 1e-9


@pytest.mark.compiled
def test_two_models_wished_on_one_place_part_by_the_least() -> None:
    result = snap(pair(), {"a0": [24.0, 20.0], "a1": [24.0, 20.0]})
    assert result.objective == pytest.approx(-32 / 25.4, abs=1e-4)
    assert legal(result)


@pytest.mark.compiled
def test_wishes_beyond_reach_are_cut_short() -> None:
    wishes = {"a0": [50.0, 20.0], "a1": [51.5, 20.0]}
    result = snap(pair(), wishes)
    assert result.objective == pytest.approx(-48.0, abs=1e-4)
    assert result.status == Status.OPTIMAL
    assert [round(pose[0], 3) for pose in result.ends.values()] == [26.0, 27.5]
    assert result.ends["a0"][0] <= 26.0
    assert legal(result)


@pytest.mark.compiled
def test_models_without_a_wish_stay_or_come_along() -> None:
    stays = snap(pair(), {"a0": [19.5, 20.5]})
    assert stays.ends["a1"] == (21.5, 20.0, 0.0, 0.0)
    assert stays.ends["a0"] == (19.5, 20.5, 0.0, 0.0)
    comes = snap(pair(), {"a0": [14.5, 20.0]})
    assert comes.ends["a0"] == (14.5, 20.0, 0.0, 0.0)
    assert comes.ends["a1"] != (21.5, 20.0, 0.0, 0.0)
    assert legal(comes)
    rows = np.array([[14.5, 20.0], [np.nan, np.nan]])
    assert snap(pair(), rows).ends == comes.ends


@pytest.mark.compiled
def test_the_heading_wished_for_is_given_where_it_costs_nothing() -> None:
    oval = {"oval": [60, 35]}
    me = unit("alpha", "a", model("a0", (20, 20), oval), model("a1", (20, 22.5), oval), move=6)
    question = situation([me], move="normal")
    wishes = {"a0": [40.0, 20.0, 30.0], "a1": [40.0, 22.5, 70.0]}
    result = snap(question, wishes)
    assert [pose[2] for pose in result.ends.values()] == [30.0, 70.0]
    assert result.objective == pytest.approx(-28.0, abs=1e-4)
    assert legal(result)


@pytest.mark.compiled
@pytest.mark.parametrize("move", [*FIGHTS, *ARRIVALS])
def test_every_type_of_move(move: str) -> None:
    question = asked(move, {**FIGHTS, **ARRIVALS}[move])
    alone = solve(question)
    wishes = {name: [pose[0] + 0.3, pose[1] - 0.2] for name, pose in alone.ends.items()}
    result = snap(question, wishes)
    assert legal(result)
    assert result.objective == pytest.approx(-away(result, wishes))
    again = snap(question, {name: list(pose) for name, pose in result.ends.items()})
    if move != "emergency_disembark":
        assert again.ends == result.ends
        assert again.objective == 0.0


@pytest.mark.compiled
def test_voidsiege_moves_have_an_order() -> None:
    models = [model(f"a{k}", (10 + 1.3 * (k % 2), 10 + 1.3 * (k // 2))) for k in range(6)]
    me = unit("alpha", "a", *models, move=6)
    question = situation([me], move="move", rules={"game": "voidsiege"})
    wishes = {f"a{k}": [14 + 1.3 * (k % 2), 11 + 1.3 * (k // 2)] for k in range(6)}
    result = snap(question, wishes)
    assert result.objective == 0.0
    assert result.order is not None
    assert legal(result)


@pytest.mark.compiled
def test_wishes_of_the_goal() -> None:
    wish: dict[str, tuple[float, ...]] = {"a0": (24.0, 20.0), "a1": (25.5, 20.0)}
    goal = (GoalTerm(wish=wish, models=("a0",)), GoalTerm(near=(0.0, 0.0), weight=9.0))
    action = msgspec.structs.replace(pair().action, goal=goal)
    question = msgspec.structs.replace(pair(), action=action)
    result = snap(question)
    assert result.ends["a0"][:2] == (24.0, 20.0)
    assert legal(result)


@pytest.mark.compiled
def test_no_legal_end_is_said() -> None:
    question = incoherent()
    result = snap(question, {"a0": [12.0, 20.0]})
    assert not result.solved
    assert result.status == solve(question).status
    assert result.reasons


@pytest.mark.compiled
def test_the_same_answer_every_time() -> None:
    question = open_table(1, 5)
    wishes = {f"a{k}": [25.0 + 0.4 * k, 22.0] for k in range(5)}
    wishes = dict(zip(solve(question).ends, wishes.values(), strict=True))
    assert snap(question, wishes).ends == snap(question, wishes).ends


def test_bad_input() -> None:
    question = boxed_in()
    with pytest.raises(InputError, match=r"action\.goal: wanted wishes"):
        snap(question)
    with pytest.raises(InputError, match=r"wished\.zz: wanted a model"):
        snap(question, {"zz": [1.0, 2.0]})
    with pytest.raises(InputError, match=r"wished\.a1: wanted \[x, y\]"):
        snap(question, {"a1": [1.0]})
    with pytest.raises(InputError, match=r"wished\.a1\[1\]: wanted a finite number"):
        snap(question, {"a1": [1.0, math.nan]})
    with pytest.raises(InputError, match="wished: wanted a place for at least one"):
        snap(question, {})
    with pytest.raises(InputError, match=r"wished\.a1\[3\]: wanted zero or a positive number"):
        snap(question, {"a1": [1.0, 2.0, 0.0, -0.5]})
    with pytest.raises(InputError, match="seed: wanted a whole number"):
        snap(question, {"a1": [1.0, 2.0]}, seed=-1)
    number: Any = 5
    with pytest.raises(InputError, match=r"wished\.a1: wanted \[x, y\]"):
        snap(question, {"a1": number})
    uneven: Any = [[1.0, 2.0], [1.0]]
    with pytest.raises(InputError, match="wished: wanted places by model id, or an array"):
        snap(question, uneven)
    for rows in (np.zeros((1, 5)), np.zeros((2, 2)), np.zeros(2), np.array([["a", "b"]])):
        with pytest.raises(InputError, match="wished: wanted places by model id, or an array"):
            snap(question, rows)


@pytest.mark.compiled
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "scene.json", tmp_path / "moved.json"
    file.write_text(dumps(pair(goal=[{"wish": {"a0": [24, 20], "a1": [24, 20]}}])))
    assert main(["snap", str(file), "--json", "--out", str(out)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["objective"] == pytest.approx(-32 / 25.4, abs=1e-4)
    assert main(["check", str(out)]) == 0
    assert main(["snap", str(file), "--draw", str(tmp_path / "s.svg")]) == 0
    assert "objective" in capsys.readouterr().out
    file.write_text(json.dumps(json.loads(file.read_text())))
    assert main(["snap", str(file), "--lines"]) == 0
    file.write_text(dumps(pair()))
    capsys.readouterr()
    assert main(["snap", str(file)]) == 2
    assert "action.goal: wanted wishes" in capsys.readouterr().err


def test_it_is_exported() -> None:
    assert movesolver.snap is snap
