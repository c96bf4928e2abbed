"""One thing to look at: a scenario and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from movesolver.draw.scene import VerdictLike
from movesolver.rules.ruleset import RuleSet
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.draw.choosing import Place
    from movesolver.draw.duty import Owing
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn, and what is said beside it.

    Attributes
    ----------
    scenario
        The situation, with the move to show in ``action.paths`` or ``action.ends``.
    verdict
        What the referee said of the move.
    reach, threat
        Areas to show.
    certificate
        Where a bound comes from (docs/certificates.md); None to show nothing of it.
    duties
        What each model had to do and did, of `movesolver.draw.duty.owings`.
    lost
        Ids of models that are lost, and crossed out.
    rules
        Rules of your own to draw by; those the scenario names if None.
    title
        First line; by default the unit and its move.
    name
        What it is called where one of several pictures is chosen.
    facts
        Words beside the picture, each under its heading.
    columns
        Headings of a table of the unit's models, each with the words by model id.
    whole
        Whether the whole table is shown, also where the action is small.
    places
        Places listed for models, and what is known of them.
    acting
        Ids of units that may still act in a phase.
    """

    scenario: Scenario
    verdict: VerdictLike | None = None
    reach: Reach | None = None
    threat: Threat | None = None
    certificate: Mapping[str, Any] | None = None
    duties: tuple[Owing, ...] = ()
    lost: tuple[str, ...] = ()
    rules: RuleSet | None = None
    title: str | None = None
    name: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    columns: tuple[tuple[str, Mapping[str, str]], ...] = ()
    whole: bool = False
    places: tuple[Place, ...] = ()
    acting: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether it is of where models get to one by one, and judges nothing of their unit."""
        return self.verdict is None and not (self.reach is None and self.threat is None)

    @property
    def untouched(self) -> bool:
        """Whether nothing was asked yet: there is a table, and no action on it."""
        action = self.scenario.action
        told = (self.verdict, self.reach, self.threat, self.certificate, action.paths, action.ends)
        return all(one is None for one in told) and not (self.facts or self.lost or self.places)
