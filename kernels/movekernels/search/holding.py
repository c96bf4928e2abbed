"""Does a unit at given poses keep apart and hold together?"""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.search.ground import MARGIN, Ground, Squad
from movekernels.search.placing import APART, UNKNOWN, pair_by_disc, pair_relation


@kernel
def relations(ground: Ground, squad: Squad, poses: Floats, links: Ints) -> bool:
    """Whether a unit at these poses keeps apart and holds together (03.01, 03.03).

    Bit ``j`` of ``links[0, i]`` is set for models that are `BESIDE` each other; two
    models on their start poses are judged without a margin.  Row 1 is scratch;
    shape (2, n).
    """
    n = squad.member.size
    for i in range(n):
        links[0, i] = 0
        links[1, i] = 1 if _rests(squad, poses, i) else 0
    for i in range(n):
        a = squad.member[i]
        for j in range(i):
            b = squad.member[j]
            dx = poses[i, 0] - poses[j, 0]
            dy = poses[i, 1] - poses[j, 1]
            relation = UNKNOWN
            if links[1, i] + links[1, j] < 2:
                relation = pair_by_disc(squad, a, b, dx * dx + dy * dy)
            if relation == UNKNOWN:
                relation = pair_relation(
                    ground.shapes, squad,
                    a, poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3],
                    b, poses[j, 0], poses[j, 1], poses[j, 2], poses[j, 3],
                    0.0 if links[1, i] + links[1, j] == 2 else MARGIN,
                )  # fmt: skip
            if relation == APART:
                return False
            links[0, i] |= relation << j
            links[0, j] |= relation << i
    return coherent_with(links, n, 0, squad.needed, squad.single_group)


@kernel
def coherent_with(links: Ints, i: int, mine: int, needed: int, single_group: bool) -> bool:
    """Whether a unit holds together if model ``i`` is linked as the bits of ``mine`` say (03.03).

    Parameters
    ----------
    links
        Bit rows in row 0, at most 62 models; row 1 is scratch; shape (2, n).
    i, mine
        A model and its links; ``i`` = n for none.
    needed
        How many links a model needs, at most n - 1 counts.
    single_group
        Whether all must be joined.
    """
    n = links.shape[1]
    for a in range(n):
        bits = links[0, a]
        if a == i:
            bits = mine
        elif i < n:
            bits = (bits & ~(1 << i)) | (((mine >> a) & 1) << i)
        links[1, a] = bits
        for _ in range(min(needed, n - 1)):
            if bits == 0:
                return False
            bits &= bits - 1
    if not single_group:
        return True
    reached = 1
    before = 0
    while reached != before:
        before = reached
        for a in range(n):
            if (reached >> a) & 1 == 1:
                reached |= links[1, a]
    return bool(reached == (1 << n) - 1)


@kernel
def _rests(squad: Squad, poses: Floats, i: int) -> bool:
    """Whether a model stands exactly where it starts."""
    return bool(
        poses[i, 0] == squad.start[i, 0]
        and poses[i, 1] == squad.start[i, 1]
        and (
            squad.round[squad.member[i]]
            or (poses[i, 2] == squad.start[i, 2] and poses[i, 3] == squad.start[i, 3])
        )
    )
