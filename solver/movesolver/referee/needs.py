"""What answers each kind of `Need`: one function for each word."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movesolver.referee.large import too_large
from movesolver.referee.nearness import engaged_table, near_objective, unit_gaps
from movesolver.referee.position import Position
from movesolver.referee.verdict import article, listed, told
from movesolver.referee.zones import outside_own_zone
from movesolver.rules.moves import Need
from movesolver.table.army import Unit

Reason = tuple[str, tuple[str, ...]]
"""Why something may not be done, and the models it names."""


def engaged_with(position: Position, overlooked: frozenset[str] = frozenset()) -> list[str]:
    """Return the enemy units the unit starts engaged with, but for those with some keywords."""
    table = position.once(
        "engaged", lambda: engaged_table(position, position.start, position.rules.tolerance)
    )
    return [
        name
        for u, name in enumerate(position.foes)
        if table[:, u].any() and not overlooked & _words(position.scenario.unit(name))
    ]


def closest_foes(
    position: Position, overlooked: frozenset[str] = frozenset()
) -> list[tuple[float, str]]:
    """Return the enemy units with their gap in three dimensions, the nearest first.

    But for those with some keywords.
    """
    foes = [
        name
        for name in position.foes
        if not (overlooked and overlooked & _words(position.scenario.unit(name)))
    ]
    if not foes or not position.ids:
        return []
    gaps = unit_gaps(position, position.start, foes).min(axis=0)
    return sorted(zip(gaps.tolist(), foes, strict=True), key=lambda pair: pair[0])


def overlooked(position: Position, words: frozenset[str]) -> frozenset[str]:
    """Return the keywords that the unit overlooks in enemies: none if it can FLY (23.02)."""
    return frozenset() if "FLY" in _words(position.scenario.mover) else words


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(word.upper() for word in unit.keywords)


def _on_table(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    return None if unit.on_table else f"{unit.id} is not on the battlefield."


def _in_reserve(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    return None if unit.status.in_reserve else f"{unit.id} is not in reserve."


def _embarked(position: Position, need: Need) -> str | None:
    unit, transport = position.scenario.mover, position.transport
    if transport is None or unit.status.embarked_in is None:
        return f"{unit.id} is not in a transport."
    if not transport.on_table:
        return f"{transport.id}, which {unit.id} is in, is not on the battlefield."
    return None


def _engaged(position: Position, need: Need) -> str | None:
    words = overlooked(position, need.words) if need.unless_flying else need.words
    if engaged_with(position, words):
        return None
    move = position.move.name
    return f"{position.scenario.mover.id} is not engaged; {article(move)} move must start engaged."


def _unengaged(position: Position, need: Need) -> str | None:
    foes = engaged_with(position, need.words)
    if not foes:
        return None
    unit, move = position.scenario.mover.id, position.move.name
    return f"{unit} is engaged with {listed(foes)}; {article(move)} move must start unengaged."


def _unselected(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    if not unit.status.selected_this_phase or position.move.name in unit.status.must_select:
        return None
    return f"{unit.id} has already been selected to move this phase."


def _one_normal_move(position: Position, need: Need) -> str | None:
    status = position.scenario.mover.status
    if not (status.has_moved_this_phase and status.moved == "normal"):
        return None
    return f"{position.scenario.mover.id} has already made its one normal move this phase."


def _not_after(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    if unit.status.moved not in need.words or position.move.name in unit.status.must_select:
        return None
    if position.scenario.phase in need.lifted_in:
        return None
    if need.this_phase and not unit.status.has_moved_this_phase:
        return None
    if unit.status.moved == "ingress":
        return f"{unit.id} arrived this turn and may make no other move before charging."
    name, when = position.move.name, "phase" if need.this_phase else "turn"
    return f"{unit.id} made {article(unit.status.moved)} move this {when}; no {name} after that."


def _after(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    if unit.status.moved in need.words:
        return None
    wanted = " or ".join(sorted(need.words))
    return f"{unit.id} has not just made {article(wanted)} move of its own."


def _not_barred(position: Position, need: Need) -> str | None:
    unit, name = position.scenario.mover, position.move.name
    return f"{unit.id} may make no {name} this turn." if name in unit.status.barred else None


def _without_words(position: Position, need: Need) -> Reason | None:
    barred = tuple(
        name
        for name, mover in zip(position.ids, position.movers, strict=True)
        if need.words & mover.keywords
    )
    if not barred:
        return None
    words = listed(sorted(need.words))
    return f"{listed(barred)}: {words} make no {position.move.name} moves.", barred


def _vehicles_have_words(position: Position, need: Need) -> Reason | None:
    barred = tuple(
        name
        for name, mover in zip(position.ids, position.movers, strict=True)
        if "VEHICLE" in mover.keywords and not need.words & mover.keywords
    )
    if not barred:
        return None
    return f"{listed(barred)}: a VEHICLE needs one of {listed(sorted(need.words))}.", barred


def _can_move(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    stuck = [(m.move if m.move is not None else unit.move) == 0 for m in position.models]
    return f'{unit.id} has an M of "-" and cannot be moved.' if stuck and all(stuck) else None


def _not_shocked(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    return f"{unit.id} is battle-shocked." if unit.status.battle_shocked else None


def _unmoved_this_phase(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    moved = unit.status.has_moved_this_phase
    return f"{unit.id} has already moved this phase." if moved else None


def _enemy_within(position: Position, need: Need) -> str | None:
    near = closest_foes(position, overlooked(position, need.words))
    if near and near[0][0] <= need.value + position.rules.tolerance:
        return None
    unit = position.scenario.mover.id
    if not near:
        return f"{unit} has no enemy within {need.value:g} inches: there is none on the table."
    gap, name = near[0]
    away = told(gap, need.value)
    return f"{unit} has no enemy within {need.value:g} inches: {name} is {away} away."


def _drawn_to_fight(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    if unit.status.charged or engaged_with(position):
        return None
    return f"{unit.id} is not engaged and did not charge this turn."


def _fought(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    fought = unit.status.eligible_to_fight
    return None if fought else f"{unit.id} was not eligible to fight this phase."


def _from_round(position: Position, need: Need) -> str | None:
    now, unit = position.scenario.round, position.scenario.mover.id
    if now >= need.value:
        return None
    return f"{unit} may not arrive before battle round {need.value:g}; this is round {now}."


def _not_embarked_this_phase(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    now = unit.status.embarked_this_phase
    return f"{unit.id} embarked this phase." if now else None


def _transport_after(position: Position, need: Need) -> str | None:
    transport = position.transport
    assert transport is not None
    status = transport.status
    if status.moved in need.words:
        return None
    wanted = " or ".join(sorted(need.words))
    return f"{transport.id} has not made {article(wanted)} move this phase."


def _transport_not_after(position: Position, need: Need) -> str | None:
    transport = position.transport
    assert transport is not None
    if transport.status.moved not in need.words:
        return None
    return f"{transport.id} made {article(transport.status.moved or 'normal')} move this phase."


def _transport_waits(position: Position, need: Need) -> str | None:
    transport = position.transport
    assert transport is not None
    moved = transport.status.has_moved_this_phase or transport.status.moved is not None
    return f"{transport.id} has moved this phase." if moved else None


def _room_aboard(position: Position, need: Need) -> str | None:
    transport, unit = position.transport, position.scenario.mover
    if transport is None:
        return f"{unit.id} needs a transport to get into; none is named."
    carries = "TRANSPORT" in _words(transport) and transport is not unit
    if transport.side != unit.side or not transport.on_table or not carries:
        return f"{transport.id} is no friendly transport on the battlefield."
    capacity = transport.status.capacity
    if capacity is None:
        return None
    aboard = sum(
        sum(not model.slain for model in other.models)
        for other in position.scenario.units
        if other.status.embarked_in == transport.id
    )
    if aboard + len(unit.standing) <= capacity:
        return None
    return (
        f"{transport.id} carries {capacity} models: {aboard} are aboard, "
        f"{len(unit.standing)} would get in."
    )


def _wholly_in_own_zone(position: Position, need: Need) -> Reason | None:
    out = outside_own_zone(position, position.start, position.rules.tolerance)
    names = tuple(position.ids[i] for i in np.flatnonzero(out))
    return (f"{listed(names)}: not wholly within a zone of its own.", names) if names else None


def _ability(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    everyone = [mover.keywords for mover in position.movers]
    lacking = [
        word
        for word in sorted(need.words)
        if not getattr(unit.status, word, None)
        and not (everyone and all(word.upper() in words for words in everyone))
    ]
    return f"{unit.id} lacks {listed(lacking)}." if lacking else None


def _fits_set_up(position: Position, need: Need) -> Reason | None:
    if position.scenario.mover.status.moved != "ingress":
        return None
    large = tuple(
        model.id
        for model, mover in zip(position.models, position.movers, strict=True)
        if not need.words & mover.keywords and too_large(model.base, need.value)
    )
    if not large:
        return None
    text = f"{listed(large)} arrived this turn on a base wider than {need.value:g} inches."
    return text, large


def _phase(position: Position, need: Need) -> str | None:
    now = position.scenario.phase
    if now is None or now in need.words:
        return None
    return (
        f"{article(position.move.name).capitalize()} move is made in the "
        f"{' or '.join(sorted(need.words))} phase, not now."
    )


def _own_turn(position: Position, need: Need) -> str | None:
    unit, turn = position.scenario.mover, position.scenario.active_side
    if turn is None or unit.side == turn:
        return None
    return f"It is the turn of {turn}; {unit.id} makes this move in its own."


def _other_turn(position: Position, need: Need) -> str | None:
    unit, turn = position.scenario.mover, position.scenario.active_side
    if turn is None or unit.side != turn:
        return None
    return f"It is the turn of {turn}; {unit.id} does this in that of its opponent."


def _nothing_owed(position: Position, need: Need) -> str | None:
    unit = position.scenario.mover
    owed = unit.status.must_select
    return f"{unit.id} must now be selected for one of: {listed(owed)}." if owed else None


def _objective_within(position: Position, need: Need) -> str | None:
    slop = position.rules.tolerance
    for marker in position.scenario.markers:
        if near_objective(position, position.start, marker, need.value, slop):
            return None
    return f"{position.scenario.mover.id} has no objective within {need.value:g} inches."


NEEDS: dict[str, Callable[[Position, Need], str | Reason | None]] = {
    "on_table": _on_table,
    "in_reserve": _in_reserve,
    "embarked": _embarked,
    "engaged": _engaged,
    "unengaged": _unengaged,
    "unselected": _unselected,
    "one_normal_move": _one_normal_move,
    "after": _after,
    "not_after": _not_after,
    "not_barred": _not_barred,
    "without_words": _without_words,
    "vehicles_have_words": _vehicles_have_words,
    "can_move": _can_move,
    "not_shocked": _not_shocked,
    "unmoved_this_phase": _unmoved_this_phase,
    "enemy_within": _enemy_within,
    "drawn_to_fight": _drawn_to_fight,
    "fought": _fought,
    "from_round": _from_round,
    "not_embarked_this_phase": _not_embarked_this_phase,
    "transport_after": _transport_after,
    "transport_not_after": _transport_not_after,
    "transport_waits": _transport_waits,
    "room_aboard": _room_aboard,
    "wholly_in_own_zone": _wholly_in_own_zone,
    "ability": _ability,
    "fits_set_up": _fits_set_up,
    "phase": _phase,
    "objective_within": _objective_within,
    "own_turn": _own_turn,
    "other_turn": _other_turn,
    "nothing_owed": _nothing_owed,
}
"""What answers each kind of `Need`: None, or why it does not hold."""
