"""How the other side plays: policies by name, over the choices that the mask allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bools, Floats
from movesolver.errors import InputError
from movesolver.table.fields import shown


class Choice(NamedTuple):
    """What a policy is asked."""

    mask: Bools
    """Which actions are allowed, shape (a,): stay, the spots, a charge of each enemy unit."""
    spots: Floats
    """Where the unit's middle would be after staying and after each slide, inches, (1 + s, 2)."""
    markers: Floats
    """Centres, inches, shape (m, 2)."""
    charging: bool
    """Whether it is the Charge phase: then only to stay and to charge are allowed."""


Policy = Callable[[Choice, np.random.Generator], int]
"""Returns the number of an allowed action."""


def greedy(choice: Choice, rng: np.random.Generator) -> int:
    """Go as near to a marker as a slide can; charge whoever can be charged."""
    if choice.charging:
        return int(np.flatnonzero(choice.mask)[-1])
    apart = choice.spots[:, None] - choice.markers[None]
    near = np.hypot(apart[..., 0], apart[..., 1]).min(axis=1)
    return int(np.where(choice.mask[: len(near)], near, np.inf).argmin())


def uniform(choice: Choice, rng: np.random.Generator) -> int:
    """Take any allowed action, each as likely."""
    return int(rng.choice(np.flatnonzero(choice.mask)))


POLICIES: Mapping[str, Policy | None] = {"still": None, "random": uniform, "greedy": greedy}
"""Policies by name; ``still`` makes no choices at all."""


def policy_of(opponent: str | Policy) -> Policy | None:
    """Return a policy by its name, or the one given.

    Raises
    ------
    InputError
        If there is none of this name.
    """
    if callable(opponent):
        return opponent
    if not isinstance(opponent, str) or opponent not in POLICIES:
        raise InputError("opponent", f"a policy, or one of {', '.join(POLICIES)}", shown(opponent))
    return POLICIES[opponent]
