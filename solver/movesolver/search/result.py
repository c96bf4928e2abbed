"""What a search answers, and how sure it is of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from movesolver.draw.answers import Drawn, of_result
from movesolver.draw.picture import Picture
from movesolver.referee.verdict import Json, Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.table.scenario import Pose, Scenario


class Status(StrEnum):
    """How an answer stands."""

    OPTIMAL = "OPTIMAL"
    """A legal end, and none of the set that the certificate names is worth more (by more than
    the gap stated)."""
    FEASIBLE = "FEASIBLE"
    """A legal end; how much better another could be is bounded by the gap."""
    INFEASIBLE = "INFEASIBLE"
    """There is no legal end: proved."""
    NOT_FOUND = "NOT_FOUND"
    """No legal end was found, and none is proved not to exist."""


class Limit(StrEnum):
    """Which budget ended a search before it was proved done."""

    ITERATIONS = "ITERATIONS"
    TIME = "TIME"
    STOPPED = "STOPPED"
    """The caller had enough (``watch``, or an interrupt)."""


@dataclass(frozen=True, slots=True)
class Result(Drawn):
    """The answer of `movesolver.search.solve.solve`.

    Without a legal end ``objective``, ``gap`` and ``moved`` are None and ``ends``,
    ``paths`` and ``lengths`` empty.
    """

    status: Status
    limit: Limit | None
    objective: float | None
    """What the end is worth, in the goal's points."""
    bound: float | None
    """What no end of the set named in the certificate is worth more than; None also where the
    goal has a function without a bound."""
    certificate: Mapping[str, Any]
    """``claim``: what is proved, in words; ``over``: for which set of ends (``all``, ``grid``);
    ``bound`` and ``proof`` where there is a proof to check again."""
    ends: Mapping[str, Pose]
    """End pose of each model."""
    paths: Mapping[str, tuple[Pose, ...]]
    """Poses that each model passes through, its start pose first."""
    lengths: Mapping[str, float]
    """Length of each path, inches."""
    order: tuple[tuple[str, int], ...] | None
    """Where unit-mates bar each other: an order of moving, each entry taking a model on to
    that pose of its path, counted from 0.  Else None: any order will do."""
    reasons: Mapping[str, str]
    """Why there is no (better) answer, by code."""
    seed: int
    milliseconds: float
    iterations: int
    """How often a part of the unit was lifted and placed again."""
    scenario: Scenario
    """The question."""
    verdict: Verdict | None
    """The referee's, on the end returned."""
    moved: Scenario | None
    """The scenario with `action.paths` filled in, ready for `check`."""

    @property
    def gap(self) -> float | None:
        """Bound minus objective: how much better another end could at most be."""
        if self.objective is None or self.bound is None:
            return None
        return self.bound - self.objective

    @property
    def solved(self) -> bool:
        """Whether there is a legal end."""
        return self.objective is not None

    def to_json(self) -> Json:
        """Return the answer as ``solve --json`` prints it."""
        return {
            "status": str(self.status),
            "limit": None if self.limit is None else str(self.limit),
            "objective": self.objective,
            "bound": self.bound,
            "gap": self.gap,
            "certificate": dict(self.certificate),
            "ends": {name: list(pose) for name, pose in self.ends.items()},
            "paths": {name: [list(p) for p in path] for name, path in self.paths.items()},
            "lengths": dict(self.lengths),
            "order": None if self.order is None else [list(entry) for entry in self.order],
            "reasons": dict(self.reasons),
            "seed": self.seed,
            "milliseconds": self.milliseconds,
        }

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return the one picture of the answer."""
        return (of_result(self, rules=rules),)
