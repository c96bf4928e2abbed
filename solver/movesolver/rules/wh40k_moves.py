"""The moves of Warhammer 40,000, 11th edition, as data; and two of the 10th for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from movesolver.rules.moves import (
    After,
    Closing,
    Duty,
    Mode,
    MoveType,
    Need,
    SetUp,
    Targets,
)

AIRCRAFT = frozenset({"AIRCRAFT"})


def _words(*words: str) -> frozenset[str]:
    return frozenset(words)


def _phase(section: str, *names: str) -> Need:
    return Need("phase", section, words=frozenset(names), unless_stated=True)


ON_TABLE = Need("on_table", "01.02.04")
UNSELECTED = Need("unselected", "09.02", unless_stated=True)
ONE_NORMAL = Need("one_normal_move", "09.05.01")
NO_ARRIVAL = Need(
    "not_after",
    "20.04",
    words=_words("ingress"),
    unless_stated=True,
    option="wtc.ingress_lock_all",
)
ARRIVED = replace(NO_ARRIVAL, unless_stated=False, option="")


def _fighting(section: str) -> Need:
    """In its own phase, at whatever distance: a longer pile-in is one of that step all the same."""
    return Need("phase", section, words=frozenset({"fight"}))


NO_SURGE = Need("not_after", "21.02", words=_words("surge"), this_phase=True)
NO_AIRCRAFT = Need("without_words", "23.02", words=AIRCRAFT)
CAN_MOVE = Need("can_move", "02.02")
NOT_BARRED = Need("not_barred", "01.02")
FITTED = Need("fits_set_up", "03.02.02", words=AIRCRAFT, value=6.0)
"""A base too large for the set-up distance of its ingress may not make these moves that turn."""

_MOVES = (
    ON_TABLE,
    UNSELECTED,
    NO_ARRIVAL,
    NO_SURGE,
    NO_AIRCRAFT,
    CAN_MOVE,
    NOT_BARRED,
    FITTED,
)


def _in_movement_phase(section: str) -> Need:
    return _phase(section, "movement")


REMAIN_STATIONARY = MoveType("remain_stationary", "09.04", moves_models=False)
NORMAL = MoveType(
    "normal",
    "09.05",
    needs=(
        *_MOVES,
        Need("unengaged", "09.05", words=AIRCRAFT),
        ONE_NORMAL,
        _in_movement_phase("09.05"),
    ),
    ends="unengaged",
    skies=True,
    after=After(moved="normal"),
)
ADVANCE = MoveType(
    "advance",
    "09.06",
    needs=(*_MOVES, Need("unengaged", "09.06", words=AIRCRAFT), _in_movement_phase("09.06")),
    ends="unengaged",
    roll=(1, 6),
    dice=(1, 6),
    skies=True,
    after=After(moved="advance", bars=_words("charge", "action", "shoot")),
)
FALL_BACK = MoveType(
    "fall_back",
    "09.07",
    needs=(*_MOVES, Need("engaged", "09.07"), _in_movement_phase("09.07")),
    ends="unengaged",
    skies=True,
    after=After(moved="fall_back", bars=_words("charge", "action", "shoot")),
    modes=(
        Mode("ordered_retreat", "09.07", needs=(Need("not_shocked", "09.07"),)),
        Mode(
            "desperate_escape",
            "09.07",
            changes={
                "after": After(
                    moved="fall_back",
                    bars=_words("charge", "action", "shoot"),
                    hazard_rolls=True,
                    shock_roll=True,
                )
            },
        ),
    ),
)

_RAPID = SetUp(
    "18.04",
    near="transport",
    within=3.0,
    too_large="near_transport",
    too_large_within=1.0,
    inherits_ingress=True,
)
_BESIDE = replace(_RAPID, inherits_ingress=False)
_LEAVES = (
    Need("embarked", "18.04"),
    Need("not_embarked_this_phase", "18.04"),
)
_NO_RUSH = Need("transport_not_after", "18.04", words=_words("advance", "fall_back"))
DISEMBARK = MoveType(
    "disembark",
    "18.04",
    needs=(UNSELECTED, *_LEAVES, _NO_RUSH, _in_movement_phase("18.04")),
    ends="unengaged",
    set_up=_BESIDE,
    modes=(
        Mode(
            "rapid",
            "18.04",
            needs=(Need("transport_after", "18.04", words=_words("normal", "ingress")),),
            forced=True,
            changes={"set_up": _RAPID, "after": After(moved="disembark", bars=_words("charge"))},
        ),
        Mode(
            "tactical",
            "18.04",
            needs=(Need("transport_waits", "18.04"),),
            changes={
                "after": After(moved="disembark", select_again=_words("normal", "advance")),
            },
        ),
        Mode(
            "combat",
            "18.04",
            unless_room="tactical",
            changes={
                "ends": "any",
                "set_up": replace(_BESIDE, within=6.0, engaged="with_transport"),
                "after": After(
                    moved="disembark", bars=_words("charge"), shocked=True, hazard_rolls=True
                ),
            },
        ),
    ),
)
EMERGENCY_DISEMBARK = MoveType(
    "emergency_disembark",
    "18.05",
    needs=(Need("embarked", "18.05"),),
    set_up=SetUp(
        "18.05",
        near="transport",
        within=6.0,
        close=True,
        partial=True,
        engaged="if_it_must",
        too_large="near_transport",
        too_large_within=1.0,
    ),
    after=After(
        moved="disembark",
        bars=_words("charge"),
        shocked=True,
        hazard_rolls=True,
        counts_selected=False,
    ),
)
ASSAULT_DISEMBARK = MoveType(
    "assault_disembark",
    "18.06",
    needs=(*_LEAVES, replace(_NO_RUSH, section="18.06")),
    ends="unengaged",
    set_up=replace(_BESIDE, section="18.06"),
    after=After(moved="assault_disembark"),
)
SHOCK_DISEMBARK = MoveType(
    "shock_disembark",
    "18.07",
    needs=_LEAVES,
    ends="unengaged",
    set_up=replace(_BESIDE, section="18.07"),
    after=After(moved="disembark", bars=_words("charge")),
)
EMBARK = MoveType(
    "embark",
    "18.02",
    needs=(
        ON_TABLE,
        Need("after", "18.02", words=_words("normal", "advance", "fall_back")),
        Need("room_aboard", "18.02"),
        Need("phase", "18.02", words=_words("movement", "charge", "fight", "end_of_turn")),
    ),
    moves_models=False,
    boards=3.0,
    after=After(leaves=True, counts_selected=False),
)

INGRESS = MoveType(
    "ingress",
    "20.04",
    needs=(
        Need("in_reserve", "20.04"),
        UNSELECTED,
        Need("from_round", "20.04", value=2.0),
        _in_movement_phase("20.04"),
    ),
    ends="unengaged",
    set_up=SetUp("20.04", near="edges", within=6.0, clear=8.0, enemy_zone_until=2),
    after=After(moved="ingress"),
)
DEEP_STRIKE = replace(
    INGRESS,
    name="deep_strike",
    section="24.09",
    needs=(*INGRESS.needs, Need("ability", "24.09", words=_words("deep_strike"))),
    set_up=SetUp("24.09", near="table", clear=8.0),
)
SET_UP = MoveType(
    "set_up",
    "03.02",
    needs=(
        Need("in_reserve", "03.02"),
        _phase("03.02", "deployment", "pre_battle"),
    ),
    ends="unengaged",
    set_up=SetUp("03.02", near="zone", too_large="own_edge"),
    after=After(counts_selected=False),
    modes=(
        Mode(
            "infiltrate",
            "24.20",
            needs=(Need("ability", "24.20", words=_words("infiltrators")),),
            changes={"set_up": SetUp("24.20", near="table", clear=8.0, clear_of_zone=8.0)},
        ),
        Mode("in_zone", "03.02"),
    ),
)
REDEPLOY = replace(
    SET_UP, name="redeploy", needs=(_phase("03.02", "deployment", "pre_battle", "movement"),)
)
SCOUT = MoveType(
    "scout",
    "24.32",
    needs=(
        ON_TABLE,
        NO_AIRCRAFT,
        CAN_MOVE,
        Need("ability", "24.32", words=_words("scouts")),
        Need("wholly_in_own_zone", "24.32"),
        _phase("24.32", "deployment", "pre_battle"),
    ),
    ability="scouts",
    clear=8.0,
    after=After(counts_selected=False),
)

CHARGE = MoveType(
    "charge",
    "11.04",
    needs=(
        ON_TABLE,
        Need("unengaged", "11.02"),
        Need("not_after", "11.02", words=_words("advance", "fall_back", "disembark")),
        NOT_BARRED,
        NO_AIRCRAFT,
        CAN_MOVE,
        FITTED,
        Need("enemy_within", "11.02", value=12.0),
        _phase("11.02", "charge"),
    ),
    ends="engaged",
    fixed=0.0,
    roll=(2, 12),
    dice=(2, 6),
    skies=True,
    targets=Targets("enemies", "11.04", within=12.0, within_maximum=True),
    engages_all=True,
    targets_only=True,
    closing=Closing("11.04", to="any_target", unmoved_too=True),
    duties=(Duty("within", "11.04", reach=1.0), Duty("engaged", "11.04")),
    after=After(moved="charge", charged=True, counts_selected=False),
    modes=(
        Mode(
            "leap_to_defend",
            "15.11",
            needs=(Need("vehicles_have_words", "15.11", words=_words("CHARACTER", "WALKER")),),
            named_only=True,
            changes={
                "targets": Targets(
                    "enemies", "15.11", within=12.0, within_maximum=True, charged_only=True
                )
            },
        ),
        Mode(
            "into_the_fray",
            "15.11",
            needs=(Need("vehicles_have_words", "15.11", words=_words("CHARACTER", "WALKER")),),
            named_only=True,
            changes={
                "most_rolled": 6.0,
                "targets": Targets("enemies", "15.11", within=6.0, within_maximum=True),
            },
        ),
    ),
)
"""A charge; its modes are those of a heroic intervention."""

_ENGAGED_IF_IT_CAN = (Duty("engaged", "12.03", moved_only=True),)
PILE_IN = MoveType(
    "pile_in",
    "12.03",
    needs=(ON_TABLE, NO_AIRCRAFT, CAN_MOVE, Need("drawn_to_fight", "12.03"), _fighting("12.03")),
    ends="engaged",
    fixed=3.0,
    targets=Targets("engaged_or_near", "12.03", within=5.0, overlooks=AIRCRAFT),
    locks_contact=True,
    keeps_engaged=True,
    closing=Closing("12.03", to="closest_target"),
    duties=_ENGAGED_IF_IT_CAN,
    after=After(counts_selected=False),
    modes=(
        Mode(
            "overrun",
            "12.06",
            named_only=True,
            changes={"needs": (ON_TABLE, NO_AIRCRAFT, CAN_MOVE, _fighting("12.06"))},
        ),
    ),
)
_TO_ENEMIES: Mapping[str, Any] = {
    "locks_contact": True,
    "keeps_engaged": True,
    "ends": "engaged",
    "closing": Closing("12.08", to="closest_target"),
    "duties": (Duty("engaged", "12.08", moved_only=True),),
}
CONSOLIDATE = MoveType(
    "consolidate",
    "12.08",
    needs=(ON_TABLE, NO_AIRCRAFT, CAN_MOVE, Need("fought", "12.08"), _fighting("12.08")),
    fixed=3.0,
    after=After(counts_selected=False),
    modes=(
        Mode(
            "ongoing",
            "12.08",
            needs=(Need("engaged", "12.08", words=AIRCRAFT, unless_flying=True),),
            forced=True,
            changes={**_TO_ENEMIES, "targets": Targets("engaged", "12.08", overlooks=AIRCRAFT)},
        ),
        Mode(
            "engaging",
            "12.08",
            needs=(Need("enemy_within", "12.08", words=AIRCRAFT, value=3.0),),
            forced=True,
            changes={
                **_TO_ENEMIES,
                "targets": Targets("enemies", "12.08", within=3.0, overlooks=AIRCRAFT),
                "engages_all": True,
                "after": After(counts_selected=False, forces_fights=True),
            },
        ),
        Mode(
            "objective",
            "12.08",
            needs=(Need("objective_within", "12.08", value=3.0),),
            changes={
                "targets": Targets("objective", "12.08", within=3.0),
                "ends": "unengaged",
                "closing": Closing("12.08", to="objective", unless_in_range=True),
                "duties": (Duty("in_range", "12.08", moved_only=True),),
                "in_range": True,
            },
        ),
    ),
)
SURGE = MoveType(
    "surge",
    "21.02",
    needs=(
        ON_TABLE,
        Need("not_shocked", "21.02"),
        Need("unengaged", "21.02"),
        Need("unmoved_this_phase", "21.02"),
        ARRIVED,
        NO_AIRCRAFT,
        CAN_MOVE,
    ),
    fixed=0.0,
    roll=(1, 36),
    targets=Targets("closest", "21.02", overlooks=AIRCRAFT),
    targets_only=True,
    duties=(Duty("engaged", "21.02"), Duty("closest", "21.02", failing=True)),
    after=After(moved="surge", counts_selected=False),
)

MOVES = (
    REMAIN_STATIONARY, NORMAL, ADVANCE, FALL_BACK, DISEMBARK, EMERGENCY_DISEMBARK,
    ASSAULT_DISEMBARK, SHOCK_DISEMBARK, EMBARK, INGRESS, DEEP_STRIKE, SET_UP, REDEPLOY, SCOUT,
    CHARGE, PILE_IN, CONSOLIDATE, SURGE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """What was different before some version, or is under an option."""

    move: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the `MoveType`, or of the mode's changes."""
    mode: str = ""
    before: str = ""
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
    Change("normal", {"needs": _without(NORMAL, ONE_NORMAL)}, before="JUL_2026"),
    Change("consolidate", {"ends": "any"}, mode="objective", before="JUL_2026"),
    Change(
        "charge",
        {"needs": (*_without(CHARGE, FITTED), _STRICT_FIT)},
        before="JUL_2026",
    ),
    Change("assault_disembark", gone=True, before="V931_2026_08_26"),
    Change("shock_disembark", gone=True, before="V931_2026_08_26"),
    Change(
        "disembark",
        {"set_up": _BESIDE},
        mode="rapid",
        before="V946_2026_09_02",
    ),
    Change(
        "emergency_disembark",
        {
            "ends": "unengaged",
            "set_up": replace(EMERGENCY_DISEMBARK.set_up or _BESIDE, engaged="never"),
        },
        before="V946_2026_09_02",
    ),
    Change(
        "shock_disembark",
        {
            "ends": "any",
            "set_up": replace(_BESIDE, section="18.07", engaged="with_transport"),
            "after": After(moved="assault_disembark", forces_fights=True),
        },
        before="V963_2026_10_01",
    ),
    Change(
        "assault_disembark",
        {"after": After(moved="disembark", bars=_words("charge"))},
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
        if change.before and order.index(version) >= order.index(change.before):
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


NORMAL_10 = MoveType(
    "normal",
    "10th ed. normal move",
    needs=(ON_TABLE, Need("unengaged", "10th ed. normal move")),
    ends="unengaged",
)
CHARGE_10 = MoveType(
    "charge",
    "10th ed. charge",
    needs=(ON_TABLE, Need("unengaged", "10th ed. charge")),
    ends="engaged",
    fixed=0.0,
    roll=(2, 12),
    dice=(2, 6),
    targets=Targets("enemies", "10th ed. charge", within=12.0),
    engages_all=True,
    targets_only=True,
    closing=Closing("10th ed. charge", to="any_target"),
)
