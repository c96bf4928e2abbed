"""Bounds over the assignments of models to listed spots."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from movesolver.checking.check import check
from movesolver.errors import InputError
from movesolver.table.fields import inside
from movesolver.table.scenario import Pose
from movesolver.verifying.board import LEVEL, Board, Storey
from movesolver.verifying.boxes import Boxes
from movesolver.verifying.gaps import convex_parts, gap_bounds
from movesolver.verifying.outlines import Floats, Outline
from movesolver.verifying.program import Ints, Program, Relations, best_of
from movesolver.verifying.reading import Node, field, items, mapping, numbers, whole
from movesolver.verifying.verified import NotCoveredError
from movesolver.verifying.worth import Worth

NEARLY = 2e-6
"""Values and bounds may differ by so much, points a model."""
HAIR = 1e-9
"""How far beyond a limit a gap must surely be to count, inches."""
MOST_SPOTS = 6000
"""Spots that can be part of something better than the bound."""
MOST_PAIRS = 300_000
"""Pairs of convex parts of bases that are not round, on spots whose gaps have to be worked out."""
AT_ONCE = 20_000
"""Pairs whose exact gaps are worked out together."""


def grid_value(
    board: Board, worth: Worth, node: Node, bound: float | None
) -> tuple[float, list[str]]:
    """Return what no legal end on the spots of a node is worth more than, and what is wrong.

    A bound of None says that there is no legal end on them.
    """
    if worth.worst:
        raise NotCoveredError("the best on a grid of a goal that counts by its worst model")
    here, ids = inside("proof", "spots"), board.ids
    listed = items(field(node, "spots", "proof"), here)
    spots = np.array([numbers(one, inside(here, k), 4) for k, one in enumerate(listed)])
    spots = spots.reshape(-1, 4)
    usable = _usable(node, len(spots))
    if set(usable) != set(ids):
        return math.inf, [f"proof.usable are not the models of {board.scenario.mover.id}"]
    value, faults = np.full((len(ids), len(spots)), -math.inf), []
    claimed = mapping(node.get("values") or {}, "proof.values")
    for i, name in enumerate(ids):
        place = inside("proof.values", name)
        value[i, usable[name]] = _values(board, worth, i, spots[usable[name]])
        if name in claimed:
            said = np.array(numbers(claimed[name], place, len(usable[name])))
            wrong = said < value[i, usable[name]] - NEARLY
            if wrong.any():
                k = int(np.argmax(wrong))
                real = value[i, usable[name][k]]
                faults.append(f"{inside(place, k)}: {said[k]:.9g} is claimed, it is {real:.9g}")
    target = -math.inf if bound is None else bound + NEARLY * len(ids)
    # Who cannot be part of anything better than the target, whatever the others do, is left out.
    most = value.max(axis=1, initial=-math.inf)
    if np.isfinite(most).all():
        value[value + (most.sum() - most)[:, None] <= target] = -math.inf
    kinds: dict[Outline, list[int]] = {}
    for i, outline in enumerate(board.outlines):
        kinds.setdefault(outline, []).append(i)
    nodes = [
        (outline, p)
        for outline, members in kinds.items()
        for p in np.flatnonzero(np.isfinite(value[members]).any(axis=0)).tolist()
    ]
    table = np.full((len(ids), len(nodes)), -math.inf)
    for k, (outline, p) in enumerate(nodes):
        table[kinds[outline], k] = value[kinds[outline], p]
    poses = spots[[p for _, p in nodes]].reshape(-1, 4)
    program = Program(table, relations_of(board, [outline for outline, _ in nodes], poses))

    def legal(place: Ints) -> bool:
        ends = {name: _pose(poses[k]) for name, k in zip(ids, place, strict=True)}
        action = msgspec.structs.replace(board.scenario.action, paths=None, ends=ends, order=None)
        scenario = msgspec.structs.replace(board.scenario, action=action)
        rules = board.position.rules
        strict = check(scenario, rules=rules, tolerance=0.0)
        return strict.legal and check(scenario, rules=rules).legal

    found, beats = best_of(program, target, legal)
    if beats is not None:
        worth_it = float(table[np.arange(len(ids)), beats].sum())
        names = ", ".join(f"{name} on {nodes[k][1]}" for name, k in zip(ids, beats, strict=True))
        faults.append(f"proof: a legal end is worth {worth_it:.9g}: {names}")
    if bound is None:
        if found > -math.inf:
            faults.append("proof: it is not shown that no end on the spots is legal")
        return found, faults
    return (bound if found <= target else found), faults


def _usable(node: Node, count: int) -> dict[str, list[int]]:
    """Return the spots that each model may use."""
    found: dict[str, list[int]] = {}
    for name, listed in mapping(field(node, "usable", "proof"), "proof.usable").items():
        place = inside("proof.usable", name)
        found[name] = [whole(one, inside(place, k)) for k, one in enumerate(items(listed, place))]
        for k, one in enumerate(found[name]):
            if not 0 <= one < count:
                raise InputError(inside(place, k), f"a spot, 0 to {count - 1}", str(one))
    return found


def _values(board: Board, worth: Worth, i: int, poses: Floats) -> Floats:
    """Return what a model is worth at poses (k, 4); a path counts as the straight one."""
    value = np.zeros(len(poses))
    for z in np.unique(poses[:, 3]):
        rows = np.flatnonzero(poses[:, 3] == z)
        points = Boxes(poses[rows, 0], poses[rows, 1], 0.0)
        storey = Storey(float(z), float(z), board.reach[i], None, True, True)
        value[rows] = worth.most(i, points, storey, poses[rows, 2])
    return value


def relations_of(board: Board, outlines: list[Outline], poses: Floats) -> Relations:
    """Return which poses (s, 4) of bases exclude each other and which may be neighbours.

    In favour of legality: only what no two bases may do with no tolerance at all is excluded.
    """
    position, s = board.position, len(outlines)
    if s > MOST_SPOTS:
        raise NotCoveredError(f"more than {MOST_SPOTS:,} spots in play")
    rule = position.rules.coherency
    whole_unit = not position.of_units(board.scenario.mover.id).any()
    limits = (0.0, rule.neighbour, rule.span)
    high = np.abs(poses[:, 3][:, None] - poses[:, 3][None, :])
    rise = np.zeros((s, s)) if position.tall(position.start).any() else high
    least, most = _gaps(outlines, poses, limits)
    excluded = (most < -HAIR) & (high < LEVEL)
    if whole_unit:
        excluded |= (least > rule.span + HAIR) | (rise > rule.span_vertical + HAIR)
    beside = (least <= rule.neighbour + HAIR) & (rise <= rule.neighbour_vertical + HAIR)
    n = len(board.ids)
    needed = min(rule.needed_of(n), n - 1) if whole_unit else 0
    return Relations(excluded, beside, needed, rule.single_group and whole_unit and n > 1)


def _gaps(
    outlines: list[Outline], poses: Floats, limits: tuple[float, ...]
) -> tuple[Floats, Floats]:
    """Return bounds of the gaps of all pairs of bases, exact where they decide; (s, s) each."""
    x, y, facing = poses[:, 0], poses[:, 1], poses[:, 2]
    apart = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :])
    outer = np.array([one.outer for one in outlines])
    grip = np.array([one.grip for one in outlines])
    least = apart - outer[:, None] - outer[None, :]
    most = apart - grip[:, None] - grip[None, :]
    unsure = np.zeros(apart.shape, dtype=np.bool_)
    for limit in limits:
        unsure |= (least <= limit + HAIR) & (most >= limit - HAIR) & (least < most)
    kinds = list(dict.fromkeys(outlines))
    kind = np.array([kinds.index(one) for one in outlines], dtype=np.int64)
    asked = 0
    for a, first in enumerate(kinds):
        for b, second in enumerate(kinds):
            wanted = unsure & (kind[:, None] == a) & (kind[None, :] == b)
            p, q = np.nonzero(np.triu(wanted))
            if not (first.round and second.round):
                asked += p.size * len(convex_parts(first)) * len(convex_parts(second))
            if asked > MOST_PAIRS:
                raise NotCoveredError(
                    f"more than {MOST_PAIRS:,} pairs of bases on spots to tell apart"
                )
            for k in range(0, p.size, AT_ONCE):
                i, j = p[k : k + AT_ONCE], q[k : k + AT_ONCE]
                at, bt = (x[i], y[i], facing[i]), (x[j], y[j], facing[j])
                least[i, j], most[i, j] = gap_bounds(first, at, second, bt)
                least[j, i], most[j, i] = least[i, j], most[i, j]
    return least, most


def _pose(pose: Floats) -> Pose:
    x, y, facing, z = (float(one) for one in pose)
    return (x, y, facing, z)
