"""Is a unit apart and together where it stands (03.01, 03.03)?  Pair by pair, walking the links."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import MARGIN, Ground, Squad
from movekernels.search.placing import APART, BESIDE
from reference.placing import pair_relation


def relation_table(ground: Ground, squad: Squad, poses: Floats) -> Ints:
    n = len(poses)
    table = np.zeros((n, n), dtype=np.int64)
    for i, (xi, yi, ci, si) in enumerate(poses.tolist()):
        for j, (xj, yj, cj, sj) in enumerate(poses.tolist()):
            if i != j:
                margin = 0.0 if rests(squad, poses, i) and rests(squad, poses, j) else MARGIN
                a, b = int(squad.member[i]), int(squad.member[j])
                table[i, j] = pair_relation(
                    ground.shapes, squad, a, xi, yi, ci, si, b, xj, yj, cj, sj, margin
                )
    return table


def rests(squad: Squad, poses: Floats, i: int) -> bool:
    columns = 2 if squad.round[squad.member[i]] else 4
    return bool((poses[i, :columns] == squad.start[i, :columns]).all())


def coherent_with(links: Ints, i: int, mine: int, needed: int, single_group: bool) -> bool:
    n = links.shape[1]
    mates = {a: {b for b in range(n) if int(links[0, a]) >> b & 1} for a in range(n)}
    if i < n:
        mates[i] = {b for b in range(n) if mine >> b & 1}
        for b in range(n):
            if b != i:
                mates[b] = (mates[b] - {i}) | ({i} if b in mates[i] else set())
    if any(len(m) < min(needed, n - 1) for m in mates.values()):
        return False
    met, ahead = {0}, [0]
    while ahead:
        for b in mates[ahead.pop()] - met:
            met.add(b)
            ahead.append(b)
    return len(met) == n or not single_group


def relations(ground: Ground, squad: Squad, poses: Floats) -> bool:
    table = relation_table(ground, squad, poses)
    if (table == APART).any():
        return False
    rows = [sum(1 << j for j, r in enumerate(row) if r == BESIDE) for row in table.tolist()]
    links = np.array([rows, rows], dtype=np.int64)
    return coherent_with(links, len(poses), 0, squad.needed, squad.single_group)
