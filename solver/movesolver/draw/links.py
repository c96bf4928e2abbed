"""Which models of the moving unit hold together, for the eye; the referee judges."""

from __future__ import annotations

import math
from collections.abc import Sequence

from movesolver.draw.scene import Figure
from movesolver.referee.outlines import Outline, outline_of_base, pack_outlines
from movesolver.referee.position import heading
from movesolver.rules.ruleset import CoherencyRule
from movesolver.table.scenario import Pose

Link = tuple[int, int]


def coherency_links(figures: Sequence[Figure], rule: CoherencyRule, tolerance: float) -> list[Link]:
    """Return the pairs of figures that are neighbours where they end, smaller index first."""
    outlines = [outline_of_base(figure.model.base) for figure in figures]
    poses = [figure.pose for figure in figures]
    reach = rule.neighbour + tolerance
    rise = rule.neighbour_vertical + tolerance
    return [
        (i, j)
        for j in range(len(figures))
        for i in range(j)
        if abs(poses[i][3] - poses[j][3]) <= rise
        and _within(outlines[i], poses[i], outlines[j], poses[j], reach)
    ]


def _within(a: Outline, at_a: Pose, b: Outline, at_b: Pose, reach: float) -> bool:
    centres = math.dist(at_a[:2], at_b[:2])
    if centres - a.outer - b.outer > reach:
        return False
    if centres - a.inner - b.inner <= reach:
        return True
    # Discs are always decided above, so that most pictures never load a kernel.
    from movekernels.geometry.gap import gap

    shapes = pack_outlines((a, b))
    return gap(shapes, 0, *at_a[:2], *heading(at_a[2]), 1, *at_b[:2], *heading(at_b[2])) <= reach


def outside(count: int, links: Sequence[Link], rule: CoherencyRule) -> set[int]:
    """Return who stands apart: too few neighbours, or not in the largest group.

    Of equally large groups the one with the first model counts as the group.
    """
    if count < 2:
        return set()
    mates: list[set[int]] = [set() for _ in range(count)]
    for i, j in links:
        mates[i].add(j)
        mates[j].add(i)
    apart = {k for k in range(count) if len(mates[k]) < rule.needed_of(count)}
    if rule.single_group:
        apart |= set(range(count)) - max(_groups(mates), key=len)
    return apart


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
