"""The Gymnasium environments: the book's own checks, seeds, rewards, many boards at once."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

import movesolver as ms
import movesolver.gym as skirmishes
from movesolver.gym import (
    POLICIES,
    Choice,
    DiscreteSkirmishEnv,
    Rewards,
    SkirmishEnv,
    SkirmishVectorEnv,
)
from movesolver.gym.spots import SPOTS

ROOT = Path(__file__).parents[2]
IDS = ("movesolver/Skirmish-v0", "movesolver/SkirmishDiscrete-v0")
Seen = dict[str, Any]


def same(one: Seen, other: Seen) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k]) for k in one)


def chosen(env: SkirmishEnv | DiscreteSkirmishEnv, rng: np.random.Generator) -> Any:
    if isinstance(env, DiscreteSkirmishEnv):
        return int(rng.choice(np.flatnonzero(env.action_masks())))
    return rng.uniform(-1.0, 1.0, (5, 2)).astype(np.float32)


def story(env: SkirmishEnv | DiscreteSkirmishEnv, seed: int | None) -> list[tuple[Seen, float]]:
    """All that is seen in one skirmish, and what is earned."""
    rng = np.random.default_rng(0)
    told = [(env.reset(seed=seed)[0], 0.0)]
    over = False
    while not over:
        seen, reward, over, truncated, info = env.step(chosen(env, rng))
        assert not truncated
        assert isinstance(info["accepted"], bool | np.bool_)
        told.append((seen, reward))
    return told


@pytest.mark.parametrize("name", IDS)
def test_the_book_has_nothing_against_it(name: str) -> None:
    check_env(gymnasium.make(name, units=2, rounds=2).unwrapped)


@pytest.mark.parametrize(("kind", "rounds"), [(SkirmishEnv, 1), (DiscreteSkirmishEnv, 3)])
def test_a_seed_is_a_skirmish(
    kind: type[SkirmishEnv] | type[DiscreteSkirmishEnv], rounds: int
) -> None:
    one, other = (kind(units=2, rounds=rounds, opponent="random") for _ in range(2))
    first = story(one, 5)
    again = story(other, 5)
    assert len(first) == len(again)
    for (seen, reward), (twin, earned) in zip(first, again, strict=True):
        assert same(seen, twin)
        assert reward == earned
        assert one.observation_space.contains(seen)
    assert not same(story(one, None)[0][0], first[0][0])
    assert not same(story(one, 6)[0][0], first[0][0])


def test_what_is_seen_is_padded_and_masked() -> None:
    env = DiscreteSkirmishEnv(units=3)
    sizes = set()
    for seed in range(8):
        seen, _ = env.reset(seed=seed)
        scenario = env.scenario()
        sizes |= {len(unit.models) for unit in scenario.units}
        assert not seen["models"][seen["present"] == 0].any()
        for k, unit in enumerate(scenario.units):
            here = seen["models"][divmod(k, 3)]
            count = len(unit.models)
            assert seen["present"][divmod(k, 3)].tolist() == [1] * count + [0] * (5 - count)
            for row, model in zip(here, unit.models, strict=False):
                assert model.at is not None
                assert row[:2] == pytest.approx(model.at)
                assert row[2] * 2 * 25.4 == pytest.approx(model.base.round)
        for row, marker in zip(seen["markers"], scenario.markers, strict=True):
            assert marker.at == pytest.approx(tuple(row))
        for row, feature in zip(seen["walls"], scenario.terrain, strict=True):
            x, y = zip(*feature.footprint, strict=True)
            assert row == pytest.approx((min(x), min(y), max(x), max(y)))
        assert seen["reach"] == pytest.approx(scenario.mover.move)
    assert len(sizes) > 2


def test_moves_are_paid_by_inches_and_rounds_by_markers() -> None:
    rewards = Rewards(nearer=1.0, held=100.0, lost=-10_000.0, charge=0.0)
    env = DiscreteSkirmishEnv(units=1, rounds=1, opponent="still", rewards=rewards)
    env.reset(seed=0)
    boards = env.game.boards
    here = boards.centre(0, 0, 0)
    boards.markers[0] = here
    boards.markers[0, :2, 0] += (9.0, 18.0)
    boards.markers[0, 2] = boards.centre(0, 1, 0)
    boards.walls[0] = (30.0, 3.0)
    straight = 1 + SPOTS // 2  # along x, by all of M
    env.game.mask[0, straight] = True
    before = boards.at[0, 0, 0].copy()
    _, reward, over, _, _ = env.step(straight)
    assert over
    there = boards.there[0, 0, 0]
    assert boards.at[0, 0, 0][there] == pytest.approx(before[there] + [6.0, 0.0])
    assert boards.holders(np.array([0])).tolist() == [[1, 0, -1]]
    assert reward == pytest.approx(6.0 + 100.0 - 10_000.0)


def test_the_side_with_more_models_near_holds_a_marker() -> None:
    env = DiscreteSkirmishEnv(units=1, opponent="still")
    env.reset(seed=1)
    boards = env.game.boards
    boards.there[0] = True
    boards.markers[0] = (20.0, 15.0)
    edge = 3.0 + (20.0 + 16.0) / 25.4  # of marker and base of 32 mm
    boards.at[0] = (40.0, 5.0)
    assert boards.holders(np.array([0])).tolist() == [[0, 0, 0]]
    boards.at[0, 0, 0, 1] = (20.0 + edge - 1e-6, 15.0)
    assert boards.holders(np.array([0])).tolist() == [[1, 1, 1]]
    boards.at[0, 0, 0, 1] = (20.0 + edge + 1e-6, 15.0)
    boards.at[0, 1, 0, 2] = (19.0, 15.0)
    assert boards.holders(np.array([0])).tolist() == [[-1, -1, -1]]
    boards.at[0, 0, 0, 1] = (20.0, 16.0)
    assert boards.holders(np.array([0])).tolist() == [[0, 0, 0]]


def test_a_refused_action_costs_and_the_unit_stays() -> None:
    env = DiscreteSkirmishEnv(units=1, opponent="still", rewards=Rewards(refused=-7.0))
    env.reset(seed=0)
    before = env.game.boards.at.copy()
    barred = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, _, _, info = env.step(barred)
    assert reward == -7.0
    assert not info["accepted"]
    assert np.array_equal(before, env.game.boards.at)


def test_opponents_play_by_name_or_by_a_function() -> None:
    def moved(opponent: Any) -> float:
        env = DiscreteSkirmishEnv(units=2, rounds=2, opponent=opponent)
        env.reset(seed=2)
        before, over = env.game.boards.at[0, 1].copy(), False
        while not over:
            over = env.step(0)[2]
        return float(np.abs(env.game.boards.at[0, 1] - before).sum())

    asked: list[Choice] = []

    def stays(choice: Choice, rng: np.random.Generator) -> int:
        asked.append(choice)
        return 0

    assert set(POLICIES) == {"still", "random", "greedy"}
    assert moved("still") == 0.0
    assert moved(stays) == 0.0
    assert len(asked) >= 4
    assert all(len(choice.spots) == 1 + SPOTS for choice in asked)
    # A policy looks at the board; it does not change it.
    shown = [array for choice in asked for array in (choice.mask, choice.spots, choice.markers)]
    assert not any(array.flags.writeable for array in shown)
    assert moved("greedy") > 10.0
    assert moved("random") > 10.0
    with pytest.raises(ms.InputError, match="opponent"):
        moved(lambda choice, rng: len(choice.mask))


@pytest.mark.parametrize("discrete", [True, False])
def test_many_boards_do_what_single_ones_do(discrete: bool) -> None:
    kind = DiscreteSkirmishEnv if discrete else SkirmishEnv
    options: dict[str, Any] = {"units": 2, "rounds": 2 if discrete else 1, "opponent": "random"}
    singles = SyncVectorEnv([lambda: kind(**options) for _ in range(3)])
    many = [SkirmishVectorEnv(3, discrete=discrete, threads=n, **options) for n in (1, 2)]
    assert many[0].observation_space == singles.observation_space
    assert many[0].action_space == singles.action_space
    rng = np.random.default_rng(4)
    told = [env.reset(seed=7) for env in (singles, *many)]
    ended = False
    for _ in range(14 if discrete else 7):
        for seen, info in told[1:]:
            assert same(seen, told[0][0])
            if discrete:
                assert np.array_equal(info["action_mask"], told[0][1]["action_mask"])
        if discrete:
            masks = many[0].action_masks()
            actions: Any = np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1)
        else:
            actions = rng.uniform(-1.0, 1.0, (3, 5, 2)).astype(np.float32)
        steps = [env.step(actions) for env in (singles, *many)]
        for _, reward, over, truncated, _ in steps[1:]:
            assert np.array_equal(reward, steps[0][1])
            assert np.array_equal(over, steps[0][2])
            assert not truncated.any()
        ended |= bool(steps[0][2].any())
        told = [(step[0], step[4]) for step in steps]
    assert ended
    for env in (singles, *many):
        env.close()


@pytest.mark.parametrize("name", IDS)
def test_ids_make_many_boards_too(name: str) -> None:
    env = gymnasium.make_vec(name, 2, vectorization_mode="vector_entry_point", units=1)
    many = env.unwrapped
    assert isinstance(many, SkirmishVectorEnv)
    assert many.game.discrete == ("Discrete" in name)
    seen, _ = many.reset(seed=[3, 3])
    assert env.observation_space.contains(seen)
    assert np.array_equal(seen["models"][0], seen["models"][1])
    env.close()


def test_it_is_drawn() -> None:
    env = gymnasium.make(IDS[1], units=1, render_mode="svg")
    env.reset(seed=0)
    picture: Any = env.render()
    assert isinstance(picture, str)
    assert picture.startswith("<svg")
    assert picture == env.render()
    quiet = DiscreteSkirmishEnv(units=1)
    quiet.reset(seed=0)
    assert quiet.render() is None


def test_bad_input_is_named() -> None:
    for options, place in (
        ({"units": 0}, "units"),
        ({"units": 5}, "units"),
        ({"rounds": 0}, "rounds"),
        ({"opponent": "clever"}, "opponent"),
        ({"render_mode": "human"}, "render_mode"),
        ({"rewards": 3.0}, "rewards"),
    ):
        with pytest.raises(ms.InputError) as error:
            DiscreteSkirmishEnv(**options)
        assert error.value.place == place
    with pytest.raises(gymnasium.error.ResetNeeded):
        SkirmishVectorEnv(2).step([0, 0])
    with pytest.raises(ms.InputError, match="num_envs"):
        SkirmishVectorEnv(0)
    with pytest.raises(ms.InputError, match="threads"):
        SkirmishVectorEnv(1, threads=-1)
    assert SkirmishVectorEnv(1, threads=0).game.threads == os.cpu_count()
    env, wishing = DiscreteSkirmishEnv(units=1, rounds=1, opponent="still"), SkirmishEnv(units=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=0)
    wishing.reset(seed=0)
    for action in (-1, 99, 0.5, "stay", None):
        with pytest.raises(ms.InputError, match="action"):
            env.step(action)
    for wish in (np.zeros((4, 2)), np.full((5, 2), 1.5), np.full((5, 2), np.nan), [[0.0], 1.0]):
        with pytest.raises(ms.InputError, match="action"):
            wishing.step(wish)
    wishing.step(np.zeros((5, 2)))
    env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    many = SkirmishVectorEnv(2, units=1)
    with pytest.raises(ms.InputError, match="seed"):
        many.reset(seed=[1])
    many.reset(seed=0)
    before = many.game.boards.at.copy()
    for actions in ([0], [0, 99], [0.0, 1.0], [[0], [0]]):
        with pytest.raises(ms.InputError, match="actions"):
            many.step(actions)
    assert np.array_equal(before, many.game.boards.at)


def test_before_the_first_reset_there_is_nothing_to_ask_about() -> None:
    many, one = SkirmishVectorEnv(2, units=1), DiscreteSkirmishEnv(units=1, render_mode="svg")
    wishing = SkirmishEnv(units=1)
    asked: list[Any] = [
        many.action_masks,
        many.shifts,
        one.action_masks,
        one.shifts,
        one.render,
        one.scenario,
    ]
    asked += [lambda: many.step([0, 0]), lambda: one.step(0), lambda: wishing.step(0)]
    for ask in asked:
        with pytest.raises(gymnasium.error.ResetNeeded, match="No board has been dealt"):
            ask()
    one.reset(seed=0)
    assert one.action_masks()[0]


@pytest.mark.parametrize("kind", [SkirmishEnv, DiscreteSkirmishEnv, SkirmishVectorEnv])
def test_a_keyword_that_is_none_is_one_of_the_class_called(kind: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{kind.__name__}\.__init__\(\) got .*'nonsense'"):
        kind(nonsense=1)

    class Mine(kind):  # type: ignore[misc] # a class that is given
        def __init__(self) -> None:
            super().__init__(units=1)

    class Same(Mine):
        pass

    assert Same().game.units == 1


def test_the_library_does_without_gymnasium() -> None:
    code = "import sys, movesolver; print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_names_are_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    for name in skirmishes.__all__:
        assert re.search(rf"\b{name}\b", page), name
        assert getattr(skirmishes, name).__doc__, name


def test_the_page_shows_what_happens(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "gym.md").read_text()
    code, printed = re.findall(r"```(?:python|text)\n(.*?)```", page, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out == printed
    for name in DiscreteSkirmishEnv(units=3).reset(seed=0)[0]:
        assert f"| `{name}` |" in page
    for name in Rewards.__dataclass_fields__:
        assert f"`{name}`" in page


def test_the_example_learns_more_than_chance(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location(
        "train_policy", ROOT / "examples" / "train_policy.py"
    )
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    few = "--minutes 0 --boards 16 --episodes 1 --held-out 16 --rounds 2 --opponent still"
    gain, half = example.main(few.split())
    assert gain > half > 0.0
    assert "gain over chance" in capsys.readouterr().out
