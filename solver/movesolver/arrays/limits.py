"""The distances of a game's rules, ready for the array checks."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from numbers import Real

import numpy as np

from movekernels.arrays import TOLERANCE
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.wh40k import ELEVENTH


def distance(name: str, value: float) -> float:
    """Return a distance as a float after a look at it.

    Raises
    ------
    InputError
        If it is negative or no number.
    """
    if type(value) is int:
        value = float(value)
    if type(value) is not float:
        if not isinstance(value, Real) or isinstance(value, bool | np.bool_):
            raise InputError(name, "a distance in inches, 0 or more", repr(value))
        value = float(value)
    if not value >= 0.0:
        raise InputError(name, "a distance in inches, 0 or more", repr(value))
    return value


def whole(name: str, value: int) -> int:
    """Return a whole number, 0 or more, as an int after a look at it.

    Raises
    ------
    InputError
        If it is something else.
    """
    if type(value) is int and 0 <= value < 2**31:
        return value
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if isinstance(value, bool | np.bool_) or not 0 <= number < 2**31:
        raise InputError(name, "a whole number, 0 or more", repr(value))
    return number


@dataclass(frozen=True)
class CoherencyLimits:
    """When the models of a unit belong together (03.03); inches, infinite for no limit.

    Raises
    ------
    InputError
        If a distance is negative or no number.
    """

    neighbour: float = ELEVENTH.coherency.neighbour
    """A model needs a mate this near, horizontally ..."""
    vertical: float = ELEVENTH.coherency.neighbour_vertical
    """... and vertically."""
    span: float = ELEVENTH.coherency.span
    """No two models may be farther apart, horizontally ..."""
    span_vertical: float = ELEVENTH.coherency.span_vertical
    """... or vertically."""
    needed: int = ELEVENTH.coherency.needed
    """How many such mates a model needs."""
    crowd: int = ELEVENTH.coherency.crowd
    """From this many models on ``needed_in_crowd`` counts instead; 0 for never."""
    needed_in_crowd: int = ELEVENTH.coherency.needed_in_crowd
    single_group: bool = ELEVENTH.coherency.single_group
    """Whether neighbours must make the unit one group."""
    tolerance: float = TOLERANCE
    """Added to every distance."""
    arguments: tuple[float, float, float, float, int, int, int, bool, float] = field(
        init=False, repr=False, compare=False
    )
    """What the kernels are given."""

    def __post_init__(self) -> None:
        distances = [
            distance(name, getattr(self, name))
            for name in ("neighbour", "vertical", "span", "span_vertical")
        ]
        numbers = [
            whole(name, getattr(self, name)) for name in ("needed", "crowd", "needed_in_crowd")
        ]
        if not isinstance(self.single_group, bool | np.bool_):
            raise InputError("single_group", "true or false", repr(self.single_group))
        tolerance = distance("tolerance", self.tolerance)
        arguments = (*distances, *numbers, bool(self.single_group), tolerance)
        object.__setattr__(self, "arguments", arguments)

    @classmethod
    def of(cls, rules: RuleSet) -> CoherencyLimits:
        """Return the limits of a game."""
        rule = rules.coherency
        return cls(
            rule.neighbour,
            rule.neighbour_vertical,
            rule.span,
            rule.span_vertical,
            rule.needed,
            rule.crowd,
            rule.needed_in_crowd,
            rule.single_group,
            rules.tolerance,
        )


@dataclass(frozen=True)
class EngagementLimits:
    """How near an enemy engages a model (03.04); inches, infinite for no limit.

    Raises
    ------
    InputError
        If a distance is negative or no number.
    """

    horizontal: float = ELEVENTH.engagement.horizontal
    vertical: float = ELEVENTH.engagement.vertical
    tolerance: float = TOLERANCE
    """Added to both."""
    arguments: tuple[float, float, float] = field(init=False, repr=False, compare=False)
    """What the kernels are given ..."""
    reach: tuple[float, float, bool] = field(init=False, repr=False, compare=False)
    """... or both distances with the tolerance, and that either is inclusive."""

    def __post_init__(self) -> None:
        arguments = (
            distance("horizontal", self.horizontal),
            distance("vertical", self.vertical),
            distance("tolerance", self.tolerance),
        )
        object.__setattr__(self, "arguments", arguments)
        horizontal, vertical, tolerance = arguments
        reach = (horizontal + tolerance, vertical + tolerance, False)
        object.__setattr__(self, "reach", reach)

    @classmethod
    def of(cls, rules: RuleSet) -> EngagementLimits:
        """Return the limits of a game."""
        rule = rules.engagement
        return cls(rule.horizontal, rule.vertical, rules.tolerance)


COHERENCY = CoherencyLimits()
"""The 11th edition's."""
ENGAGEMENT = EngagementLimits()
"""The 11th edition's."""
