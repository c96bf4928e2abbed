"""Models and units."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from movesolver.errors import InputError
from movesolver.table.bases import Base
from movesolver.table.fields import Point, check_finite, check_id, check_not_negative

LARGEST_UNIT = 64
"""Models in a unit: coherency keeps one bit for each in a row of 64."""


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One model: its base and where it stands.

    Raises
    ------
    InputError
        If the id is empty, a number is not finite, or a distance is negative.
    """

    id: str
    base: Base
    at: Point | None = None
    """Centre of the base, inches; None while off the table."""
    facing: float = 0.0
    """Heading, degrees counter-clockwise from +x."""
    z: float = 0.0
    """Height of the base's underside, inches."""
    move: float | None = None
    """M of this model where it differs from the unit's, inches."""
    keywords: tuple[str, ...] = ()
    """Keywords it has beyond the unit's."""
    height: float | None = None
    """Body height, inches; read for FRAME models only."""
    slain: bool = False
    """A slain model counts nowhere."""

    def __post_init__(self) -> None:
        check_id("id", self.id)
        if self.at is not None:
            check_finite("at", *self.at)
        check_finite("facing", self.facing)
        check_not_negative("z", self.z)
        if self.move is not None:
            check_not_negative("move", self.move)
        if self.height is not None:
            check_not_negative("height", self.height)


LastMove = Literal[
    "normal", "advance", "fall_back", "ingress", "disembark", "assault_disembark", "charge", "surge"
]
Deed = Literal["normal", "advance", "fall_back", "charge", "shoot", "action"]
"""What may be barred for the rest of a turn."""


class UnitStatus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has happened to a unit so far, as far as movement asks."""

    in_reserve: bool = False
    embarked_in: str | None = None
    battle_shocked: bool = False
    selected_this_phase: bool = False
    moved: LastMove | None = None
    has_moved_this_phase: bool = False
    charged: bool = False
    embarked_this_phase: bool = False
    fly_declared: bool = False
    eligible_to_fight: bool = False
    scouts: float | None = None
    infiltrators: bool = False
    deep_strike: bool = False
    capacity: int | None = None
    barred: tuple[Deed, ...] = ()
    """What it may not do for the rest of the turn."""
    deemed_contact: tuple[str, ...] = ()
    """Ids of its models that count as touching an enemy, kept off by an overhang (01.04.04)."""
    must_select: tuple[Literal["normal", "advance"], ...] = ()
    """Moves one of which it must now be selected for (after a tactical disembark)."""
    repositioned: bool = False
    """Whether it was on the battlefield before it went into reserves (20.02)."""

    def __post_init__(self) -> None:
        if self.scouts is not None:
            check_not_negative("scouts", self.scouts)
        if self.capacity is not None:
            check_not_negative("capacity", self.capacity)


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of models that move together.

    Raises
    ------
    InputError
        If its id or side is empty, it has no models or too many, or its M is negative.
    """

    id: str
    side: str
    models: tuple[Model, ...]
    keywords: tuple[str, ...] = ()
    move: float | None = None
    """M, inches; 0 stands for a printed "-"."""
    status: UnitStatus = UnitStatus()

    def __post_init__(self) -> None:
        check_id("id", self.id)
        check_id("side", self.side)
        if not 1 <= len(self.models) <= LARGEST_UNIT:
            raise InputError(
                "models", f"one to {LARGEST_UNIT} models in a unit", f"{len(self.models)}"
            )
        if self.move is not None:
            check_not_negative("move", self.move)

    def keywords_of(self, model: Model) -> frozenset[str]:
        """Return the unit's and the model's own keywords, in capitals."""
        return _capitals(self.keywords, model.keywords)

    @property
    def standing(self) -> tuple[Model, ...]:
        """The models that count: on the table and not slain."""
        return tuple(m for m in self.models if m.at is not None and not m.slain)

    @property
    def on_table(self) -> bool:
        """Whether the unit stands on the battlefield."""
        return (
            not self.status.in_reserve and self.status.embarked_in is None and bool(self.standing)
        )


@lru_cache(maxsize=4096)
def _capitals(unit: tuple[str, ...], own: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.upper() for word in (*unit, *own))
