"""All moves of the 11th edition, and what was different in older versions or is by option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from movesolver.rules.moves import After, MoveType, Need
from movesolver.rules.options import Version
from movesolver.rules.wh40k_fights import CHARGE, CONSOLIDATE, PILE_IN, SURGE
from movesolver.rules.wh40k_moves import (
    ADVANCE,
    ARRIVED,
    ASSAULT_DISEMBARK,
    BESIDE,
    DEEP_STRIKE,
    DISEMBARK,
    EMBARK,
    EMERGENCY_DISEMBARK,
    FALL_BACK,
    FITTED,
    INGRESS,
    NORMAL,
    ONE_NORMAL,
    REDEPLOY,
    REMAIN_STATIONARY,
    RETURN_MODELS,
    SCOUT,
    SET_UP,
    SHOCK_DISEMBARK,
    words,
)

MOVES = (
    REMAIN_STATIONARY, NORMAL, ADVANCE, FALL_BACK, DISEMBARK, EMERGENCY_DISEMBARK,
    ASSAULT_DISEMBARK, SHOCK_DISEMBARK, EMBARK, INGRESS, DEEP_STRIKE, SET_UP, REDEPLOY, SCOUT,
    RETURN_MODELS, CHARGE, PILE_IN, CONSOLIDATE, SURGE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """What was different before some version, or is under an option."""

    move: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the `MoveType`, or of the mode's changes."""
    mode: str = ""
    before: Version | None = None
    """Applies to versions older than this."""
    option: str = ""
    """Applies where this option ..."""
    is_on: bool = True
    """... is true, or false."""
    gone: bool = False
    """The move was not there yet."""


def _without(move: MoveType, *needs: Need) -> tuple[Need, ...]:
    return tuple(need for need in move.needs if need not in needs)


_STRICT_FIT = replace(FITTED, words=frozenset())
CHANGES: tuple[Change, ...] = (
    Change("normal", {"needs": _without(NORMAL, ONE_NORMAL)}, before=Version.JUL_2026),
    Change("consolidate", {"ends": "any"}, mode="objective", before=Version.JUL_2026),
    Change(
        "charge",
        {"needs": (*_without(CHARGE, FITTED), _STRICT_FIT)},
        before=Version.JUL_2026,
    ),
    Change("assault_disembark", gone=True, before=Version.V931_2026_08_26),
    Change("shock_disembark", gone=True, before=Version.V931_2026_08_26),
    Change(
        "disembark",
        {"set_up": BESIDE},
        mode="rapid",
        before=Version.V946_2026_09_02,
    ),
    Change(
        "emergency_disembark",
        {
            "ends": "unengaged",
            "set_up": replace(EMERGENCY_DISEMBARK.set_up or BESIDE, engaged="never"),
        },
        before=Version.V946_2026_09_02,
    ),
    Change(
        "shock_disembark",
        {
            "ends": "any",
            "set_up": replace(BESIDE, section="18.07", engaged="with_transport"),
            "after": After(moved="assault_disembark", forces_fights=True),
        },
        before=Version.V963_2026_10_01,
    ),
    Change(
        "assault_disembark",
        {"after": After(moved="disembark", bars=words("charge"))},
        option="wtc.special_disembark_is_rapid",
    ),
    Change(
        "surge",
        {"needs": _without(SURGE, ARRIVED)},
        option="wtc.ingress_lock_all",
        is_on=False,
    ),
)
"""The differences of older versions (newest first kept in the moves above) and of options."""


def moves_at(
    version: str, versions: Iterable[str], options: Mapping[str, bool | float | str]
) -> dict[str, MoveType]:
    """Return the moves of the 11th edition at a version, with options, by name.

    Parameters
    ----------
    version
        One of ``versions``.
    versions
        All of them, oldest first.
    options
        The options in force.
    """
    order = tuple(versions)
    moves = {move.name: move for move in MOVES}
    for change in CHANGES:
        if change.before is not None and order.index(version) >= order.index(change.before):
            continue
        if change.option and options.get(change.option) is not change.is_on:
            continue
        move = moves.get(change.move)
        if move is None:
            continue
        if change.gone:
            del moves[change.move]
        elif change.mode:
            modes = tuple(
                replace(mode, changes={**mode.changes, **change.changes})
                if mode.name == change.mode
                else mode
                for mode in move.modes
            )
            moves[change.move] = replace(move, modes=modes)
        else:
            moves[change.move] = replace(move, **change.changes)
    return moves
