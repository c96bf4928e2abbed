"""What a run has found so far: counts by family and check, errors by kind of pair."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from accuracy.boards import UNIT_ROUNDOFF, Bools, Floats

DECADES = range(-18, -8)
"""Powers of ten of the distances from a threshold, upper ends: the first holds all smaller."""
HAIR = 1e-9
"""Boards nearer to a threshold than this are counted as near, inches."""


@dataclass
class Verdicts:
    """Verdicts of one check on one family of boards."""

    boards: int = 0
    near: int = 0
    """With a pair within `HAIR` of a threshold of this check."""
    decided: int = 0
    """Whose verdict changes when all thresholds move by `HAIR` either way."""
    differing: int = 0
    """Judged otherwise than by the exact quantities."""
    wrong: int = 0
    """Of these, not explained by rounding within the bounds."""
    farthest: float = 0.0
    """Most of the bound that a differing verdict needed."""
    near_by_decade: list[int] = field(default_factory=lambda: [0] * len(DECADES))
    differing_by_decade: list[int] = field(default_factory=lambda: [0] * len(DECADES))

    def add(
        self, closest: Floats, decided: Bools, differing: Bools, wrong: int, farthest: float
    ) -> None:
        """Count a batch.

        Parameters
        ----------
        closest
            How near each board comes to a threshold, inches; shape (b,).
        decided, differing
            Which boards are; shape (b,).
        wrong, farthest
            As the fields.
        """
        near = closest <= HAIR
        self.boards += closest.size
        self.near += int(near.sum())
        self.decided += int(decided.sum())
        self.differing += int(differing.sum())
        self.wrong += wrong
        self.farthest = max(self.farthest, farthest)
        clipped = np.clip(closest, 10.0 ** DECADES[0], 1.0)
        decade = np.ceil(np.log10(clipped) - 1e-9).astype(int)
        for k, power in enumerate(DECADES):
            self.near_by_decade[k] += int((near & (decade == power)).sum())
            self.differing_by_decade[k] += int((differing & (decade == power)).sum())


@dataclass
class Errors:
    """Errors of a distance, against the exact one."""

    count: int = 0
    wrong: int = 0
    """Beyond the bound."""
    inches: float = 0.0
    """The largest."""
    roundoffs: float = 0.0
    """The largest in parts of 2^-53 of its scale."""

    def add(self, error: Floats, scale: Floats, bound: Floats | float) -> None:
        """Count the errors of a batch, their bound given in parts of 2^-53 of the scale."""
        if error.size == 0:
            return
        size = np.abs(error)
        parts = size / (UNIT_ROUNDOFF * scale)
        self.count += size.size
        self.wrong += int((~(parts <= bound)).sum())
        self.inches = max(self.inches, float(size.max()))
        self.roundoffs = max(self.roundoffs, float(parts.max()))


@dataclass
class Tally:
    """All of it, as it is written to a file."""

    fingerprint: str
    pieces: dict[str, int] = field(default_factory=dict)
    """Pieces done of each part of a run: the seeds used are those below."""
    done: dict[str, int] = field(default_factory=dict)
    """Boards, or pairs, in these pieces."""
    seconds: float = 0.0
    verdicts: dict[str, Verdicts] = field(default_factory=dict)
    """By ``family/check``."""
    errors: dict[str, Errors] = field(default_factory=dict)
    """By ``quantity/kind``."""

    def verdict(self, family: str, check: str) -> Verdicts:
        """Return the count of a check."""
        return self.verdicts.setdefault(f"{family}/{check}", Verdicts())

    def error(self, quantity: str, kind: str) -> Errors:
        """Return the errors of a quantity."""
        return self.errors.setdefault(f"{quantity}/{kind}", Errors())

    @property
    def boards(self) -> dict[str, int]:
        """Boards done of each family."""
        ends = "/any"
        return {k.removesuffix(ends): v.boards for k, v in self.verdicts.items() if ends in k}

    @property
    def wrong(self) -> int:
        """How many answers are wrong."""
        return sum(v.wrong for v in self.verdicts.values()) + sum(
            e.wrong for e in self.errors.values()
        )

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Tally:
        """Return the tally written by `as_dict`."""
        verdicts = {k: Verdicts(**v) for k, v in data["verdicts"].items()}
        errors = {k: Errors(**v) for k, v in data["errors"].items()}
        return cls(**{**data, "verdicts": verdicts, "errors": errors})
