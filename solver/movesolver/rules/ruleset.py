"""What a game's rules are made of, as data.

A new game or house rule is a new `RuleSet`; no kernel and no search code holds
a rule number.  Distances in inches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from movekernels.arrays import TOLERANCE
from movesolver.rules.moves import ANY, MoveType

Side = Literal["friend", "enemy", "any"]


@dataclass(frozen=True, slots=True)
class CoherencyRule:
    """When the models of a unit belong together."""

    section: str
    neighbour: float
    """A model must have a mate at most this far away, horizontally ..."""
    neighbour_vertical: float
    """... and at most this far, vertically."""
    span: float = math.inf
    """No two models may be farther apart than this, horizontally ..."""
    span_vertical: float = math.inf
    """... or vertically."""
    single_group: bool = True
    """Whether the graph of neighbours must be connected."""
    needed: int = 1
    """How many mates a model needs within ``neighbour``."""
    crowd: int = 0
    """From this many models on ``needed_in_crowd`` counts instead; 0 for never."""
    needed_in_crowd: int = 1

    def needed_of(self, models: int) -> int:
        """Return how many neighbours each of ``models`` models needs."""
        return self.needed_in_crowd if self.crowd and models >= self.crowd else self.needed


@dataclass(frozen=True, slots=True)
class EngagementRule:
    """When two enemy models are engaged."""

    section: str
    horizontal: float
    vertical: float


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One row of the table of who passes through whom; the first row that fits decides.

    What is left empty asks for nothing.  An ability or a house rule is one more row
    in front of the others.
    """

    section: str
    passes: bool = True
    """What the row says: the mover passes, or is barred."""
    mover: frozenset[str] = ANY
    """The mover has one of these keywords."""
    other: frozenset[str] = ANY
    """The model in its way has one of these keywords ..."""
    other_not: frozenset[str] = ANY
    """... and none of these."""
    side: Side = "any"
    """Whether the model in its way is a friend or an enemy."""
    moves: frozenset[str] = ANY
    """Names of the moves."""
    modes: frozenset[str] = ANY
    """Names of the modes of the move."""
    skies: bool = False
    """Only where the mover has taken to the skies."""


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """One leave to pass through terrain; what no row allows is barred."""

    section: str
    categories: frozenset[str] = ANY
    """Categories of the feature; empty for all."""
    mover: frozenset[str] = ANY
    """The mover has one of these keywords; empty for all."""
    moves: frozenset[str] = ANY
    """Names of the moves; empty for all."""
    highest: float = math.inf
    """Sections up to this high, inches."""
    skies: bool = False
    """Only where the mover has taken to the skies."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game at one version, with the options chosen."""

    game: str
    version: str | None
    coherency: CoherencyRule
    engagement: EngagementRule
    moves: Mapping[str, MoveType]
    clearance: float | None = None
    """A model must end farther than this from every enemy, where a game has such a rule."""
    clearance_section: str = ""
    transit_clearance: float = 0.0
    """No part of a path may come this close to an enemy (10th edition); 0 for no such rule."""
    models: tuple[ModelRow, ...] = ()
    """Who passes through which models: the first row that fits decides; no row, no bar."""
    walls: tuple[TerrainRow, ...] = ()
    """Who passes horizontally through walls of terrain."""
    floors: tuple[TerrainRow, ...] = ()
    """Who passes vertically through floors of terrain."""
    climb_reach: float = 0.5
    """How far from terrain a model may climb it, and stay above the ground."""
    stands_high: frozenset[str] = ANY
    """Keywords of models that may end above the ground; empty for all."""
    stands_climbed: frozenset[str] = ANY
    """Keywords of models that may end on dense terrain they climbed; empty for all."""
    skies_cost: float = 2.0
    """What taking to the skies takes off the maximum."""
    descent_counts: bool = True
    """Whether the way down is measured like the way up."""
    terrain_categories: bool = True
    """Whether exposed, light and dense terrain differ (13.02 to 13.06)."""
    marker_range: float = 3.0
    """How near a round marker a model is in range of it, horizontally ..."""
    marker_vertical: float = 5.0
    """... and vertically (14.01)."""
    solid: bool = False
    """Whether distances to enemies are in three dimensions where both models' heights are given."""
    shunted_below: float | None = None
    """A unit none of whose models moved this far is shunted, where a game knows that (VS9)."""
    in_part: bool = False
    """Whether a move that cannot be made in full is made as far as it is legal (VS7)."""
    stops_on_way: bool = False
    """Whether a model may stop on its way, let a mate pass, and be moved on."""
    tolerance: float = TOLERANCE
    options: Mapping[str, bool | float | str] = field(default_factory=dict)
