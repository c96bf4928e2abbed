"""Goals that do not add up over the models: the worst of them, so many of them, functions.

=========  ==================================================================
``worst``  a term counts once: the least of what it is worth for the models
           that it concerns, weights and priorities included
``need``   no points: so many models must end within a distance
functions  the sum of what each is worth at the models' end poses
=========  ==================================================================

The least of some numbers is no more than any of their averages.  So a term that counts by
its worst model is worth no more than the same term with weights that are shared out among
the models (`relaxed`), and that one adds up: whatever bounds sums bounds it too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from movekernels.arrays import Floats, Ints, Shapes
from movekernels.search import values as fast
from movekernels.search.ground import WEIGHT, Squad, Terms
from movekernels.search.travelling import travel_weight
from movesolver.search.valued import Sampled


@dataclass(frozen=True, slots=True)
class Worst:
    """A term that counts by its worst model."""

    row: int
    """Its index among the terms of the goal."""
    search: Terms
    """It alone, as a search counts it ..."""
    report: Terms
    """... and with the tolerance of the rules."""
    index: int
    """Which term of the scenario's goal it is."""

    @property
    def weight(self) -> Floats:
        """Its weight for each model, 0 where it does not concern one, shape (n,)."""
        return self.report.share[0, :, WEIGHT]

    @property
    def models(self) -> Ints:
        """Indices of the models that it concerns."""
        return np.flatnonzero(self.weight != 0.0)


@dataclass(frozen=True, slots=True)
class Need:
    """A term that so many models must count in."""

    row: int
    search: Terms
    report: Terms
    models: int
    """How many."""
    index: int
    """Which term of the scenario's goal it is."""

    @property
    def place(self) -> str:
        """Where in the scenario it is asked for."""
        return f"action.goal[{self.index}].need"

    @property
    def weight(self) -> Floats:
        """1 for the models that count, else 0; shape (n,)."""
        return self.report.share[0, :, WEIGHT]


@dataclass(frozen=True, slots=True)
class Parts:
    """What one end comes to in all that does not add up over the models."""

    worst: tuple[float, ...]
    """Points of each worst term ..."""
    functions: tuple[float, ...]
    """... and of each function."""
    met: tuple[tuple[int, ...], ...]
    """Indices of the models that count in each need."""
    short: int
    """How many models are wanting, over all needs."""

    @property
    def points(self) -> float:
        """What all this is worth."""
        return math.fsum((*self.worst, *self.functions))


@dataclass(frozen=True, slots=True)
class Forms:
    """What a goal has beside the terms that add up."""

    worst: tuple[Worst, ...]
    needs: tuple[Need, ...]
    sampled: tuple[Sampled, ...]
    all_terms: Terms
    """Every term of the goal with its weights, these included."""

    def points_of(
        self, worst: Worst, shapes: Shapes, squad: Squad, poses: Floats, detour: Floats
    ) -> Floats:
        """Return what a term is worth for each model, shape (n,).

        Parameters
        ----------
        worst, shapes, squad
            The term, the outlines of its goal, the unit.
        poses
            End poses x, y, cosine and sine of the heading, shape (n, 4).
        detour
            How much longer each path is than the straight way, inches, shape (n,).
        """
        points = np.empty(len(poses))
        fast.worth_of_unit(shapes, squad, worst.report, poses, 0.0, points)
        for i in range(len(poses)):
            points[i] -= travel_weight(worst.report, i) * detour[i]
        return points

    def worst_of(
        self, worst: Worst, shapes: Shapes, squad: Squad, poses: Floats, detour: Floats
    ) -> float:
        """Return what a term is worth for the unit: 0 if it concerns no model."""
        points = self.points_of(worst, shapes, squad, poses, detour)[worst.models]
        return float(points.min(initial=math.inf)) if points.size else 0.0

    def met(self, need: Need, shapes: Shapes, squad: Squad, poses: Floats) -> Ints:
        """Return the indices of the models that count in a need."""
        points = np.empty(len(poses))
        fast.worth_of_unit(shapes, squad, need.report, poses, 0.0, points)
        return np.flatnonzero(points > 0.0)

    def parts(
        self, shapes: Shapes, squad: Squad, poses: Floats, detour: Floats, ends: Floats
    ) -> Parts:
        """Return what an end comes to; ``ends`` are its poses x, y, degrees, z, shape (n, 4)."""
        met = [self.met(need, shapes, squad, poses) for need in self.needs]
        wanting = [need.models - m.size for need, m in zip(self.needs, met, strict=True)]
        return Parts(
            worst=tuple(self.worst_of(one, shapes, squad, poses, detour) for one in self.worst),
            functions=tuple(one.worth(ends) for one in self.sampled),
            met=tuple(tuple(m.tolist()) for m in met),
            short=sum(max(count, 0) for count in wanting),
        )


def relaxed(forms: Forms, report: Terms, shares: Mapping[int, Floats] | None = None) -> Terms:
    """Return terms that add up and are worth, on every end, no less than the goal's terms.

    Parameters
    ----------
    forms, report
        Of a `Goal`.  Functions are not among its terms: their bounds come on top.
    shares
        For each worst term, by its `Worst.row`, numbers of zero or more that add up to one,
        shape (n,), zero for models that it does not concern; any will do.  Equal ones if None.
    """
    share = report.share.copy()
    for worst in forms.worst:
        part = (shares or {}).get(worst.row)
        if part is None:
            part = (worst.weight != 0.0) / max(worst.models.size, 1)
        share[worst.row, :, WEIGHT] = forms.all_terms.share[worst.row, :, WEIGHT] * part
    return report._replace(share=share)
