"""What the mask allows is exactly what a step accepts, and what the referee does."""

from __future__ import annotations

import copy

import msgspec
import numpy as np
import pytest

import movesolver as ms
from movesolver import arrays
from movesolver.gym import DiscreteSkirmishEnv, SkirmishEnv
from movesolver.gym.board import ENGAGED, Boards
from movesolver.gym.deal import CATALOGUE, deal, kind_of
from movesolver.gym.skirmish import MOST_UNITS
from movesolver.gym.spots import SPOTS, allowed, slides
from movesolver.rules.wh40k import ELEVENTH

SEEDS = (0, 7)
"""Of skirmishes in which charges are made."""


def crowded(seed: int, count: int = 6, units: int = 3) -> Boards:
    """Boards whose sides stand among each other: some engaged, some on top of things."""
    boards, rng = Boards(count, units), np.random.default_rng(seed)
    for b in range(count):
        dealt = deal(rng, units)
        at = dealt.at.copy()
        at[1, ..., 0] -= rng.uniform(20.0, 33.0)
        at[0, ..., 0] += rng.uniform(0.0, 4.0)
        boards.put(b, dealt._replace(at=at))
    return boards


def slid(scenario: ms.Scenario, dx: float, dy: float) -> ms.Scenario:
    """The same with the path of each model: straight on."""
    paths = {}
    for model in scenario.mover.models:
        assert model.at is not None
        x, y = model.at
        paths[model.id] = ((x, y, 0.0, 0.0), (x + dx, y + dy, 0.0, 0.0))
    action = msgspec.structs.replace(scenario.action, paths=paths)
    return ms.validate(msgspec.structs.replace(scenario, action=action))


@pytest.mark.parametrize("seed", range(3))
def test_slides_are_those_the_referee_finds_legal(seed: int) -> None:
    boards, rng = crowded(seed), np.random.default_rng(seed)
    which = np.arange(boards.count)
    side, unit = rng.integers(0, 2, which.size), rng.integers(0, 3, which.size)
    shifts = boards.move[unit, None, None] * slides()
    found = allowed(boards, which, side, unit, shifts)
    engaged = boards.engaged(which)[which, side, unit]
    for b in which.tolist():
        move = "fall_back" if engaged[b] else "normal"
        action = ms.Action(boards.name(int(side[b]), int(unit[b])), move)
        scenario = boards.scenario(b, int(side[b]), action)
        legal = [ms.check(slid(scenario, *shift)).legal for shift in shifts[b].tolist()]
        assert found[b].tolist() == legal
    assert found.any()
    assert not found.all()


def test_slides_lead_to_places_that_take_part_in_legal_ends() -> None:
    boards = crowded(5)
    for b in range(boards.count):
        rows = np.array([b]), np.array([0]), np.array([0])
        shifts = boards.move[0] * slides()
        fine = allowed(boards, *rows, shifts[None])[0]
        engaged = boards.engaged(rows[0])[0, 0, 0]
        action = ms.Action(boards.name(0, 0), "fall_back" if engaged else "normal")
        scenario = boards.scenario(b, 0, action)
        places = {
            model.id: (np.array(model.at) + shifts[fine]).tolist()
            for model in scenario.mover.models
        }
        if fine.any():
            assert all(row.all() for row in ms.mask(scenario, places).allowed.values())


def test_rows_do_not_depend_on_each_other() -> None:
    boards = crowded(9)
    which = np.arange(boards.count)
    side, unit = which % 2, which % 3
    shifts = boards.move[unit, None, None] * slides()
    together = allowed(boards, which, side, unit, shifts)
    for b in which.tolist():
        row = slice(b, b + 1)
        alone = allowed(boards, which[row], side[row], unit[row], shifts[row])
        assert alone[0].tolist() == together[b].tolist()


def test_engagement_is_that_of_the_arrays() -> None:
    boards = crowded(4, count=30)
    which = np.arange(boards.count)
    found = boards.engaged(which)
    for side in range(2):
        foes = boards.at[:, 1 - side].reshape(boards.count, -1, 2)
        there = boards.there[:, 1 - side].reshape(boards.count, -1)
        for unit in range(boards.units):
            mine = boards.there[:, side, unit]
            ours, theirs = (
                arrays.Groups(
                    CATALOGUE,
                    at[present][:, 0],
                    at[present][:, 1],
                    base=np.broadcast_to(base, present.shape)[present],
                    first=np.concatenate([[0], np.cumsum(present.sum(axis=1))]),
                )
                for at, present, base in (
                    (boards.at[:, side, unit], mine, boards.base[unit]),
                    (foes, there, boards.base.reshape(-1)),
                )
            )
            hits = arrays.engaged(ours, theirs, arrays.EngagementLimits.of(ELEVENTH))
            assert found[:, side, unit].tolist() == (np.asarray(hits.counts) > 0).tolist()
    assert found.any()
    assert not found.all()
    assert pytest.approx(2.0, abs=1e-5) == ENGAGED


@pytest.mark.parametrize("units", range(1, MOST_UNITS + 1))
def test_dealt_boards_are_in_order(units: int) -> None:
    boards = Boards(40, units)
    for b in range(boards.count):
        boards.put(b, deal(np.random.default_rng(b), units))
        scenario = ms.validate(boards.scenario(b, 0, ms.Action(boards.name(0, 0), "normal")))
        assert not ms.incoherent(scenario)
        for unit, one in enumerate(scenario.units[:units]):
            kind = kind_of(unit)
            assert kind.least <= len(one.models) <= len(kind.base)
    which = np.arange(boards.count)
    still = np.zeros((which.size, 1, 2))
    for side in range(2):
        for unit in range(units):
            row = np.full(which.size, unit)
            assert allowed(boards, which, np.full(which.size, side), row, still).all()
    assert not np.array_equal(boards.at[0], boards.at[1])


def tried(env: DiscreteSkirmishEnv, action: int) -> DiscreteSkirmishEnv:
    """A copy after an action, in which the other side stands still from now on."""
    other = copy.deepcopy(env)
    other.game.policy = None
    other.step(action)
    return other


def test_a_step_accepts_what_the_mask_allows_and_nothing_else() -> None:
    """At every choice of a few skirmishes, every action that is barred, and some that are not."""
    rng, asked, charges = np.random.default_rng(1), 0, 0
    for seed in SEEDS:
        env = DiscreteSkirmishEnv(units=2, rounds=3, opponent="greedy")
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            mask, game = env.action_masks(), env.game
            charging, unit = bool(game.phase[0]), int(game.unit[0])
            assert mask[0]
            assert info["action_mask"].tolist() == mask.tolist() == seen["action_mask"].tolist()
            assert info["action_mask"].dtype == seen["action_mask"].dtype == np.int8
            some = set(rng.choice(mask.size, 3).tolist())
            for action in np.flatnonzero(~mask).tolist() + sorted(some):
                assert tried(env, action).game.refused[0] != mask[action]
            slides_ = mask[1 : 1 + SPOTS]
            if charging:
                asked += 1
                assert not slides_.any()
                assert np.flatnonzero(mask[1 + SPOTS :]).tolist() == sorted(game.charges(0))
            else:
                before = env.scenario()
                legal = [ms.check(slid(before, *shift)).legal for shift in env.shifts().tolist()]
                assert slides_.tolist() == legal
                assert not mask[1 + SPOTS :].any()
            for target, result in game.charges(0).items():
                assert result.moved is not None
                assert result.moved.action.targets == (game.boards.name(1, target),)
                assert ms.check(ms.validate(result.moved), tolerance=0.0).legal
                other = tried(env, 1 + SPOTS + target).game.boards
                for k, end in enumerate(result.ends.values()):
                    assert tuple(other.at[0, 0, unit, k]) == end[:2] or other.acted[0, 0].all()
            middle = game.boards.centre(0, 0, unit) + env.shifts()
            far = np.hypot(*(middle - [22.0, 15.0]).T)
            action = int(np.where(slides_, far, np.inf).argmin()) + 1
            if charging or not slides_.any():
                action = int(np.flatnonzero(mask)[-1])
                charges += action > SPOTS
            seen, _, over, _, info = env.step(action)
            assert info["accepted"]
    assert asked >= charges > 0


def test_wished_places_come_to_legal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    from movesolver.gym import asking

    found: list[ms.Result] = []
    ask = asking.answer

    def noted(question: asking.Question | None) -> ms.Result | None:
        result = ask(question)
        if result is not None and question is not None and question[1] is not None:
            found.append(result)
        return result

    monkeypatch.setattr(asking, "answer", noted)
    env, rng = SkirmishEnv(units=2, rounds=2, opponent="still"), np.random.default_rng(2)
    env.reset(seed=3)
    over = False
    while not over:
        unit, there = int(env.game.unit[0]), env.game.boards.there[0, 0]
        count = len(found)
        way = rng.uniform(-1.0, 1.0, 2)
        wish = np.clip(way + rng.normal(0.0, 0.1, (5, 2)), -1.0, 1.0).astype(np.float32)
        before = env.game.boards.at[0, 0, unit].copy()
        moving = env.game.phase[0] == 0
        _, _, over, _, _ = env.step(wish)
        assert len(found) == count + 1
        if moving:
            assert found[-1].moved is not None
            assert ms.check(ms.validate(found[-1].moved)).legal
            ends = [found[-1].ends[name][:2] for name in found[-1].ends]
            assert env.game.boards.at[0, 0, unit][there[unit]].tolist() == [
                list(end) for end in ends
            ]
            assert not np.array_equal(before, env.game.boards.at[0, 0, unit])
    count = len(found)
    env.reset(seed=3)
    before = env.game.boards.at[0, 0].copy()
    env.step(np.full((5, 2), 0.01, dtype=np.float32))
    assert len(found) == count
    assert np.array_equal(before, env.game.boards.at[0, 0])
