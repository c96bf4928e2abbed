"""What a re-checked certificate turns out to be worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Verified:
    """The answer of `verify`."""

    valid: bool
    """Whether everything that the certificate claims was shown again."""
    bound: float | None
    """What no legal end was shown to be worth more than, points; None if nothing was, and where
    there is no legal end."""
    claim: str
    """What was shown, in words made here; of one that is not valid, the certificate's own."""
    faults: tuple[str, ...]
    """What is wrong with it, or what could not be shown, in words."""

    def to_json(self) -> dict[str, Any]:
        """Return the answer as ``verify --json`` prints it."""
        return {
            "valid": self.valid,
            "bound": self.bound,
            "claim": self.claim,
            "faults": list(self.faults),
        }


class NotCoveredError(Exception):
    """Something that `verify` does not understand, so it vouches for nothing."""


class SpentError(Exception):
    """As many boxes were looked at as the caller allowed."""


@dataclass(slots=True)
class Budget:
    """How many boxes may still be looked at."""

    most: int
    used: int = field(default=0, init=False)

    def spend(self, boxes: int) -> None:
        """Count boxes; raises `SpentError` where they are too many."""
        self.used += boxes
        if self.used > self.most:
            raise SpentError
