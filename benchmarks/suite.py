"""The scenes of the benchmark suite, and the best that is known of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from movesolver import Scenario, loads

FOLDER = Path(__file__).parent / "scenes"


@dataclass(frozen=True)
class Scene:
    """One scene."""

    family: str
    index: int
    """Its line in the family's file, from 0."""
    text: str
    scenario: Scenario

    @property
    def id(self) -> str:
        return f"{self.family}-{self.index}"

    @property
    def models(self) -> int:
        """Models of the unit that moves."""
        return sum(not model.slain for model in self.scenario.mover.models)

    @property
    def digest(self) -> str:
        """A scene that is changed has another one: what was known of it is void."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


def families() -> list[str]:
    """Return the families by name."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def scenes(wanted: Iterable[str] | None = None) -> list[Scene]:
    """Return the scenes of some families, or of all, in a fixed order."""
    return [
        Scene(family, index, text, loads(text))
        for family in (families() if wanted is None else wanted)
        for index, text in enumerate(
            (FOLDER / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
        )
    ]
