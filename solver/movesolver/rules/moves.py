"""What a type of move is made of, as data.

Everything a move asks is a value of one of these kinds: who may make it (`Need`), how
(`Mode`), towards whom (`Targets`), how far, what its models owe (`Duty`), where a unit may
be set up (`SetUp`), and what follows (`After`).  The referee has one function for each word
used here and no move of its own.  Distances in inches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from movesolver.errors import InputError

Engagedness = Literal["engaged", "unengaged", "any"]
ANY: frozenset[str] = frozenset()
"""In a row of a table: nothing is asked."""

NeedKind = Literal[
    "on_table",
    "in_reserve",
    "embarked",
    "engaged",
    "unengaged",
    "unselected",
    "one_normal_move",
    "after",
    "not_after",
    "not_barred",
    "without_words",
    "vehicles_have_words",
    "can_move",
    "not_shocked",
    "unmoved_this_phase",
    "enemy_within",
    "drawn_to_fight",
    "fought",
    "from_round",
    "not_embarked_this_phase",
    "transport_after",
    "transport_not_after",
    "transport_waits",
    "room_aboard",
    "wholly_in_own_zone",
    "ability",
    "fits_set_up",
    "phase",
    "objective_within",
    "own_turn",
    "other_turn",
    "nothing_owed",
]


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that must hold before a move, or a mode of it, may be chosen."""

    kind: NeedKind
    """What is asked; `movesolver.referee.needs` has a function of that name."""
    section: str
    words: frozenset[str] = ANY
    """Keywords, phases, abilities or last moves that it speaks of.

    An ability is a field of the unit's status, or a keyword that all its models have."""
    value: float = 0.0
    """A distance or a battle round."""
    unless_stated: bool = False
    """Whether a move of a stated distance is free of it ..."""
    option: str = ""
    """... if the option of this name is false."""
    this_phase: bool = False
    """Whether it speaks of this phase only, not of the whole turn."""
    plain_only: bool = False
    """Whether it is asked only where no mode is taken."""
    lifted_in: frozenset[str] = ANY
    """Phases in which it asks for nothing any more."""
    unless_flying: bool = False
    """Whether a unit that can FLY does notice units with these keywords (23.02)."""


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to make a move, where the rules offer several."""

    name: str
    section: str
    needs: tuple[Need, ...] = ()
    """What must hold for it."""
    forced: bool = False
    """Whether, when it may be taken, no later mode may (09.02.02)."""
    forced_if_room: bool = False
    """Whether, when the unit can be set up in it, no later mode may (18.04)."""
    named_only: bool = False
    """Whether it is taken only where it is asked for by name."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the `MoveType` that it replaces."""


TargetKind = Literal["enemies", "closest", "engaged", "engaged_or_near", "objective"]


@dataclass(frozen=True, slots=True)
class Targets:
    """What a move is made towards."""

    kind: TargetKind
    """``enemies``: one or more within reach; ``closest``: the closest enemy unit; ``engaged``:
    every unit it is engaged with; ``engaged_or_near``: these, or if there is none as
    ``enemies``; ``objective``: one marker within reach."""
    section: str
    within: float = math.inf
    """How near a target must be."""
    within_maximum: bool = False
    """Whether it must also be no farther away than the unit may move."""
    charged_only: bool = False
    """Whether targets must have charged this turn."""
    overlooks: frozenset[str] = ANY
    """Keywords of the units that a unit that cannot FLY takes no notice of (23.02)."""


DutyKind = Literal["within", "engaged", "in_range", "closest", "closer"]


@dataclass(frozen=True, slots=True)
class Duty:
    """What each model must do if it can (7.2)."""

    kind: DutyKind
    """End ``within`` a distance of a target, ``engaged`` with one, ``in_range`` of the
    objective, as close to the targets as it can come (``closest``), or ``closer`` to one."""
    section: str
    reach: float = 0.0
    moved_only: bool = False
    """Whether it binds models that are moved only."""
    failing: bool = False
    """Whether it binds models only that do not fulfil the duty before it."""


@dataclass(frozen=True, slots=True)
class Closing:
    """That models end closer to something than they began."""

    section: str
    to: Literal["any_target", "closest_target", "objective"]
    unmoved_too: bool = False
    """Whether an unmoved model that could have ended closer breaks the move (A24)."""
    unless_in_range: bool = False
    """Whether a model that ends in range of the objective need not be closer to it."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Where a unit that comes from off the table may be set up."""

    section: str
    near: Literal["transport", "edges", "table", "zone", "own_edges", "mates"]
    """What the models must be wholly within ``within`` of; ``mates``: models that come back to
    a unit must be in coherency with those that stand."""
    within: float = math.inf
    clear: float = 0.0
    """Every model must be farther than this, horizontally, from every enemy; 0: no such rule."""
    clear_of_units: float = 0.0
    """... and from every other unit, friends included (VS16)."""
    clear_of_zone: float = 0.0
    """... and from the enemy's deployment zone."""
    enemy_zone_until: int = 0
    """Up to this battle round no model may be within the enemy's deployment zone."""
    close: bool = False
    """Whether each model must be as near to the transport as it can be (18.05)."""
    partial: bool = False
    """Whether models that cannot be placed are lost, and the others stay (18.05)."""
    engaged: Literal["never", "with_transport", "with_unit", "if_it_must"] = "never"
    """Whether models may be engaged: not, with whom the transport or the unit is engaged with
    already, or only where there is no other place."""
    too_large: Literal["edge", "own_edge", "near_transport"] = "edge"
    """Where a base goes that cannot fit: touching an edge, or beside the transport (03.02.02)."""
    too_large_within: float = 0.0
    """How far from it such a base may be."""
    inherits_ingress: bool = False
    """Whether the limits of the transport's own ingress bind, if it made one this turn."""


@dataclass(frozen=True, slots=True)
class After:
    """What a move leaves behind."""

    moved: str | None = None
    """What the status says the unit did last."""
    bars: frozenset[str] = ANY
    """Moves and deeds barred for the rest of the turn."""
    shocked: bool = False
    """Whether the unit is battle-shocked."""
    shock_roll: bool = False
    """Whether it rolls for battle-shock."""
    hazard_rolls: bool = False
    """Whether every model rolls for hazards."""
    charged: bool = False
    select_again: frozenset[str] = ANY
    """Moves it must now be selected for (tactical disembark)."""
    forces_fights: bool = False
    """Whether enemies now engaged that have not fought are selected to fight (12.08)."""
    leaves: bool = False
    """Whether the unit leaves the table."""
    counts_selected: bool = True
    """Whether it counts as selected to move."""


@dataclass(frozen=True, slots=True)
class MoveType:
    """One type of move: who may make it, how far, through what, how it must end."""

    name: str
    section: str
    needs: tuple[Need, ...] = ()
    """What must hold for the unit to be eligible."""
    ends: Engagedness = "any"
    """Engaged with some enemy, with none, or either."""
    times_move: float = 1.0
    """The maximum is M times this (plus the roll, if one is made) ..."""
    fixed: float | None = None
    """... or this, where the move has a distance of its own ..."""
    ability: str = ""
    """... or what the unit's status states under this name."""
    roll: tuple[int, int] | None = None
    """Lowest and highest result of the roll that is added, if there is one."""
    dice: tuple[int, int] = (0, 0)
    """The dice of that roll: how many, of how many sides; (0, 0): as another rule says."""
    most_rolled: float = math.inf
    """A higher result counts as this."""
    modes: tuple[Mode, ...] = ()
    moves_models: bool = True
    skies: bool = False
    """Whether FLY units may take to the skies (21.03)."""
    bars_cover: bool = False
    """Whether the footprint of a terrain feature may not be entered, crossed or gone over."""
    may_close_in: bool = False
    """Whether it may end inside the clearance of a named target that it comes to engage."""
    targets: Targets | None = None
    engages_all: bool = False
    """Whether the unit must end engaged with every target."""
    targets_only: bool = False
    """Whether it must not end engaged with any other enemy."""
    locks_contact: bool = False
    """Whether models in base contact with an enemy may not be moved."""
    keeps_engaged: bool = False
    """Whether each model stays engaged with every unit it started engaged with."""
    closing: Closing | None = None
    duties: tuple[Duty, ...] = ()
    in_range: bool = False
    """Whether the unit must end in range of the objective chosen."""
    clear: float = 0.0
    """Every model must end farther than this, horizontally, from every enemy; 0: no such rule."""
    set_up: SetUp | None = None
    """Where the models are set up, if the move places them instead of moving them."""
    boards: float | None = None
    """How near every model must be to the transport that the unit gets into."""
    after: After = After()

    def __post_init__(self) -> None:
        for name in ("times_move", "fixed", "clear", "boards", "most_rolled"):
            value = getattr(self, name)
            if value is not None and not value >= 0.0:
                raise InputError(f"{self.name}.{name}", "a distance, 0 or more", repr(value))
        for duty in self.duties:
            if duty.kind not in get_args(DutyKind):
                wanted = f"one of {', '.join(get_args(DutyKind))}"
                raise InputError(f"{self.name}.duties", wanted, repr(duty.kind))

    def in_mode(self, mode: Mode | None) -> MoveType:
        """Return the move as it is in a mode."""
        return self if mode is None or not mode.changes else replace(self, **mode.changes)

    def mode(self, name: str) -> Mode | None:
        """Return the mode of that name, None if there is none."""
        return next((mode for mode in self.modes if mode.name == name), None)
