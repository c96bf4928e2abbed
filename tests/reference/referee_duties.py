"""What a model could have done: a search of the plane for an end that does its duty (7.2).

For round bases on an open table.  All conditions on an end are margins in inches that
change no faster than the end moves, so a square of ends whose middle is worse than its
half diagonal holds none.  *Could* is sure where an end with room to spare is found at
the end of a straight path, *could not* where none is left although ways are not asked
about at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Point

from reference.referee import Opinion
from reference.referee_board import Piece
from reference.referee_shapes import Answer
from reference.referee_sides import Sides, Squad

Points = NDArray[np.float64]
Margin = Callable[[Points], Points]
Disc = tuple[float, float, float]

ROOM = 0.02
"""Inches to spare of a witness that nobody may miss."""
SMALLEST = 2e-5
MOST_CELLS = 60_000
HINT = 1e-4
"""13: slack on "as close as possible"."""


def disc(piece: Piece, *, end: bool) -> Disc:
    x, y = (piece.end if end else piece.start)[:2]
    return x, y, piece.outline.axes[0]


def gaps(points: Points, radius: float, discs: list[Disc]) -> Points:
    """Gap to the nearest disc, for each point."""
    if not discs:
        return np.full(len(points), np.inf)
    far = [np.hypot(points[:, 0] - x, points[:, 1] - y) - r - radius for x, y, r in discs]
    return np.asarray(np.min(far, axis=0), np.float64)


def is_open(sides: Sides) -> bool:
    """Whether this search can speak: round bases on the ground of an empty table."""
    board = sides.board
    pieces = [*board.movers, *board.friends, *board.enemies]
    return not sides.document.get("terrain") and all(
        isinstance(p.outline.body.core, Point)
        and p.end[3] == 0
        and p.start[3] == 0
        and p.body_height is None
        for p in pieces
    )


@dataclass
class Places:
    """The ends of one model, the rest of the table as the move leaves it."""

    sides: Sides
    piece: Piece
    reach: float
    never: bool = False
    """No end of this model makes the unit's move legal."""
    rules: list[Margin] = field(default_factory=list)

    def __post_init__(self) -> None:
        board = self.sides.board
        mates = [p for p in board.movers if p is not self.piece]
        self.mates = [disc(p, end=True) for p in mates]
        still = [disc(p, end=True) for p in (*board.friends, *board.enemies)]
        self.radius = self.piece.outline.axes[0]
        self.start = np.array(self.piece.start[:2])
        self.tolerance = self.sides.tolerance
        self.walls = [
            disc(p, end=False)
            for p in board.enemies
            if not self.piece.flies and "AIRCRAFT" not in p.words
        ]
        if any(
            math.dist(a[:2], b[:2]) - a[2] - b[2] < -self.tolerance
            for k, a in enumerate(self.mates)
            for b in [*self.mates[k + 1 :], *still]
        ):
            self.never = True
        x, y = board.width - self.radius, board.height - self.radius
        self.rules += [
            lambda q: gaps(q, self.radius, [*self.mates, *still]) + self.tolerance,
            lambda q: np.min([q[:, 0] - self.radius, x - q[:, 0]], axis=0),
            lambda q: np.min([q[:, 1] - self.radius, y - q[:, 1]], axis=0),
        ]
        self._coherent()

    def _coherent(self) -> None:
        """03.03, with the mates where they ended."""
        links = 2.0 + self.tolerance
        groups: list[list[Disc]] = []
        for mate in self.mates:
            near = [
                g
                for g in groups
                if any(math.dist(mate[:2], m[:2]) - mate[2] - m[2] <= links for m in g)
            ]
            groups = [g for g in groups if g not in near] + [[mate, *(m for g in near for m in g)]]
        for group in groups:
            self.within(group, 2.0)
        for mate in self.mates:
            self.within([mate], 9.0)
        if any(
            math.dist(a[:2], b[:2]) - a[2] - b[2] > 9.0 + self.tolerance
            for a in self.mates
            for b in self.mates
        ):
            self.never = True

    def within(self, discs: list[Disc], inches: float) -> None:
        self.rules.append(lambda q: inches + self.tolerance - gaps(q, self.radius, discs))

    def beyond(self, discs: list[Disc], inches: float) -> None:
        self.rules.append(lambda q: gaps(q, self.radius, discs) - inches - self.tolerance)

    def mates_engaged(self, squad: Squad) -> bool:
        return any(
            math.dist(m[:2], t[:2]) - m[2] - t[2] <= 2.0 + self.tolerance
            for m in self.mates
            for t in bases(squad)
        )

    def engages(self, squads: list[Squad]) -> None:
        """The unit is engaged with each."""
        for squad in squads:
            if not self.mates_engaged(squad):
                self.within(bases(squad), 2.0)

    def shuns(self, squads: list[Squad]) -> None:
        """The unit is engaged with none."""
        for squad in squads:
            if self.mates_engaged(squad):
                self.never = True
            self.beyond(bases(squad), 2.0)

    def closer_than_before(self, squads: list[Squad]) -> Margin:
        """Closer to at least one of them."""
        before = [float(gaps(self.start[None], self.radius, bases(s))[0]) for s in squads]

        def margin(q: Points) -> Points:
            gained = [
                b - gaps(q, self.radius, bases(s)) for b, s in zip(before, squads, strict=True)
            ]
            return np.asarray(np.max(gained, axis=0), np.float64) - self.tolerance

        return margin

    def could(self, *duty: Margin) -> Answer:
        """Whether some end keeps all the rules and does the duty."""
        if self.never or self.piece.own_move == 0:
            return False
        rules = [*self.rules, *duty]
        middles, half = self.start[None].copy(), self.reach
        corners = np.array([(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)])
        while half > SMALLEST:
            away = np.hypot(*(middles - self.start).T)
            value = np.min([rule(middles) for rule in rules], axis=0)
            value = np.minimum(value, self.reach + self.tolerance - away)
            good = middles[value >= ROOM]
            if len(good) and self._straight(good).max() >= ROOM:
                return True
            middles = middles[value >= -half * math.sqrt(2) - 1e-9]
            if not len(middles):
                return False
            if len(middles) > MOST_CELLS:
                return None
            middles = (middles[:, None] + half * corners[None]).reshape(-1, 2)
            half /= 2
        return None

    def _straight(self, ends: Points) -> Points:
        """How far the straight way to each end stays clear of the enemy."""
        clear = np.full(len(ends), np.inf)
        along = ends - self.start
        length = np.maximum(np.sum(along**2, axis=1), 1e-12)
        for x, y, r in self.walls:
            there = np.array([x, y]) - self.start
            t = np.clip(along @ there / length, 0, 1)
            far = np.hypot(*(t[:, None] * along - there).T)
            clear = np.minimum(clear, far - r - self.radius)
        return clear


def bases(squad: Squad) -> list[Disc]:
    return [disc(p, end=False) for p in squad.pieces]


def near(places: Places, squads: list[Squad], inches: float) -> Margin:
    """Within so much of one of them."""
    discs = [d for s in squads for d in bases(s)]
    return lambda q: inches + places.tolerance - gaps(q, places.radius, discs)


def now(places: Places, margin: Margin) -> float:
    """The margin where the model in fact ended."""
    return float(margin(np.array([places.piece.end[:2]]))[0])


def settle(sides: Sides, opinion: Opinion, *codes: str) -> bool:
    """Whether duties can be judged at all; if not, the codes may come out either way.

    What a model could have done in a move that is illegal anyhow is nobody's concern, and
    other readings of "if possible" than the model's own (7.2) are not searched for.
    """
    other = sides.board.option("duty_mode", "nash") != "nash"
    if other or not is_open(sides) or opinion.sure or opinion.unsure - {"ENGAGED", "DUTY"}:
        opinion.unsure |= set(codes)
        return False
    return True


def charge(sides: Sides, opinion: Opinion, targets: list[Squad], reach: float) -> None:
    """11.04: within 1" of a target, else engaged with one, else closer to one."""
    if not settle(sides, opinion, "DUTY", "NOT_CLOSER"):
        return
    others = [s for s in sides.foes if s not in targets]
    for piece in sides.board.movers:
        places = Places(sides, piece, reach)
        places.engages(targets)
        places.shuns(others)
        closer = places.closer_than_before(targets)
        done = False
        for inches in (1.0, 2.0):
            duty = near(places, targets, inches)
            if done := done or now(places, duty) >= 0:
                break
            found = places.could(closer, duty)
            opinion.add("DUTY" if piece.moved else "DUTY | NOT_CLOSER", found)
            if found is None or (not piece.moved and found):
                opinion.unsure |= {"DUTY"} if piece.moved else {"DUTY", "NOT_CLOSER"}
        if not piece.moved:
            found = places.could(closer)
            opinion.add("DUTY | NOT_CLOSER", found)
            if found is not False:
                opinion.unsure |= {"DUTY", "NOT_CLOSER"}


def fight(
    sides: Sides,
    opinion: Opinion,
    closest: dict[str, list[Squad]],
    must: list[Squad],
    reach: float,
) -> None:
    """12.03, 12.08: a moved model is engaged with its closest target if it can be."""
    if not settle(sides, opinion, "DUTY"):
        return
    for piece in sides.board.movers:
        targets = closest[piece.name]
        if not piece.moved:
            continue
        if len(targets) > 1:
            opinion.unsure.add("DUTY")
            continue
        places = Places(sides, piece, reach)
        places.engages(must)
        if not any(places.mates_engaged(squad) for squad in sides.foes):
            places.within([d for squad in sides.foes for d in bases(squad)], 2.0)
        for squad in sides.foes:
            start = gaps(places.start[None], places.radius, bases(squad))[0]
            if start <= 2.0 + sides.tolerance:
                places.within(bases(squad), 2.0)
        duty = near(places, targets, 2.0)
        if now(places, duty) < 0:
            opinion.add("DUTY", places.could(places.closer_than_before(targets), duty))


def objective(sides: Sides, opinion: Opinion, name: str, reach: float) -> None:
    """12.08: a moved model ends in range of the objective if it can."""
    marker: dict[str, Any] = sides.markers[name]
    if not settle(sides, opinion, "DUTY"):
        return
    if marker.get("area"):
        opinion.unsure.add("DUTY")
        return
    spot = (*marker["at"], marker.get("diameter_mm", 40.0) / 25.4 / 2)
    for piece in sides.board.movers:
        if not piece.moved:
            continue
        places = Places(sides, piece, reach)
        if sides.version >= 1:
            places.shuns(sides.foes)

        def duty(q: Points, places: Places = places) -> Points:
            return 3.0 + places.tolerance - gaps(q, places.radius, [spot])

        if now(places, duty) < 0:
            opinion.add("DUTY", places.could(duty))


def surge(sides: Sides, opinion: Opinion, target: Squad, reach: float) -> None:
    """21.02, 01.04.03: engaged with the target, else as close to it as possible."""
    if not settle(sides, opinion, "DUTY"):
        return
    for piece in sides.board.movers:
        places = Places(sides, piece, reach)
        places.shuns([s for s in sides.foes if s is not target])
        duty = near(places, [target], 2.0)
        if now(places, duty) >= 0:
            continue
        opinion.add("DUTY", places.could(duty))
        short = 2.0 - now(places, duty) - HINT
        opinion.add("DUTY", places.could(near(places, [target], short)))
