"""The answers inside replies, for the schema: what `Result.to_json` and the others write.

Fields may be added; these keep their names and meaning.  Of those that may be left out,
short replies leave out paths, lengths, slack and certificate.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from movesolver.table.scenario import Pose

Polygons = tuple[tuple[tuple[tuple[float, float], ...], ...], ...]
"""Each a list of rings, the outer one first, of corners [x, y]."""


class Move(msgspec.Struct, frozen=True):
    """A legal end of a unit, or why there is none (solve, snap)."""

    status: str
    objective: float | None
    bound: float | None
    ends: dict[str, Pose]
    """Where each model ends: x, y, facing, z."""
    reasons: dict[str, str]
    limit: str | UnsetType | None = UNSET
    gap: float | UnsetType | None = UNSET
    certificate: dict[str, Any] | UnsetType = UNSET
    paths: dict[str, tuple[Pose, ...]] | UnsetType = UNSET
    lengths: dict[str, float] | UnsetType = UNSET
    order: tuple[tuple[str, int], ...] | UnsetType | None = UNSET
    seed: int | UnsetType = UNSET
    milliseconds: float | UnsetType = UNSET


class Moves(msgspec.Struct, frozen=True):
    """Several ends that differ (propose)."""

    moves: tuple[Move, ...]
    wanted: int
    apart: float
    reasons: dict[str, str]


class Violation(msgspec.Struct, frozen=True):
    """A rule that a move breaks."""

    code: str
    rule: str
    models: tuple[str, ...]
    found: float | None
    allowed: float | None
    text: str


class Judged(msgspec.Struct, frozen=True):
    """Whether a move is legal (check)."""

    legal: bool
    violations: tuple[Violation, ...]
    slack: dict[str, Any] | UnsetType = UNSET
    shunted: bool | UnsetType | None = UNSET
    lengths: dict[str, float] | UnsetType = UNSET
    paths: dict[str, tuple[Pose, ...]] | UnsetType = UNSET


class Masked(msgspec.Struct, frozen=True):
    """Which places take part in a legal end (mask)."""

    allowed: dict[str, tuple[bool, ...]]
    undecided: dict[str, tuple[bool, ...]]
    decided: bool


class Odds(msgspec.Struct, frozen=True):
    """The least roll that does (odds)."""

    needed: int | None
    dice: str
    probability: float
    proved: bool
    move: Move | None


class Region(msgspec.Struct, frozen=True):
    """Where one model can end."""

    area: float
    polygons: Polygons


class Reached(msgspec.Struct, frozen=True):
    """What a unit can reach (reach); the rest only if a place or a thing was asked about."""

    models: dict[str, Region]
    reasons: tuple[str, ...] | UnsetType = UNSET
    reached: bool | UnsetType = UNSET
    model: str | UnsetType | None = UNSET
    length: float | UnsetType | None = UNSET
    path: tuple[Pose, ...] | UnsetType | None = UNSET
    asked: dict[str, Any] | UnsetType = UNSET


class Threatened(msgspec.Struct, frozen=True):
    """What an army can strike (threat)."""

    side: str | None
    plus: float
    area: float
    polygons: Polygons
    units: dict[str, Any]


class Regained(msgspec.Struct, frozen=True):
    """Which models to lose (regain)."""

    removed: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    kept: int


class TypeOfMove(msgspec.Struct, frozen=True):
    """One type of move of a game."""

    section: str
    roll: tuple[int, int] | None
    """Lowest and highest result of the roll that it asks for."""
    modes: tuple[str, ...]
    targets: str | None
    """What it is made towards, as `Targets.kind`."""
    sets_up: bool
    """Whether models are placed instead of moved."""


class Described(msgspec.Struct, frozen=True):
    """The moves of a game, and what the one asked about is like (describe)."""

    game: str
    version: str | None
    types: dict[str, TypeOfMove]
    maximum: dict[str, float]
    """How far each model may move, inches; empty if the move lacks a number."""
    lacks: str | None
    """Which number that is."""
    links: tuple[tuple[str, str], ...]
    """Models that are neighbours, where they end."""
    engagement: float
    worth: float | None
    """What the paths or ends are worth, in points of the goal."""


ANSWERS: dict[str, type[msgspec.Struct]] = {
    "solve": Move,
    "propose": Moves,
    "snap": Move,
    "check": Judged,
    "mask": Masked,
    "odds": Odds,
    "reach": Reached,
    "threat": Threatened,
    "regain": Regained,
    "describe": Described,
}
"""The answer to each kind of question."""
