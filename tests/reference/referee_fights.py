"""The slow referee on pile-in and consolidation."""

from __future__ import annotations

from shapely import Point, Polygon

from reference import referee_duties as duties
from reference import referee_shapes as shapes
from reference.referee import Opinion
from reference.referee_board import Piece
from reference.referee_closing import (
    CONTACT,
    HIDDEN,
    closer,
    error_of,
    is_aircraft,
    longest,
    noticed,
    rooted,
)
from reference.referee_shapes import Answer, Body, any_of
from reference.referee_sides import (
    Sides,
    Squad,
    engaged_at_end,
    engaged_at_start,
    is_engaged,
    nearer,
    negated,
    unit_apart,
    unit_within,
)


def _touches(piece: Piece, squad: Squad) -> Answer:
    """Whether a model starts in base contact with a unit."""
    return any_of(
        [
            nearer(piece.at_start(), piece.start[3], p.at_start(), p.start[3], CONTACT)
            for p in squad.pieces
        ]
    )


def pile_in(sides: Sides, opinion: Opinion) -> None:
    """12.03."""
    status = sides.mover.status
    opinion.add("MODE", sides.mode not in (None, "overrun"))
    engaged = any_of([engaged_at_start(sides, squad) for squad in sides.foes])
    fights = any_of([engaged, bool(status.get("charged")), sides.mode == "overrun"])
    opinion.add(
        "NOT_ELIGIBLE",
        any_of(
            [
                rooted(sides),
                not sides.mover.stands,
                sides.phase not in (None, "fight"),
                negated(fights),
                is_aircraft(sides),
            ]
        ),
    )
    chosen = _fought(sides, opinion, 5.0)
    if chosen is None:
        return
    _draw_near(sides, opinion, chosen, must=[])


def _fought(sides: Sides, opinion: Opinion, reach: float) -> list[Squad] | None:
    """The targets of a pile-in or a consolidation; None where they are not settled."""
    seen = noticed(sides)
    with_whom = [(squad, engaged_at_start(sides, squad)) for squad in seen]
    engaged = any_of([answer for _, answer in with_whom])
    far = [(squad, unit_within(sides, squad, reach)) for squad in seen]
    if engaged is None or None in [a for _, a in with_whom]:
        opinion.unsure |= {"TARGET", "MODE", "NOT_ELIGIBLE"}
        _open(opinion)
        return None
    if engaged:
        bound = [squad for squad, answer in with_whom if answer]
        names = {squad.name for squad in bound}
        if sides.targets:
            opinion.add("TARGET", set(sides.targets) != names)
            if set(sides.targets) != names:
                _open(opinion)
                return None
        return bound
    near = [squad for squad, answer in far if answer]
    if None in [answer for _, answer in far]:
        opinion.unsure |= {"TARGET", "MODE", "NOT_ELIGIBLE"}
        _open(opinion)
        return None
    if not near:
        # Nobody to go for: the same fault by several names.
        opinion.unsure |= {"TARGET", "NOT_ELIGIBLE"}
        opinion.sure.add("TARGET | NOT_ELIGIBLE | MODE")
        _open(opinion)
        return None
    if not sides.targets:
        if len(near) > 1:
            opinion.unsure.add("TARGET")
            _open(opinion)
            return None
        return near
    wrong = not set(sides.targets) <= {squad.name for squad in near}
    opinion.add("TARGET", wrong)
    if wrong:
        _open(opinion)
        return None
    return [squad for squad in near if squad.name in sides.targets]


def _open(opinion: Opinion) -> None:
    opinion.unsure |= {"NOT_CLOSER", "DUTY", "NOT_ENGAGED", "ENGAGED_WITH_OTHER", "LOCKED"}


def _closest(piece: Piece, chosen: list[Squad]) -> list[Squad]:
    """The targets that are closest to a model before it moves; ties are its player's."""
    far = [(unit_apart(piece.at_start(), piece.start[3], s), s) for s in chosen]
    least = min(distance for distance, _ in far)
    return [s for distance, s in far if distance <= least + 2e-6 + 2 * error_of(s)]


def _draw_near(sides: Sides, opinion: Opinion, chosen: list[Squad], must: list[Squad]) -> None:
    """12.03, 12.08: locks, closer, engagements kept, and whom the unit must engage."""
    movers, foes = sides.board.movers, sides.foes
    for piece in movers:
        if not piece.moved:
            continue
        opinion.add("LOCKED", any_of([_touches(piece, squad) for squad in foes]))
        options = _closest(piece, chosen)
        nearer_to = [closer(sides, piece, squad) for squad in options]
        opinion.add("NOT_CLOSER", negated(any_of(nearer_to)))
    lost: list[Answer] = []
    for piece in movers:
        for squad in foes:
            had = is_engaged(sides, piece.at_start(), piece.start[3], squad)
            has = is_engaged(sides, piece.at_end(), piece.end[3], squad)
            lost.append(False if had is False or has else None if None in (had, has) else True)
    lost += [negated(engaged_at_end(sides, squad)) for squad in must]
    lost.append(negated(any_of([engaged_at_end(sides, squad) for squad in foes])))
    opinion.add("NOT_ENGAGED", any_of(lost))
    duties.fight(
        sides, opinion, {p.name: _closest(p, chosen) for p in movers}, must, longest(sides)
    )


def consolidate(sides: Sides, opinion: Opinion) -> None:
    """12.08: ongoing, else engaging, else objective."""
    opinion.add(
        "NOT_ELIGIBLE",
        any_of(
            [
                rooted(sides),
                not sides.mover.stands,
                sides.phase not in (None, "fight"),
                not sides.mover.status.get("eligible_to_fight"),
                is_aircraft(sides),
            ]
        ),
    )
    engaged = any_of([engaged_at_start(sides, squad) for squad in noticed(sides)])
    near = any_of([unit_within(sides, squad, 3.0) for squad in noticed(sides)])
    goals = {name: marker_within(sides, name, 3.0) for name in sides.markers}
    goal = any_of(list(goals.values()))
    if None in (engaged, near) or (not near and None in goals.values()):
        opinion.unsure |= {"MODE", "TARGET", "NOT_ELIGIBLE", "OUT_OF_RANGE", "ENGAGED"}
        _open(opinion)
        return
    mode = "ongoing" if engaged else "engaging" if near else "objective" if goal else None
    if mode is None or sides.mode not in (None, mode):
        # The mode is closed: what it would ask of targets and ends is left open.
        opinion.sure.add("TARGET | NOT_ELIGIBLE | MODE")
        opinion.unsure |= {"MODE", "TARGET", "NOT_ELIGIBLE", "OUT_OF_RANGE", "ENGAGED"}
        _open(opinion)
        return
    if mode == "objective":
        _to_objective(sides, opinion, [name for name, answer in goals.items() if answer])
        return
    chosen = _fought(sides, opinion, 3.0)
    if chosen is not None:
        _draw_near(sides, opinion, chosen, must=chosen if mode == "engaging" else [])


def marker_gap(sides: Sides, name: str, body: Body) -> float:
    marker = sides.markers[name]
    if marker.get("area"):
        return max(0.0, shapes.gap(body, Body(Polygon(marker["area"]), 0.0, 0.0)))
    radius = marker.get("diameter_mm", 40.0) / 25.4 / 2
    return max(0.0, shapes.gap(body, Body(Point(*marker["at"]), radius, 0.0)))


def marker_answer(sides: Sides, name: str, piece: Piece, body: Body, z: float, h: float) -> Answer:
    """14.01.01: across, and 5" up; an area is flat (14.01), so heights there are open."""
    margin = h + sides.tolerance - marker_gap(sides, name, body)
    doubt = abs(margin) <= piece.outline.body.error + 1e-9
    found: Answer = None if doubt else margin > 0
    if z <= 5 + sides.tolerance or found is False:
        return found
    return None if sides.markers[name].get("area") else False


def in_range(sides: Sides, name: str, piece: Piece, body: Body, z: float) -> Answer:
    """14.01: 3" from a marker, or within the area."""
    h = 0.0 if sides.markers[name].get("area") else 3.0
    return marker_answer(sides, name, piece, body, z, h)


def marker_within(sides: Sides, name: str, inches: float) -> Answer:
    return any_of(
        [
            marker_answer(sides, name, p, p.at_start(), p.start[3], inches)
            for p in sides.board.movers
        ]
    )


def _to_objective(sides: Sides, opinion: Opinion, near: list[str]) -> None:
    movers = sides.board.movers
    allowed = near
    if not sides.board.option("wtc.objective_consolidation_swap", True):
        held = {
            name: any_of([in_range(sides, name, p, p.at_start(), p.start[3]) for p in movers])
            for name in near
        }
        if None in held.values():
            opinion.unsure |= {"TARGET", "OUT_OF_RANGE", "ENGAGED"}
            _open(opinion)
            return
        allowed = [name for name in near if held[name]] or near
    targets = sides.targets
    if not targets and len(allowed) == 1:
        targets = allowed
    if not targets:
        opinion.unsure |= {"TARGET", "OUT_OF_RANGE", "ENGAGED", "NOT_CLOSER", "DUTY"}
        return
    wrong = len(targets) != 1 or targets[0] not in allowed
    opinion.add("TARGET", wrong)
    if wrong:
        opinion.unsure |= {"OUT_OF_RANGE", "ENGAGED", "NOT_CLOSER", "DUTY"}
        return
    name = targets[0]
    there = [in_range(sides, name, p, p.at_end(), p.end[3]) for p in movers]
    opinion.add("OUT_OF_RANGE", negated(any_of(there)))
    if sides.version >= 1:
        opinion.add("ENGAGED", any_of([engaged_at_end(sides, squad) for squad in sides.foes]))
    for piece, inside in zip(movers, there, strict=True):
        if not piece.moved or inside:
            continue
        before = marker_gap(sides, name, piece.at_start())
        after = marker_gap(sides, name, piece.at_end())
        margin = before - after - sides.tolerance
        flat = abs(margin) <= 2 * piece.outline.body.error + HIDDEN
        opinion.add("NOT_CLOSER", None if flat or inside is None else margin <= 0)
    duties.objective(sides, opinion, name, longest(sides))
