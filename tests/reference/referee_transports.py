"""The slow referee on transports: getting out in its four ways, and getting in."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely import Point, Polygon

from reference import referee_duties as duties
from reference.referee import Opinion
from reference.referee_arriving import (
    DOUBT,
    beyond_edges,
    in_enemy_zone,
    nowhere,
    unengaged,
)
from reference.referee_board import Piece
from reference.referee_closing import CONTACT, too_close
from reference.referee_shapes import Answer, Body, any_of
from reference.referee_sides import (
    Sides,
    Squad,
    breadth,
    engaged_at_end,
    is_engaged,
    nearer,
    negated,
    unit_apart,
)

CORNERS = 720


def leave(sides: Sides, opinion: Opinion) -> None:
    """18.04 to 18.07."""
    status = sides.mover.status
    name = status.get("embarked_in")
    truck = sides.squads.get(name) if name is not None else None
    if truck is None or not truck.stands:
        nowhere(opinion)
        return
    last = truck.status.get("moved")
    wrong: list[Answer] = [False]
    if sides.move != "emergency_disembark":
        wrong += [
            bool(status.get("embarked_this_phase")),
            sides.move != "shock_disembark" and last in ("advance", "fall_back"),
        ]
        if sides.move == "disembark":
            wrong += [
                bool(status.get("selected_this_phase")),
                sides.phase not in (None, "movement"),
            ]
        elif status.get("selected_this_phase") or sides.phase not in (None, "movement"):
            wrong.append(None)
    opinion.add("NOT_ELIGIBLE", any_of(wrong))
    if sides.move == "disembark":
        _by_mode(sides, opinion, truck)
        return
    opinion.add("MODE", sides.mode is not None)
    if sides.move == "emergency_disembark":
        _emergency(sides, opinion, truck)
        return
    opinion.add("OUTSIDE_SETUP", beyond(sides, truck, 3.0))
    engaged = unengaged(sides)
    if sides.move == "shock_disembark" and sides.version < 4 and engaged is not False:
        # V931 and V946: it keeps engagements; how is not told.
        opinion.unsure |= {"ENGAGED", "ENGAGED_WITH_OTHER"}
        return
    opinion.add("ENGAGED", engaged)


def _by_mode(sides: Sides, opinion: Opinion, truck: Squad) -> None:
    last = truck.status.get("moved")
    modes: list[str]
    if last in ("normal", "ingress"):
        modes = ["rapid"]
    elif last is None:
        outside, engaged = beyond(sides, truck, 3.0), unengaged(sides)
        fits = any_of([outside, engaged, bool(sides.absent), _ill_placed(opinion)]) is False
        modes = ["tactical"] if fits or _room(sides, truck) else ["tactical", "combat"]
    elif last in ("advance", "fall_back"):
        opinion.unsure |= {"MODE", "OUTSIDE_SETUP", "ENGAGED", "ENGAGED_WITH_OTHER"}
        return
    else:
        modes = ["combat"]
    if sides.mode is not None and sides.mode not in modes:
        legal = not opinion.sure and not opinion.unsure - {"DUTY"}
        if sides.mode == "combat" and modes == ["tactical"]:
            # Of a set-up that is illegal anyhow it need not be asked whether there was room.
            far, near = beyond(sides, truck, 6.0), unengaged(sides)
            legal = legal and far is False and near is False
            opinion.unsure.add("MODE")
        else:
            legal = True
        opinion.sure |= {"MODE"} if legal else set()
        opinion.unsure |= {
            "OUTSIDE_SETUP", "ENGAGED", "ENGAGED_WITH_OTHER", "TOO_CLOSE", "ENEMY_ZONE",
        }  # fmt: skip
        return
    if len(modes) > 1:
        # Whether there was room for the tactical mode was not found out.
        opinion.unsure |= {"MODE", "OUTSIDE_SETUP", "ENGAGED", "ENGAGED_WITH_OTHER"}
        return
    if modes == ["combat"]:
        opinion.add("OUTSIDE_SETUP", beyond(sides, truck, 6.0))
        bad: list[Answer] = []
        for squad in sides.foes:
            its = any_of([is_engaged(sides, p.at_start(), p.start[3], squad) for p in truck.pieces])
            mine = engaged_at_end(sides, squad)
            bad.append(False if its or mine is False else None if None in (its, mine) else True)
        found = any_of(bad)
        opinion.add("ENGAGED_WITH_OTHER | ENGAGED", found)
        if found is not False:
            opinion.unsure |= {"ENGAGED_WITH_OTHER", "ENGAGED"}
        if any(breadth(p) > 6.0 for p in sides.board.movers):
            opinion.unsure.add("ENGAGED")
        return
    if modes == ["tactical"] and sides.mode is None:
        opinion.unsure.add("MODE")
    opinion.add("OUTSIDE_SETUP", beyond(sides, truck, 3.0))
    opinion.add("ENGAGED", unengaged(sides))
    if last != "ingress":
        return
    # 18.04.01, spelt out from V946 on: all that bound the transport binds its passengers.
    bound = sides.version >= 3
    near, zone = too_close(sides, 8.0), in_enemy_zone(sides, 0.0) if sides.round <= 2 else False
    far = any_of([beyond_edges(sides, p) for p in sides.board.movers])
    if not bound or truck.status.get("deep_strike"):
        zone = None if zone is not False else False
        far = None if far is not False else False
    opinion.add("TOO_CLOSE", near if bound else None if near is not False else False)
    opinion.add("ENEMY_ZONE", zone)
    opinion.add("OUTSIDE_SETUP", far)
    if near is not False:
        opinion.unsure.add("ENGAGED")


def _ill_placed(opinion: Opinion) -> Answer:
    marks = {"OFF_TABLE", "OVERLAP", "IN_TERRAIN", "SURFACE", "OVERHANG"}
    marks |= {"NO_NEIGHBOUR", "SPLIT", "SPREAD", "HEIGHT"}
    return True if marks & opinion.sure else None if marks & opinion.unsure else False


def _room(sides: Sides, truck: Squad) -> bool:
    """Whether a plain search finds the unit a place for the tactical mode.

    Models go one after another on the first spot beside the one before that is free.
    """
    pieces = sides.board.movers
    if sides.absent or sides.document.get("terrain") or not duties.is_open(sides):
        return False
    board = sides.board
    home = truck.pieces[0]
    taken = [duties.disc(p, end=False) for p in (*board.friends, *board.enemies)]
    foes = [duties.disc(p, end=False) for p in board.enemies]
    for turn in range(0, 360, 5):
        placed: list[duties.Disc] = []
        for piece in pieces:
            r = piece.outline.axes[0]
            ring = home.outline.axes[0] + r + 0.05
            for k in range(120):
                angle = math.radians(turn + 3 * k)
                x = home.start[0] + ring * math.cos(angle)
                y = home.start[1] + ring * math.sin(angle)
                free = [math.dist((x, y), d[:2]) - r - d[2] for d in (*taken, *placed)]
                safe = [math.dist((x, y), d[:2]) - r - d[2] for d in foes]
                inside = r < x < board.width - r and r < y < board.height - r
                if inside and min(free) > 0.02 and min(safe, default=9.0) > 2.02:
                    placed.append((x, y, r))
                    break
            else:
                break
        if len(placed) == len(pieces) and _huddles(placed):
            return all(2 * r < 2.9 for _, _, r in placed)
    return False


def _huddles(discs: list[duties.Disc]) -> bool:
    gaps = [[math.dist(a[:2], b[:2]) - a[2] - b[2] for b in discs] for a in discs]
    reached, fresh = {0}, [0]
    while fresh:
        k = fresh.pop()
        for j, between in enumerate(gaps[k]):
            if between < 1.95 and j not in reached:
                reached.add(j)
                fresh.append(j)
    return len(reached) == len(discs) and max(map(max, gaps)) < 8.9


def beyond(sides: Sides, truck: Squad, inches: float) -> Answer:
    return any_of([_out(sides, p, truck, inches) for p in sides.board.movers])


def _out(sides: Sides, piece: Piece, truck: Squad, inches: float) -> Answer:
    """18.04: wholly within so much of the transport; 03.02.02: within 1" if too large."""
    here = piece.at_end()
    if abs(breadth(piece) - inches) < 1e-6:
        return None
    if breadth(piece) > inches:
        limit = 1.0 + sides.tolerance
        near = [nearer(here, piece.end[3], p.at_start(), p.start[3], limit) for p in truck.pieces]
        return negated(any_of(near))
    limit = inches + sides.tolerance
    answers = [_farthest(piece, p, limit) for p in truck.pieces]
    if len(answers) > 1 and True not in [negated(a) for a in answers]:
        return None  # a base between two models of one transport
    return negated(any_of([negated(answer) for answer in answers]))


def _farthest(piece: Piece, truck: Piece, limit: float) -> Answer:
    """Whether some part of the base is farther than ``limit`` from the other base."""
    here, there = piece.at_end(), truck.at_start()
    up = piece.end[3] - truck.start[3]
    if isinstance(here.core, Point) and isinstance(there.core, Point):
        flat = here.core.distance(there.core) + here.radius - there.radius
        doubt = DOUBT
    else:
        outline = here.core.buffer(here.radius, quad_segs=CORNERS) if here.radius else here.core
        coords = shapely.get_coordinates(shapely.segmentize(outline, 0.01))
        flat = max(float(there.core.distance(Point(c))) for c in coords) - there.radius
        # The distance between samples, and how far inside a polygon for a disc is.
        doubt = here.error + there.error + 2e-5 + (0.0 if _convex(there) else 0.006)
    far = math.hypot(max(0.0, flat), up) - limit
    return None if abs(far) <= doubt else far > 0


def _convex(body: Body) -> bool:
    return not isinstance(body.core, Polygon) or bool(
        body.core.convex_hull.area - body.core.area < 1e-9
    )


def _emergency(sides: Sides, opinion: Opinion, truck: Squad) -> None:
    """18.05."""
    opinion.add("OUTSIDE_SETUP", beyond(sides, truck, 6.0))
    engaged = unengaged(sides)
    # V946: engaged where it cannot be unengaged; whether it could is not searched for.
    opinion.add("ENGAGED", None if engaged is not False and sides.version >= 3 else engaged)
    opinion.unsure.add("DUTY")
    if sides.absent or opinion.sure or opinion.unsure - {"DUTY"} or not duties.is_open(sides):
        return
    home = truck.pieces[0]
    all_near = True
    for piece in sides.board.movers:
        between = unit_apart(piece.at_end(), piece.end[3], truck)
        all_near &= between <= CONTACT
        if between > 0.05 and len(truck.pieces) == 1 and _free_contact(sides, piece, home):
            opinion.sure.add("DUTY")
    if all_near:
        opinion.unsure.discard("DUTY")


def _free_contact(sides: Sides, piece: Piece, home: Piece) -> bool:
    """Whether a spot in contact with the transport is free, all the others where they are."""
    places = duties.Places(sides, piece, math.inf)
    places.shuns(sides.foes)
    if places.never:
        return False
    ring = home.outline.axes[0] + piece.outline.axes[0]
    turns = np.linspace(0, 2 * math.pi, 720)
    spots = np.column_stack(
        [home.start[0] + ring * np.cos(turns), home.start[1] + ring * np.sin(turns)]
    )
    own = duties.disc(home, end=False)
    board = sides.board
    still = [
        d
        for d in [
            *places.mates,
            *(duties.disc(p, end=False) for p in (*board.friends, *board.enemies)),
        ]
        if d != own
    ]
    # The first rule is overlap, which counts the transport itself.
    rules = [rule(spots) for rule in places.rules[1:]]
    rules.append(duties.gaps(spots, places.radius, still))
    return bool((np.min(rules, axis=0) >= duties.ROOM).any())


def embark(sides: Sides, opinion: Opinion) -> None:
    """18.02."""
    status = sides.mover.status
    opinion.add("MOVED", any(p.moved for p in sides.board.movers))
    opinion.add("MODE", sides.mode is not None)
    truck = sides.squads[sides.targets[0]] if len(sides.targets) == 1 else None
    wrong: list[Answer] = [
        not sides.mover.stands,
        status.get("moved") not in ("normal", "advance", "fall_back"),
        sides.phase in ("deployment", "pre_battle"),
    ]
    bad = truck is None or truck.side != sides.mover.side or not truck.stands
    bad = bad or truck is sides.mover or "TRANSPORT" not in (truck.words if truck else ())
    if bad or truck is None:
        opinion.sure.add("NOT_ELIGIBLE | TARGET")
        opinion.unsure |= {"NOT_ELIGIBLE", "TARGET", "OUT_OF_RANGE"}
        return
    room = truck.status.get("capacity")
    if room is not None:
        aboard = sum(
            sum(not m.get("slain") for m in unit["models"])
            for unit in sides.document["units"]
            if unit.get("status", {}).get("embarked_in") == truck.name
        )
        wrong.append(aboard + len(sides.board.movers) > room)
    opinion.add("NOT_ELIGIBLE", any_of(wrong))
    far = [
        negated(
            any_of(
                [
                    nearer(p.at_end(), p.end[3], t.at_start(), t.start[3], 3.0 + sides.tolerance)
                    for t in truck.pieces
                ]
            )
        )
        for p in sides.board.movers
    ]
    opinion.add("OUT_OF_RANGE", any_of(far))
