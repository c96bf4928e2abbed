"""Searches that are watched: told after each chunk, stopped, interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import movesolver
from fight_scenes import arrival, fight
from goal_data import row
from goal_data import scenario as squad
from movekernels.arrays import Floats
from movesolver import (
    GoalTerm,
    InputError,
    Limit,
    Progress,
    Result,
    Scenario,
    Status,
    Valued,
    check,
    solve,
    verify,
)
from movesolver.formats.scenario import loads
from movesolver.table.scenario import AtLeast
from scenes import boxed_in, crowded, incoherent
from situations import model, situation, unit

FIGHTS = ("charge", "pile_in", "surge")


def asked(move: str, seed: int) -> Scenario:
    scene = fight if move in FIGHTS else arrival
    return loads(json.dumps(scene(seed, move)))


def voidsiege() -> Scenario:
    me = unit("alpha", "a", *(model(f"a{k}", (10, 10 + 1.4 * k)) for k in range(4)), move=6)
    goal = [{"near": [20.0, 12.0]}]
    return situation([me], move="move", rules={"game": "voidsiege"}, goal=goal)


SEEDS = {"charge": 7, "pile_in": 6, "surge": 3, "disembark": 5, "deep_strike": 1}
QUESTIONS: dict[str, Callable[[], Scenario]] = {
    "crowded": lambda: crowded(1, 6),
    "voidsiege": voidsiege,
    **{move: partial(asked, move, seed) for move, seed in SEEDS.items()},
}


def legal(result: Result) -> bool:
    assert result.moved is not None
    return check(result.moved).legal and check(result.moved, tolerance=0.0).legal


@pytest.mark.compiled
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_watcher_is_told_how_far_the_search_has_come(name: str) -> None:
    question = QUESTIONS[name]()
    told: list[Progress] = []
    result = solve(question, watch=told.append)
    alone = solve(question)
    assert told
    assert [one.iterations for one in told] == sorted({one.iterations for one in told})
    assert all(a.seconds <= b.seconds for a, b in pairwise(told))
    worths = [one.objective for one in told if one.objective is not None]
    assert worths == sorted(worths)
    assert all(one.objective is None for one in told[: len(told) - len(worths)])
    assert worths
    assert result.objective is not None
    assert alone.objective is not None
    assert result.objective >= max([alone.objective, *worths]) - 1e-9
    assert result.limit != Limit.STOPPED
    assert legal(result)
    for one in (told[0], told[-1]):
        so_far = one.result()
        assert one.ends == so_far.ends
        assert one.bound >= result.objective - 1e-9
        if so_far.solved:
            assert legal(so_far)


def nearness(poses: Floats, model: int) -> Floats:
    """Minus the distance to (16, 21)."""
    return np.asarray(-np.hypot(poses[:, 0] - 16.0, poses[:, 1] - 21.0))


FORMS: list[tuple[tuple[GoalTerm, ...], tuple[Valued, ...]]] = [
    ((GoalTerm(near=(20.0, 20.0), worst=True), GoalTerm(near=(13.0, 24.0))), ()),
    ((GoalTerm(need=AtLeast((9.0, 20.0), 1, 1.0)), GoalTerm(near=(13.0, 24.0))), ()),
    ((), (Valued(nearness, lipschitz=1.0),)),
    ((GoalTerm(travel=True, weight=0.1),), (Valued(nearness, lipschitz=1.0),)),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("terms", "values"), FORMS)
def test_goals_that_do_not_add_up_are_watched_too(
    terms: tuple[GoalTerm, ...], values: tuple[Valued, ...]
) -> None:
    question, told = squad(*terms, at=row(4)), list[Progress]()
    result = solve(question, values=values, watch=told.append)
    worths = [one.objective for one in told if one.objective is not None]
    assert worths
    assert worths == sorted(worths)
    assert result.objective is not None
    assert worths[-1] != 0.0
    assert worths[-1] <= result.objective + 1e-9 <= told[-1].bound + 1e-6
    assert told[-1].result().objective == pytest.approx(worths[-1], abs=1e-9)
    assert told[-1].iterations == result.iterations
    stopped = solve(question, values=values, watch=lambda one: one.objective is not None)
    assert stopped.limit == Limit.STOPPED
    assert stopped.iterations < result.iterations
    assert legal(stopped)


@pytest.mark.compiled
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_true_answer_stops_it(name: str) -> None:
    question, calls = QUESTIONS[name](), list[Progress]()

    def enough(progress: Progress) -> bool:
        calls.append(progress)
        return progress.objective is not None

    result = solve(question, watch=enough)
    assert sum(one.objective is not None for one in calls) == 1
    assert result.limit == Limit.STOPPED or result.status == Status.OPTIMAL
    assert result.objective is not None
    assert calls[-1].objective is not None
    assert result.objective >= calls[-1].objective - 1e-9
    assert legal(result)


@pytest.mark.compiled
def test_stopped_at_the_first_call_it_makes_no_further_chunk() -> None:
    calls = list[Progress]()

    def enough(progress: Progress) -> bool:
        calls.append(progress)
        return True

    result = solve(crowded(2, 8), watch=enough)
    assert len(calls) == 1
    assert result.iterations == calls[0].iterations
    assert legal(result)


@pytest.mark.compiled
def test_an_interrupt_returns_the_best_so_far() -> None:
    seen = list[Progress]()

    def interrupted(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise KeyboardInterrupt

    result = solve(crowded(3, 8), watch=interrupted)
    assert len(seen) == 3
    assert result.limit == Limit.STOPPED
    assert result.objective is not None
    assert seen[-1].objective is not None
    assert result.objective >= seen[-1].objective - 1e-9
    assert legal(result)


@pytest.mark.compiled
def test_an_interrupt_before_anything_is_found_says_so() -> None:
    def interrupted(progress: Progress) -> None:
        raise KeyboardInterrupt

    result = solve(incoherent(), watch=interrupted)
    assert result.status in (Status.NOT_FOUND, Status.INFEASIBLE)
    assert result.reasons


@pytest.mark.compiled
def test_without_a_watcher_an_interrupt_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("movesolver.search.improve.Searcher.run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(crowded(3, 5))


@pytest.mark.compiled
def test_what_a_watcher_raises_is_raised() -> None:
    def broken(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(crowded(3, 5), watch=broken)


def test_what_is_no_watcher_is_refused() -> None:
    five: Any = 5
    with pytest.raises(InputError, match="watch: wanted a function"):
        solve(crowded(3, 5), watch=five)


@pytest.mark.compiled
def test_a_move_for_nothing_is_worth_nothing() -> None:
    question = boxed_in()
    action = movesolver.Action("alpha", "normal")
    told = list[Progress]()
    question = movesolver.validate(
        movesolver.Scenario(1, question.table, units=question.units, action=action)
    )
    result = solve(question, watch=told.append)
    assert result.objective == 0.0
    assert {one.objective for one in told} <= {0.0, None}


def proving() -> Scenario:
    """A question whose bound falls for a while."""
    return squad(GoalTerm(near=(16.0, 20.0)), at=row(5))


@pytest.mark.compiled
def test_a_proof_over_all_ends_is_told_as_the_bound_falls() -> None:
    told = list[Progress]()

    def six(progress: Progress) -> bool:
        told.append(progress)
        return sum(one.iterations == progress.iterations for one in told) == 6

    result = solve(proving(), watch=six, certify="all", proof_ms=60_000)
    proof = [one for one in told if one.iterations == result.iterations]
    assert len(proof) == 6
    bounds = [one.bound for one in told]
    assert all(a >= b for a, b in pairwise(bounds))
    assert bounds[-1] < bounds[0]
    assert result.bound is not None
    assert result.objective is not None
    assert result.objective - 1e-9 <= result.bound <= bounds[-1] + 1e-9
    assert {one.objective for one in proof[1:]} == {result.objective}
    assert all(one.on_grid is None for one in told)
    halfway = proof[len(proof) // 2]
    so_far = halfway.result()
    assert so_far.objective == result.objective
    assert so_far.ends == result.ends


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["true", "interrupt"])
def test_a_proof_over_all_ends_is_stopped(how: str) -> None:
    question, proof = proving(), list[Progress]()
    found = solve(question)

    def enough(progress: Progress) -> bool:
        if progress.iterations == found.iterations:
            proof.append(progress)
        if how == "interrupt" and len(proof) == 4:
            raise KeyboardInterrupt
        return len(proof) == 4

    result = solve(question, watch=enough, certify="all", proof_ms=60_000)
    assert len(proof) == 4
    assert result.limit == Limit.STOPPED
    assert result.objective == found.objective
    assert result.bound is not None
    assert result.bound == pytest.approx(proof[-1].bound, abs=1e-9)
    assert found.bound is not None
    assert result.bound <= found.bound + 1e-9
    assert verify(result.certificate, question).valid
    assert legal(result)


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["told", "true", "interrupt"])
def test_a_proof_over_a_grid_is_told_and_stopped(how: str) -> None:
    question, proof = proving(), list[Progress]()

    def enough(progress: Progress) -> bool:
        if progress.on_grid is not None:
            proof.append(progress)
            if how == "interrupt":
                raise KeyboardInterrupt
        return how == "true" and bool(proof)

    result = solve(question, watch=enough, certify="grid")
    assert len(proof) >= 1 if how == "told" else len(proof) == 1
    assert all(a.on_grid >= b.on_grid for a, b in pairwise(proof) if a.on_grid and b.on_grid)
    assert (result.limit == Limit.STOPPED) == (how != "told")
    assert result.certificate["over"] == "grid"
    claimed = result.certificate["bound"]
    assert isinstance(claimed, float)
    assert proof[-1].on_grid is not None
    assert claimed <= proof[-1].on_grid + 1e-9
    assert result.certificate["proof"]["proved"] is (how == "told")
    assert legal(result)


@pytest.mark.compiled
def test_an_interrupt_of_a_proof_that_nobody_watches_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("movesolver.search.certify.best_branch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(proving(), certify="all")
    watched = solve(proving(), certify="all", watch=lambda _: False)
    assert watched.limit == Limit.STOPPED
    assert watched.solved
