"""The laws that the judgement of every move obeys, whatever the rules.

Each takes a `Trial` and raises `Broken` if it does not hold; it returns whether it had
anything to say about that trial.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from msgspec import structs

from movesolver.checking.check import check
from movesolver.referee.check import start_pose
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Verdict
from movesolver.rules.ruleset import RuleSet
from movesolver.search.result import Result, Status
from movesolver.table.scenario import Action, Scenario, Target
from movesolver.testing import changes

Codes = frozenset[Code]
SEARCHED = frozenset({Code.DUTY, Code.NOT_CLOSER})
"""Codes that may rest on a search for what a model could have done: it may miss one."""
COHERENCY = frozenset({Code.NO_NEIGHBOUR, Code.SPREAD, Code.HEIGHT, Code.SPLIT})
ON_THE_WAY = frozenset(
    {
        Code.TOO_FAR, Code.THROUGH_ENEMY, Code.THROUGH_FRIEND, Code.THROUGH_TERRAIN, Code.CLIMB,
        Code.OFF_TABLE, Code.SURFACE,
    }
)  # fmt: skip
"""Codes that ends alone need not have where paths have them."""
SLACKS = {
    "distance": frozenset({Code.TOO_FAR}),
    "edge": frozenset({Code.OFF_TABLE}),
    "overlap": frozenset({Code.OVERLAP}),
    "neighbour": frozenset({Code.NO_NEIGHBOUR}),
    "span": frozenset({Code.SPREAD}),
    "height": frozenset({Code.HEIGHT}),
    "engagement": frozenset({Code.ENGAGED, Code.ENGAGED_WITH_OTHER}),
    "clearance": frozenset({Code.TOO_CLOSE}),
}
"""The codes that speak of the limit of each slack."""
STRICT = ("engagement", "clearance")
"""Limits that are broken when they are just met: more than that is needed."""
ONE_WAY = ("engagement",)
"""Slacks of one of two limits only: negative, they prove nothing (heights count too)."""
BLUR = 1e-6
"""Inches by which rounding may move a figure."""


class Broken(AssertionError):
    """A law that does not hold; says which and how."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One move on one table, and what was said about it."""

    scenario: Scenario
    rules: RuleSet
    verdict: Verdict
    result: Result
    """What `solve` answered on this table."""
    draw: np.random.Generator

    @property
    def codes(self) -> Codes:
        """What the referee found."""
        return frozenset(self.verdict.codes)

    @property
    def position(self) -> Position:
        """The table as the referee sees it."""
        return pack(self.scenario, rules=self.rules)

    def judge(
        self,
        scenario: Scenario,
        *,
        rules: RuleSet | None = None,
        tolerance: float | None = None,
    ) -> Codes:
        """Return what the referee finds in the same question put in another way."""
        return frozenset(check(scenario, rules=rules or self.rules, tolerance=tolerance).codes)

    def with_action(self, **fields: object) -> Scenario:
        """Return the same table with some fields of the action replaced."""
        action: Action = structs.replace(self.scenario.action, **fields)
        return changes.with_action(self.scenario, action)


def same(found: Codes, wanted: Codes, how: str, spared: Codes = frozenset()) -> None:
    """Raise unless two sets of codes agree, but for some that are spared."""
    if (found ^ wanted) - spared:
        raise Broken(f"{how}: {_listed(wanted)} became {_listed(found)}")


def _listed(codes: Codes) -> str:
    return ", ".join(sorted(codes)) or "legal"


def _searched(trial: Trial) -> Codes:
    """Return the codes of this move that rest on a search."""
    move = trial.position.move
    searching = bool(move.duties) or (move.closing is not None and move.closing.unmoved_too)
    close = move.set_up is not None and move.set_up.close
    return SEARCHED if searching or close else frozenset()


def turning(trial: Trial) -> bool:
    """A quarter turn of the table with everything on it changes no verdict."""
    codes = trial.judge(changes.turned(trial.scenario))
    same(codes, trial.codes, "turned by 90 degrees", _searched(trial))
    return True


def mirroring(trial: Trial) -> bool:
    """A mirror changes no verdict: left and right are alike."""
    codes = trial.judge(changes.mirrored(trial.scenario))
    same(codes, trial.codes, "mirrored", _searched(trial))
    return True


def shifting(trial: Trial) -> bool:
    """Away from the edges, moving everything by one vector changes no verdict."""
    position = trial.position
    at_edges = {one.near for one in position.set_ups()} & {"edges", "own_edges", "zone"}
    widest = float(position.shapes.outer.max(initial=0.0))
    if at_edges or not changes.far_from_edges(trial.scenario, widest + 0.5):
        return False
    codes = trial.judge(changes.shifted(trial.scenario, (7.3, 4.1)))
    same(codes, trial.codes, "moved by (7.3, 4.1)", _searched(trial))
    return True


def renumbering(trial: Trial) -> bool:
    """Names and order of units and models change no verdict."""
    codes = trial.judge(changes.renumbered(trial.scenario, trial.draw))
    same(codes, trial.codes, "renumbered", _searched(trial))
    return True


def bystanders(trial: Trial) -> bool:
    """Slain models and units in reserve change no verdict (01.02.04)."""
    move = trial.position.move
    if trial.position.transport is not None or move.set_up is not None:
        return False
    same(trial.judge(changes.with_bystanders(trial.scenario)), trial.codes, "with bystanders")
    return True


def repeating(trial: Trial) -> bool:
    """The same question has the same answer."""
    same(trial.judge(trial.scenario), trial.codes, "asked again")
    return True


def reach_grows(trial: Trial) -> bool:
    """A longer maximum makes no legal end illegal, but for duties to use it.

    What each model must do "if it can" (duties, closing in, set-ups as close as possible) may
    become possible with more to move: these codes are spared where the move has such rules.
    """
    if trial.codes or not trial.position.move.moves_models:
        return False
    scenario, rules = changes.reaching_further(trial.scenario, trial.rules)
    codes = trial.judge(scenario, rules=rules)
    same(codes, frozenset(), "with a longer maximum", _searched(trial))
    return True


def tolerance_grows(trial: Trial) -> bool:
    """What is legal without tolerance stays so with one, but for strict distances and duties."""
    exact = trial.judge(trial.scenario, tolerance=0.0)
    if exact:
        return False
    strict = frozenset({Code.ENGAGED, Code.ENGAGED_WITH_OTHER, Code.TOO_CLOSE, Code.NOT_CLOSER})
    same(trial.codes, exact, "with the tolerance of the rules", strict | SEARCHED)
    return True


def standing_still(trial: Trial) -> bool:
    """Who stays is judged alike without a path, with its pose as path or end, and twice."""
    position = trial.position
    if position.placing or trial.scenario.action.paths or trial.scenario.action.ends:
        return False
    poses = {name: start_pose(position, i) for i, name in enumerate(position.ids)}
    ways: tuple[dict[str, object], ...] = (
        {"paths": {}},
        {"paths": {name: (pose,) for name, pose in poses.items()}},
        {"paths": {name: (pose, pose) for name, pose in poses.items()}},
        {"ends": poses},
    )
    for fields in ways:
        codes = trial.judge(trial.with_action(**{"paths": None, "ends": None, **fields}))
        same(codes, trial.codes, f"staying put, with {next(iter(fields))}")
    return True


def ends_of_paths(trial: Trial) -> bool:
    """Ends alone are judged like the paths that lead there, but for the way."""
    paths = trial.scenario.action.paths
    if not paths or any(path[0][:2] == path[-1][:2] for path in paths.values()):
        return False
    ends = {name: path[-1] for name, path in paths.items()}
    codes = trial.judge(trial.with_action(paths=None, ends=ends))
    spared = ON_THE_WAY | _searched(trial)
    same(codes, trial.codes, "judged by its ends alone", spared)
    if codes - trial.codes - _searched(trial):
        raise Broken(f"its ends alone are worse: {_listed(codes - trial.codes)}")
    return True


def alone_is_coherent(trial: Trial) -> bool:
    """One model is always coherent (03.03)."""
    whole, _ = trial.position.whole(trial.position.start)
    if len(whole.ids) != 1:
        return False
    if trial.codes & COHERENCY:
        raise Broken(f"a unit of one model is {_listed(trial.codes & COHERENCY)}")
    return True


def slacks_agree(trial: Trial) -> bool:
    """A slack has the sign of what is said about its limit."""
    tolerance = trial.rules.tolerance
    for name, slack in trial.verdict.slack.items():
        codes = SLACKS.get(name)
        if codes is None:
            continue
        limit = tolerance + BLUR if name in STRICT else -tolerance - BLUR
        below = limit - 2 * BLUR if name in STRICT else limit
        if slack < below and not codes & trial.codes and name not in ONE_WAY:
            raise Broken(f"slack {name} is {slack:g}, and no {_listed(codes)} is found")
        above = tolerance + BLUR if name in STRICT else -tolerance + BLUR
        spoken = codes & trial.codes
        if slack > above and spoken and not _on_the_way(trial, spoken):
            raise Broken(f"slack {name} is {slack:g}, but {_listed(spoken)} is found")
    return bool(trial.verdict.slack)


def _on_the_way(trial: Trial, codes: Codes) -> bool:
    """Return whether the findings with these codes are all of what happens on a path."""
    found = [one for one in trial.verdict.violations if one.code in codes]
    return all(one.step is not None for one in found)


def findings_speak(trial: Trial) -> bool:
    """Every refusal names a section, has a sentence, and figures that are numbers."""
    everyone = {model.id for unit in trial.scenario.units for model in unit.models}
    for one in trial.verdict.violations:
        text = one.text
        if not one.rule.strip():
            raise Broken(f"{one.code} names no section: {text}")
        if not text.endswith(".") or "\n" in text or len(text.split()) < 3:
            raise Broken(f"{one.code} is said in no sentence: {text!r}")
        if any(word in text.split() for word in ("nan", "inf", "-inf", "None", "np.float64")):
            raise Broken(f"{one.code} has a figure that is none: {text!r}")
        figures = [x for x in (one.found, one.allowed, one.after) if x is not None]
        if any(not math.isfinite(x) for x in figures):
            raise Broken(f"{one.code} has figures that are no numbers: {figures}")
        if set(one.models) - everyone:
            raise Broken(f"{one.code} names models that there are not: {one.models}")
    return bool(trial.verdict.violations)


def solving_is_legal(trial: Trial) -> bool:
    """What `solve` returns the referee accepts, without tolerance and with the rules' own."""
    moved = trial.result.moved
    if moved is None:
        return False
    for tolerance in (0.0, None):
        codes = trial.judge(moved, tolerance=tolerance)
        if codes:
            kept = "no tolerance" if tolerance == 0.0 else "the tolerance of the rules"
            raise Broken(f"solve's answer at {kept}: {_listed(codes)}")
    return True


def bounds_hold(trial: Trial) -> bool:
    """What the referee calls legal is not worth more than the bound, and not ruled out."""
    if trial.codes or trial.scenario.action.mode != trial.result.scenario.action.mode:
        return False
    position, result = trial.position, trial.result
    if result.status is Status.INFEASIBLE:
        raise Broken(f"solve proves that there is no legal end: {dict(result.reasons)}")
    set_up = position.move.set_up
    moved = None if result.moved is None else pack(result.moved, rules=trial.rules).mode
    if result.bound is None or (set_up and set_up.partial) or moved != position.mode:
        return False
    worth = _worth(position, trial.scenario, result)
    if worth is None:
        return False
    slop = 1e-5 * max(1, len(position.ids))
    if worth > result.bound + slop:
        raise Broken(f"a legal end is worth {worth:.6g}, the bound is {result.bound:.6g}")
    best = result.objective if result.status is Status.OPTIMAL else None
    if best is not None and worth > best + slop:
        raise Broken(f"a legal end is worth {worth:.6g}, the best {best:.6g}")
    return True


def _worth(position: Position, scenario: Scenario, result: Result) -> float | None:
    """Return what an end is worth for a goal of one point to come near to; None for others."""
    goal = result.scenario.action.goal
    if len(goal) != 1 or goal[0].near is None or isinstance(goal[0].near, Target):
        return None
    spot, action = goal[0].near, scenario.action
    ends = dict(action.ends or {}) | {n: path[-1] for n, path in (action.paths or {}).items()}
    total = 0.0
    for i, name in enumerate(position.ids):
        start = start_pose(position, i)
        begun = 0.0 if position.placing else math.dist(start[:2], spot)
        total += begun - math.dist(ends.get(name, start)[:2], spot)
    return total


LAWS: dict[str, Callable[[Trial], bool]] = {
    law.__name__: law
    for law in (
        findings_speak, repeating, turning, mirroring, shifting, renumbering, bystanders,
        reach_grows, tolerance_grows, standing_still, ends_of_paths, alone_is_coherent,
        slacks_agree, solving_is_legal, bounds_hold,
    )
}  # fmt: skip
"""Every law by its name."""
