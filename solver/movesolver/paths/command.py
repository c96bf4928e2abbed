"""What ``movesolver reach`` answers."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from movesolver.errors import InputError
from movesolver.paths.nearest import Approach
from movesolver.paths.reach import STEP, Arrival, Reach, reach
from movesolver.paths.threat import Threat, threat
from movesolver.referee.verdict import Json
from movesolver.table.fields import Point
from movesolver.table.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Answer:
    """The region of a unit and what else was asked about it; or the threat of an army."""

    scenario: Scenario
    reach: Reach | None = None
    threat: Threat | None = None
    asked: Mapping[str, Arrival | Approach] = field(default_factory=dict)
    """The answer for each model, by id, if a place or a thing was asked about."""

    @property
    def best(self) -> Arrival | Approach | None:
        """The answer of the model that gets nearest, by the shortest path, if one does at all."""
        good = [one for one in self.asked.values() if one.reached]
        return min(good, key=_order, default=None)

    @property
    def able(self) -> str:
        """Names of all models that can do what was asked, in words; none if nothing can."""
        names = [name for name, one in self.asked.items() if one.reached]
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))

    @property
    def reached(self) -> bool:
        """Whether some model can do what was asked, if anything was."""
        return not self.asked or self.best is not None

    @property
    def drawn(self) -> Scenario:
        """The scenario to draw: without its own paths and ends, with the path found."""
        best, paths = self.best, None
        if best is not None and best.way is not None:
            paths = {best.model: best.way.path}
        action = msgspec.structs.replace(self.scenario.action, paths=paths, ends=None)
        return msgspec.structs.replace(self.scenario, action=action)

    def to_json(self) -> Json:
        """Return the answer as ``reach --json`` prints it."""
        if self.threat is not None:
            return {"threat": self.threat.to_json()}
        assert self.reach is not None
        answer = self.reach.to_json()
        if self.asked:
            best = self.best
            way = None if best is None else best.way
            answer |= {
                "reached": best is not None,
                "model": None if best is None else best.model,
                "length": None if way is None else way.length,
                "path": None if way is None else [list(pose) for pose in way.path],
                "asked": {name: one.to_json() for name, one in self.asked.items()},
            }
        return answer


def ask(scenario: Scenario, arguments: argparse.Namespace) -> Answer:
    """Answer the question that the options put.

    Raises
    ------
    InputError
        If an option is not what was wanted, or as `movesolver.reach`.
    """
    step = STEP if arguments.step is None else arguments.step
    if arguments.threat is not None:
        for name in ("model", "passing", "mates"):
            if getattr(arguments, name):
                wanted = "a region of the unit, so no --threat"
                raise InputError(f"--{name}", wanted, "both")
        found = threat(scenario, arguments.threat, plus=arguments.plus, step=step)
        return Answer(scenario, threat=found)
    if arguments.plus:
        raise InputError("--plus", "a threat (--threat SIDE)", "none")
    region = reach(
        scenario,
        model=arguments.model,
        step=step,
        passing=arguments.passing,
        mates=arguments.mates,
    )
    if arguments.to is not None:
        if not 2 <= len(arguments.to) <= 4:
            raise InputError(
                "--to", "X Y, X Y FACING or X Y FACING Z", f"{len(arguments.to)} numbers"
            )
        z = arguments.to[3] if len(arguments.to) == 4 else None
        return Answer(scenario, region, asked=region.to(*arguments.to[:3], z=z))
    if arguments.within is not None:
        inches, of = _nearness(arguments.within)
        return Answer(scenario, region, asked=region.within(inches, of))
    return Answer(scenario, region)


def _nearness(words: list[str]) -> tuple[float, str | Point]:
    if not 2 <= len(words) <= 3:
        raise InputError("--within", "D OF or D X Y", " ".join(words))
    if len(words) == 2:
        return _number(words[0]), words[1]
    return _number(words[0]), (_number(words[1]), _number(words[2]))


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise InputError("--within", "a number", word) from None


def _order(one: Arrival | Approach) -> tuple[float, float]:
    gap = one.gap if isinstance(one, Approach) else 0.0
    return gap, 0.0 if one.way is None else one.way.length
