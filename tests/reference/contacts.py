"""Where a disc touches two others, or one on the side of an aim: by the cosine rule."""

from __future__ import annotations

import cmath
import math

from movekernels.arrays import Floats
from movekernels.search.contacts import CLEAR, NEAR
from movekernels.search.ground import MARGIN, Ground, Squad
from reference.ending import all_conflicts


def contact_points(
    ground: Ground, squad: Squad, k: int, poses: Floats, aims: Floats
) -> list[tuple[float, float]]:
    """Every pair of circles on which the centre may lie, every aim; those that are open."""
    models = [complex(x, y) for x, y in poses[:, :2].tolist()]
    circles: list[tuple[complex, float]] = []
    shapes, radius = ground.shapes, float(squad.outer[k])
    for o, outline in enumerate(ground.outline.tolist()):
        gap = float(ground.apart[k, o])
        is_round = shapes.inner[outline] == shapes.outer[outline]
        away = gap + radius + float(shapes.outer[outline])
        if is_round and gap > -math.inf and away > 0.0:
            circles.append((complex(ground.rings.x[o], ground.rings.y[o]), away + CLEAR))
    for j, centre in enumerate(models):
        b = int(squad.member[j])
        if squad.round[b] and abs(squad.z[k] - squad.z[b]) < squad.level:
            circles.append((centre, radius + float(squad.outer[b]) + MARGIN + CLEAR))
    targets = [complex(x, y) for x, y in aims.tolist()]
    found = list(targets)
    for a, (one, first) in enumerate(circles):
        found += [one + first * (t - one) / abs(t - one) for t in targets if t != one]
        for other, second in circles[:a]:
            away = abs(other - one)
            if abs(first - second) < away <= first + second:
                cosine = (first**2 + away**2 - second**2) / (2 * first * away)
                turn = math.acos(max(-1.0, min(1.0, cosine)))
                along = (other - one) / away
                found += [one + first * along * cmath.exp(1j * s * turn) for s in (1, -1)]
    return [
        (p.real, p.imag)
        for p in found
        if min(abs(p - m) for m in models) <= NEAR
        and not all_conflicts(ground, squad, k, (p.real, p.imag, 1.0, 0.0))
    ]
