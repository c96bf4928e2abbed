"""Proofs that no end is legal that use only how far models start apart and may move."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bools, Floats
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Json, listed
from movesolver.search.bounds import ROUNDING, held_radius
from movesolver.search.impossible import Impossible


def prove_from_start(position: Position) -> Impossible | None:
    """Return proofs that no end of the unit is legal, None if there is none.

    Sections 03.03 (coherency) and 03.04 (engagement).  The node of a certificate states the first
    of them that has one.
    """
    found = [*_coherency(position), *_held(position)]
    if not found:
        return None
    nodes = [node for _, _, node in found if node is not None]
    return Impossible({str(code): text for code, text, _ in found}, nodes[0] if nodes else None)


Reason = tuple[Code, str, Json | None]


def _coherency(position: Position) -> list[Reason]:
    """Return why the models cannot come together (03.03)."""
    start, names, rule = position.start, position.ids, position.rules.coherency
    n, slop = len(names), position.rules.tolerance + ROUNDING
    if n < 2:
        return []
    proofs: list[Reason] = []
    outer = position.shapes.outer[start.shape]
    dx = start.x[:, None] - start.x[None, :]
    dy = start.y[:, None] - start.y[None, :]
    moves = position.maximum[:, None] + position.maximum[None, :]
    closest = np.sqrt(dx * dx + dy * dy) - outer[:, None] - outer[None, :] - moves
    climb = np.abs(start.z[:, None] - start.z[None, :]) - moves
    i, j = (int(k) for k in np.unravel_index(np.argmax(closest), closest.shape))
    if closest[i, j] > rule.span + slop:
        text = (
            f"{names[i]} and {names[j]} end at least {closest[i, j]:.4g} inches apart, "
            f"{rule.span:g} at most ({rule.section})"
        )
        proofs.append((Code.SPREAD, text, {"kind": "spread", "models": [names[i], names[j]]}))
    if climb.max() > rule.span_vertical + slop:
        i, j = (int(k) for k in np.unravel_index(np.argmax(climb), climb.shape))
        text = (
            f"{names[i]} and {names[j]} end at least {climb[i, j]:.4g} inches apart "
            f"vertically, {rule.span_vertical:g} at most ({rule.section})"
        )
        proofs.append((Code.HEIGHT, text, None))
    near = (closest <= rule.neighbour + slop) & (climb <= rule.neighbour_vertical + slop)
    np.fill_diagonal(near, False)
    lonely = np.flatnonzero(near.sum(axis=1) < min(rule.needed_of(n), n - 1))
    if lonely.size:
        one = int(lonely[0])
        gap = float(np.sort(closest[one])[1])
        text = (
            f"{names[one]} ends at least {gap:.4g} inches from every mate, "
            f"{rule.neighbour:g} at most ({rule.section})"
        )
        alone = None if near[one].any() else _apart(names, [one], neighbour=True)
        proofs.append((Code.NO_NEIGHBOUR, text, alone))
    elif rule.single_group:
        group = _linked(near)
        if not group.all():
            some = np.flatnonzero(group).tolist()
            text = (
                f"{listed([names[k] for k in some])} and the other models start too far apart to "
                f"form one group ({rule.section})"
            )
            proofs.append((Code.SPLIT, text, _apart(names, some, neighbour=False)))
    return proofs


def _linked(near: Bools) -> Bools:
    """Return who is linked to the first, by as many others as it takes; (n, n) to (n,)."""
    group: Bools = near[0].copy()
    group[0] = True
    while True:
        # Few steps, each cheap: a graph library takes ten times as long to begin.
        further: Bools = group | near[group].any(axis=0)
        if (further == group).all():
            return group
        group = further


def _apart(names: tuple[str, ...], some: list[int], *, neighbour: bool) -> Json:
    others = [name for k, name in enumerate(names) if k not in some]
    return {
        "kind": "apart",
        "some": [names[k] for k in some],
        "others": others,
        "neighbour": neighbour,
    }


def _held(position: Position) -> list[Reason]:
    """Return that some model cannot get out of engagement range (03.04)."""
    start, others, limit = position.start, position.others, position.rules.engagement
    if position.move.ends != "unengaged" or not position.enemy.any():
        return []
    slop = position.rules.tolerance + ROUNDING
    held: Floats = held_radius(position.shapes)
    dx = start.x[:, None] - others.x[None, :]
    dy = start.y[:, None] - others.y[None, :]
    reach = position.maximum[:, None]
    farthest = np.sqrt(dx * dx + dy * dy) + reach - held[start.shape][:, None]
    farthest = farthest - held[others.shape][None, :]
    climb = np.abs(start.z[:, None] - others.z[None, :]) + reach
    caught = (farthest <= limit.horizontal - slop) & (climb <= limit.vertical - slop)
    caught &= position.enemy[None, :]
    if not caught.any():
        return []
    i, j = (int(k) for k in np.argwhere(caught)[0])
    text = (
        f"{position.ids[i]} ends at most {farthest[i, j]:.4g} inches from "
        f"{position.other_ids[j]}; more than {limit.horizontal:g} is needed ({limit.section})"
    )
    node: Json = {"kind": "held", "model": position.ids[i], "by": position.other_ids[j]}
    return [(Code.ENGAGED, text, node)]
