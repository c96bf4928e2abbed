"""What stands on a table besides the unit that moves, packed once for every move on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Ints, Shapes
from movesolver.referee.bodies import bodies_of, joined_bodies
from movesolver.referee.cover import COVER, HIGHEST
from movesolver.referee.outlines import Outline, centred, outline_of_base, pack_outlines
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.transit import Mover, wall_bars_climb
from movesolver.table.army import Model, Unit
from movesolver.table.prepared import Prepared
from movesolver.table.scenario import Pose
from movesolver.table.terrain import Feature

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Walls:
    """Every wall on the table, with what decides whom it hinders."""

    bodies: Bodies
    """Shape (w,); ``bodies.z`` is the bottom."""
    top: Floats
    """Inches, shape (w,)."""
    feature: Ints
    """Index into `Scenario.terrain`, shape (w,)."""
    category: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Troop:
    """The standing models of one unit; ``shape`` counts in ``outlines``."""

    unit: str
    side: str
    ids: tuple[str, ...]
    outlines: tuple[Outline, ...]
    bodies: Bodies
    headroom: Floats
    heights: Floats
    words: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything on a table but one unit.  Axes: ``m`` models, ``w`` walls.

    Nobody writes into its arrays: all positions on the board share them.
    """

    outlines: tuple[Outline, ...]
    """Distinct outlines, in the order of `Position.shapes`."""
    troops: tuple[Troop, ...]
    others: Bodies
    """Shape (m,)."""
    headroom: Floats
    """See `Position.headroom`, shape (m,)."""
    heights: Floats
    """See `Position.other_heights`, shape (m,)."""
    ids: tuple[str, ...]
    units: tuple[str, ...]
    kinds: tuple[tuple[frozenset[str], str], ...]
    """Distinct pairs of keywords and side."""
    kind: Ints
    """Which of them each model is, shape (m,)."""
    spans: dict[str, slice]
    """Where the models of each unit are."""
    walls: Walls
    everything: Bodies
    """Models, then walls; shape (m + w,)."""
    _known: dict[Hashable, tuple[object, Any]] = field(default_factory=dict)

    def once(self, key: Hashable, held: object, make: Callable[[], T]) -> T:
        """Return what ``make`` makes of this board, made once.

        ``held`` is kept for as long: whatever ``key`` names by identity.
        """
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known.setdefault(key, (held, make()))
        known: T = found[1]
        return known

    def of_units(self, units: Iterable[str]) -> Bools:
        """Return which of the models belong to some units, shape (m,)."""
        found = np.zeros(len(self.ids), dtype=np.bool_)
        for name in units:
            span = self.spans.get(name)
            if span is not None:
                found[span] = True
        return found

    def enemy(self, side: str) -> Bools:
        """Return which of the models are enemies of a side, shape (m,)."""
        found = np.zeros(len(self.ids), dtype=np.bool_)
        for troop in self.troops:
            found[self.spans[troop.unit]] = troop.side != side
        return found

    def walls_barring(self, rules: RuleSet, mover: Mover, low: float, high: float) -> Bools:
        """Return which walls bar a mover between two heights, but for cover it starts in, (w,)."""
        walls = self.walls

        def make() -> Bools:
            return np.array(
                [
                    wall_bars_climb(rules, mover, category, bottom, top, low, high)
                    for category, bottom, top in zip(
                        walls.category, walls.bodies.z.tolist(), walls.top.tolist(), strict=True
                    )
                ],
                dtype=np.bool_,
            )

        return self.once(("walls", id(rules), mover, low, high), rules, make)

    def dense(self, rules: RuleSet) -> Bools:
        """Return which walls nobody may end in, whatever stands at their level, shape (w,)."""
        categories = rules.terrain_categories
        return self.once(
            ("dense", bool(categories)),
            None,
            lambda: np.array(
                [not categories or c == "dense" for c in self.walls.category], dtype=np.bool_
            ),
        )


MOST_KNOWN = 512
"""Answers that a board remembers."""
_TROOPS: Prepared[Troop] = Prepared(512)
_WALLS: Prepared[tuple[Walls, tuple[Outline, ...]]] = Prepared(64)
_BOARDS: Prepared[Board] = Prepared(64)
_SHAPES: Prepared[Shapes] = Prepared(128)


def board_of(units: Iterable[Unit], terrain: tuple[Feature, ...], cover: bool) -> Board:
    """Return the board of some units and the terrain, packed once.

    Parameters
    ----------
    units
        All but the one that moves; those that are not on the table are left out.
    terrain
        All features.
    cover
        Whether footprints are cover that bars (VS11).
    """
    troops = tuple(
        troop
        for unit in units
        if not unit.status.in_reserve and unit.status.embarked_in is None
        if (troop := troop_of(unit)).ids
    )
    return _BOARDS.of((*troops, terrain, cover), lambda: _board(troops, terrain, cover))


def forget() -> None:
    """Forget all boards."""
    _TROOPS.forget()
    _WALLS.forget()
    _BOARDS.forget()
    _SHAPES.forget()


def troop_of(unit: Unit) -> Troop:
    """Return the standing models of a unit, packed once."""
    things = (unit.models, unit.keywords, unit.id, unit.side)
    return _TROOPS.of(things, lambda: _troop(unit))


def shapes_of(outlines: tuple[Outline, ...]) -> Shapes:
    """Return distinct outlines as the kernels read them, packed once."""
    return _SHAPES.of(outlines, lambda: pack_outlines(outlines))


@lru_cache(maxsize=4096)
def mover_of(
    words: frozenset[str], height: float | None, move: str = "", skies: bool = False
) -> Mover:
    """Return a mover, the same one for all models that are alike."""
    tall = height if "FRAME" in words and height is not None else 0.0
    return Mover(words, max(LEVEL, tall), flying=skies and "FLY" in words, move=move)


def pose_of(model: Model) -> Pose:
    """Return where a standing model stands: x, y, facing, z."""
    assert model.at is not None
    return (*model.at, model.facing, model.z)


def indexed(
    outlines: Iterable[Outline], known: Iterable[Outline] = ()
) -> tuple[Ints, list[Outline]]:
    """Return the index of each outline among the distinct ones, and these; ``known`` come first."""
    place: dict[int, int] = {}
    distinct: list[Outline] = []

    def index(outline: Outline) -> int:
        k = place.setdefault(id(outline), len(place))
        if k == len(distinct):
            distinct.append(outline)
        return k

    for outline in known:
        index(outline)
    return np.array([index(outline) for outline in outlines], dtype=np.int64), distinct


def _troop(unit: Unit) -> Troop:
    models = unit.standing
    shape, outlines = indexed(outline_of_base(model.base) for model in models)
    words = tuple(unit.keywords_of(model) for model in models)
    heights = [model.height for model in models]
    return Troop(
        unit=unit.id,
        side=unit.side,
        ids=tuple(model.id for model in models),
        outlines=tuple(outlines),
        bodies=bodies_of(shape, [pose_of(model) for model in models]),
        headroom=np.array(
            [mover_of(w, h).height for w, h in zip(words, heights, strict=True)], dtype=np.float64
        ),
        heights=np.array([np.nan if h is None else h for h in heights], dtype=np.float64),
        words=words,
    )


def _board(troops: tuple[Troop, ...], terrain: tuple[Feature, ...], cover: bool) -> Board:
    walls, wall_outlines = _WALLS.of((terrain, cover), lambda: _walls(terrain, cover))
    used = [outline for troop in troops for outline in troop.outlines]
    places, outlines = indexed([*used, *wall_outlines])
    shapes: list[Ints] = []
    spans: dict[str, slice] = {}
    kinds: dict[tuple[frozenset[str], str], int] = {}
    kind: list[int] = []
    first = count = 0
    for troop in troops:
        size = len(troop.outlines)
        shapes.append(places[first : first + size][troop.bodies.shape])
        first += size
        spans[troop.unit] = slice(count, count + len(troop.ids))
        count += len(troop.ids)
        kind += [kinds.setdefault((words, troop.side), len(kinds)) for words in troop.words]
    none = bodies_of(np.zeros(0, dtype=np.int64), [])
    others = joined_bodies(none, *(troop.bodies for troop in troops))
    others = others._replace(shape=np.concatenate([none.shape, *shapes]))
    standing = walls.bodies._replace(shape=places[first:][walls.bodies.shape])
    walls = Walls(standing, walls.top, walls.feature, walls.category)
    return Board(
        outlines=tuple(outlines),
        troops=troops,
        others=others,
        headroom=np.concatenate([np.zeros(0), *(troop.headroom for troop in troops)]),
        heights=np.concatenate([np.zeros(0), *(troop.heights for troop in troops)]),
        ids=tuple(name for troop in troops for name in troop.ids),
        units=tuple(troop.unit for troop in troops for _ in troop.ids),
        kinds=tuple(kinds),
        kind=np.array(kind, dtype=np.int64),
        spans=spans,
        walls=walls,
        everything=joined_bodies(others, standing),
    )


def _walls(terrain: tuple[Feature, ...], cover: bool) -> tuple[Walls, tuple[Outline, ...]]:
    """Pack all walls, and the footprints too where they are cover that bars (VS11)."""
    found: list[Outline] = []
    poses: list[Pose] = []
    tops: list[float] = []
    features: list[int] = []
    categories: list[str] = []
    for k, feature in enumerate(terrain):
        walls = [(wall.polygon, wall.bottom, wall.top, feature.category) for wall in feature.walls]
        covers = [(feature.footprint, 0.0, HIGHEST, COVER)] if cover else []
        for polygon, bottom, top, category in (*walls, *covers):
            x, y, outline = centred(polygon)
            found.append(outline)
            poses.append((x, y, 0.0, bottom))
            tops.append(top)
            features.append(k)
            categories.append(category)
    shape, outlines = indexed(found)
    walls_ = Walls(
        bodies=bodies_of(shape, poses),
        top=np.array(tops, dtype=np.float64),
        feature=np.array(features, dtype=np.int64),
        category=tuple(categories),
    )
    return walls_, tuple(outlines)
