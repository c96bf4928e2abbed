"""Proofs that no end of a unit is legal, and in words which conditions rule all of them out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from movekernels.arrays import TOLERANCE, Bools, Floats, Ints
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Json, listed
from movesolver.search.arena import Arena
from movesolver.search.openings import LAST, LOOSE, MOST, Boxes, Openings, least_codes, point_gaps

CROWD = 60
"""With more open boxes than so many a model a unit has room: it is not asked how much."""
FINE = 0.4
"""Boxes are split to about this side before models, or models and targets, are compared, inches."""
WORDS = {
    Code.OFF_TABLE: "over the edge of the table",
    Code.OVERLAP: "on another base",
    Code.IN_TERRAIN: "in terrain",
    Code.ENGAGED: "within engagement range of an enemy",
    Code.ENGAGED_WITH_OTHER: "within engagement range of an enemy that is no target",
    Code.TOO_CLOSE: "too close to an enemy",
    Code.OUTSIDE_ZONE: "outside the zone",
    Code.OUTSIDE_SETUP: "outside the set-up distance",
    Code.ENEMY_ZONE: "in or too near to the enemy's zone",
    Code.OVERHANG: "over the edge of the floor",
    Code.NO_PATH: "out of reach by any path",
}
"""What is wrong with places."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """A proof that no end of the unit is legal."""

    reasons: Mapping[str, str]
    """In words, by code."""
    node: Json | None
    """As certificates state it (docs/certificates.md); None where they cannot yet."""


def prove(position: Position, arena: Arena, stuck: Bools) -> Impossible | None:
    """Return a proof that the unit has no legal end, None if none was found.

    Parameters
    ----------
    position, arena
        The question and the ground of its search.
    stuck
        Models for which the search has no place at all, shape (n,): others are not asked
        whether they have one.
    """
    if position.rules.tolerance > TOLERANCE:
        return None  # limits are loosened by the usual tolerance only
    if not position.rules.terrain_categories:
        return None  # where nothing has to carry a model it may end at any height
    openings = Openings(position, arena)
    seen: set[int] = set()
    for i in np.flatnonzero(stuck).tolist():
        kind = int(arena.squad.member[i])
        if position.placing and kind in seen:
            continue
        seen.add(kind)
        found = _nowhere(position, openings, i)
        if found is not None:
            return found
    if position.placing:
        return None
    return (
        _crowded(position, openings)
        or _out_of_reach(position, openings)
        or _apart(position, openings)
    )


def _nowhere(position: Position, openings: Openings, i: int) -> Impossible | None:
    """Return that a model has no legal end wherever the others stand."""
    boxes, masks = openings.first(i), []
    while True:
        masks.append(boxes.mask[~boxes.open])
        left = int(boxes.open.sum())
        if left == 0:
            break
        if left > MOST // 4 or boxes.side.min() <= LAST:
            return None
        boxes = openings.split(i, boxes)
    codes = least_codes(np.concatenate(masks), openings.codes)
    name, within = position.ids[i], f"{position.maximum[i]:g} inches"
    ways = [WORDS.get(code, str(code)) for code in codes]
    where = "where it could be set up" if position.placing else f"within {within} of its start"
    text = f"{name} can end nowhere: every place {where} is {' or '.join(ways)}"
    if len(codes) > 1:
        text += " (no one of these alone rules all of them out)"
    return Impossible(
        {str(code): text for code in codes} or {str(Code.TOO_FAR): text},
        {"kind": "nowhere", "model": name},
    )


def _crowded(position: Position, openings: Openings) -> Impossible | None:
    """Return that the places left to some models hold fewer of them (03.01).

    A disc as wide as a base holds the middle of one base at most: where fewer such discs than
    models cover all that is open to them, they have no room.
    """
    n = len(position.ids)
    if n < 2 or min(openings.radius(i) for i in range(n)) <= LOOSE:
        return None
    radius = min(openings.radius(i) for i in range(n)) - 2e-6
    places = [openings.first(i) for i in range(n)]
    masks: list[Ints] = []
    discs: list[tuple[float, float]] = []
    for side in (radius / 2, radius / 4, radius / 8, radius / 16):
        for i, boxes in enumerate(places):
            while boxes.side.max(initial=0.0) > side and boxes.open.sum() <= CROWD * n:
                masks.append(boxes.mask[~boxes.open])
                boxes = openings.split(i, boxes)
            masks.append(boxes.mask[~boxes.open])
            places[i] = boxes.some(boxes.open)
        if sum(one.x.size for one in places) > CROWD * n:
            return None  # plenty of room
        discs = _cover(places, radius)
        if len(discs) < n:
            break
    levels = {float(z) for one in places for z in one.z.tolist()}
    if len(discs) >= n or len(levels) > 1:
        return None
    codes = least_codes(np.concatenate(masks), openings.codes)
    ways = [WORDS.get(code, str(code)) for code in codes]
    holds = "one base" if len(discs) == 1 else f"{len(discs)} bases"
    text = (
        f"what is open to the {n} models holds {holds}: every other place in reach is "
        f"{' or '.join(ways)}"
    )
    proof: Json = {
        "kind": "prices",
        "level": min(levels, default=0.0),
        "discs": [[x, y, radius, 1.0] for x, y in discs],
        "models": dict.fromkeys(position.ids, -1.0),
        "inside": [],
    }
    reasons = {str(code): text for code in (*codes, Code.OVERLAP)}
    return Impossible(reasons, {"kind": "room", "proof": proof})


def _cover(places: list[Boxes], radius: float) -> list[tuple[float, float]]:
    """Return middles of discs that together hold all boxes: the one that holds most, again."""
    x, y = (np.concatenate([getattr(one, name) for one in places]) for name in ("x", "y"))
    half = np.concatenate([one.side for one in places]) / math.sqrt(2.0)
    inside = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :]) + half[None, :] < radius
    left = np.ones(x.size, dtype=np.bool_)
    discs: list[tuple[float, float]] = []
    while left.any():
        best = int(np.argmax((inside & left).sum(axis=1)))
        discs.append((float(x[best]), float(y[best])))
        left &= ~inside[best]
    return discs


def _open_boxes(openings: Openings, i: int) -> Boxes:
    """Return boxes that hold every end of a model that is not ruled out."""
    boxes = openings.first(i)
    boxes = boxes.some(boxes.open)
    while boxes.x.size and boxes.side.max() > FINE and boxes.x.size <= MOST // 4:
        boxes = openings.split(i, boxes)
        boxes = boxes.some(boxes.open)
    return boxes


def _out_of_reach(position: Position, openings: Openings) -> Impossible | None:
    """Return that no model can end engaged with a target that the move must engage (11.04)."""
    if not position.move.engages_all:
        return None
    limit = position.rules.engagement
    for target in position.targets:
        if not any(_may_engage(position, openings, i, target) for i in range(len(position.ids))):
            text = (
                f"no model can end within {limit.horizontal:g} inches of {target} "
                f"({limit.section}) at a place that is open to it"
            )
            return Impossible(
                {str(Code.NOT_ENGAGED): text}, {"kind": "out_of_reach", "target": target}
            )
    return None


def _may_engage(position: Position, openings: Openings, i: int, target: str) -> bool:
    """Return whether some box of a model comes within engagement range of a target."""
    limit, bodies = position.rules.engagement, position.others_of(target)
    outer = float(position.shapes.outer[position.start.shape[i]])
    low = bodies.z - limit.vertical - position.movers[i].height - LOOSE
    tall = position.others_tall()[position.of_units(target)]
    high = bodies.z + tall + limit.vertical + LOOSE

    def near(boxes: Boxes) -> Bools:
        gaps = point_gaps(position.shapes, boxes, bodies) - boxes.side[:, None] * 0.7072
        within = gaps <= limit.horizontal + outer + LOOSE
        within = within & (boxes.z[:, None] >= low) & (boxes.z[:, None] <= high)
        return np.asarray(within.any(axis=1))

    return openings.may_be(i, near)


def _apart(position: Position, openings: Openings) -> Impossible | None:
    """Return that the models cannot come together (03.03)."""
    n, rule = len(position.ids), position.rules.coherency
    if n < 2:
        return None
    boxes = [_open_boxes(openings, i) for i in range(n)]
    outer = position.shapes.outer[position.start.shape]
    least = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            least[i, j] = least[j, i] = _least_distance(boxes[i], boxes[j]) - outer[i] - outer[j]
    far = np.argwhere(least > rule.span + LOOSE)
    if far.size:
        i, j = far[0].tolist()
        text = (
            f"{position.ids[i]} and {position.ids[j]} end at least {least[i, j]:.4g} inches apart, "
            f"{rule.span:g} at most ({rule.section}), as places that are open to them go"
        )
        node: Json = {"kind": "spread", "models": [position.ids[i], position.ids[j]]}
        return Impossible({str(Code.SPREAD): text}, node)
    near = least <= rule.neighbour + LOOSE
    np.fill_diagonal(near, False)
    count, group = connected_components(near, directed=False)
    lonely = np.flatnonzero(~near.any(axis=1))
    if count == 1 or not (rule.single_group or (lonely.size and rule.needed_of(n))):
        return None
    some = np.flatnonzero(group == group[lonely[0]]) if lonely.size else np.flatnonzero(group == 0)
    others = np.setdiff1d(np.arange(n), some)
    gap = float(least[np.ix_(some, others)].min())
    code = Code.NO_NEIGHBOUR if some.size == 1 else Code.SPLIT
    text = (
        f"{listed([position.ids[i] for i in some])} cannot come closer than {gap:.4g} inches to "
        f"{listed([position.ids[i] for i in others])}: {rule.neighbour:g} at most ({rule.section})"
    )
    node = {
        "kind": "apart",
        "some": [position.ids[i] for i in some],
        "others": [position.ids[i] for i in others],
        "neighbour": code is Code.NO_NEIGHBOUR,
    }
    return Impossible({str(code): text}, node)


def _least_distance(a: Boxes, b: Boxes) -> float:
    """Return how near places in one set of boxes come to some in another, inches."""
    if not a.x.size or not b.x.size:
        return 0.0
    places = np.column_stack([b.x, b.y])
    away: Floats = np.asarray(cKDTree(np.column_stack([a.x, a.y])).query(places)[0])
    # Boxes of each model are nearly of one size; the largest decides.
    reach = (float(a.side.max()) + float(b.side.max())) / math.sqrt(2.0)
    return max(float(away.min()) - reach, 0.0)
