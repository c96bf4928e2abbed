"""What a search is pressed to by duties: no more than they ask, and all that they ask."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import movesolver as ms
from situations import box, model, situation, unit, wall


def surging(mates: int, **goal: Any) -> ms.Scenario:
    """Models near an enemy that may surge, and would rather go elsewhere."""
    mine = [model(f"a{k}", (5.795, 1.285 - 1.3 * k + 2), 28.5) for k in range(mates)]
    foes = [model("b0", (6.905, 9.421), 40), model("b1", (5.221, 11.964))]
    units = [unit("a", "a", *mine, move=2), unit("b", "b", *foes)]
    wanted = [goal or {"near": [0.6, 12]}]
    return situation(units, move="surge", width=9, height=14, roll=4, goal=wanted)


def accepted(found: ms.Result | None) -> bool:
    """Whether the referee accepts an answer, with and without a tolerance."""
    assert found is not None
    assert found.moved is not None
    return all(ms.check(found.moved, tolerance=slop).legal for slop in (None, 0.0))


@pytest.mark.parametrize(("mates", "least"), [(1, 3.8), (2, 6.7)])
def test_who_is_engaged_by_a_surge_comes_no_closer_than_it_likes(mates: int, least: float) -> None:
    """Being engaged is enough (21.02): the rest of the way is for the goal."""
    found = ms.solve(surging(mates))
    assert found.objective is not None
    assert found.objective > least
    assert accepted(found)


@pytest.mark.parametrize("mates", [1, 2, 3])
@pytest.mark.parametrize("k", [1, 3])
def test_the_best_of_what_is_proposed_comes_no_closer_either(mates: int, k: int) -> None:
    asked = surging(mates)
    found, best = ms.propose(asked, k), ms.solve(asked).objective
    assert best is not None
    assert found.moves[0].objective == pytest.approx(best, abs=1e-3)
    assert len(found.moves) == 1 or found.nearest >= found.apart
    assert all(accepted(move) for move in found.moves)


def test_proposals_of_a_surge_keep_to_a_limit_of_time() -> None:
    found = ms.propose(surging(1), 1, time_ms=3000.0)
    assert found.moves[0].objective is not None
    assert found.moves[0].objective > 3.8


def test_the_worst_model_of_a_surge_comes_no_closer_than_it_likes() -> None:
    asked = surging(2, near=[0.6, 12], worst=True)
    found = ms.solve(asked, bound=False)
    assert found.objective is not None
    assert found.objective > 2.9
    assert accepted(found)
    best = ms.propose(asked, 1).moves[0]
    assert best.objective == pytest.approx(found.objective, abs=0.02)
    assert accepted(best)


@pytest.mark.parametrize("mates", [1, 2])
def test_the_move_with_the_least_roll_comes_no_closer_either(mates: int) -> None:
    asked = surging(mates)
    found = ms.odds(asked, dice="D6")
    assert found.needed == 3
    assert found.proved
    assert found.move is not None
    action = msgspec.structs.replace(asked.action, roll=3)
    best = ms.solve(msgspec.structs.replace(asked, action=action)).objective
    assert found.move.objective == best
    assert accepted(found.move)


def test_who_surges_to_wished_places_comes_no_closer_than_they_are() -> None:
    """What small steps bring the wishes to is let go too."""
    found = ms.snap(surging(2), {"a0": [5.8, 3.1], "a1": [6.7, 5.0]})
    assert found.objective is not None
    assert found.objective > -4.3  # pressed to the enemy they end 4.36 inches away
    assert accepted(found)


def test_a_limit_of_time_leaves_some_for_letting_go() -> None:
    found = ms.solve(surging(1), time_ms=2000.0, bound=False)
    assert found.objective is not None
    assert found.objective > 3.8


@pytest.mark.parametrize("k", [1, 2])
def test_to_stay_is_proposed_where_whoever_moves_must_come_closer(k: int) -> None:
    """Only models that pile in end closer to their target (12.03): these would rather not."""
    mine = [model("a0", (10.0, 10.0)), model("a1", (10.0, 8.5))]
    units = [unit("a", "a", *mine), unit("b", "b", model("b0", (12.5, 10.0)))]
    asked = situation(units, move="pile_in", width=20, height=20, goal=[{"travel": True}])
    found = ms.propose(asked, k)
    assert found.moves[0].objective == ms.solve(asked).objective == 0.0
    assert len(found.moves) == k
    assert all(accepted(move) for move in found.moves)


def charging() -> ms.Scenario:
    """One model, two targets, and one narrow place that is engaged with both."""
    first = [model("b0", (4.69, 6.69), 28.5), model("b1", (6.49, 5.51), 50)]
    second = [model("c0", (3.92, 10.68), 50), model("c1", (2.0, 7.73), 50)]
    units = [
        unit("a", "a", model("a0", (4.79, 2.16)), move=4),
        unit("b", "b", *first),
        unit("c", "b", *second),
    ]
    return situation(units, move="charge", width=8, height=13, roll=8, targets=["b", "c"])


def test_a_model_may_have_to_engage_several_targets() -> None:
    """It ends in the place that is engaged with both (11.02)."""
    found = ms.solve(charging())
    assert found.solved
    assert accepted(found)


def test_who_must_engage_several_targets_does_so_whatever_is_asked() -> None:
    proposed = ms.propose(charging(), 2).moves
    assert proposed
    assert all(accepted(move) for move in proposed)
    needed = ms.odds(charging())
    assert needed.needed == 5
    assert needed.proved
    assert accepted(needed.move)
    for wish in ([2.0, 9.0], [4.0, 8.0], [7.0, 8.0]):
        assert accepted(ms.snap(charging(), {"a0": wish}))


def test_models_are_sent_closer_to_places_that_are_legal_without_the_tolerance() -> None:
    """One behind a wall and one on the way to it can both come a little closer than they did.

    Where a model could have ended by the tolerance alone an answer cannot send it.
    """
    at = [(10.51, 14.7), (13.478, 16.993), (11.362, 15.825), (12.742, 11.192)]
    mine = [model(f"a{k}", place) for k, place in enumerate(at)]
    hull = {"hull": [[-1.5, -1], [1.5, -1], [2, 0], [1.5, 1], [-1.5, 1]]}
    foe = unit("f", "b", model("f0", (11.215, 23.812), hull, facing=35.039))
    bar = wall("t", box(10.563, 12.29, 13.563, 12.69))
    found = ms.solve(
        situation(
            [unit("a", "a", *mine, keywords=["MOUNTED"]), foe],
            move="surge", width=44, height=30, terrain=[bar], targets=["f"], max_distance=6,
        )
    )  # fmt: skip
    assert accepted(found)
