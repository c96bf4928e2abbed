"""A scenario file as the slow referee reads it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from reference.referee_shapes import Body, Outline, Pose, outline_of, placed

Json = dict[str, Any]


@dataclass
class Piece:
    """A model that stands on the table."""

    name: str
    unit: str
    side: str
    words: frozenset[str]
    outline: Outline
    start: Pose
    own_move: float = 0.0
    body_height: float | None = None
    """Of a FRAME model; nothing else is measured above its base."""
    path: list[Pose] = field(default_factory=list)
    flies: bool = False

    @property
    def end(self) -> Pose:
        return self.path[-1] if self.path else self.start

    @property
    def moved(self) -> bool:
        return any(pose != self.start for pose in self.path)

    def at_start(self) -> Body:
        return placed(self.outline, *self.start[:3])

    def at_end(self) -> Body:
        return placed(self.outline, *self.end[:3])

    def any_word(self, *words: str) -> bool:
        return not self.words.isdisjoint(words)


@dataclass
class Wall:
    body: Body
    bottom: float
    top: float


@dataclass
class Ground:
    """A terrain feature."""

    dense: bool
    footprint: Body
    walls: list[Wall]
    floors: list[tuple[float, BaseGeometry]]

    @property
    def height(self) -> float:
        """How high it reaches: as its highest wall or floor, without them any height."""
        tops = [wall.top for wall in self.walls] + [z for z, _ in self.floors]
        return max(tops) if tops else math.inf

    def bodies(self) -> list[Body]:
        """All of it that can be climbed."""
        floors = [Body(polygon, 0.0, 0.0) for _, polygon in self.floors]
        return [self.footprint, *floors, *(wall.body for wall in self.walls)]


@dataclass
class Board:
    """Everything one judgement needs."""

    game: str
    version: str
    options: Json
    width: float
    height: float
    move: str
    mode: str | None
    roll: float
    stated: float | None
    status: Json
    unit_move: float
    skies: bool
    hover: bool
    has_paths: bool
    movers: list[Piece]
    friends: list[Piece]
    enemies: list[Piece]
    terrain: list[Ground]

    @property
    def tolerance(self) -> float:
        return float(self.options.get("tolerance", 1e-6))

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    @property
    def bars_cover(self) -> bool:
        """VS11, VS14: a run, and an assault, keeps out of cover."""
        return self.game == "voidsiege" and self.move in ("run", "assault")

    @property
    def escapes(self) -> bool:
        """09.07: the fall-back is a desperate escape, by choice or because it must be."""
        if self.move != "fall_back":
            return False
        shocked = bool(self.status.get("battle_shocked"))
        return self.mode == "desperate_escape" or (self.mode is None and shocked)


def read(document: Json) -> Board:
    """Return the board of a scenario file that the reader of such files has accepted."""
    action, rules = document["action"], document.get("rules", {})
    unit = next(u for u in document["units"] if u["id"] == action["unit"])
    status = unit.get("status", {})
    words = {word.upper() for word in unit.get("keywords", ())}
    game = rules.get("game", "wh40k11")
    skies = game == "wh40k11" and bool(status.get("fly_declared"))
    board = Board(
        game=game,
        version=rules.get("version") or "V963_2026_10_01",
        options=rules.get("options", {}),
        width=document["table"]["width"],
        height=document["table"]["height"],
        move=action["move"],
        mode=action.get("mode"),
        roll=action.get("roll") or 0,
        stated=action.get("max_distance"),
        status=status,
        unit_move=unit.get("move") or 0.0,
        skies=skies,
        hover="HOVER" in words,
        has_paths=action.get("ends") is None,
        movers=[],
        friends=[],
        enemies=[],
        terrain=[_ground(feature) for feature in document.get("terrain", ())],
    )
    for other in document["units"]:
        if {"in_reserve", "embarked_in"} & set(other.get("status", {})):
            continue
        pieces = [_piece(other, m) for m in other["models"] if m.get("at") and not m.get("slain")]
        if other is unit:
            board.movers = pieces
        elif other["side"] == unit["side"]:
            board.friends += pieces
        else:
            board.enemies += pieces
    for piece in board.movers:
        if board.has_paths:
            poses = (action.get("paths") or {}).get(piece.name, [])
            piece.path = [_pose(pose) for pose in poses]
        elif piece.name in action["ends"]:
            piece.path = [piece.start, _pose(action["ends"][piece.name])]
        piece.flies = skies and "FLY" in piece.words
    return board


def _pose(numbers: list[float]) -> Pose:
    x, y, facing, z = map(float, numbers)
    return x, y, facing, z


def _piece(unit: Json, model: Json) -> Piece:
    words = {w.upper() for w in [*unit.get("keywords", ()), *model.get("keywords", ())]}
    x, y = model["at"]
    own = model.get("move")
    return Piece(
        name=model["id"],
        unit=unit["id"],
        side=unit["side"],
        words=frozenset(words),
        outline=outline_of(model["base"]),
        start=(float(x), float(y), float(model.get("facing", 0)), float(model.get("z", 0))),
        own_move=float(own if own is not None else unit.get("move") or 0.0),
        body_height=model.get("height") if "FRAME" in words else None,
    )


def _ground(feature: Json) -> Ground:
    return Ground(
        dense=feature["category"] == "dense",
        footprint=_flat(feature["footprint"]),
        walls=[
            Wall(_flat(wall["polygon"]), wall.get("bottom", 0.0), wall["top"])
            for wall in feature.get("walls", ())
        ],
        floors=[(floor["z"], Polygon(floor["polygon"])) for floor in feature.get("floors", ())],
    )


def _flat(polygon: list[list[float]]) -> Body:
    return Body(Polygon(polygon), 0.0, 0.0)
