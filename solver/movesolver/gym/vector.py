"""Many boards stepped in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from movesolver.batch.arguments import whole
from movesolver.errors import InputError
from movesolver.gym.envs import check_begun, check_options, fitting, wish_space
from movesolver.gym.observing import Observation, observation_space, observe
from movesolver.gym.policies import Policy
from movesolver.gym.rewards import Rewards
from movesolver.gym.skirmish import Skirmishes

Steps = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class SkirmishVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """As many boards as you like, stepped in one call.

    Parameters
    ----------
    num_envs
        How many boards.
    discrete
        Whether actions are those of `DiscreteSkirmishEnv`, else those of `SkirmishEnv`.
    threads
        How many threads share charges and snaps of different boards; what comes out is the
        same for any number; 0 for one a processor.
    units, rounds, opponent, rewards
        As for `SkirmishEnv`.

    Notes
    -----
    Board by board it does exactly what `gymnasium.vector.SyncVectorEnv` of the single
    environments does, resetting at the step after the last (`AutoresetMode.NEXT_STEP`).
    Masks of all boards are found in one call.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - no ClassVar in Gymnasium

    def __init__(
        self,
        num_envs: int = 1,
        *,
        discrete: bool = True,
        threads: int = 1,
        units: int = 3,
        rounds: int = 4,
        opponent: str | Policy = "greedy",
        rewards: Rewards | None = None,
    ) -> None:
        self.num_envs = num_envs = whole("num_envs", num_envs, 1)
        self.game = Skirmishes(
            num_envs,
            units=units,
            rounds=rounds,
            opponent=opponent,
            rewards=rewards,
            discrete=discrete,
            threads=threads,
        )
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.actions) if discrete else wish_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all boards; board ``i`` of a seed that is one number has that number plus ``i``.

        There are no ``options``.

        Raises
        ------
        InputError
            If a seed is no whole number, 0 or more, there are not as many as boards, or there
            are options.
        """
        check_options(options)
        seeds = self._seeds(seed)
        for i, one in enumerate(seeds):
            if one is not None or not self.game.begun:
                self.game.rngs[i] = seeding.np_random(one)[0]
        self.game.begin(range(self.num_envs))
        return observe(self.game), self._info()

    def _seeds(self, seed: object) -> list[int | None]:
        """Return the seed of each board."""
        count = self.num_envs
        if seed is None:
            return [None] * count
        if isinstance(seed, Iterable) and not isinstance(seed, str | bytes | Mapping):
            each = [None if one is None else whole("seed", one) for one in seed]
            if len(each) != count:
                raise InputError("seed", f"a number, or {count} of them", f"{len(each)}")
            return each
        first = whole("seed", seed)
        return [first + i for i in range(count)]

    def step(self, actions: Any) -> Steps:
        """Make the choices of all boards; those that were over are dealt anew instead.

        Raises
        ------
        InputError
            If the actions are not of the space.
        gymnasium.error.ResetNeeded
            If the boards were not dealt yet.
        """
        check_begun(self.game)
        given = fitting(self.action_space, actions, "actions")
        game, over = self.game, self.game.over.copy()
        game.reward[over], game.refused[over] = 0.0, False
        going = np.flatnonzero(~over).tolist()
        game.begin(np.flatnonzero(over).tolist())
        game.step(going, [given[b] for b in going])
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        return observe(game), game.reward.copy(), game.over.copy(), truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed now on every board, shape (b, a).

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the boards were not dealt yet.
        """
        check_begun(self.game)
        return self.game.mask.copy()

    def shifts(self) -> NDArray[np.float64]:
        """Return what each slide adds to where models stand, inches, shape (b, 24, 2).

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the boards were not dealt yet.
        """
        check_begun(self.game)
        shifts: NDArray[np.float64] = self.game.reach[:, None, None] * self.game.slides
        return shifts

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.game.close()

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, dtype=np.bool_)
        info: dict[str, Any] = {"accepted": ~self.game.refused, "_accepted": every}
        if self.game.discrete:
            info |= {"action_mask": self.game.mask.astype(np.int8), "_action_mask": every.copy()}
        return info


def continuous(num_envs: int = 1, **options: Any) -> SkirmishVectorEnv:
    """Return the boards of ``movesolver/Skirmish-v0``."""
    return SkirmishVectorEnv(num_envs, discrete=False, **options)
