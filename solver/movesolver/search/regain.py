"""Which models to lose so that a unit is coherent again, at the end of a turn (03.03)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from movekernels.arrays import Ints
from movekernels.checks import regain as fast
from movesolver.draw.answers import Drawn, of_loss
from movesolver.draw.picture import Picture
from movesolver.errors import InputError
from movesolver.referee.pack import pack_models
from movesolver.referee.verdict import Json
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Model, Unit
from movesolver.table.fields import check_positive, inside, shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Scenario

MOST = 1000
"""How many of the smallest losses are listed."""
MOST_DRAWN = 8
"""How many of them are drawn."""
HEAVIEST = 2**62
"""What all weights add up to is less than this, in units of their last decimal."""

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Regained(Drawn):
    """The smallest losses after which a unit is coherent.

    Attributes
    ----------
    unit
        Id of the unit.
    removed
        The first of ``alternatives``: ids of the models to remove, in any order.
    alternatives
        Every smallest loss, each in the order of the unit's models, and sorted by that
        order: one empty loss if the unit is coherent.  At most 1,000, of more any 1,000.
    kept
        How many models stay.
    loss
        What the models removed weigh together.
    more
        Whether there are more alternatives than are listed.
    scenario
        The situation.
    """

    unit: str
    removed: Names
    alternatives: tuple[Names, ...]
    kept: int
    loss: float
    more: bool
    scenario: Scenario | None = field(default=None, repr=False, compare=False)

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return a picture of each of the first smallest losses."""
        if self.scenario is None:
            return ()
        found = []
        for number, lost in enumerate(self.alternatives[:MOST_DRAWN], 1):
            count = len(self.alternatives)
            facts = {
                "Lost": ", ".join(lost) or "nobody: it is coherent",
                "Weight": f"{self.loss:g}",
                "Kept": f"{self.kept} models",
            }
            if count > 1:
                facts["As small"] = f"{'more than ' if self.more else ''}{count} losses"
            name = f"Loss {number}" if count > 1 else ""
            found.append(of_loss(self.scenario, self.unit, lost, facts, name))
        return tuple(found)

    def to_json(self) -> Json:
        """Return the answer as ``regain --json`` prints it; ``more`` only where it is true."""
        answer: Json = {
            "removed": list(self.removed),
            "alternatives": [list(names) for names in self.alternatives],
            "kept": self.kept,
        }
        return answer | ({"more": True} if self.more else {})


def regain(
    scenario: Scenario,
    *,
    unit: str | None = None,
    weights: Mapping[str, float] | None = None,
    rules: RuleSet | None = None,
) -> Regained:
    """Return the smallest losses that leave a unit coherent, exactly and with all ties.

    Parameters
    ----------
    scenario
        The situation.  Models count where they stand; the move of its action, with its
        paths or ends, is not looked at, and slain models count nowhere.
    unit
        Id of the unit; that of the action by default.
    weights
        What losing a model costs, a positive number (points, or wounds) for each id;
        1 for the models left out, so that by default the fewest are lost.  Numbers are
        taken as the decimals they are written with: 0.1 and 0.2 cost as much as 0.3.
    rules
        Rules of your own to go by (docs/house-rules.md); those the scenario names if None.

    Returns
    -------
    Regained
        Of all sets of models whose removal leaves the rest coherent, those that cost least.

    Raises
    ------
    InputError
        If there is no such unit or it is not on the table, if a weight names a model that
        is not of the unit or is not a positive number, or if the weights have so
        many digits that they do not add up exactly.
    UnsupportedError
        If an option of the rules is not there yet.

    Notes
    -----
    03.03: models are removed one at a time, until the rest is coherent.  As every loss
    costs something, no part of a smallest loss would have done: its models may go in
    any order.  Coherency is as the rules chosen have it, by the comparisons of `check`.
    """
    asked = _unit(scenario, unit)
    models = asked.standing
    game = rules_in_force(scenario.rules) if rules is None else rules
    rule = game.coherency
    costs = _costs(asked, {} if weights is None else weights)
    whole, scale = _whole([costs[m.id] for m in models])
    shapes, bodies = pack_models(models)
    kept = np.zeros(MOST, dtype=np.uint64)
    count = fast.regain(
        shapes,
        bodies,
        rule.neighbour,
        rule.neighbour_vertical,
        rule.span,
        rule.span_vertical,
        rule.needed,
        rule.crowd,
        rule.needed_in_crowd,
        rule.single_group,
        game.tolerance,
        whole,
        fast.new_room(),
        kept,
    )
    losses = sorted(_lost(int(word), len(models)) for word in kept[:count])
    cost = sum(int(whole[i]) for i in losses[0])
    return Regained(
        unit=asked.id,
        removed=_names(models, losses[0]),
        alternatives=tuple(_names(models, loss) for loss in losses),
        kept=len(models) - len(losses[0]),
        loss=float(Fraction(cost, scale)),
        more=count > MOST,
        scenario=scenario,
    )


def _lost(word: int, count: int) -> tuple[int, ...]:
    """Return which of the models are not in a bit set, in their order."""
    return tuple(i for i in range(count) if not word >> i & 1)


def _names(models: Sequence[Model], loss: Sequence[int]) -> Names:
    return tuple(models[i].id for i in loss)


def _unit(scenario: Scenario, name: str | None) -> Unit:
    """Return the unit asked about, which is on the table."""
    place = "action.unit" if name is None else "unit"
    units = {one.id: one for one in scenario.units}
    wanted = scenario.action.unit if name is None else name
    if not isinstance(wanted, str) or wanted not in units:
        close = did_you_mean(wanted, units) if isinstance(wanted, str) else ""
        raise InputError(place, f"the id of a unit{close}: {_some(units)}", shown(wanted))
    if not units[wanted].on_table:
        raise InputError(place, "a unit that stands on the table", shown(wanted))
    return units[wanted]


def _some(names: Iterable[str]) -> str:
    """Return a dozen names at most, for the eye."""
    listed = [shown(name) for name in names]
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")


def _costs(unit: Unit, weights: Mapping[str, float]) -> dict[str, Fraction]:
    """Return what each model of the unit costs, as the decimal it is written with."""
    if not isinstance(weights, Mapping):
        raise InputError("weights", "a positive number for each id of a model", shown(weights))
    costs = {model.id: Fraction(1) for model in unit.models}
    for name, weight in weights.items():
        if name not in costs:
            wanted = f"ids of models of {shown(unit.id)}: {_some(costs)}"
            raise InputError("weights", wanted, shown(name))
        check_positive(inside("weights", name), weight)
        costs[name] = Fraction(repr(float(weight)))
    return costs


def _whole(costs: Sequence[Fraction]) -> tuple[Ints, int]:
    """Return the costs as whole numbers of one unit, and how many of those make 1."""
    scale = math.lcm(*(cost.denominator for cost in costs))
    whole = [int(cost * scale) for cost in costs]
    if sum(whole) >= HEAVIEST:
        wanted = "numbers with so few digits that they add up exactly (18 in all)"
        raise InputError("weights", wanted, ", ".join(shown(float(cost)) for cost in costs[:3]))
    return np.array(whole, dtype=np.int64), scale
