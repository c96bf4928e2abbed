"""Numbers that the sequence of a turn knows and no single move does, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HazardRule:
    """What a hazard roll is, and what it costs."""

    section: str
    sides: int
    fails_to: int
    """Results up to this one fail."""
    wounds: int
    """Mortal wounds of a failed roll ..."""
    heavy_wounds: int
    """... and of one where every model of the unit has one of these keywords."""
    heavy: frozenset[str]

    def cost(self, results: Sequence[int], heavy: bool) -> int:
        """Return the mortal wounds that some rolls of one unit cost."""
        each = self.heavy_wounds if heavy else self.wounds
        return each * sum(result <= self.fails_to for result in results)


@dataclass(frozen=True, slots=True)
class ShockRule:
    """What a battle-shock roll is: passed by a sum of at least the best Leadership."""

    section: str
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReserveRule:
    """What becomes of units that stay in reserve."""

    section: str
    until: int
    """Units that have never been on the battlefield are destroyed at the end of this round."""


HAZARDS = HazardRule(
    "06.03", sides=6, fails_to=2, wounds=1, heavy_wounds=3, heavy=frozenset({"MONSTER", "VEHICLE"})
)
BATTLE_SHOCK = ShockRule("01.07", dice=(2, 6))
RESERVES = ReserveRule("20.04", until=3)
PASS_BEYOND = 5.0
"""A player may pass in the Fight step when every unit that may fight is farther than this from
every enemy, inches (12.01)."""
FIGHTS_FIRST = "FIGHTS FIRST"
"""The keyword by which a unit that did not charge is selected to fight among the first."""

RESTRICTIONS: dict[str, frozenset[str]] = {
    "move": frozenset(),
    "run": frozenset({"run"}),
    "assault": frozenset({"run", "shoot"}),
    "shoot": frozenset({"shoot"}),
    "defend": frozenset({"defend"}),
}
"""VoidSiege: what a command restricts for the rest of the round (VS14, VS15).

What Advance and Overrun restrict is not known: the texts found are silent.
"""
