"""What a state remembers, what a step reports, and the refusal of a step."""

from __future__ import annotations

from typing import Literal

import msgspec

from movesolver.errors import MoveSolverError
from movesolver.referee.verdict import Code, Finding, Json, Verdict

OwedKind = Literal["mortal_wounds", "battle_shock"]


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Dice rolled for a move before it is made."""

    unit: str
    move: str
    dice: tuple[int, ...] = ()
    """What adds to the distance; empty if the move has no such roll."""
    mode: str | None = None
    hazards: tuple[int, ...] = ()
    """Hazard rolls made before the move, one for each model (06.03)."""
    open: bool = True
    """Whether the move it was made for may still be made."""

    @property
    def total(self) -> int | None:
        """The sum of the dice, None if there are none."""
        return sum(self.dice) if self.dice else None


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that follows from a step and is the caller's to settle."""

    unit: str
    kind: OwedKind
    amount: int = 1
    """Mortal wounds, or rolls."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one step brought with it."""

    did: str
    """The move, or ``roll``, ``skies``, ``finish``, ``lose``, ``fought``, ``pass`` ..."""
    unit: str | None = None
    mode: str | None = None
    dice: tuple[int, ...] = ()
    """Dice rolled for the distance in this step."""
    hazards: tuple[int, ...] = ()
    """Hazard rolls made in this step (06.03)."""
    mortal_wounds: int = 0
    """What those rolls cost, for the caller to allocate."""
    shock_dice: tuple[int, ...] = ()
    """Dice of a battle-shock roll made in this step."""
    shocked: bool = False
    """Whether the unit is battle-shocked from this step on and was not before."""
    lost: tuple[str, ...] = ()
    """Models that left the game."""
    owed: tuple[Owed, ...] = ()
    """What this step added to `owed` of the state."""
    forced: tuple[str, ...] = ()
    """Enemy units that are now to be selected to fight (12.08)."""
    stationary: tuple[str, ...] = ()
    """Units not selected by the end of the phase (09.04)."""

    @property
    def hazard_rolls(self) -> int:
        """How many hazard rolls were made."""
        return len(self.hazards)

    @property
    def battle_shock_roll(self) -> bool:
        """Whether a battle-shock roll was made or is owed."""
        return bool(self.shock_dice) or any(one.kind == "battle_shock" for one in self.owed)


class Option(msgspec.Struct, frozen=True):
    """One thing that a unit could do, and why not if it cannot."""

    move: str
    mode: str | None = None
    targets: tuple[str, ...] = ()
    """The transport, where the option is to get into one."""
    refusals: tuple[Finding, ...] = ()
    """Every reason against it, with its section; empty: it is open."""
    rolls: bool = False
    """Whether `roll` comes before it."""
    by_leave: bool = False
    """Whether some other rule must grant it (a reactive move, a surge, a stratagem)."""

    @property
    def allowed(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.refusals

    def to_json(self) -> Json:
        """Return the option as plain values."""
        return {
            "move": self.move,
            "mode": self.mode,
            "targets": list(self.targets),
            "allowed": self.allowed,
            "rolls": self.rolls,
            "by_leave": self.by_leave,
            "refusals": [finding.to_json() for finding in self.refusals],
        }


class RefusedError(MoveSolverError):
    """A step that the rules refuse; the state it was asked of is as it was."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(verdict.explain())

    def __reduce__(self) -> tuple[type[RefusedError], tuple[Verdict]]:
        """Let the error travel between processes."""
        return type(self), (self.verdict,)


def barred(section: str, text: str, code: Code = Code.NOT_ELIGIBLE) -> Finding:
    """Return a refusal of the phase itself."""
    return Finding(code, section, (), text)


def refused(*findings: Finding) -> RefusedError:
    """Return the error of a step with these reasons against it."""
    return RefusedError(Verdict(findings, {}))
