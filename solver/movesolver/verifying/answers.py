"""Whether what an answer says beside its certificate agrees with what was verified."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from movesolver.table.scenario import Scenario
from movesolver.verifying.reading import Node, mapping, number
from movesolver.verifying.verified import Verified

NEARLY = 1e-6
"""How far numbers may be apart that should be equal, points: sums in another order."""
LEEWAY = 4e-6
"""An answer is optimal if another end is better by what the goal changes for so much, inches."""


def check_answer(answer: Node, verified: Verified, scenario: Scenario) -> Verified:
    """Return what was verified, with a fault for each field of an answer that it contradicts.

    An answer whose certificate is over a grid has its bound from elsewhere: of its fields only
    the status INFEASIBLE is compared.

    Raises
    ------
    InputError
        If the objective or the bound is no number.
    """
    if not verified.valid:
        return verified
    given = {
        name: None if answer.get(name) is None else number(answer[name], name)
        for name in ("objective", "bound")
    }
    objective, bound, most = given["objective"], given["bound"], verified.bound
    over_grid = mapping(answer["certificate"], "certificate").get("over") == "grid"
    faults = []
    status = answer.get("status")
    if status == "INFEASIBLE" and (most is not None or over_grid):
        faults.append("status: INFEASIBLE, but it is not proved that no end is legal")
    if not over_grid:
        if most is None:
            faults += [
                f"{name}: {value:.9g}, but it is proved that no end is legal"
                for name, value in given.items()
                if value is not None
            ]
            if status in ("OPTIMAL", "FEASIBLE"):
                faults.append(f"status: {status}, but it is proved that no end is legal")
        else:
            if bound is not None and bound < most - NEARLY:
                faults.append(f"bound: {bound:.9g}, but {most:.9g} is what was shown")
            if objective is not None and objective > most + NEARLY:
                faults.append(f"objective: {objective:.9g}, but {most:.9g} is the most shown")
            if status == "OPTIMAL" and (objective is None or most - objective > _leeway(scenario)):
                faults.append(f"status: OPTIMAL, but the bound of {most:.9g} is not met")
    return replace(verified, valid=not faults, faults=tuple(faults))


def _leeway(scenario: Scenario) -> float:
    """Return how far the bound of an optimal answer may be above it, points."""
    steep = 0.0
    for term in scenario.action.goal:
        if any(one is not None for one in (term.within, term.avoid, term.need)):
            continue
        slope = 1.0
        if term.field is not None:
            values = np.array(term.field.values)
            rises = [float(np.abs(np.diff(values, axis=k)).max(initial=0.0)) for k in (0, 1)]
            slope = math.hypot(*rises) / term.field.step
        steep += slope * abs(term.weight) * len(scenario.mover.models)
    return LEEWAY * steep + NEARLY
