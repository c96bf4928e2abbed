"""A scenario as the slow referee reads it for charges, fights and set-ups: by units."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from shapely import MultiPoint, Polygon

from reference import referee_shapes as shapes
from reference.referee_board import Board, Piece, _piece, _pose, read
from reference.referee_shapes import Answer, Body, any_of

Json = dict[str, Any]
OFF = -1000.0
"""Where a model that is set up comes from: far off the table, so that it counts as moved."""
VERSIONS = ("PDF_2026_06", "JUL_2026", "V931", "V946", "V963")


@dataclass
class Squad:
    """A unit with its models that stand on the battlefield."""

    name: str
    side: str
    words: frozenset[str]
    status: Json
    pieces: list[Piece]
    off: bool
    """In reserve or embarked: not on the battlefield (01.02.04)."""

    @property
    def stands(self) -> bool:
        return not self.off and bool(self.pieces)


@dataclass
class Sides:
    """Everything that one judgement of these moves needs."""

    document: Json
    board: Board
    move: str
    mode: str | None
    targets: list[str]
    version: int
    """Place in ``VERSIONS``."""
    round: int
    phase: str | None
    mover: Squad
    squads: dict[str, Squad]
    markers: dict[str, Json]
    zones: list[tuple[str, Polygon]]
    absent: list[str] = field(default_factory=list)
    """Models of a unit that is set up that get no place."""

    @property
    def tolerance(self) -> float:
        return self.board.tolerance

    @property
    def foes(self) -> list[Squad]:
        """Enemy units on the battlefield."""
        return [s for s in self.squads.values() if s.side != self.mover.side and s.stands]

    @property
    def edition(self) -> str:
        return VERSIONS[self.version]


def read_sides(document: Json) -> Sides:
    """Read a scenario file that the door has let in."""
    action, rules = document["action"], document.get("rules", {})
    move = action["move"]
    board = read(document)
    squads: dict[str, Squad] = {}
    by_name = {p.name: p for p in (*board.movers, *board.friends, *board.enemies)}
    for unit in document["units"]:
        status = unit.get("status", {})
        off = bool(status.get("in_reserve")) or status.get("embarked_in") is not None
        squads[unit["id"]] = Squad(
            name=unit["id"],
            side=unit["side"],
            words=frozenset(word.upper() for word in unit.get("keywords", ())),
            status=status,
            pieces=[by_name[m["id"]] for m in unit["models"] if m["id"] in by_name],
            off=off,
        )
    version = rules.get("version") or "V963"
    sides = Sides(
        document=document,
        board=board,
        move=move,
        mode=action.get("mode"),
        targets=list(dict.fromkeys(action.get("targets", ()))),
        version=next(k for k, name in enumerate(VERSIONS) if version.startswith(name)),
        round=document.get("round", 1),
        phase=document.get("phase"),
        mover=squads[action["unit"]],
        squads=squads,
        markers={marker["id"]: marker for marker in document.get("markers", ())},
        zones=[(z["side"], Polygon(z["polygon"])) for z in document.get("zones", ())],
    )
    if move not in ("charge", "pile_in", "consolidate", "surge", "scout", "embark"):
        _set_up(document, sides)
    if move != "charge" or not any("FLY" in piece.words for piece in board.movers):
        # 21.03: not moves in which a unit takes to the skies; without FLY none does.
        board.skies = False
        for piece in board.movers:
            piece.flies = False
    return sides


def _set_up(document: Json, sides: Sides) -> None:
    """03.02: the models come from off the table, or leave it first, to where they end."""
    action, board = document["action"], sides.board
    unit = next(u for u in document["units"] if u["id"] == action["unit"])
    board.movers, board.has_paths = [], True
    for model in unit["models"]:
        if model.get("slain"):
            continue
        if model["id"] not in (action.get("ends") or {}):
            sides.absent.append(model["id"])
            continue
        piece = _piece(unit, model | {"at": [OFF, OFF]})
        piece.path = [_pose(action["ends"][model["id"]])]
        board.movers.append(piece)


# Distances.


def apart(one: Body, low: float, two: Body, high: float) -> float:
    """01.04: the gap of two bases across and up together."""
    return math.hypot(max(0.0, shapes.gap(one, two)), high - low)


def nearer(one: Body, low: float, two: Body, high: float, limit: float) -> Answer:
    """Whether that gap is at most ``limit``, unless rounding hides it."""
    margin = limit - apart(one, low, two, high)
    return None if abs(margin) <= one.error + two.error + 1e-9 else margin > 0


def unit_apart(body: Body, z: float, squad: Squad) -> float:
    """From a base to the nearest model of a unit, as it stands."""
    return min(apart(body, z, p.at_start(), p.start[3]) for p in squad.pieces)


def unit_within(sides: Sides, squad: Squad, limit: float) -> Answer:
    """01.04.01: whether some model of the mover starts within ``limit`` of the unit."""
    return any_of(
        [
            nearer(m.at_start(), m.start[3], p.at_start(), p.start[3], limit + sides.tolerance)
            for m in sides.board.movers
            for p in squad.pieces
        ]
    )


def is_engaged(sides: Sides, body: Body, z: float, squad: Squad) -> Answer:
    """03.04: 2" across and 5" up."""
    answers: list[Answer] = []
    for piece in squad.pieces:
        if abs(z - piece.start[3]) > 5 + sides.tolerance:
            answers.append(False)
        else:
            answers.append(shapes.within(body, piece.at_start(), 2.0, sides.tolerance))
    return any_of(answers)


def engaged_at_start(sides: Sides, squad: Squad) -> Answer:
    pieces = sides.board.movers
    return any_of([is_engaged(sides, p.at_start(), p.start[3], squad) for p in pieces])


def engaged_at_end(sides: Sides, squad: Squad) -> Answer:
    pieces = sides.board.movers
    return any_of([is_engaged(sides, p.at_end(), p.end[3], squad) for p in pieces])


def negated(answer: Answer) -> Answer:
    return None if answer is None else not answer


def breadth(piece: Piece) -> float:
    """The least distance between two parallel lines with the base between them."""
    if not piece.outline.corners:
        return 2 * min(piece.outline.axes)
    return narrowest(list(piece.outline.corners))


def narrowest(corners: list[tuple[float, float]]) -> float:
    """The same of any points."""
    hull = MultiPoint(corners).convex_hull
    assert isinstance(hull, Polygon)
    ring = [(float(x), float(y)) for x, y in hull.exterior.coords]
    widths = []
    for (x0, y0), (x1, y1) in pairwise(ring):
        length = math.hypot(x1 - x0, y1 - y0)
        cross = [abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) for x, y in ring]
        widths.append(max(cross) / length)
    return min(widths)
