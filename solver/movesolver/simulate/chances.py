"""What a charge needs on the dice, and how likely that is: exactly, by the distance alone."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from itertools import product

from movesolver.phases.state import PhaseState


def needed(phase: PhaseState, gap: float) -> int:
    """Return the least roll with which a unit so far away may be charged.

    Section 11.04: its targets are within the roll; walls and bases on the way may ask for more.
    """
    kind, rules = phase.kind("charge"), phase.rules
    within = kind.targets is not None and kind.targets.within_maximum
    short = gap if within else gap - rules.engagement.horizontal
    return math.ceil(min(max(short - rules.tolerance, 0.0), 1e6))


def chance(phase: PhaseState, gap: float) -> float:
    """Return how likely the dice of a charge do for a unit so far away."""
    return _at_least(needed(phase, gap), *phase.kind("charge").dice)


@lru_cache(maxsize=256)
def _at_least(least: int, count: int, sides: int) -> float:
    rolls = list(product(range(1, sides + 1), repeat=count))
    return float(Fraction(sum(sum(roll) >= least for roll in rolls), len(rolls)))
