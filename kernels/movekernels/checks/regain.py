"""Regaining coherency (03.03): the least loss that leaves a unit coherent, with all ties.

The models that stay are looked for among sets, each given by the models that may
stay and those that must.  What has too few neighbours goes at once, groups part
ways, and where two models clash (they may not both stay) the one that clashes
most either goes or stays; so no set is met twice.  A branch is cut when what can
stay of it without a clash weighs too little.  At worst the time doubles with every
such choice; units that stand where models can stand ask for few.

Weights are whole numbers, so that sums are exact and ties are ties.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks.bounds import body_gap
from movekernels.checks.subsets import (
    _at_most,
    _core,
    _group,
    _lowest,
    _place,
    _size,
    _weight,
    _worst_clash,
)
from movekernels.checks.unit_code import _mirror, _settle_pairs
from movekernels.checks.words import MOST, NONE, ONE, Rows

__all__ = ["Room", "heaviest", "new_room", "regain"]


class Room(NamedTuple):
    """Space of a search, for units of up to `MOST` models."""

    near: Rows
    """Who are neighbours, shape (64,)."""
    together: Rows
    """Who may both stay, shape (64,)."""
    doubtful: Rows
    """Whose gap decides either, shape (2, 64)."""
    radii: Floats
    """Of the discs inside and around the bases, shape (2, 64)."""
    nodes: Rows
    """Sets still to be searched: who may stay and who must; shape (66, 2).

    Every branch has one free model less than the set it is from, and of two the
    second waits: there are never more than free models and one.
    """
    order: Ints
    """The models, heaviest first, shape (64,)."""
    found: Ints
    """The greatest weight so far and how many sets have it, shape (2,)."""


def new_room() -> Room:
    """Return space for `heaviest` and `regain`; any number of calls may share it."""
    return Room(
        near=np.zeros(MOST, np.uint64),
        together=np.zeros(MOST, np.uint64),
        doubtful=np.zeros((2, MOST), np.uint64),
        radii=np.zeros((2, MOST)),
        nodes=np.zeros((MOST + 2, 2), np.uint64),
        order=np.zeros(MOST, np.int64),
        found=np.zeros(2, np.int64),
    )


@kernel
def _few_at_most(weights: Ints, order: Ints, free: np.uint64, must: np.uint64, most: int) -> int:
    """What at most ``most`` models weigh: those that must stay, and the heaviest others."""
    total = _weight(weights, must)
    room = most - _size(must)
    for k in range(weights.size):
        if room == 0:
            break
        i = order[k]
        if (free >> np.uint64(i)) & ONE != NONE:
            total += weights[i]
            room -= 1
    return total


@kernel
def _next_kept(
    near: Rows, order: Ints, free: np.uint64, must: np.uint64, needed: int, single_group: bool
) -> np.uint64:
    """The heaviest free model among those that could help the ones that must stay.

    A neighbour of one that lacks neighbours; else, if the unit must be one group, a
    neighbour of any; else anyone.
    """
    useful = NONE if single_group else free
    left = must
    while left != NONE:
        bit = _lowest(left)
        left ^= bit
        mates = near[_place(bit)] & free
        if _size(near[_place(bit)] & must) < needed:
            useful = mates
            break
        useful |= mates
    if useful == NONE:  # nobody must stay yet
        useful = free
    k = 0
    while (useful >> np.uint64(order[k])) & ONE == NONE:
        k += 1
    return ONE << np.uint64(order[k])


@kernel
def _offer(members: np.uint64, weight: int, found: Ints, kept: Rows) -> None:
    """Keep a set if none weighs more; forget the others if it weighs more than they."""
    if weight > found[0]:
        found[0] = weight
        found[1] = 0
    if weight == found[0]:
        if found[1] < kept.size:
            kept[found[1]] = members
        found[1] = min(found[1] + 1, kept.size + 1)


@kernel
def _search(
    near: Rows,
    together: Rows,
    weights: Ints,
    needed: int,
    least: int,
    most: int,
    single_group: bool,
    room: Room,
    kept: Rows,
) -> None:
    """Offer the heaviest coherent sets of ``least`` to ``most`` models.

    A set without clashes in which each has its neighbours outweighs all of its
    parts, so only whole sets are offered.
    """
    nodes, found, order = room.nodes, room.found, room.order
    nodes[0, 0] = ~NONE >> np.uint64(MOST - near.size)
    nodes[0, 1] = NONE
    depth = 1
    while depth > 0:
        depth -= 1
        must = nodes[depth, 1]
        members = _core(near, nodes[depth, 0], needed)
        if must & ~members != NONE or members == NONE:
            continue
        if single_group:
            group = _group(near, members, _lowest(members if must == NONE else must))
            if must & ~group != NONE:
                continue
            if must == NONE and group != members:
                nodes[depth, 0] = members ^ group
                nodes[depth, 1] = NONE
                nodes[depth + 1, 0] = group
                nodes[depth + 1, 1] = NONE
                depth += 2
                continue
            members = group
        size = _size(members)
        # With no room left for ties only what is heavier is worth looking for.
        wanted = found[0] + 1 if found[1] > kept.size else found[0]
        weight = _weight(weights, members)
        if size < least or weight < wanted:
            continue
        bit = _worst_clash(together, members)
        clash = bit != NONE
        if not clash and size <= most:
            _offer(members, weight, found, kept)
            continue
        if clash and _at_most(together, weights, members) < wanted:
            continue
        if size > most:
            if _few_at_most(weights, order, members & ~must, must, most) < wanted:
                continue
            if _size(must) == most:
                nodes[depth, 0] = must
                nodes[depth, 1] = must
                depth += 1
                continue
        if not clash:
            bit = _next_kept(near, order, members & ~must, must, needed, single_group)
        # Who clashes most is best lost, who is among the few is best kept: that comes first.
        kept_at = depth if clash else depth + 1
        lost_at = depth + 1 if clash else depth
        nodes[kept_at, 0] = members & (bit | together[_place(bit)])
        nodes[kept_at, 1] = must | bit
        nodes[lost_at, 0] = members ^ bit
        nodes[lost_at, 1] = must
        depth += 2


@kernel
def _sort(weights: Ints, order: Ints) -> None:
    """Order the models, heaviest first, equals as they come."""
    for i in range(weights.size):
        k = i
        while k > 0 and weights[order[k - 1]] < weights[i]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@kernel
def heaviest(
    near: Rows,
    together: Rows,
    weights: Ints,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    room: Room,
    kept: Rows,
) -> int:
    """All heaviest coherent parts of a unit, as bit sets.

    Parameters
    ----------
    near
        Who are neighbours: rows as `links` fills them; shape (n,), n <= `MOST`.
    together
        Who may both belong to the unit (the span), in the same way; shape (n,).
    weights
        What losing each model costs, whole and positive; shape (n,).  They add up to
        less than 2**62.
    needed
        Unit-mates each model must be linked with ...
    crowd, needed_in_crowd
        ... and how many from ``crowd`` models on; 0 for never.
    single_group
        Whether the links must make the unit one contiguous group.
    room
        As `new_room` makes it; overwritten.
    kept
        Filled: the models of each part, bit ``i`` for model ``i``; shape (k,), k >= 1.

    Returns
    -------
    int
        Number of heaviest parts, 0 for no models.  At most k + 1, which says that
        there are more than ``kept`` holds.

    Notes
    -----
    03.03 lets a unit lose models until the rest is coherent.  As every weight is
    positive, nothing that is lost in a least loss could have been kept, so its
    models can go in any order.  A single model is always coherent.
    """
    n = near.size
    room.found[0] = 0
    room.found[1] = 0
    if n == 0:
        return 0
    for i in range(n):
        _offer(ONE << np.uint64(i), weights[i], room.found, kept)
    if needed == needed_in_crowd or not 0 < crowd <= n:
        _search(near, together, weights, needed, 2, n, single_group, room, kept)
    else:
        _sort(weights, room.order)
        low = max(crowd, 2)
        _search(near, together, weights, needed_in_crowd, low, n, single_group, room, kept)
        if crowd > 2:
            _search(near, together, weights, needed, 2, crowd - 1, single_group, room, kept)
    return int(room.found[1])


@kernel
def _set_graphs(
    shapes: Shapes,
    unit: Bodies,
    near: float,
    vertical: float,
    wide: float,
    span_vertical: float,
    room: Room,
) -> None:
    """Fill both graphs of a unit: by the discs of its bases, then by the gaps that are left."""
    n = unit.x.size
    mates, both, doubtful = room.near[:n], room.together[:n], room.doubtful[:, :n]
    radii = room.radii
    _settle_pairs(shapes, unit, near, vertical, math.inf, radii, mates, doubtful[0])
    _settle_pairs(shapes, unit, wide, span_vertical, math.inf, radii, both, doubtful[1])
    for i in range(n):
        left = doubtful[0, i] | doubtful[1, i]
        while left != NONE:
            bit = _lowest(left)
            left ^= bit
            gap = body_gap(shapes, unit, i, unit, _place(bit))
            if doubtful[0, i] & bit != NONE and gap <= near:
                mates[i] |= bit
            if doubtful[1, i] & bit != NONE and gap <= wide:
                both[i] |= bit
    _mirror(mates)
    _mirror(both)


@kernel
def regain(
    shapes: Shapes,
    unit: Bodies,
    neighbour: float,
    vertical: float,
    span: float,
    span_vertical: float,
    needed: int,
    crowd: int,
    needed_in_crowd: int,
    single_group: bool,
    tolerance: float,
    weights: Ints,
    room: Room,
    kept: Rows,
) -> int:
    """All ways to lose least and be coherent: which models of a unit stay.

    Parameters
    ----------
    shapes
        Outlines of ``unit``.
    unit
        The models, n <= `MOST`.
    neighbour, vertical
        Two models are linked when this near, inches, inclusive.
    span, span_vertical
        Every two models must be this near, inches, inclusive; infinite = no limit.
    needed, crowd, needed_in_crowd, single_group
        As in `heaviest`.
    tolerance
        Added to all four limits, inches.
    weights, room, kept
        As in `heaviest`.

    Returns
    -------
    int
        As `heaviest`.  A unit that is coherent, by the very comparisons of
        `movekernels.checks.coherency.coherent`, keeps all of its models.
    """
    n = unit.x.size
    _set_graphs(
        shapes,
        unit,
        neighbour + tolerance,
        vertical + tolerance,
        span + tolerance,
        span_vertical + tolerance,
        room,
    )
    near, together = room.near[:n], room.together[:n]
    return heaviest(
        near, together, weights, needed, crowd, needed_in_crowd, single_group, room, kept
    )
