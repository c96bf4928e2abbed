"""Certificates of goals that do not add up: the worst model of a term, so many models."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from movesolver import (
    GoalTerm,
    InputError,
    Marker,
    Nearness,
    Scenario,
    Target,
    Verified,
    solve,
    verify,
)
from movesolver.table.scenario import AtLeast
from verify_data import alone, board, certificate

AT = (20.0, 10.0)
STARTS = [(10.0, 10.0), (11.5, 10.0), (13.0, 10.0)]
HAIR = 1e-4


def worst(*goal: GoalTerm, **more: Any) -> Scenario:
    return board(STARTS, *goal, **more)


def parts(bound: float, terms: dict[str, Any], proof: dict[str, Any] | None = None) -> Any:
    nothing = {"kind": "alone", "models": dict.fromkeys(("u1", "u2", "u3"), HAIR)}
    return certificate(bound, {"kind": "parts", "proof": proof or nothing, "worst": terms})


def found(cert: dict[str, Any], scenario: Scenario) -> Verified:
    answer = verify(cert, scenario)
    assert answer.valid == (not answer.faults)
    return answer


NEAR = GoalTerm(near=AT, worst=True, weight=2.0)
TRUE = {"u1": 6.0 + HAIR, "u2": 6.0 + HAIR, "u3": 6.0 + HAIR}


def test_the_worst_model_bounds_the_unit() -> None:
    """Each comes three inches nearer, twice a point an inch; the term counts once."""
    scenario = worst(NEAR)
    assert found(parts(6.0 + 5 * HAIR, {"0": TRUE}), scenario).valid
    answer = found(parts(6.0 - HAIR, {"0": TRUE}), scenario)
    assert "is claimed" in answer.faults[0]
    # One that is shown to be worth little is enough, and others need not be spoken of.
    held = worst(GoalTerm(near=AT, worst=True, priorities={"u2": 0.5}))
    cert = parts(1.5 + 5 * HAIR, {"0": {"u2": 1.5 + HAIR}})
    assert found(cert, held).valid
    assert found(cert, worst(NEAR)).faults[0].startswith("proof.worst.0.u2: u2 at (")


def test_lies_about_the_worst_are_found() -> None:
    scenario = worst(NEAR)
    for name in TRUE:
        low = {**TRUE, name: 6.0 - HAIR}
        answer = found(parts(6.0 + 5 * HAIR, {"0": low}), scenario)
        assert answer.faults[0].startswith(f"proof.worst.0.{name}: {name} at (")
    wrong: list[dict[str, Any]] = [{}, {"1": TRUE}, {"0": TRUE, "1": TRUE}, {"0": {}}]
    for terms in wrong:
        assert not found(parts(50.0, terms), scenario).valid
    # Whom the term does not concern can be worth as little as one likes.
    some = worst(GoalTerm(near=AT, worst=True, models=("u1", "u2")))
    answer = found(parts(50.0, {"0": {"u3": 50.0}}), some)
    assert answer.faults[0] == "proof.worst.0 are not models that goal[0] concerns"
    nobody = worst(GoalTerm(near=AT, worst=True, priorities={"u3": 0.0}))
    assert not found(parts(50.0, {"0": {"u3": HAIR}}), nobody).valid
    wished = worst(GoalTerm(wish={"u1": AT}, worst=True))
    assert found(parts(3.1, {"0": {"u1": 3.0 + HAIR}}), wished).valid
    assert not found(parts(3.1, {"0": {"u2": HAIR}}), wished).valid
    with pytest.raises(InputError, match=r"proof.worst.0.u1: wanted a finite number"):
        found(parts(50.0, {"0": {"u1": "many"}}), scenario)


def test_a_proof_that_leaves_the_worst_out_is_none() -> None:
    scenario = worst(NEAR, GoalTerm(near=AT))
    answer = found(alone(50.0, u1=50.0, u2=50.0, u3=50.0), scenario)
    assert answer.faults[0] == "proof does not say what goal[0] is worth, by its worst model"
    both = parts(6.0 + 9.0 + 9 * HAIR, {"0": TRUE}, alone(0, u1=3.1, u2=3.1, u3=3.1)["proof"])
    assert not found(both, scenario).valid  # 9.3 for what adds up
    each = dict.fromkeys(("u1", "u2", "u3"), 3.0 + HAIR)
    both = parts(15.0 + 9 * HAIR, {"0": TRUE}, {"kind": "alone", "models": each})
    assert found(both, scenario).valid
    low = {"kind": "alone", "models": {**each, "u1": 2.9}}
    answer = found(parts(15.0, {"0": TRUE}, low), scenario)
    assert answer.faults[0].startswith("proof.proof.models.u1: u1 at (")
    grid = {"kind": "grid", "spots": [], "usable": {"u1": [], "u2": [], "u3": []}, "values": {}}
    answer = found({**certificate(0.0, grid), "over": "grid"}, scenario)
    assert answer.faults[0].startswith("not covered: ")


def test_terms_that_say_nothing_are_worth_nothing() -> None:
    """Of nobody, or of a unit that is not on the table: the search leaves them out too."""
    nobody = worst(GoalTerm(near=AT, worst=True, priorities=dict.fromkeys(("u1", "u2", "u3"), 0.0)))
    assert found(parts(4 * HAIR, {}), nobody).valid
    result = solve(nobody)
    assert verify(result.certificate, nobody).valid


def test_counts_beside_the_worst_are_whole() -> None:
    count = GoalTerm(within=Nearness(AT, 7.5))
    scenario = worst(count, NEAR)
    each = {"kind": "alone", "models": {"u1": 1.0, "u2": 1.0, "u3": 1.0}}
    node = {"kind": "whole", "unit": 1.0, "proof": each}
    assert found(parts(9.0 + 5 * HAIR, {"1": TRUE}, node), scenario).valid
    inches = worst(GoalTerm(near=AT), NEAR)
    answer = found(parts(50.0, {"1": TRUE}, node), inches)
    assert "not every end is worth a multiple" in answer.faults[0]


NEED = GoalTerm(need=AtLeast(AT, 2, 4.5))


def need(*models: str, goal: int = 0) -> dict[str, Any]:
    return certificate(None, {"kind": "need", "goal": goal, "models": list(models)})


def test_too_few_models_come_within_what_is_needed() -> None:
    """Ten, eight and a half and seven inches away; three they move, a radius they reach on."""
    scenario = worst(NEED)
    assert found(need("u1", "u2"), scenario).valid  # one is left, two are needed
    answer = found(need("u1"), scenario)
    assert answer.faults == ("proof: 2 models are left, 2 are needed",)
    answer = found(need("u1", "u2", "u3"), scenario)
    assert answer.faults[0].startswith("proof: u3 may end within the distance at (")
    for k in (1, -1):
        assert found(need("u1", "u2", goal=k), scenario).faults[0].endswith("needs nothing")
    assert not found(need("u1", "u2"), worst(GoalTerm(need=AtLeast(AT, 1, 4.5)))).valid
    wider = worst(GoalTerm(need=AtLeast(AT, 2, 4.5)), move=4.0)
    assert not found(need("u1", "u2"), wider).valid
    result = solve(scenario)
    assert str(result.status) == "INFEASIBLE"
    assert found(dict(result.certificate), scenario).valid
    some = worst(GoalTerm(need=AtLeast(AT, 2, 4.5), models=("u1", "u3")), move=4.0)
    assert found(need("u1"), some).valid


def drawn(seed: int) -> Scenario:
    rng = np.random.default_rng(seed)
    to = (14.0 + float(rng.uniform(-2, 2)), 12.0 + float(rng.uniform(-2, 2)))
    kinds = [
        GoalTerm(near=to, worst=True),
        GoalTerm(near=Target(unit="e"), worst=True, weight=float(rng.uniform(-1, 1))),
        GoalTerm(near=Target(marker="m"), worst=True, weight=-0.5, models=("u1", "u3")),
        GoalTerm(within=Nearness(Target(marker="m"), 2.0), worst=True, weight=2.0),
        GoalTerm(avoid=Nearness(Target(unit="e"), 4.0), worst=True),
        GoalTerm(wish={"u1": (12.0, 12.0), "u2": (14.0, 9.0)}, worst=True),
        GoalTerm(travel=True, worst=True, weight=-0.3),
        GoalTerm(need=AtLeast(Target(marker="m"), 1, 3.0)),
        GoalTerm(near=to, weight=0.3),
    ]
    chosen = [kinds[k] for k in rng.permutation(len(kinds))[:3]]
    foes = [(17.0, 10.0 + float(rng.uniform(0, 6)))]
    return board(STARTS, *chosen, foes=foes, markers=(Marker("m", at=(14.0, 12.0)),))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(8))
def test_what_solve_finds_is_verified_and_no_lie_below_it(seed: int) -> None:
    scenario = drawn(seed)
    result = solve(scenario, iterations=30)
    assert result.objective is not None
    answer = found(dict(result.certificate), scenario)
    assert answer.valid, answer.faults
    assert answer.bound is not None
    assert result.objective <= answer.bound
    if result.certificate["proof"]["kind"] != "parts":
        return
    # Whatever is taken off the parts, below what was found nothing is shown.
    below = answer.bound - result.objective + HAIR
    lie = copy.deepcopy(dict(result.certificate))
    lie["bound"] -= below
    proof = lie["proof"]
    terms = [proof["proof"].get("proof", proof["proof"])["models"], *proof["worst"].values()]
    share = np.random.default_rng(seed).dirichlet(np.ones(len(terms))) * below
    for k, (part, off) in enumerate(zip(terms, share.tolist(), strict=True)):
        for name in part:
            part[name] -= off / len(part) if k == 0 else off
    assert not found(lie, scenario).valid
