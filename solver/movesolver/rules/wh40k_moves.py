"""Moves of the movement phase and set-ups of Warhammer 40,000, 11th edition, as data."""

from __future__ import annotations

from dataclasses import replace

from movesolver.rules.moves import After, Mode, MoveType, Need, SetUp

AIRCRAFT = frozenset({"AIRCRAFT"})


def words(*names: str) -> frozenset[str]:
    """Return a set of words, as rows of tables take them."""
    return frozenset(names)


def in_phase(section: str, *names: str) -> Need:
    """Return the need that one of some phases is played; a move of a stated distance is free."""
    return Need("phase", section, words=frozenset(names), unless_stated=True)


ON_TABLE = Need("on_table", "01.02.04")
UNSELECTED = Need("unselected", "09.02", unless_stated=True)
ONE_NORMAL = Need("one_normal_move", "09.05.01")
NO_ARRIVAL = Need(
    "not_after",
    "20.04",
    words=words("ingress"),
    unless_stated=True,
    option="wtc.ingress_lock_all",
    lifted_in=words("charge", "fight", "end_of_turn"),
)
"""No other move after an ingress, until the start of the next Charge phase."""
ARRIVED = replace(NO_ARRIVAL, unless_stated=False, option="")
NO_SURGE = Need("not_after", "21.02", words=words("surge"), this_phase=True)
NO_AIRCRAFT = Need("without_words", "23.02", words=AIRCRAFT)
CAN_MOVE = Need("can_move", "02.02")
NOT_BARRED = Need("not_barred", "01.02")
FITTED = Need("fits_set_up", "03.02.02", words=AIRCRAFT, value=6.0)
"""A base too large for the set-up distance of its ingress may not make these moves that turn."""

OWN_TURN = Need("own_turn", "09.02", unless_stated=True)
_MOVES = (
    ON_TABLE,
    OWN_TURN,
    UNSELECTED,
    NO_ARRIVAL,
    NO_SURGE,
    NO_AIRCRAFT,
    CAN_MOVE,
    NOT_BARRED,
    FITTED,
)


def _in_movement_phase(section: str) -> Need:
    return in_phase(section, "movement")


REMAIN_STATIONARY = MoveType(
    "remain_stationary",
    "09.04",
    needs=(Need("nothing_owed", "18.04"),),
    moves_models=False,
)
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
    after=After(moved="advance", bars=words("charge", "action", "shoot")),
)
FALL_BACK = MoveType(
    "fall_back",
    "09.07",
    needs=(*_MOVES, Need("engaged", "09.07"), _in_movement_phase("09.07")),
    ends="unengaged",
    skies=True,
    after=After(moved="fall_back", bars=words("charge", "action", "shoot")),
    modes=(
        Mode("ordered_retreat", "09.07", needs=(Need("not_shocked", "09.07"),)),
        Mode(
            "desperate_escape",
            "09.07",
            changes={
                "after": After(
                    moved="fall_back",
                    bars=words("charge", "action", "shoot"),
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
BESIDE = replace(_RAPID, inherits_ingress=False)
_LEAVES = (
    Need("embarked", "18.04"),
    Need("not_embarked_this_phase", "18.04"),
)
_NO_RUSH = Need("transport_not_after", "18.04", words=words("advance", "fall_back"))
DISEMBARK = MoveType(
    "disembark",
    "18.04",
    needs=(UNSELECTED, *_LEAVES, _NO_RUSH, _in_movement_phase("18.04")),
    ends="unengaged",
    set_up=BESIDE,
    modes=(
        Mode(
            "rapid",
            "18.04",
            needs=(Need("transport_after", "18.04", words=words("normal", "ingress")),),
            forced=True,
            changes={"set_up": _RAPID, "after": After(moved="disembark", bars=words("charge"))},
        ),
        Mode(
            "tactical",
            "18.04",
            needs=(Need("transport_waits", "18.04"),),
            forced_if_room=True,
            changes={
                "after": After(moved="disembark", select_again=words("normal", "advance")),
            },
        ),
        Mode(
            "combat",
            "18.04",
            changes={
                "ends": "any",
                "set_up": replace(BESIDE, within=6.0, engaged="with_transport"),
                "after": After(
                    moved="disembark", bars=words("charge"), shocked=True, hazard_rolls=True
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
        bars=words("charge"),
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
    set_up=replace(BESIDE, section="18.06"),
    after=After(moved="assault_disembark"),
)
SHOCK_DISEMBARK = MoveType(
    "shock_disembark",
    "18.07",
    needs=_LEAVES,
    ends="unengaged",
    set_up=replace(BESIDE, section="18.07"),
    after=After(moved="disembark", bars=words("charge")),
)
EMBARK = MoveType(
    "embark",
    "18.02",
    needs=(
        ON_TABLE,
        Need("after", "18.02", words=words("normal", "advance", "fall_back")),
        Need("room_aboard", "18.02"),
        Need("phase", "18.02", words=words("movement", "charge", "fight", "end_of_turn")),
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
    needs=(*INGRESS.needs, Need("ability", "24.09", words=words("deep_strike"))),
    set_up=SetUp("24.09", near="table", clear=8.0),
)
SET_UP = MoveType(
    "set_up",
    "03.02",
    needs=(
        Need("in_reserve", "03.02"),
        in_phase("03.02", "deployment", "pre_battle"),
    ),
    ends="unengaged",
    set_up=SetUp("03.02", near="zone", too_large="own_edge"),
    after=After(counts_selected=False),
    modes=(
        Mode(
            "infiltrate",
            "24.20",
            needs=(Need("ability", "24.20", words=words("infiltrators")),),
            changes={"set_up": SetUp("24.20", near="table", clear=8.0, clear_of_zone=8.0)},
        ),
        Mode("in_zone", "03.02"),
    ),
)
REDEPLOY = replace(
    SET_UP, name="redeploy", needs=(in_phase("03.02", "deployment", "pre_battle", "movement"),)
)
RETURN_MODELS = MoveType(
    "return_models",
    "01.02.03",
    needs=(ON_TABLE,),
    set_up=SetUp("01.02.03", near="mates", engaged="with_unit"),
    after=After(counts_selected=False),
)
"""Slain models that come back to a unit on the table; the ends say which."""
SCOUT = MoveType(
    "scout",
    "24.32",
    needs=(
        ON_TABLE,
        NO_AIRCRAFT,
        CAN_MOVE,
        Need("ability", "24.32", words=words("scouts")),
        Need("wholly_in_own_zone", "24.32"),
        in_phase("24.32", "deployment", "pre_battle"),
    ),
    ability="scouts",
    clear=8.0,
    after=After(counts_selected=False),
)
