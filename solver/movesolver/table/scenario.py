"""A whole situation: table, terrain, units, and the move that is asked about."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from movesolver.errors import InputError
from movesolver.table.army import Unit
from movesolver.table.fields import (
    Point,
    Polygon,
    check_finite,
    check_id,
    check_not_negative,
    check_positive,
    inside,
    shown,
    tidy_polygon,
    wanted,
)
from movesolver.table.notebook import Shown
from movesolver.table.terrain import Feature

Pose = tuple[float, float, float, float]
"""x, y (inches), facing (degrees), z (inches)."""

Phase = Literal["deployment", "pre_battle", "movement", "charge", "fight", "end_of_turn"]
Game = Literal["wh40k11", "voidsiege", "wh40k10"]
"""The games that a file may name; rules of one's own may be of another (docs/house-rules.md)."""
MoveName = Literal[
    "remain_stationary", "normal", "advance", "fall_back", "charge", "pile_in", "consolidate",
    "surge", "scout", "disembark", "emergency_disembark", "assault_disembark", "shock_disembark",
    "ingress", "deep_strike", "set_up", "redeploy", "return_models", "embark",
    "move", "run", "assault", "overrun", "deploy",
]  # fmt: skip
"""The moves of these games, by name."""
ModeName = Literal[
    "ordered_retreat", "desperate_escape", "rapid", "tactical", "combat", "ongoing", "engaging",
    "objective", "leap_to_defend", "into_the_fray", "overrun",
    "infiltrate", "in_zone",
]  # fmt: skip
"""The modes of these moves, by name."""
GameWord = Annotated[str, msgspec.Meta(examples=list(get_args(Game)))]
MoveWord = Annotated[str, msgspec.Meta(examples=list(get_args(MoveName)))]
ModeWord = Annotated[str, msgspec.Meta(examples=list(get_args(ModeName)))]
"""Any text, as rules of one's own may have other words; these are named where one is wanted."""


def _check_pose(place: str, pose: Pose) -> None:
    """Raise unless the four numbers are finite and the height is not below the table."""
    check_finite(place, *pose)
    if pose[3] < 0:
        raise InputError(inside(place, 3), "a height of zero or more", shown(pose[3]))


LONGEST_SIDE = 240.0
"""Of a table, inches: larger ones would take gigabytes, as spots and regions lie on grids."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battlefield, [0, width] x [0, height] inches; no side is longer than 240."""

    width: float
    height: float

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            length = getattr(self, name)
            check_positive(name, length)
            if length > LONGEST_SIDE:
                raise InputError(name, f"at most {LONGEST_SIDE:g} inches", shown(length))


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An objective: a round marker at a point, or a terrain area."""

    id: str
    at: Point | None = None
    diameter_mm: float = 40.0
    area: Polygon | None = None

    def __post_init__(self) -> None:
        check_id("id", self.id)
        if (self.at is None) == (self.area is None):
            raise wanted("exactly one of at, area", "both" if self.at is not None else "neither")
        if self.at is not None:
            check_finite("at", *self.at)
        if self.area is not None:
            tidy_polygon(self, "area")
        check_positive("diameter_mm", self.diameter_mm)


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deployment zone of one side."""

    id: str
    side: str
    polygon: Polygon

    def __post_init__(self) -> None:
        check_id("id", self.id)
        check_id("side", self.side)
        tidy_polygon(self, "polygon")


OptionValue = bool | float | str


class RulesChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which rules to play by; `movesolver.rules` knows the versions and options."""

    game: GameWord = "wh40k11"
    """One of `Game`, or the game of rules of one's own."""
    version: str | None = None
    options: dict[str, OptionValue] = {}


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thing on the table named by its id."""

    marker: str | None = None
    unit: str | None = None
    zone: str | None = None

    def __post_init__(self) -> None:
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        if len(given) != 1:
            raise wanted("exactly one of marker, unit, zone", " and ".join(given) or "none of them")


class Nearness(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Within ``inches`` of a point or a thing."""

    of: Point | Target
    inches: float | None = None

    def __post_init__(self) -> None:
        if self.inches is not None:
            check_not_negative("inches", self.inches)
        elif not (isinstance(self.of, Target) and self.of.zone is not None):
            raise InputError("inches", "a distance (only a zone may leave it out)", "nothing")


class AtLeast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many models within ``inches`` of a point or a thing."""

    of: Point | Target
    models: int
    inches: float | None = None

    def __post_init__(self) -> None:
        Nearness(self.of, self.inches)
        if self.models < 1:
            raise InputError("models", "how many models, 1 or more", shown(self.models))


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Values on a grid, rows along y; bilinear between, 0 outside."""

    origin: Point
    step: float
    values: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        check_finite("origin", *self.origin)
        check_positive("step", self.step)
        if len(self.values) < 2 or len(self.values[0]) < 2:
            raise InputError("values", "at least two rows and two columns", "fewer")
        for index, row in enumerate(self.values):
            place = inside("values", index)
            if len(row) != len(self.values[0]):
                raise InputError(
                    place, f"{len(self.values[0])} values, as in the first row", f"{len(row)}"
                )
            check_finite(place, *row)


class GoalTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One term of the goal; exactly one kind is given. Bigger is better.

    ``near`` one inch closer, ``within`` and ``avoid`` one model, ``wish`` and
    ``travel`` one inch, ``field`` the value itself: each times ``weight`` and the
    model's priority, added up over the models, or with ``worst`` the least of them.
    ``need`` is worth nothing: an end that does not meet it is no answer.
    """

    near: Point | Target | None = None
    within: Nearness | None = None
    avoid: Nearness | None = None
    wish: dict[str, tuple[float, ...]] | None = None
    travel: bool | None = None
    field: Field | None = None
    need: AtLeast | None = None
    weight: float = 1.0
    priorities: dict[str, float] | None = None
    worst: bool = False
    models: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        kinds = ("near", "within", "avoid", "wish", "travel", "field", "need")
        given = [name for name in kinds if getattr(self, name) is not None]
        if len(given) != 1:
            raise wanted(
                f"exactly one of {', '.join(kinds)}", " and ".join(given) or "none of them"
            )
        check_finite("weight", self.weight)
        for name, priority in (self.priorities or {}).items():
            check_finite(inside("priorities", name), priority)
        if self.need is not None:
            self._check_need()
        if isinstance(self.near, tuple):
            check_finite("near", *self.near)
        if isinstance(self.near, Target) and self.near.zone is not None:
            raise InputError("near", "a point, a marker or a unit", "a zone")
        if self.travel is False:
            raise InputError("travel", "true, or no such term", shown(False))
        for name, pose in (self.wish or {}).items():
            place = inside("wish", name)
            if not 2 <= len(pose) <= 4:
                raise InputError(place, "[x, y], [x, y, facing] or [x, y, facing, z]", shown(pose))
            check_finite(place, *pose)

    def _check_need(self) -> None:
        """Raise if a hard wish is given what only points have."""
        for name, default in (("weight", 1.0), ("priorities", None), ("worst", False)):
            if (got := getattr(self, name)) != default:
                raise InputError(name, "nothing, as need is worth no points", shown(got))


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The move that is asked about: which unit, how, and its paths, ends or goal."""

    unit: str
    move: MoveWord
    """One of the moves of the rules in force: of a file, of `MoveName`."""
    mode: ModeWord | None = None
    """One of the modes of these moves: of a file, of `ModeName`."""
    roll: int | None = None
    targets: tuple[str, ...] = ()
    goal: tuple[GoalTerm, ...] = ()
    paths: dict[str, tuple[Pose, ...]] | None = None
    ends: dict[str, Pose] | None = None
    max_distance: float | None = None
    order: tuple[tuple[str, int], ...] | None = None
    """In which order the models move: each entry takes one on to that pose of its path."""

    def __post_init__(self) -> None:
        if self.paths is not None and self.ends is not None:
            raise wanted("paths or ends", "both")
        if self.max_distance is not None:
            check_not_negative("max_distance", self.max_distance)
        if self.roll is not None and self.roll < 1:
            raise InputError("roll", "the result of the dice, 1 or more", shown(self.roll))
        for name, poses in (self.paths or {}).items():
            place = inside("paths", name)
            if not poses:
                raise InputError(place, "at least one pose", "none")
            for index, pose in enumerate(poses):
                _check_pose(inside(place, index), pose)
        for name, pose in (self.ends or {}).items():
            _check_pose(inside("ends", name), pose)


class Scenario(Shown, msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything one question needs; the one form that files, programs and tests speak."""

    movesolver: Literal[1]
    table: Table
    units: tuple[Unit, ...]
    action: Action
    rules: RulesChoice = RulesChoice()
    round: int = 1
    active_side: str | None = None
    phase: Phase | None = None
    terrain: tuple[Feature, ...] = ()
    markers: tuple[Marker, ...] = ()
    zones: tuple[Zone, ...] = ()

    def __post_init__(self) -> None:
        if self.round < 1:
            raise InputError("round", "a battle round, 1 or more", shown(self.round))

    def unit(self, unit_id: str) -> Unit:
        """Return the unit with this id; `InputError` if there is none."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise InputError("unit", "the id of a unit of the scenario", shown(unit_id))

    @property
    def mover(self) -> Unit:
        """The unit of the action."""
        return self.unit(self.action.unit)
