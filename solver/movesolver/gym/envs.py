"""The environments of one board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from movesolver.batch.arguments import whole, word
from movesolver.draw.svg import draw_svg
from movesolver.errors import InputError
from movesolver.gym.deal import MODELS
from movesolver.gym.observing import Observation, observation_space, observe
from movesolver.gym.policies import Policy
from movesolver.gym.rewards import Rewards
from movesolver.gym.skirmish import Skirmishes
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

Wishes = NDArray[np.float32]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


def wish_space() -> spaces.Box:
    """Return the actions of the continuous variant."""
    return spaces.Box(-1.0, 1.0, (MODELS, 2), np.float32)


def fitting(space: spaces.Space[Any], action: Any, name: str) -> NDArray[Any]:
    """Return an action as an array of a space.

    Raises
    ------
    InputError
        If it is not of the space.
    """
    refused = InputError(name, f"one of {space}", shown(action))
    try:
        given = np.asarray(action)
        if given.dtype.kind == "b":
            raise refused
        given = given.astype(space.dtype, casting="same_kind")
    except (TypeError, ValueError):
        raise refused from None
    if not space.contains(given):
        raise refused
    return given


def check_options(options: object) -> None:
    """Raise if there are options of a reset: what is not known is not passed over."""
    if options is not None and not (isinstance(options, Mapping) and not options):
        raise InputError("options", "none", shown(options))


def check_begun(game: Skirmishes) -> None:
    """Raise unless boards were dealt."""
    if not game.begun:
        raise gymnasium.error.ResetNeeded("No board has been dealt: call reset().")


class _Skirmish(gymnasium.Env[Observation, Any]):
    """What both variants share."""

    metadata: dict[str, Any] = {"render_modes": ["svg"], "render_fps": 2}  # noqa: RUF012 - no ClassVar in Gymnasium
    discrete: ClassVar[bool]

    def __init__(
        self,
        *,
        units: int = 3,
        rounds: int = 4,
        opponent: str | Policy = "greedy",
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            word("render_mode", render_mode, self.metadata["render_modes"])
        self.game = Skirmishes(
            1,
            units=units,
            rounds=rounds,
            opponent=opponent,
            rewards=rewards,
            discrete=self.discrete,
        )
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.actions) if self.discrete else wish_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a board; the same seed deals the same one and rolls the same dice.

        There are no ``options``.

        Raises
        ------
        InputError
            If the seed is no whole number, 0 or more, or there are options.
        """
        check_options(options)
        super().reset(seed=None if seed is None else whole("seed", seed))
        self.game.rngs[0] = self.np_random
        self.game.begin([0])
        return self._seen(), self._info()

    def step(self, action: Any) -> Step:
        """Make the choice of the acting unit, and play on to the next.

        Raises
        ------
        InputError
            If the action is not of the space.
        gymnasium.error.ResetNeeded
            If the skirmish is over, or has not begun.
        """
        check_begun(self.game)
        if self.game.over[0]:
            raise gymnasium.error.ResetNeeded("The skirmish is over: call reset().")
        game = self.game
        game.step([0], [fitting(self.action_space, action, "action")])
        return self._seen(), float(game.reward[0]), bool(game.over[0]), False, self._info()

    def render(self) -> str | None:
        """Return the board as the text of an SVG picture, if ``render_mode`` is ``svg``.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no board was dealt yet.
        """
        return None if self.render_mode is None else draw_svg(self.scenario(), whole=True)

    def scenario(self) -> Scenario:
        """Return the board as a scenario that asks about the move of the acting unit.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no board was dealt yet.
        """
        check_begun(self.game)
        return self.game.scenario(0)

    def _seen(self) -> Observation:
        seen = {name: value[0] for name, value in observe(self.game).items()}
        return {n: np.int64(v) if np.ndim(v) == 0 else v for n, v in seen.items()}

    def _info(self) -> dict[str, Any]:
        return {"accepted": not self.game.refused[0]}


class SkirmishEnv(_Skirmish):
    """Movement and charges of one side, by wished places.

    Parameters
    ----------
    units
        Units of a side, 1 to 4: infantry and riders in turns.
    rounds
        Battle rounds.
    opponent
        How the other side plays: ``still``, ``random``, ``greedy`` or a policy of your own
        (`Choice` to the number of an allowed action).
    rewards
        What a choice is paid for.
    render_mode
        ``svg`` or None.

    Notes
    -----
    An action is where each model should go, from where it stands, as parts of the reach:
    float32 (5, 2) in [-1, 1]; rows without a model are not looked at.  The unit makes the
    legal move that `movesolver.snap` finds nearest to that.  It stays if the wishes go less
    than a twentieth of the reach on average, or nothing legal is found.  A charge is made at
    the enemy unit, of those the roll reaches, that the wishes come nearest to.
    """

    discrete: ClassVar[bool] = False

    def __init__(
        self,
        *,
        units: int = 3,
        rounds: int = 4,
        opponent: str | Policy = "greedy",
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            units=units, rounds=rounds, opponent=opponent, rewards=rewards, render_mode=render_mode
        )


class DiscreteSkirmishEnv(_Skirmish):
    """Movement and charges of one side, by choosing from a list with an exact mask.

    Parameters are those of `SkirmishEnv`.

    Notes
    -----
    Action 0 stays; 1 to 24 slide the whole unit straight, by half its M and by all of it, in
    each of twelve headings (`shifts`); the others charge an enemy unit by its number.  The
    mask says which are allowed, in the observation, in ``info`` and by `action_masks`.  An
    action that is not is refused: the unit stays, ``info["accepted"]`` is False.
    """

    discrete: ClassVar[bool] = True

    def __init__(
        self,
        *,
        units: int = 3,
        rounds: int = 4,
        opponent: str | Policy = "greedy",
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            units=units, rounds=rounds, opponent=opponent, rewards=rewards, render_mode=render_mode
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed now, shape (a,).

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no board was dealt yet.
        """
        check_begun(self.game)
        mask: NDArray[np.bool_] = self.game.mask[0].copy()
        return mask

    def shifts(self) -> NDArray[np.float64]:
        """Return what each slide adds to where models stand, inches, shape (24, 2).

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no board was dealt yet.
        """
        check_begun(self.game)
        shifts: NDArray[np.float64] = self.game.reach[0] * self.game.slides
        return shifts

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "action_mask": self.game.mask[0].astype(np.int8)}
