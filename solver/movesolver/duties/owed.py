"""What models owe: which duties bind whom, who has done them, where they could be done."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movesolver.duties.could import Could, copies_of
from movesolver.duties.model import Move, Witness
from movesolver.duties.places import MARGIN, Curve
from movesolver.paths.ends import posed
from movesolver.referee.check import start_pose
from movesolver.referee.fighting import aims
from movesolver.referee.nearness import engaged_table, in_range, unit_gaps
from movesolver.referee.position import Position, select
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.moves import Duty

SLACK = 1e-4
"""As close as possible, give or take this (inches)."""
ASKED = 6
"""So many poses are followed up with a path and the whole referee before giving up."""


def better_poses(
    could: Could, move: Move, i: int, duty: Duty, absent: frozenset[int] = frozenset()
) -> Floats:
    """Return poses (p, 3) at which a model would do a duty, legal as far as one model tells.

    Those easiest to get to first, at most `ASKED`; for a duty to be as close as possible,
    the closest.
    """
    position = move.position
    if unreachable(move, i, duty):
        return np.empty((0, 3))
    if not _engaged_there(move, i):
        could = could.unengaged()
    wanted = wanted_curves(could.position, i, duty)
    now = float(closeness(position, move.bodies)[i]) if duty.kind == "closest" else 0.0
    rings: list[Curve] = []
    if 0.0 < now < math.inf:
        # Whatever is closer lies within the ring of what it is now: what limits the model may, too.
        high = np.abs(position.others.z - position.start.z[i])
        rings = [Curve(one.body, _flat(now, float(high[one.body]))) for one in wanted]
    poses = could.poses(i, wanted, absent, rings)
    poses = poses[does(position, i, duty, posed(position, i, poses), move.bodies)]
    lengths = could.reached(i, poses)
    poses, lengths = poses[np.isfinite(lengths)], lengths[np.isfinite(lengths)]
    if duty.kind == "closest":
        # Where it stands is a place to begin at too, if none of the others is closer.
        end = move.ends.get(position.ids[i])
        here = np.array([(end or start_pose(position, i))[:3]])
        best = drawn_in(could, move, i, duty, np.concatenate([poses, here]))[None, :]
        if does(position, i, duty, posed(position, i, best), move.bodies)[0]:
            poses = np.concatenate([best, poses])
        order = np.argsort(closeness(position, posed(position, i, poses)), kind="stable")
    else:
        order = np.argsort(lengths, kind="stable")
    asked: Floats = poses[order[:ASKED]]
    return asked


def drawn_in(could: Could, move: Move, i: int, duty: Duty, poses: Floats) -> Floats:
    """Return the closest of some poses, moved closer by small steps while that is legal."""
    position = move.position
    gaps = closeness(position, posed(position, i, poses))
    best: Floats = poses[int(np.argmin(gaps))].copy()
    least = float(gaps.min())
    angles = 2 * math.pi * np.arange(16) / 16
    step = 0.25
    while step > SLACK / 16 and least > MARGIN:
        fan = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(16)]) * step
        tried = best + fan
        gaps = closeness(position, posed(position, i, tried))
        tried, gaps = tried[gaps < least], gaps[gaps < least]
        keep = could.allowed(i, tried)
        tried, gaps = tried[keep], gaps[keep]
        keep = np.isfinite(could.reached(i, tried))
        tried, gaps = tried[keep], gaps[keep]
        if not len(tried):
            step /= 2
            continue
        best = tried[int(np.argmin(gaps))]
        least = float(gaps.min())
    return best


def owed(move: Move) -> Iterator[tuple[int, Duty]]:
    """Yield the duties that models are bound by and do not do where they end."""
    for duty, bound, undone in bindings(move):
        for i in np.flatnonzero(bound & undone).tolist():
            yield i, duty


def bindings(move: Move) -> Iterator[tuple[Duty, Bools, Bools]]:
    """Yield each duty, whom it binds and who does not do it where they end, each (n,)."""
    position = move.position
    undone = np.zeros(len(position.ids), dtype=np.bool_)
    for duty in duties_of(position):
        bound = np.ones_like(undone)
        if duty.moved_only:
            bound &= move.moved
        if duty.kind == "closer":
            bound &= ~move.moved
        if duty.failing:
            bound &= undone
        undone = ~fulfilled(move, duty)
        yield duty, bound, undone


def duties_of(position: Position) -> tuple[Duty, ...]:
    """Return the duties of the move, and those that its other rules amount to."""
    move = position.move
    duties = move.duties
    if move.closing is not None and move.closing.unmoved_too:
        duties = (*duties, Duty("closer", move.closing.section))
    if move.set_up is not None and move.set_up.close:
        duties = (*duties, Duty("closest", move.set_up.section))
    return duties


def fulfilled(move: Move, duty: Duty) -> Bools:
    """Return which models do a duty where they end, shape (n,)."""
    position, n = move.position, len(move.position.ids)
    if duty.kind == "closest":
        touching: Bools = closeness(position, move.bodies) <= SLACK
        return touching
    rows = [select(move.bodies, np.arange(n) == i) for i in range(n)]
    done = [does(position, i, duty, row, move.bodies)[0] for i, row in enumerate(rows)]
    return np.array(done, dtype=np.bool_)


def does(position: Position, i: int, duty: Duty, bodies: Bodies, now: Bodies) -> Bools:
    """Return at which of some poses of model ``i`` a duty is done.

    ``bodies`` has shape (p,); ``now``, (n,), says where the unit ends: to be closest is to be
    closer than that.
    """
    slop = position.rules.tolerance
    if duty.kind == "within":
        near: Bools = closeness(position, bodies) <= duty.reach + slop
        return near
    if duty.kind == "engaged":
        columns = [
            position.foes.index(name)
            for name, aim in zip(position.targets, aims(position)[i].tolist(), strict=True)
            if aim
        ]
        mine = engaged_table(position, bodies, slop)[:, columns]
        return np.asarray(mine.any(axis=1), dtype=np.bool_)
    copies = copies_of(position, i, bodies.x.size)
    if duty.kind == "in_range":
        assert position.marker is not None
        return in_range(copies, bodies, position.marker, slop)
    if duty.kind == "closer":
        own = np.arange(len(position.ids)) == i
        begun = unit_gaps(position, select(position.start, own), position.targets)
        gained: Bools = unit_gaps(position, bodies, position.targets) < begun - slop
        return np.asarray((gained & aims(position)[i]).any(axis=1), dtype=np.bool_)
    best = float(closeness(position, now)[i]) - SLACK
    closer: Bools = closeness(position, bodies) < best
    return closer


def closeness(position: Position, bodies: Bodies) -> Floats:
    """Return the gap in three dimensions to the nearest thing moved towards, inches, (p,)."""
    transport = position.transport if position.placing else None
    units = position.targets if transport is None else (transport.id,)
    nearest: Floats = unit_gaps(position, bodies, units).min(axis=1, initial=math.inf)
    return nearest


def curves_of(position: Position, i: int, duty: Duty) -> list[Curve]:
    """Return the gaps to others on which a duty turns."""
    transport = position.transport if position.placing else None
    units = position.targets if transport is None else (transport.id,)
    gaps = {
        "within": (duty.reach - MARGIN,),
        "engaged": (position.rules.engagement.horizontal - MARGIN,),
        "closest": (MARGIN,),
    }.get(duty.kind, ())
    near = np.flatnonzero(position.of_units(*units)).tolist()
    high = np.abs(position.others.z - position.start.z[i])
    return [
        Curve(j, gap if duty.kind == "engaged" else _flat(gap, float(high[j])))
        for j in near
        for gap in gaps
    ]


def wanted_curves(position: Position, i: int, duty: Duty) -> list[Curve]:
    """Return the gaps on which a duty turns, and how far out it may have to be done.

    Who is to be set up as near as it can be, and must keep away from enemies, may find its
    place anywhere within the set-up distance.
    """
    curves, set_up = curves_of(position, i, duty), position.move.set_up
    if duty.kind != "closest" or set_up is None or not position.berths():
        return curves
    width = 2.0 * float(position.shapes.inner[position.start.shape[i]])
    rim = max(set_up.within - width - MARGIN, MARGIN)
    return [*curves, *(Curve(curve.body, rim) for curve in curves)]


def _engaged_there(move: Move, i: int) -> bool:
    slop = move.position.rules.tolerance
    return bool(engaged_table(move.position, move.bodies, slop)[i].any())


def _flat(gap: float, high: float) -> float:
    """Return the horizontal part of a gap in three dimensions between two heights."""
    return math.sqrt(max(gap * gap - high * high, 0.0)) if high > 0.0 else gap


def unreachable(move: Move, i: int, duty: Duty) -> bool:
    """Return whether a duty lies farther off than the model can have moved."""
    position = move.position
    if position.placing or duty.kind in ("closest", "in_range", "closer"):
        return bool(position.maximum[i] <= 0.0)
    mine = np.arange(len(position.ids)) == i
    gap = float(closeness(position, select(position.start, mine))[0])
    shape = int(position.start.shape[i])
    turning = float(position.shapes.outer[shape] - max(position.shapes.inner[shape], 0.0))
    limit = duty.reach if duty.kind == "within" else position.rules.engagement.horizontal
    high = position.rules.engagement.vertical if duty.kind == "engaged" else 0.0
    reach = math.hypot(limit, high) + float(position.maximum[i]) + turning
    return gap > reach + position.rules.tolerance


def accusation(move: Move, duty: Duty, witness: Witness) -> Finding:
    """Return the finding for a model that did not do what it could."""
    position, i = move.position, witness.model
    name, (x, y, _, _) = position.ids[i], witness.pose
    what = {
        "within": f"within {duty.reach:g} inches of a target",
        "engaged": "engaged with a target",
        "in_range": "in range of the objective",
        "closest": "closer",
        "closer": "closer to a target",
    }[duty.kind]
    mine = np.arange(len(position.ids)) == i
    found = allowed = None
    if duty.kind != "in_range":
        found = float(closeness(position, select(move.bodies, mine))[0])
        there = position.only([i]).bodies_at([witness.pose])
        allowed = duty.reach or float(closeness(position, there)[0])
    text = f"{name} could have ended {what}, for example at ({x:.7g}, {y:.7g})."
    code = Code.NOT_CLOSER if duty.kind == "closer" else Code.DUTY
    return Finding(code, duty.section, (name,), text, found, allowed)
