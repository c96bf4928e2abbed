"""Charges, fights and surges of Warhammer 40,000, 11th edition, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from movesolver.rules.moves import After, Closing, Duty, Mode, MoveType, Need, Targets
from movesolver.rules.wh40k_moves import (
    AIRCRAFT,
    ARRIVED,
    CAN_MOVE,
    FITTED,
    NO_AIRCRAFT,
    NOT_BARRED,
    ON_TABLE,
    in_phase,
    words,
)


def _fighting(section: str) -> Need:
    """Return the need of the Fight phase, whatever the distance: a longer pile-in is one too."""
    return Need("phase", section, words=frozenset({"fight"}))


_INTERVENES = (
    Need("vehicles_have_words", "15.11", words=words("CHARACTER", "WALKER")),
    Need("other_turn", "15.11"),
)
CHARGE = MoveType(
    "charge",
    "11.04",
    needs=(
        ON_TABLE,
        Need("unengaged", "11.02"),
        Need("not_after", "11.02", words=words("advance", "fall_back", "disembark")),
        NOT_BARRED,
        NO_AIRCRAFT,
        CAN_MOVE,
        FITTED,
        Need("enemy_within", "11.02", value=12.0),
        Need("own_turn", "11.02", plain_only=True),
        in_phase("11.02", "charge"),
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
            needs=_INTERVENES,
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
            needs=_INTERVENES,
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
