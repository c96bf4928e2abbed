"""The distances of a game's rules, ready for the array checks."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    if not isinstance(value, int | float) or not value >= 0.0:
        raise InputError(name, "a distance in inches, 0 or more", repr(value))
    return float(value)


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
        for name in ("needed", "crowd", "needed_in_crowd"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 0:
                raise InputError(name, "a whole number, 0 or more", repr(value))
        tolerance = distance("tolerance", self.tolerance)
        arguments = (
            *distances,
            self.needed,
            self.crowd,
            self.needed_in_crowd,
            bool(self.single_group),
            tolerance,
        )
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
