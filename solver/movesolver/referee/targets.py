"""Towards whom a move is made: targets named, targets the rules choose, and what is wrong."""

from __future__ import annotations

import math

from movesolver.referee.nearness import in_range, marker_gaps, near_objective
from movesolver.referee.needs import closest_foes, engaged_with, overlooked
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, article, listed, told
from movesolver.rules.moves import Targets
from movesolver.table.scenario import Marker


def targets_taken(position: Position) -> tuple[tuple[str, ...], Marker | None]:
    """Return the units, or the objective, that the move is made towards.

    Those named in the action; else those the rules choose: all it is engaged with, the
    closest enemy, the nearest objective.  Where the choice is the player's, the closest enemy.
    """
    rule, named = position.move.targets, position.scenario.action.targets
    if rule is None:
        return named if position.move.may_close_in else (), None
    if rule.kind == "objective":
        markers = {marker.id: marker for marker in position.scenario.markers}
        known = [markers[name] for name in named if name in markers]
        return (), known[0] if known else _nearest_marker(position, rule)
    if named:
        return tuple(name for name in named if name in position.foes), None
    if not position.ids:
        return (), None
    unseen = overlooked(position, rule.overlooks)
    engaged = engaged_with(position, unseen) if rule.kind.startswith("engaged") else []
    if engaged or rule.kind == "engaged":
        return tuple(engaged), None
    near = [name for _, name in closest_foes(position, unseen) if not _unfit(position, rule, name)]
    return tuple(near[:1]), None


def target_findings(position: Position) -> list[Finding]:
    """Return what is wrong with the targets (11.04, 12.03, 12.08, 15.11, 21.02)."""
    return list(position.once("targets", lambda: tuple(_target_findings(position))))


def _target_findings(position: Position) -> list[Finding]:
    rule, named = position.move.targets, position.scenario.action.targets
    if rule is None or not position.ids:
        return []
    found: list[Finding] = []

    def bar(text: str, gap: float | None = None, allowed: float | None = None) -> None:
        found.append(Finding(Code.TARGET, rule.section, (), text, gap, allowed))

    if rule.kind == "objective":
        return _marker_findings(position, rule)
    for name in named:
        if name not in position.foes:
            bar(f"{name} is no enemy unit on the battlefield.")
    unseen = overlooked(position, rule.overlooks)
    if found and not position.targets:
        return found
    if not position.targets:
        text = (
            f"{position.scenario.mover.id} has no enemy that {article(position.move.name)} "
            "may be made to"
        )
        near = closest_foes(position, unseen)
        reason = _unfit(position, rule, near[0][1]) if near else None
        if reason is None:
            bar(f"{text}.")
        else:
            bar(f"{text}: {reason[0]}", near[0][0], reason[1])
        return found
    engaged = engaged_with(position, unseen) if rule.kind.startswith("engaged") else []
    seen = {name: gap for gap, name in closest_foes(position, unseen)}
    for name in sorted(set(position.targets) - set(seen)):
        bar(f"{name}: {listed(sorted(unseen))} are no targets of a unit that cannot FLY.")
    if engaged or rule.kind == "engaged":
        for name in sorted(set(engaged) - set(position.targets)):
            bar(f"{name} is engaged with {position.scenario.mover.id} and must be a target too.")
        for name in sorted(set(position.targets) - set(engaged)):
            bar(f"{name} is not engaged with {position.scenario.mover.id}.")
        return found
    gaps = {name: gap for gap, name in closest_foes(position)}
    if rule.kind == "closest":
        nearest = min(seen.values(), default=-math.inf)
        for name in position.targets:
            if name in seen and gaps[name] > nearest + position.rules.tolerance:
                text = f"{name} is {gaps[name]:.4g} inches away and not the closest enemy unit."
                bar(text, gaps[name], nearest)
    for name in position.targets:
        reason = _unfit(position, rule, name)
        if reason is not None:
            bar(reason[0], gaps[name], reason[1])
    return found


def _unfit(position: Position, rule: Targets, name: str) -> tuple[str, float | None] | None:
    """Return why an enemy unit may not be a target, and the limit it breaks."""
    gap = next(gap for gap, other in closest_foes(position) if other == name)
    slop = position.rules.tolerance
    if gap > rule.within + slop:
        return (
            f"{name} is {told(gap, rule.within)} inches away, {rule.within:g} at most.",
            rule.within,
        )
    reach = float(position.maximum.max(initial=0.0))
    if rule.within_maximum and gap > reach + slop:
        away = told(gap, reach)
        return f"{name} is {away} inches away, farther than the {reach:g} to move.", reach
    if rule.charged_only and not position.scenario.unit(name).status.charged:
        return f"{name} did not charge this turn.", None
    return None


def _nearest_marker(position: Position, rule: Targets) -> Marker | None:
    """Return the nearest objective that may be chosen, None if there is none."""
    slop, start = position.rules.tolerance, position.start
    near = [
        marker
        for marker in position.scenario.markers
        if position.ids and near_objective(position, start, marker, rule.within, slop)
    ]
    return min(
        near, key=lambda marker: float(marker_gaps(position, start, marker).min()), default=None
    )


def _held(position: Position, marker: Marker) -> bool:
    """Return whether some model is in range of an objective where it stands."""
    slop = position.rules.tolerance
    return bool(in_range(position, position.start, marker, slop).any())


def _marker_findings(position: Position, rule: Targets) -> list[Finding]:
    marker, unit = position.marker, position.scenario.mover.id
    slop, start = position.rules.tolerance, position.start
    markers = {marker.id for marker in position.scenario.markers}
    strangers = [name for name in position.scenario.action.targets if name not in markers]
    if strangers:
        text = f"{listed(strangers)}: an objective is wanted here, not a unit."
        return [Finding(Code.TARGET, rule.section, (), text)]
    if len(position.scenario.action.targets) > 1:
        text = f"{listed(position.scenario.action.targets)}: one objective is chosen, not several."
        return [Finding(Code.TARGET, rule.section, (), text)]
    if marker is None:
        text = f"{unit} has no objective within {rule.within:g} inches."
        return [Finding(Code.TARGET, rule.section, (), text)]
    found = []
    if not near_objective(position, start, marker, rule.within, slop):
        text = f"{marker.id} is farther than {rule.within:g} inches from {unit}."
        found.append(Finding(Code.TARGET, rule.section, (), text, None, rule.within))
    if position.rules.options.get("wtc.objective_consolidation_swap") is False:
        nearest = _nearest_marker(position, rule)
        if nearest is not None and marker.id != nearest.id and _held(position, nearest):
            text = f"{unit} is in range of {nearest.id} and may not go for {marker.id}."
            found.append(Finding(Code.TARGET, rule.section, (), text))
    return found
