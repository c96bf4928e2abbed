"""Every kind of answer as pictures, with what is to be said beside them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import msgspec

from movesolver.draw.certificate import source_of
from movesolver.draw.duty import owings
from movesolver.draw.picture import Picture
from movesolver.draw.scene import VerdictLike
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import shown
from movesolver.table.notebook import Shown
from movesolver.table.scenario import Pose, Scenario

if TYPE_CHECKING:
    from movesolver.draw.choosing import Place
    from movesolver.paths.command import Answer
    from movesolver.paths.nearest import Approach
    from movesolver.paths.reach import Arrival, Reach
    from movesolver.paths.threat import Threat
    from movesolver.paths.ways import Way


Fact = tuple[str, str]
"""A heading and the words below it."""


class ResultLike(Protocol):
    """The answer of a search, as far as a picture needs it."""

    @property
    def status(self) -> object:
        """How the answer stands."""

    @property
    def limit(self) -> object:
        """Which budget ended the search, if one did."""

    @property
    def objective(self) -> float | None:
        """What the end is worth."""

    @property
    def bound(self) -> float | None:
        """What no end is worth more than."""

    @property
    def certificate(self) -> Mapping[str, Any]:
        """Where the bound comes from."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why there is no (better) answer."""

    @property
    def seed(self) -> int:
        """What the search was seeded with."""

    @property
    def milliseconds(self) -> float:
        """How long it took."""

    @property
    def scenario(self) -> Scenario:
        """The question."""

    @property
    def verdict(self) -> VerdictLike | None:
        """What the referee says of the end."""

    @property
    def moved(self) -> Scenario | None:
        """The scenario with the move in it."""


@runtime_checkable
class Answered(Protocol):
    """An answer that knows its pictures."""

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return what there is to look at, the best first."""


@runtime_checkable
class WaysFound(Protocol):
    """A verdict on ends together with the ways found to them."""

    @property
    def verdict(self) -> VerdictLike:
        """What the ends break."""

    @property
    def ways(self) -> Mapping[str, Way]:
        """The way of each model that moves, by id."""


class Drawn(Shown, ABC):
    """An answer that knows its pictures, and shows itself in a notebook."""

    __slots__ = ()

    @abstractmethod
    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return what there is to look at, the best first."""


def pictures_of(
    answer: object,
    *,
    verdict: VerdictLike | WaysFound | None = None,
    rules: RuleSet | None = None,
) -> tuple[Picture, ...]:
    """Return the pictures of an answer, one for each of its moves.

    Parameters
    ----------
    answer
        A scenario, a `Picture`, or what `solve`, `propose`, `snap`, `odds`, `partial`,
        `reach`, `threat` or the ``reach`` command answers.
    verdict
        What the referee says of the move of a scenario; of `check_reach`, with the ways found.
    rules
        Rules of your own; those the scenario names if None.

    Raises
    ------
    InputError
        If it is nothing that can be drawn.
    """
    from movesolver.paths.command import Answer
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat
    from movesolver.referee.verdict import Verdict

    if isinstance(answer, Picture):
        return (answer,)
    if isinstance(answer, Scenario):
        if isinstance(verdict, WaysFound):
            return (_of_ways(answer, verdict, rules),)
        duties = () if verdict is None else owings(answer, rules)
        return (Picture(answer, verdict=verdict, duties=duties, rules=rules),)
    if isinstance(answer, Reach):
        return (_of_reach(answer, _resting(answer.scenario), {}, rules),)
    if isinstance(answer, Threat):
        return (_of_threat(answer, rules),)
    if isinstance(answer, Answer):
        return (_of_command(answer, rules),)
    if isinstance(answer, Answered):
        return answer.pictures(rules)
    wanted = "a scenario or an answer to draw"
    if isinstance(answer, Verdict):
        wanted += " (a verdict goes with the scenario it is of: verdict=...)"
    raise InputError("answer", wanted, shown(type(answer).__name__))


def _of_ways(scenario: Scenario, found: WaysFound, rules: RuleSet | None) -> Picture:
    """Return the picture of ends that were judged with the ways found to all of them."""
    ends = scenario.action.ends or {}
    whole = set(found.ways) >= set(ends)
    paths = {name: way.path for name, way in found.ways.items()} if whole else None
    action = msgspec.structs.replace(scenario.action, paths=paths, ends=None if whole else ends)
    duties = owings(scenario, rules)
    moved = msgspec.structs.replace(scenario, action=action)
    return Picture(moved, verdict=found.verdict, duties=duties, rules=rules)


def of_result(result: ResultLike, *, name: str = "", rules: RuleSet | None = None) -> Picture:
    """Return the picture of what a search answers."""
    scenario, source = result.moved or result.scenario, source_of(result.certificate)
    facts = [("Status", _status_words(result))]
    if result.objective is not None:
        facts.append(("Worth", f"{result.objective:.6g} points"))
    if result.bound is not None:
        gap = "" if result.objective is None else f", {result.bound - result.objective:.4g} more"
        facts.append(("At most", f"{result.bound:.6g} points{gap}"))
    if "claim" in result.certificate:
        facts.append(("Proved", str(result.certificate["claim"])))
    made = list(source.words())
    if made:
        facts.append(("Bound from", "; ".join(made)))
    if scenario.action.order:
        ways = ", ".join(f"{model} to pose {pose}" for model, pose in scenario.action.order)
        facts.append(("Order of moving", ways))
    facts += [
        ("Note" if code == "START" else "Why", f"{code}: {words}")
        for code, words in result.reasons.items()
    ]
    facts.append(("Search", f"seed {result.seed}, {result.milliseconds:.0f} ms"))
    columns = []
    if source.ceilings:
        words = {
            model: "nowhere" if most is None else f"{most:.4g}"
            for model, most in source.ceilings.items()
        }
        columns.append(("worth at most", words))
    return Picture(
        scenario,
        verdict=result.verdict,
        certificate=result.certificate,
        duties=owings(scenario, rules) if result.moved is not None else (),
        rules=rules,
        name=name,
        facts=tuple(facts),
        columns=tuple(columns),
    )


def of_question(scenario: Scenario, *facts: Fact) -> Picture:
    """Return the picture of a question that has no move for an answer."""
    return Picture(_resting(scenario), facts=facts)


def of_places(
    scenario: Scenario, places: tuple[Place, ...], rules: RuleSet | None = None
) -> Picture:
    """Return the picture of places listed for models, and of what is known of them."""
    counts: dict[str, Counter[str]] = {}
    for place in places:
        counts.setdefault(place.model, Counter())[place.state] += 1
    total = Counter(place.state for place in places)
    facts = [("Places", f"{total['allowed']} of {len(places)} take part in a legal end")]
    if total["unknown"]:
        facts.append(("Not known", f"{total['unknown']}"))
    columns = [
        (heading, {name: str(count[state]) for name, count in counts.items() if count[state]})
        for heading, state in (("allowed", "allowed"), ("not known", "unknown"), ("no", "barred"))
    ]
    return Picture(
        _resting(scenario),
        rules=rules,
        title=f"{scenario.mover.id}: which listed places take part in a legal end",
        facts=tuple(facts),
        columns=tuple(columns),
        places=places,
    )


def of_ends(
    scenario: Scenario, ends: Mapping[str, Pose], name: str, *facts: Fact, rules: RuleSet | None
) -> Picture:
    """Return the picture of one of several ends, of which no ways are known."""
    action = msgspec.structs.replace(_resting(scenario).action, ends=dict(ends))
    moved = msgspec.structs.replace(scenario, action=action)
    return Picture(moved, rules=rules, name=name, facts=facts)


def plain(picture: Picture) -> Picture:
    """Return a picture as one that does not move shows it: where its bound is from is left out.

    A proof that there is no legal end stays: it is all that there is to see.
    """
    return picture if proves_none(picture) else replace(picture, certificate=None)


def proves_none(picture: Picture) -> bool:
    """Return whether a picture shows a proof that there is no legal end."""
    told = picture.certificate
    return told is not None and bool(told.get("proof")) and told.get("bound") is None


def of_loss(
    scenario: Scenario, unit: str, lost: tuple[str, ...], facts: Mapping[str, str], name: str
) -> Picture:
    """Return the picture of a unit as it stands, and of the models that it loses."""
    resting = _resting(scenario)
    action = msgspec.structs.replace(resting.action, unit=unit)
    return Picture(
        msgspec.structs.replace(resting, action=action),
        lost=lost,
        title=f"{unit}: the least it loses to be coherent",
        name=name,
        facts=tuple(facts.items()),
    )


def more_facts(picture: Picture, *facts: Fact) -> Picture:
    """Return a picture with words put before its own."""
    return replace(picture, facts=(*facts, *picture.facts))


def _status_words(result: ResultLike) -> str:
    words = {
        "OPTIMAL": "the best there is, proved",
        "FEASIBLE": "a legal move; the bound says how much better another could be",
        "INFEASIBLE": "there is no legal end, proved",
        "NOT_FOUND": "no legal end was found; none is proved not to exist",
    }
    said = words.get(str(result.status), str(result.status))
    return said if result.limit is None else f"{said} (ended by {str(result.limit).lower()})"


def _resting(scenario: Scenario) -> Scenario:
    """Return a scenario without the move in it: what is asked is where it could go."""
    action = msgspec.structs.replace(scenario.action, paths=None, ends=None, order=None)
    return msgspec.structs.replace(scenario, action=action)


def _of_reach(
    reach: Reach, scenario: Scenario, asked: Mapping[str, Any], rules: RuleSet | None
) -> Picture:
    areas = {name: f"{region.area:.1f}" for name, region in reach.regions.items()}
    columns: list[tuple[str, Mapping[str, str]]] = [("area, sq in", areas)]
    facts = [("Area", f"{float(reach.polygons.area):.1f} square inches for some model's centre")]
    facts += [("Why not", reason) for reason in reach.reasons]
    if asked:
        columns.append(("asked for", {name: _asked_words(one) for name, one in asked.items()}))
    title = f"{scenario.mover.id}: what a {scenario.action.move.replace('_', ' ')} move can reach"
    return Picture(
        scenario, reach=reach, rules=rules, title=title, facts=tuple(facts), columns=tuple(columns)
    )


def _asked_words(one: Arrival | Approach) -> str:
    way = "" if one.way is None else f", {one.way.length:.2f} in of path"
    if one.reached is None:
        return f"unknown{way}"
    gap = getattr(one, "gap", math.inf)
    near = f", {gap:.2f} in from it" if math.isfinite(gap) else ""
    return ("yes" if one.reached else "no") + near + way


def _of_threat(threat: Threat, rules: RuleSet | None) -> Picture:
    facts = [("Area", f"{float(threat.polygons.area):.1f} square inches")]
    facts += [
        (f"{unit} does not move", "; ".join(reasons))
        for unit, reasons in threat.reasons.items()
        if reasons
    ]
    title = f"{threat.side}: what it threatens within {threat.plus:g} inches of a move"
    scenario = _resting(threat.scenario)
    return Picture(scenario, threat=threat, rules=rules, title=title, facts=tuple(facts))


def _of_command(answer: Answer, rules: RuleSet | None) -> Picture:
    if answer.threat is not None:
        return _of_threat(answer.threat, rules)
    assert answer.reach is not None
    picture = _of_reach(answer.reach, answer.drawn, answer.asked, rules)
    best = answer.best
    if answer.asked:
        said = "no model was found that can"
        if best is not None:
            alone = answer.able == best.model
            said = (
                f"{best.model} can, as drawn"
                if alone
                else f"{answer.able} can; {best.model} as drawn"
            )
        picture = more_facts(picture, ("Asked for", said))
    return picture
