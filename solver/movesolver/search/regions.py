"""Where spots may lie at all: set-up distances and zones, closing in, engagements kept.

What is the same for every end is an obstacle (`keep_outs`); what depends on the model, or on
more than a gap, strikes out spots (`struck_out`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats
from movekernels.geometry.gap import gap_rows
from movekernels.search.ground import MARGIN, Spots, Squad
from movesolver.duties.could import copies_of
from movesolver.referee.fighting import aims, closer
from movesolver.referee.large import too_large
from movesolver.referee.nearness import CONTACT_SLACK, engaged_table, unit_gaps
from movesolver.referee.outlines import Outline, outline_of_polygon, surroundings
from movesolver.referee.position import Position
from movesolver.referee.setting_up import core_of, fits_zone, outside_set_up
from movesolver.referee.verdict import Code
from movesolver.referee.zones import enemy_zones, own_edges, own_zones
from movesolver.rules.moves import SetUp

STEP = 0.5
"""Places along an edge are so far apart, inches."""


class KeepOut(NamedTuple):
    """A region that no base may come closer to than a gap."""

    outline: Outline
    """In table coordinates."""
    code: Code
    gap: float
    """Inches; the margin included."""
    binds: Bools
    """Which models it binds, shape (n,)."""


REGIONS = (Code.OUTSIDE_ZONE, Code.OUTSIDE_SETUP, Code.ENEMY_ZONE)
"""What it is called not to keep out of them."""


def keep_outs(position: Position) -> list[KeepOut]:
    """Return the regions that a unit that is set up must keep out of."""
    found: list[KeepOut] = []
    n, slop = len(position.ids), position.rules.tolerance
    for rule in position.set_ups():
        found += _inside(position, rule)
        if position.scenario.round <= rule.enemy_zone_until or rule.clear_of_zone > 0.0:
            everyone = np.ones(n, dtype=np.bool_)
            gap = rule.clear_of_zone + slop + MARGIN
            found += [
                KeepOut(outline_of_polygon(zone), Code.ENEMY_ZONE, gap, everyone)
                for zone in enemy_zones(position)
            ]
    return found


def _inside(position: Position, rule: SetUp) -> Iterator[KeepOut]:
    """Yield what lies outside a zone, or beyond a distance from edges.

    Bases too large for that touch an edge: they reach no farther than twice their radius from it.
    """
    if rule.near not in ("edges", "own_edges", "zone"):
        return
    zones, fits = own_zones(position), _fits(position, rule)
    edges = None if rule.near == "edges" else own_edges(position)
    code = Code.OUTSIDE_ZONE if rule.near == "zone" else Code.OUTSIDE_SETUP
    if rule.near != "zone":
        core = core_of(position, rule.within, edges)
        if core is not None:
            yield KeepOut(outline_of_polygon(core), code, MARGIN, fits)
    elif zones:
        yield KeepOut(surroundings(zones), code, MARGIN, fits)
        if len(zones) > 1:
            return  # side by side they may hold a base that none of them holds
    outer = position.shapes.outer[position.start.shape]
    for radius in np.unique(outer[~fits]).tolist():
        core = core_of(position, 2.0 * (radius + CONTACT_SLACK), edges)
        if core is not None:
            yield KeepOut(outline_of_polygon(core), code, MARGIN, ~fits & (outer == radius))


def _fits(position: Position, rule: SetUp) -> Bools:
    """Return which models are not too large for where they are to be set up, shape (n,)."""
    if rule.near == "zone":
        fits = [fits_zone(position, i) for i in range(len(position.ids))]
    else:
        fits = [not too_large(model.base, rule.within) for model in position.models]
    return np.array(fits, dtype=np.bool_)  # of none too


def _along_edges(position: Position, radius: float) -> Iterator[Floats]:
    """Yield places, shape (p, 2), where round bases too large for a set-up touch an edge."""
    table, outer = position.scenario.table, position.shapes.outer[position.start.shape]
    for rule in position.set_ups():
        if rule.near not in ("edges", "own_edges", "zone"):
            continue
        if not (~_fits(position, rule) & (outer == radius)).any():
            continue
        edges = np.ones(4, dtype=np.bool_) if rule.near == "edges" else own_edges(position)
        room = radius + 2 * MARGIN
        x = np.arange(room, table.width - room, STEP)
        y = np.arange(room, table.height - room, STEP)
        lines = (
            (np.full(y.size, room), y),
            (np.full(y.size, table.width - room), y),
            (x, np.full(x.size, room)),
            (x, np.full(x.size, table.height - room)),
        )
        yield from (np.column_stack(lines[e]) for e in np.flatnonzero(edges).tolist())


def struck_out(position: Position, squad: Squad, spots: Spots) -> Bools:
    """Return which models may not end on which spots, shape (n, s).

    Spots where a model stands already are left to it.
    """
    n, s = len(position.ids), spots.x.size
    barred = np.zeros((n, s), dtype=np.bool_)
    move = position.move
    if not (position.placing or move.closing is not None or move.keeps_engaged):
        return barred
    for k in range(squad.shape.size):
        low, high = int(spots.first[k]), int(spots.first[k + 1])
        members = np.flatnonzero(squad.member == k)
        if low == high or not members.size:
            continue
        bodies = _bodies(squad, spots, k, low, high)
        block = barred[:, low:high]
        if position.placing:
            copies = copies_of(position, int(members[0]), high - low)
            for rule in position.set_ups():
                block[members] |= outside_set_up(copies, bodies, rule, beyond=0.0)[0] > 0.0
            block[members] |= _too_far_apart(position, bodies)
        else:
            block[members] |= _not_towards(position, members.tolist(), bodies)
    still = spots.owner >= 0
    barred[spots.owner[still], np.flatnonzero(still)] = False
    return barred


def _too_far_apart(position: Position, bodies: Bodies) -> Bools:
    """Return which spots are farther from a mate that stands already than coherency allows."""
    rule, mates = position.rules.coherency, position.others_of(position.scenario.mover.id)
    gaps = np.empty((bodies.x.size, mates.x.size))
    gap_rows(position.shapes, bodies, mates, gaps)
    high = np.abs(bodies.z[:, None] - mates.z[None, :])
    far = (gaps > rule.span) | (high > rule.span_vertical)
    return np.asarray(far.any(axis=1), dtype=np.bool_)


def _not_towards(position: Position, members: list[int], bodies: Bodies) -> Bools:
    """Return which of some models are not closer, or leave someone, on which spots."""
    move, slop = position.move, position.rules.tolerance + MARGIN
    barred = np.zeros((len(members), bodies.x.size), dtype=np.bool_)
    if move.closing is not None and position.marker is not None:
        for row, i in enumerate(members):
            copies = replace(
                copies_of(position, i, bodies.x.size),
                ids=(position.ids[i],) * bodies.x.size,
                start=_repeated(position.start, i, bodies.x.size),
            )
            barred[row] |= ~closer(copies, bodies, slop)
    elif move.closing is not None and position.targets:
        now = unit_gaps(position, bodies, position.targets)
        begun = unit_gaps(position, position.start, position.targets)
        aimed = aims(position)
        for row, i in enumerate(members):
            gained = (now < begun[i] - slop) & aimed[i]
            barred[row] |= ~gained.any(axis=1)
    if move.keeps_engaged:
        engaged = engaged_table(position, bodies, 0.0)
        began = engaged_table(position, position.start, position.rules.tolerance)
        for row, i in enumerate(members):
            barred[row] |= (began[i] & ~engaged).any(axis=1)
    return barred


def _repeated(bodies: Bodies, i: int, count: int) -> Bodies:
    return Bodies(
        np.repeat(bodies.shape[i], count),
        np.repeat(bodies.x[i], count),
        np.repeat(bodies.y[i], count),
        np.repeat(bodies.cos[i], count),
        np.repeat(bodies.sin[i], count),
        np.repeat(bodies.z[i], count),
    )


def _bodies(squad: Squad, spots: Spots, k: int, low: int, high: int) -> Bodies:
    """Return the spots of a class as bodies, shape (high - low,)."""
    count = high - low
    return Bodies(
        shape=np.full(count, squad.shape[k]),
        x=spots.x[low:high],
        y=spots.y[low:high],
        cos=np.ascontiguousarray(spots.turned[low:high, 0]),
        sin=np.ascontiguousarray(spots.turned[low:high, 1]),
        z=np.full(count, squad.z[k]),
    )


def ring_places(position: Position, radius: float) -> Floats:
    """Return places around what the move is made towards, at gaps that matter, shape (p, 2).

    In contact, just within each duty's distance and engagement range; for a unit that leaves
    its transport, around that, from contact out to the set-up distance; for bases that must touch
    an edge, along it.
    """
    beside = position.beside if position.placing else None
    units = position.targets if beside is None else (beside.id,)
    limit = position.rules.engagement.horizontal
    gaps = [2 * MARGIN, limit - MARGIN]
    gaps += [duty.reach - MARGIN for duty in position.move.duties if duty.reach > 0.0]
    if beside is not None:
        reaches = [rule.within for rule in position.set_ups() if math.isfinite(rule.within)]
        reach = max(reaches, default=position.rules.coherency.neighbour)
        rows = int(max(reach, 1.0) / (2 * radius)) + 1
        gaps = [2 * MARGIN + k * (2 * radius + MARGIN) for k in range(rows)]
        gaps.append(reach - 2 * radius - MARGIN)
    found = [np.empty((0, 2)), *(_along_edges(position, radius) if position.placing else ())]
    for j in np.flatnonzero(position.of_units(*units)):
        k = position.others.shape[j]
        own = float(position.shapes.outer[k])
        for gap in gaps:
            if gap <= 0.0 and gap != 0.0:
                continue
            wide = own + gap + radius
            count = max(12, min(96, int(2 * np.pi * wide / 0.3)))
            angles = 2 * np.pi * np.arange(count) / count
            at = np.array([position.others.x[j], position.others.y[j]])
            found.append(at + wide * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.concatenate(found)
