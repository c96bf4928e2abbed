"""The policies that come with the project: greedy, cautious and random."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movesolver.simulate.chances import chance
from movesolver.simulate.policies import Order, Policy, Turn
from movesolver.simulate.ranges import centre
from movesolver.table.fields import Point
from movesolver.table.scenario import GoalTerm, Nearness, Target

ANGLES = np.radians([0, *(turn * way for turn in range(10, 121, 10) for way in (1, -1)), 150, -150])
"""Off the straight way, what a unit tries, radians."""
PARTS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.25)
"""Of the farthest it may move."""
TRIES = 120
"""How many shifts are looked at before a search is made."""
SHORT = 1e-6
"""Inches by which shifts fall short of the farthest: rounding makes none too far."""
NEAR = 1.5
"""A unit whose middle is as near to its objective has arrived, inches."""
CROWD = 9.0
"""How much farther an objective seems for each friendly unit that is nearer to it, inches."""
DARING = 15 / 36
"""The least chance with which a greedy unit charges: 8 or more."""
DICE = 7.0
"""What a cautious player expects of the dice of a charge, inches."""
FEAR = 3.0
"""What an inch away from enemies in whose range a unit has to end counts, beside one nearer to the
objective ..."""
DREAD = 1000.0
"""... and what a model counts that ends within one: no step to an objective is worth that."""


def greedy(turn: Turn) -> Order | None:
    """Go for the nearest objective that friends leave, and charge who is likely to be reached."""
    if turn.phase.PHASE == "charge":
        return _charge(turn, DARING)
    if turn.engaged or not turn.ranges.spots:
        return None
    marker = _objective(turn)
    x, y = turn.ranges.spots[marker]
    away = math.hypot(x - turn.centre[0], y - turn.centre[1])
    if turn.roll is None and away <= NEAR:
        return None
    far = away > turn.most("normal") + turn.phase.rules.marker_range
    move = "advance" if turn.roll is not None or far else "normal"
    if turn.roll is None and move == "advance":
        return Order(move) if turn.may(move) else None
    steps = _steps(turn.most(move), math.atan2(y - turn.centre[1], x - turn.centre[0]), away)
    left = np.hypot(x - turn.centre[0] - steps[:, 0], y - turn.centre[1] - steps[:, 1])
    near = away <= NEAR + turn.phase.rules.marker_range  # not worth a search
    goal = () if near else (GoalTerm(near=Target(marker=turn.scenario.markers[marker].id)),)
    shifts = _best(steps, -left, -away)
    return Order(move, shifts=shifts, goal=goal) if shifts or goal else None


def cautious(turn: Turn) -> Order | None:
    """Keep out of the range of enemy charges, and as near to an objective as that allows."""
    if turn.phase.PHASE == "charge":
        return None
    move = "fall_back" if turn.engaged else "normal"
    if turn.engaged and not turn.may(move):
        return None
    spots = turn.ranges.spots
    x, y = spots[_objective(turn)] if spots else turn.centre
    away = math.hypot(x - turn.centre[0], y - turn.centre[1])
    steps = _steps(turn.most(move), math.atan2(y - turn.centre[1], x - turn.centre[0]), away)
    within = _threatened(turn, steps)
    left = np.hypot(x - turn.centre[0] - steps[:, 0], y - turn.centre[1] - steps[:, 1])
    safe = within == 0.0
    may_stay = not turn.engaged and not _threatened(turn, np.zeros((1, 2))).any()
    shifts = _best(steps[safe], -left[safe], -away if may_stay else -math.inf)
    if may_stay:  # not worth a search
        return Order(move, shifts=shifts) if shifts else None
    # What no slide gets out of, a search may: of slides into less of a threat nothing is made.
    goal = _fleeing(turn, far=not safe.any())
    if spots:
        goal.append(GoalTerm(near=(x, y)))
    return Order(move, shifts=shifts, goal=tuple(goal))


def _fleeing(turn: Turn, *, far: bool) -> list[GoalTerm]:
    """Return goals to end out of threat ranges; where it is ``far``, to get away from enemies."""
    reach = [(foe, (foe.move or 0.0) + DICE) for foe in turn.foes]
    goal = [
        GoalTerm(avoid=Nearness(of=Target(unit=foe.id), inches=inches), weight=DREAD)
        for foe, inches in reach
    ]
    if far:
        goal += [
            GoalTerm(near=Target(unit=foe.id), weight=-FEAR)
            for foe, inches in reach
            if turn.gap(foe) < inches
        ]
    return goal


def random(turn: Turn) -> Order | None:
    """Make one of the moves that may be made, to somewhere: each as likely as the others."""
    rng = turn.rng
    if turn.phase.PHASE == "charge":
        if turn.roll is not None:
            return Order("charge")
        near = [foe.id for foe in turn.foes if chance(turn.phase, turn.gap(foe)) > 0.0]
        if not near or rng.random() < 0.5 or not turn.may("charge"):
            return None
        return Order("charge", targets=(near[int(rng.integers(len(near)))],))
    if turn.roll is None:
        moves = ("fall_back",) if turn.engaged else ("normal", "advance")
        pick = int(rng.integers(len(moves) + 1))
        if pick == len(moves) or not turn.may(moves[pick]):
            return None
        move = moves[pick]
        if move == "advance":
            return Order(move)
    else:
        move = "advance"
    far = (turn.most(move) - SHORT) * np.sqrt(rng.random(TRIES))
    angle = rng.uniform(-math.pi, math.pi, TRIES)
    steps = np.column_stack([far * np.cos(angle), far * np.sin(angle)])
    aim = (turn.centre[0] + float(steps[0, 0]), turn.centre[1] + float(steps[0, 1]))
    return Order(move, shifts=_vectors(steps), goal=(GoalTerm(near=aim),))


BUILT_IN: dict[str, Policy] = {"greedy": greedy, "cautious": cautious, "random": random}


def _charge(turn: Turn, least: float) -> Order | None:
    """Charge the closest enemy, if the dice are likely to do."""
    if not turn.foes:
        return None
    if turn.roll is None:
        gap = turn.gap(turn.foes[0])
        if chance(turn.phase, gap) < least or not turn.may("charge"):
            return None
    return Order("charge", targets=(turn.foes[0].id,))


def _objective(turn: Turn) -> int:
    """Return the number of the objective that a unit goes for."""
    spots = np.array(turn.ranges.spots)
    own = np.hypot(*(spots - turn.centre).T)
    for friend in turn.friends:
        theirs = np.hypot(*(spots - centre(friend)).T)
        own = own + np.where(theirs == theirs.min(), CROWD * (theirs < own), 0.0)
    return int(own.argmin())


def _steps(most: float, towards: float, away: float) -> Floats:
    """Return shifts to choose from: round the clock, of several lengths, shape (s, 2)."""
    most = max(most - SHORT, 0.0)
    lengths = np.array([part * most for part in PARTS])
    angle, length = (grid.ravel() for grid in np.meshgrid(ANGLES + towards, lengths))
    steps = np.column_stack([length * np.cos(angle), length * np.sin(angle)])
    if away <= most:
        steps = np.vstack([[(away * math.cos(towards), away * math.sin(towards))], steps])
    return steps


def _best(steps: Floats, worth: Floats, more_than: float) -> tuple[Point, ...]:
    """Return the shifts that are worth more than to stay, the best first, but not too many."""
    order = np.argsort(-worth, kind="stable")
    better = order[worth[order] > more_than + 0.25]
    return _vectors(steps[better[:TRIES]])


def _vectors(steps: Floats) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in steps)


def _threatened(turn: Turn, steps: Floats) -> Floats:
    """Return by how much a shifted unit is within threat ranges, inches, summed up, (s,).

    The range of a unit is its M and what the dice of a charge are expected to give, straight.
    """
    bodies, radii = turn.ranges.bodies(turn.unit), turn.ranges.outer(turn.unit)
    x, y = bodies.x + steps[:, :1], bodies.y + steps[:, 1:]
    total = np.zeros(len(steps))
    for foe in turn.foes:
        theirs, rims = turn.ranges.bodies(foe), turn.ranges.outer(foe)
        away = np.hypot(x[:, :, None] - theirs.x, y[:, :, None] - theirs.y)
        gaps = (away - radii[:, None] - rims).min(axis=(1, 2))
        total += np.maximum((foe.move or 0.0) + DICE - gaps, 0.0)
    return total
