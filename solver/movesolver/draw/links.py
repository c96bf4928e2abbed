"""Which models hold together or face an enemy, and what parts them: for the eye, not the verdict.

The gaps are the referee's own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from movesolver.draw.scene import Figure
from movesolver.referee.outlines import Outline, outline_of_base, pack_outlines
from movesolver.referee.position import heading
from movesolver.rules.ruleset import CoherencyRule, EngagementRule
from movesolver.table.scenario import Pose

Link = tuple[int, int]

WORST = 3
"""So many of the pairs that stand too far apart are shown."""


class Break(NamedTuple):
    """Two models of a unit between which its coherency is broken."""

    first: int
    second: int
    found: float
    """Inches from base to base, or from height to height."""
    allowed: float
    """Inches that the rule allows."""
    kind: Literal["neighbours", "height", "span"]
    """What is exceeded: the distance of neighbours, flat or in height, or the largest span."""

    @property
    def words(self) -> str:
        """The inches found and allowed."""
        up = " up" if self.kind == "height" else ""
        return f'{self.found:.2f}"{up} > {self.allowed:g}"'


def coherency_links(
    figures: Sequence[Figure],
    rule: CoherencyRule,
    tolerance: float,
    poses: Sequence[Pose] | None = None,
) -> list[Link]:
    """Return the pairs of figures that are neighbours, smaller index first.

    Where they end, or at ``poses``, one for each figure.
    """
    outlines = [outline_of_base(figure.model.base) for figure in figures]
    poses = [figure.pose for figure in figures] if poses is None else poses
    reach = rule.neighbour + tolerance
    rise = rule.neighbour_vertical + tolerance
    return [
        (i, j)
        for j in range(len(figures))
        for i in range(j)
        if abs(poses[i][3] - poses[j][3]) <= rise
        and _within(outlines[i], poses[i], outlines[j], poses[j], reach)
    ]


def engaged_pairs(
    movers: Sequence[Figure], enemies: Sequence[Figure], rule: EngagementRule, tolerance: float
) -> list[Link]:
    """Return who is engaged with which enemy where they end, as indices of the two."""
    reach, rise = rule.horizontal + tolerance, rule.vertical + tolerance
    return [
        (i, j)
        for i, own in enumerate(movers)
        for j, enemy in enumerate(enemies)
        if abs(own.pose[3] - enemy.pose[3]) <= rise and near_by(own, enemy, reach)
    ]


def near_by(a: Figure, b: Figure, reach: float) -> bool:
    """Return whether two bases end within a distance of each other, on the flat."""
    first, second = outline_of_base(a.model.base), outline_of_base(b.model.base)
    return _within(first, a.pose, second, b.pose, reach)


def gap_between(a: Figure, b: Figure) -> float:
    """Return the gap between two bases where they end, on the flat, inches."""
    first, second = outline_of_base(a.model.base), outline_of_base(b.model.base)
    if first.inner == first.outer and second.inner == second.outer:
        return math.dist(a.pose[:2], b.pose[:2]) - first.outer - second.outer
    return _gap(first, a.pose, second, b.pose)


def _within(a: Outline, at_a: Pose, b: Outline, at_b: Pose, reach: float) -> bool:
    centres = math.dist(at_a[:2], at_b[:2])
    if centres - a.outer - b.outer > reach:
        return False
    if centres - a.inner - b.inner <= reach:
        return True
    # Discs are always decided above, so that most pictures never load a kernel.
    return _gap(a, at_a, b, at_b) <= reach


def _gap(a: Outline, at_a: Pose, b: Outline, at_b: Pose) -> float:
    from movekernels.geometry.gap import gap

    shapes = pack_outlines((a, b))
    return gap(shapes, 0, *at_a[:2], *heading(at_a[2]), 1, *at_b[:2], *heading(at_b[2]))


def outside(count: int, links: Sequence[Link], rule: CoherencyRule) -> set[int]:
    """Return who stands apart: too few neighbours, or not in the largest group.

    Of equally large groups the one with the first model counts as the group.
    """
    if count < 2:
        return set()
    mates = _mates(count, links)
    apart = {k for k in range(count) if len(mates[k]) < rule.needed_of(count)}
    if rule.single_group:
        apart |= set(range(count)) - max(_groups(mates), key=len)
    return apart


def breaks(
    figures: Sequence[Figure], links: Sequence[Link], rule: CoherencyRule, tolerance: float
) -> list[Break]:
    """Return what breaks a unit: the least gap of each group, missing neighbours, the span.

    Each model that has too few neighbours is shown with the nearest models that could be.
    """
    count = len(figures)
    if count < 2:
        return []
    mates, found = _mates(count, links), dict[Link, Break]()

    def apart(i: int, j: int) -> float:
        rise = figures[i].pose[3] - figures[j].pose[3]
        return math.hypot(max(gap_between(figures[i], figures[j]), 0.0), rise)

    def add(i: int, j: int) -> None:
        i, j = min(i, j), max(i, j)
        gap = gap_between(figures[i], figures[j])
        if gap > rule.neighbour + tolerance:
            one = Break(i, j, gap, rule.neighbour, "neighbours")
        else:
            rise = abs(figures[i].pose[3] - figures[j].pose[3])
            one = Break(i, j, rise, rule.neighbour_vertical, "height")
        found.setdefault((i, j), one)

    if rule.single_group:
        groups = _groups(mates)
        main = max(groups, key=len)
        for group in groups:
            if group is not main:
                rest = set(range(count)) - group
                _, i, j = min((apart(i, j), i, j) for j in rest for i in group)
                add(i, j)
    for i in range(count):
        missing = rule.needed_of(count) - len(mates[i])
        if missing > 0:
            strangers = [j for j in range(count) if j != i and j not in mates[i]]
            for j in sorted(strangers, key=lambda j: (apart(i, j), j))[:missing]:
                add(i, j)
    wide = [
        Break(i, j, gap_between(figures[i], figures[j]), rule.span, "span")
        for j in range(count if math.isfinite(rule.span) else 0)
        for i in range(j)
        if not near_by(figures[i], figures[j], rule.span + tolerance)
    ]
    for one in sorted(wide, key=lambda one: -one.found)[:WORST]:
        found[one.first, one.second] = one
    return list(found.values())


def _mates(count: int, links: Sequence[Link]) -> list[set[int]]:
    mates: list[set[int]] = [set() for _ in range(count)]
    for i, j in links:
        mates[i].add(j)
        mates[j].add(i)
    return mates


def _groups(mates: Sequence[set[int]]) -> list[set[int]]:
    groups: list[set[int]] = []
    left = set(range(len(mates)))
    for first in range(len(mates)):
        if first in left:
            group, edge = {first}, [first]
            while edge:
                fresh = mates[edge.pop()] - group
                group |= fresh
                edge += sorted(fresh)
            left -= group
            groups.append(group)
    return groups
