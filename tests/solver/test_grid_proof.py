"""certify="grid": the optimum on a grid of spots, against trying every combination."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import numpy as np
import pytest

import movesolver
from fight_scenes import fight
from grid_data import best_by_trying, searcher_among, searcher_on, some
from movekernels.arrays import Floats
from movesolver import Valued
from movesolver.errors import InputError, UnsupportedError
from movesolver.formats.scenario import loads
from movesolver.search.budget import budget_of
from movesolver.search.grid_proof import certify_grid
from movesolver.search.result import Status
from movesolver.table.scenario import AtLeast, GoalTerm, Scenario
from scenes import crowded, scattered, scene
from scenes_mixed import anything

SECONDS = 60.0
"""No proof here takes a tenth of it."""


def proves_what_trying_finds(scenario: Scenario, seed: int, each: int) -> bool:
    """Whether there was a legal end; the proof must say so, and what it is worth."""
    rng = np.random.default_rng(seed)
    searcher = searcher_among(scenario, some(rng, each))
    best = best_by_trying(searcher)
    proof = certify_grid(searcher, seconds=SECONDS)
    if best is None:
        assert proof.place is None
        assert not proof.proved or proof.bound == -np.inf
        return False
    assert proof.bound >= best - 1e-6
    if proof.proved:
        assert proof.value == pytest.approx(best, abs=1e-6)
        assert proof.ends is not None
    return proof.proved


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "mixed"])
@pytest.mark.parametrize("goal", ["near", "within", "mixed"])
def test_the_proof_is_what_trying_all_finds(bases: str, goal: str) -> None:
    proved = 0
    for seed in range(6):
        asked = scene(
            seed, 4, enemies=4, friends=3, walls=3, goal=goal, bases=bases, move=4.0, spread=1.5
        )
        proved += proves_what_trying_finds(asked, seed, 10 if bases == "round" else 5)
    assert proved >= 4


@pytest.mark.compiled
def test_so_it_is_for_charges() -> None:
    proved = 0
    for seed in (3, 17, 40):
        asked = loads(json.dumps(fight(seed, "charge")))
        proved += proves_what_trying_finds(asked, seed, 9)
    assert proved == 3


@pytest.mark.compiled
def test_so_it_is_for_moves_of_any_kind() -> None:
    proved = 0
    for seed in range(60):
        asked = anything(seed)
        if asked.action.move in ("normal", "advance") and 2 <= len(asked.mover.standing) <= 4:
            proved += proves_what_trying_finds(asked, seed, 6)
    assert proved >= 3


@pytest.mark.compiled
def test_a_run_before_changes_nothing_but_the_work() -> None:
    asked = crowded(1, 5)
    fresh = searcher_among(asked, lambda spots, _: np.ones(spots.x.size, dtype=np.bool_))
    run = searcher_among(asked, lambda spots, _: np.ones(spots.x.size, dtype=np.bool_))
    for _ in run.run(budget_of(5, 100, None), np.inf):
        pass
    proofs = [certify_grid(searcher, seconds=SECONDS) for searcher in (fresh, run)]
    assert all(proof.proved for proof in proofs)
    assert proofs[0].value == pytest.approx(proofs[1].value, abs=1e-6)


@pytest.mark.compiled
def test_farther_moves_and_fewer_enemies_are_never_worse() -> None:
    for seed in range(3):
        asked = scene(seed, 5, enemies=8, friends=2, walls=2, move=4.0)
        x, y = np.meshgrid(np.arange(0.0, 13.0, 0.9), np.arange(0.0, 9.0, 0.9))
        middle = np.mean([model.at or (0.0, 0.0) for model in asked.mover.standing], axis=0)
        points = np.column_stack([x.ravel(), y.ravel()]) + middle - (3.0, 4.0)
        worth = {}
        for move in (2.5, 4.0, 5.5):
            for enemies in (8, 4, 0):
                changed = _changed(asked, move, enemies)
                proof = certify_grid(searcher_on(changed, points), seconds=SECONDS)
                assert proof.proved, (seed, move, enemies)
                worth[move, enemies] = proof.value
        for move, enemies in worth:
            for farther, fewer in worth:
                if farther >= move and fewer <= enemies:
                    assert worth[farther, fewer] >= worth[move, enemies] - 1e-6
        assert len({round(value, 6) for value in worth.values()}) > 2


def _changed(asked: Scenario, move: float, enemies: int) -> Scenario:
    units = []
    for unit in asked.units:
        if unit.id == asked.action.unit:
            units.append(msgspec.structs.replace(unit, move=move))
        elif unit.id != "foe":
            units.append(unit)
        elif enemies:
            units.append(msgspec.structs.replace(unit, models=unit.models[:enemies]))
    return msgspec.structs.replace(asked, units=tuple(units))


@pytest.mark.compiled
def test_solve_hands_out_the_better_end_and_says_what_is_proved() -> None:
    asked = crowded(5, 10)
    plain = movesolver.solve(asked)
    proved = movesolver.solve(asked, certify="grid", proof_ms=SECONDS * 1000)
    assert plain.objective is not None
    assert proved.objective is not None
    assert proved.bound is not None
    certificate = proved.certificate
    assert certificate["over"] == "grid"
    assert certificate["proof"]["proved"]
    # the bound of the answer is over every legal end, the certificate's over the grid
    assert certificate["bound"] <= proved.bound + 1e-9
    assert proved.objective <= proved.bound
    assert proved.objective >= max(plain.objective, certificate["bound"]) - 1e-9
    assert f"{len(certificate['proof']['spots']):,} poses" in certificate["claim"]
    json.dumps(proved.to_json())
    assert proved.moved is not None
    for tolerance in (None, 0.0):
        assert movesolver.check(proved.moved, tolerance=tolerance).legal


@pytest.mark.compiled
def test_without_time_the_bound_is_still_one() -> None:
    hasty = movesolver.solve(scattered(), certify="grid", proof_ms=0.0)
    assert hasty.status == Status.FEASIBLE
    assert hasty.certificate["over"] == "grid"
    assert not hasty.certificate["proof"]["proved"]
    assert hasty.objective is not None
    assert hasty.bound is not None
    assert hasty.bound >= hasty.objective


def test_a_word_for_no_proof_is_refused() -> None:
    paper: Any = "paper"
    with pytest.raises(InputError, match="certify"):
        movesolver.solve(crowded(0, 5), certify=paper)
    with pytest.raises(InputError, match="proof_ms"):
        movesolver.solve(crowded(0, 5), certify="grid", proof_ms=-1.0)
    word: Any = "a"
    with pytest.raises(InputError, match="gap: wanted zero or more points"):
        movesolver.solve(crowded(0, 5), gap=word)
    with pytest.raises(InputError, match="proof_ms: wanted zero or more"):
        movesolver.solve(crowded(0, 5), proof_ms=word)
    with pytest.raises(InputError, match="time_ms: wanted zero or more"):
        movesolver.solve(crowded(0, 5), time_ms=word)


def waves(poses: Floats, model: int) -> Floats:
    """A hilly worth, another one for each model, that looks at the heading too."""
    hills = np.sin(poses[:, 0] + model) + np.cos(0.7 * poses[:, 1])
    return np.asarray(hills + 0.1 * np.cos(np.radians(poses[:, 2])))


@pytest.mark.compiled
@pytest.mark.parametrize("bases", ["round", "mixed"])
def test_functions_count_on_the_grid_what_they_are_worth_at_its_spots(bases: str) -> None:
    proved = 0
    for seed in range(3):
        asked = scene(
            seed, 4, enemies=4, friends=3, walls=3, goal="near", bases=bases, move=4.0, spread=1.5
        )
        values = [
            Valued(waves, 2.0),
            Valued(waves, -0.5, priorities={asked.mover.models[0].id: 3.0}),
        ]
        kept = some(np.random.default_rng(seed), 10 if bases == "round" else 5)
        searcher = searcher_among(asked, kept, values=values)
        best = best_by_trying(searcher)
        proof = certify_grid(searcher, seconds=SECONDS)
        if best is None or not proof.proved:
            continue
        proved += 1
        assert proof.value == pytest.approx(best, abs=1e-6)
        # What is handed out is worth what was proved: spots are looked at as answers end on them.
        assert proof.ends is not None
        assert proof.ends.points == pytest.approx(proof.value, abs=1e-9)
    assert proved >= 2


def test_a_function_is_proved_like_the_term_it_equals() -> None:
    asked = scattered()
    action = msgspec.structs.replace(asked.action, goal=(GoalTerm(near=(20.0, 20.0)),))
    term = msgspec.structs.replace(asked, action=action)
    bare = msgspec.structs.replace(asked, action=msgspec.structs.replace(action, goal=()))

    def nearness(poses: Floats, model: int) -> Floats:
        return np.asarray(-np.hypot(poses[:, 0] - 20.0, poses[:, 1] - 20.0))

    begun = sum(math.dist(model.at or (0, 0), (20.0, 20.0)) for model in asked.mover.models)
    wanted = movesolver.solve(term, certify="grid", proof_ms=SECONDS * 1000)
    result = movesolver.solve(
        bare, certify="grid", proof_ms=SECONDS * 1000, values=[Valued(nearness, lipschitz=1.0)]
    )
    assert result.certificate["over"] == "grid"
    assert "is worth more than" in result.certificate["claim"]
    assert result.certificate["bound"] == pytest.approx(
        wanted.certificate["bound"] - begun, abs=0.1
    )
    assert result.objective is not None
    assert result.objective >= result.certificate["bound"] - 1e-9
    # The function is not in the scenario: there is nothing that could be checked again.
    assert result.certificate["proof"] is None
    assert not movesolver.verify(result.certificate, bare).valid


@pytest.mark.parametrize(
    "term",
    [
        GoalTerm(near=(20.0, 20.0), worst=True),
        GoalTerm(need=AtLeast((20.0, 20.0), 1, 30.0)),
    ],
)
def test_what_does_not_add_up_is_not_proved_on_a_grid(term: GoalTerm) -> None:
    asked = scattered()
    asked = msgspec.structs.replace(
        asked, action=msgspec.structs.replace(asked.action, goal=(term,))
    )
    with pytest.raises(UnsupportedError, match=r"add up .* not for terms with worst or need"):
        movesolver.solve(asked, certify="grid", iterations=20)
