"""Whether a unit may make a move at all, and in which mode."""

from __future__ import annotations

import numpy as np

from movekernels.arrays import Bodies, Bools
from movekernels.checks.engagement import engaged_any
from movesolver.referee.pack import Position
from movesolver.referee.verdict import Code, Finding, listed


def eligibility(position: Position) -> list[Finding]:
    """Return why the unit may not make the move now (empty: it may).

    Sections 09.04 to 09.07 (start conditions), 09.05.01 (one normal move a phase),
    20.04 (after an ingress), 23.02 (AIRCRAFT), 02.02 (an M of "-").
    """
    move, unit = position.move, position.scenario.mover
    found: list[Finding] = []

    def bar(rule: str, text: str, models: tuple[str, ...] = ()) -> None:
        found.append(Finding(Code.NOT_ELIGIBLE, rule, models, text))

    if not unit.on_table:
        bar(move.section, f"{unit.id} is not on the battlefield.")
        return found
    if move.starts != "any":
        foes = engaged_with(position)
        if move.starts == "unengaged" and foes:
            bar(
                move.section,
                f"{unit.id} is engaged with {listed(foes)}; "
                f"a {move.name} move must start unengaged.",
            )
        elif move.starts == "engaged" and not foes:
            bar(move.section, f"{unit.id} is not engaged; a {move.name} move must start engaged.")
    if position.rules.game != "wh40k11" or not move.moves_models:
        return found
    status, stated = unit.status, position.scenario.action.max_distance is not None
    if status.selected_this_phase and not stated:
        bar(move.section, f"{unit.id} has already been selected to move this phase.")
    if (
        move.name == "normal"
        and position.rules.once_per_phase
        and status.has_moved_this_phase
        and status.moved == "normal"
    ):
        bar("09.05.01", f"{unit.id} has already made its one normal move this phase.")
    if status.moved == "ingress" and (
        not stated or position.rules.options.get("wtc.ingress_lock_all", True)
    ):
        bar("20.04", f"{unit.id} arrived this turn and may make no other move before charging.")
    aircraft = tuple(
        name
        for name, mover in zip(position.ids, position.movers, strict=True)
        if "AIRCRAFT" in mover.keywords
    )
    if aircraft:
        bar("23.02", f"{listed(aircraft)}: AIRCRAFT make no {move.name} moves.", aircraft)
    if all((model.move if model.move is not None else unit.move) == 0 for model in unit.standing):
        bar("02.02", f'{unit.id} has an M of "-" and cannot be moved.')
    return found


def mode_findings(position: Position) -> list[Finding]:
    """Return what is wrong with the mode asked for (09.02.02)."""
    move, asked = position.move, position.scenario.action.mode
    if asked is None or not position.scenario.mover.standing:
        return []
    if position.mode is None:
        known = listed([mode.name for mode in move.modes]) or "none"
        text = f"A {move.name} move has no mode {asked}; its modes: {known}."
        return [Finding(Code.MODE, move.section, (), text)]
    if position.scenario.mover.status.battle_shocked and not position.mode.if_shocked:
        text = f"{position.scenario.mover.id} is battle-shocked and cannot choose {asked}."
        return [Finding(Code.MODE, position.mode.section, (), text)]
    return []


def engaged_with(position: Position) -> list[str]:
    """Return the enemy units the mover starts engaged with, as its start is judged.

    For moves that must start unengaged AIRCRAFT do not count (23.02).
    """
    overlook = position.move.starts == "unengaged" and position.rules.game == "wh40k11"
    units: list[str] = []
    for name in dict.fromkeys(position.other_units):
        unit = position.scenario.unit(name)
        words = {word.upper() for word in unit.keywords}
        if unit.side == position.scenario.mover.side or (overlook and "AIRCRAFT" in words):
            continue
        members = np.array([other == name for other in position.other_units], dtype=np.bool_)
        limit = position.rules.engagement
        if engaged_any(
            position.shapes,
            position.start,
            select(position.others, members),
            limit.horizontal,
            limit.vertical,
            position.rules.tolerance,
        ):
            units.append(name)
    return units


def select(bodies: Bodies, keep: Bools) -> Bodies:
    """Return the bodies kept by a mask of shape (m,)."""
    return Bodies(
        shape=bodies.shape[keep],
        x=bodies.x[keep],
        y=bodies.y[keep],
        cos=bodies.cos[keep],
        sin=bodies.sin[keep],
        z=bodies.z[keep],
    )
