"""propose: several legal ends that are good and different, in Python and on the command line."""

from __future__ import annotations

import json
import math
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from fight_scenes import arrival, fight
from goal_data import R32, row
from goal_data import scenario as squad
from movesolver import GoalTerm, InputError, Result, Scenario, Status, check, propose, solve
from movesolver.cli import main
from movesolver.formats.scenario import dumps, loads
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.goals import pack_goal
from movesolver.search.spacing import is_apart, kinds_of, spacing
from movesolver.table.scenario import AtLeast
from scenes import boxed_in, crowded, incoherent, open_table
from situations import model, situation, unit

FIGHTS = {"charge": 3, "pile_in": 6, "consolidate": 7, "surge": 3}
ARRIVALS = {"disembark": 5, "emergency_disembark": 1, "ingress": 1, "deep_strike": 1, "set_up": 6}


def asked(move: str, seed: int) -> Scenario:
    scene = fight if move in FIGHTS else arrival
    return loads(json.dumps(scene(seed, move)))


def legal(move: Result) -> bool:
    assert move.moved is not None
    return check(move.moved).legal and check(move.moved, tolerance=0.0).legal


def displacement(a: Result, b: Result) -> float:
    """The least mean displacement of models that are all alike, over all matchings."""
    first, second = ([(p[0], p[1], p[3]) for p in one.ends.values()] for one in (a, b))
    away = [
        math.fsum(math.dist(p, q) for p, q in zip(first, other, strict=True))
        for other in permutations(second)
    ]
    return min(away) / len(first)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_they_are_legal_different_and_sorted(seed: int) -> None:
    question = crowded(seed, 5)
    found = propose(question, 4, apart=1.2, seed=seed)
    assert len(found.moves) == found.wanted == 4
    assert not found.reasons
    assert all(map(legal, found.moves))
    worths = [move.objective or 0.0 for move in found.moves]
    assert worths == sorted(worths, reverse=True)
    assert len({move.bound for move in found.moves}) == 1
    alone = solve(question)
    assert found.moves[0].bound is not None
    assert alone.objective is not None
    assert found.moves[0].bound >= alone.objective
    for a, b in combinations(range(4), 2):
        plain = displacement(found.moves[a], found.moves[b])
        assert plain == pytest.approx(found.distance(a, b))
        assert plain >= found.apart == 1.2
    assert found.nearest == min(found.distance(a, b) for a, b in combinations(range(4), 2))


@pytest.mark.compiled
def test_the_best_is_about_as_good_as_what_solve_finds() -> None:
    for seed in range(3):
        question = open_table(seed, 8)
        best, alone = propose(question, 3).moves[0], solve(question)
        assert best.objective is not None
        assert alone.objective is not None
        assert best.objective >= 0.95 * alone.objective


@pytest.mark.compiled
@pytest.mark.parametrize("move", [*FIGHTS, *ARRIVALS])
def test_every_type_of_move(move: str) -> None:
    question = asked(move, {**FIGHTS, **ARRIVALS}[move])
    found = propose(question, 3)
    assert found.moves
    assert all(map(legal, found.moves))
    assert found.nearest >= found.apart
    assert (len(found.moves) == 3) == (not found.reasons)
    assert all(one.scenario == question for one in found.moves)


@pytest.mark.compiled
def test_voidsiege_moves_have_an_order() -> None:
    models = [model(f"a{k}", (10 + 1.3 * (k % 2), 10 + 1.3 * (k // 2))) for k in range(6)]
    me = unit("alpha", "a", *models, move=6)
    goal = [{"near": [18.0, 12.0]}]
    question = situation([me], move="move", rules={"game": "voidsiege"}, goal=goal)
    found = propose(question, 3)
    assert len(found.moves) == 3
    assert all(move.order is not None for move in found.moves)
    assert all(map(legal, found.moves))


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_moves() -> None:
    for question in (crowded(4, 6), asked("charge", 3), asked("deep_strike", 1)):
        first, second = (propose(question, 3, seed=5) for _ in range(2))
        assert [move.ends for move in first.moves] == [move.ends for move in second.moves]


@pytest.mark.compiled
def test_fewer_if_there_are_no_more() -> None:
    found = propose(boxed_in(), 5, apart=2.0)
    assert 1 <= len(found.moves) < 5
    assert list(found.reasons) == ["TOO_ALIKE"]
    action = msgspec.structs.replace(boxed_in().action, move="remain_stationary")
    stays = propose(msgspec.structs.replace(boxed_in(), action=action), 3)
    assert len(stays.moves) == 1
    assert stays.reasons
    assert not propose(boxed_in(), 1).reasons


@pytest.mark.compiled
def test_none_if_no_end_is_legal() -> None:
    found = propose(incoherent(), 3)
    assert found.moves == ()
    assert found.reasons == solve(incoherent()).reasons
    assert found.nearest == math.inf


@pytest.mark.compiled
def test_without_a_goal_every_end_is_worth_nothing() -> None:
    question = crowded(0, 4)
    action = msgspec.structs.replace(question.action, goal=())
    found = propose(msgspec.structs.replace(question, action=action), 3)
    assert [move.objective for move in found.moves] == [0.0, 0.0, 0.0]
    assert all(move.status == Status.OPTIMAL for move in found.moves)


NEED, WORST = GoalTerm(need=AtLeast((9.0, 20.0), 2, 1.0)), GoalTerm(near=(20.0, 20.0), worst=True)


@pytest.mark.compiled
@pytest.mark.parametrize("terms", [(NEED, GoalTerm(near=(18.0, 20.0))), (WORST,), (NEED, WORST)])
def test_goals_that_do_not_add_up(terms: tuple[GoalTerm, ...]) -> None:
    question = squad(*terms, at=row(4))
    found, alone = propose(question, 3), solve(question)
    assert len(found.moves) == 3
    assert all(map(legal, found.moves))
    assert found.nearest >= found.apart
    first, best = found.moves[0].objective, alone.objective
    assert first is not None
    assert best is not None
    assert best - 0.1 * abs(best) <= first
    if NEED in terms:
        for move in found.moves:
            near = [math.dist(pose[:2], (9, 20)) <= 1 + R32 + 1e-6 for pose in move.ends.values()]
            assert sum(near) >= 2
    assert propose(question, 2, iterations=400).moves
    never = squad(GoalTerm(need=AtLeast((30.0, 20.0), 1, 1.0)), at=row(4))
    assert not propose(never, 2).moves
    assert propose(never, 2).reasons == solve(never).reasons


@pytest.mark.parametrize("worst", [True, False])
def test_models_are_alike_if_they_are_to_every_term(worst: bool) -> None:
    for models, kinds in ((None, 1), (("a0",), 2)):
        term = GoalTerm(near=(20.0, 20.0), worst=worst, models=models)
        position = pack(squad(term, at=row(3)))
        goal = pack_goal(position)
        assert len(kinds_of(position, build_arena(position, goal.shapes), goal)) == kinds


@pytest.mark.compiled
def test_budgets_are_kept() -> None:
    question = crowded(1, 5)
    assert all(move.iterations <= 40 for move in propose(question, 2, iterations=80).moves)
    found = propose(question, 2, time_ms=30.0)
    assert found.moves
    assert all(map(legal, found.moves))
    assert len(propose(question, 2, iterations=0).moves) == 2


def test_bad_input() -> None:
    question = boxed_in()
    counts: tuple[Any, ...] = (0, -1, 1.5, True, None)
    for k in counts:
        with pytest.raises(InputError, match="k: wanted a whole number"):
            propose(question, k)
    wrong: tuple[tuple[Any, str], ...] = (
        (-1.0, "zero or a positive"), (math.inf, "a finite"), (math.nan, "a finite"), ("x", "a"),
    )  # fmt: skip
    for apart, wanted in wrong:
        with pytest.raises(InputError, match=f"apart: wanted {wanted} number"):
            propose(question, 2, apart=apart)
    with pytest.raises(InputError, match="seed: wanted a whole number"):
        propose(question, 2, seed=-1)
    with pytest.raises(InputError, match="iterations"):
        propose(question, 2, iterations=-1)


def test_spacing_matches_models_of_each_kind() -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        n = int(rng.integers(2, 6))
        a, b = rng.uniform(0, 6, (2, n, 3))
        cut = int(rng.integers(0, n + 1))
        kinds = tuple(k for k in (np.arange(cut), np.arange(cut, n)) if k.size)
        least = min(
            sum(math.dist(a[i], b[j]) for i, j in enumerate(p)) / n
            for p in permutations(range(n))
            if all((i < cut) == (j < cut) for i, j in enumerate(p))
        )
        assert spacing(kinds, a, b) == pytest.approx(least)
        for limit in (0.9 * least, 1.1 * least, 0.1, 20.0):
            assert is_apart(kinds, a, b, limit) == (least >= limit)


@pytest.mark.compiled
def test_models_with_a_role_of_their_own_are_not_swapped() -> None:
    models = [model("a0", (10, 10)), model("a1", (12, 10))]
    goal = [{"near": [16.0, 10.0], "models": ["a0"]}]
    found = propose(situation([unit("alpha", "a", *models, move=6)], move="normal", goal=goal), 2)
    first, second = found.moves
    paired = sum(math.dist(first.ends[m][:2], second.ends[m][:2]) for m in ("a0", "a1")) / 2
    assert found.distance(0, 1) == pytest.approx(paired)


@pytest.mark.compiled
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scene.json"
    file.write_text(dumps(crowded(0, 3)))
    picture = str(tmp_path / "p.svg")
    assert main(["propose", str(file), "-k", "2", "--json", "--draw", picture]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"moves", "wanted", "apart", "reasons"}
    assert len(answer["moves"]) == answer["wanted"] == 2
    assert all(move["status"] in ("FEASIBLE", "OPTIMAL") for move in answer["moves"])
    assert sorted(p.name for p in tmp_path.glob("*.svg")) == ["p-1.svg", "p-2.svg"]
    assert main(["propose", str(file), "-k", "2", "--apart", "0.5"]) == 0
    assert "a model from each other" in capsys.readouterr().out
    assert main(["propose", str(file), "-k", "0"]) == 2
    assert "k: wanted a whole number" in capsys.readouterr().err
    file.write_text(json.dumps(json.loads(dumps(incoherent()))) + "\n")
    assert main(["propose", str(file), "--lines", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["moves"] == []


def test_it_is_exported() -> None:
    assert movesolver.propose is propose


@pytest.mark.compiled
def test_the_example_in_the_docs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    page = (root / "docs" / "api.md").read_text(encoding="utf-8")
    (code,) = [block for block in page.split("```python\n")[1:] if "propose(" in block]
    exec(code.split("```")[0], {})
    assert len(capsys.readouterr().out.splitlines()) == 3
