"""Units of a save file: models grouped, with bases by name and sides by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.spatial import cKDTree
from shapely import Point as ShapelyPoint
from shapely import Polygon as ShapelyPolygon

from movesolver.errors import InputError
from movesolver.formats.base_sizes import BaseSizes
from movesolver.formats.problems import ProblemsError
from movesolver.formats.tabletop.frame import UP, Frame, nudged, widest
from movesolver.formats.tabletop.objects import Figure, figures, read_objects
from movesolver.formats.tabletop.sides import Sides, check_sides, side_of
from movesolver.table.army import LARGEST_UNIT, Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.fields import Point, check_positive, printable
from movesolver.table.names import plain
from movesolver.table.scenario import Table
from movesolver.table.terrain import Feature

COHERENT = 2.0
"""Models of one name this near to each other are taken for one unit, inches."""
NUDGE = 0.25
"""A base over the table's edge is moved in by so much at most, inches."""
MOST_MODELS = 5_000
"""As many as a scenario may have."""
UNIT_TAG = "uuid:"
"""How the tag begins that the models of a unit share."""

AskObject = Callable[[str, int], tuple[bool, Base | None]]
"""Asked for the base of a name, and how many have it: whether there is an answer, and it."""


class Save(NamedTuple):
    """What stands on the table of a save file."""

    units: tuple[Unit, ...]
    notes: tuple[str, ...]
    """What was left out or changed, one line each."""


class _Standing(NamedTuple):
    figure: Figure
    base: Base
    at: Point | None
    facing: float
    z: float


def read_save(
    text: str | bytes,
    sides: Sides,
    *,
    table: Table,
    terrain: Sequence[Feature] = (),
    sizes: BaseSizes | None = None,
    ask: AskObject | None = None,
    scale: float = 1.0,
    ahead: float = 90.0,
) -> Save:
    """Read the models of a table simulator's save file as units.

    Parameters
    ----------
    text
        The save, JSON with ``ObjectStates``.
    sides
        Rules that say whose a model is, by side: ``{"a": ["name:Red *"], "b": ["tint:#3050c0"]}``.
    table
        The table; its middle is the save's origin.
    terrain
        What stands on it: models that are up in the save stand on its floors.
    sizes
        Bases by name of object; null stands for what is no model.
    ask
        Asked for names that have none; what it answers is remembered in ``sizes``.
    scale
        Inches for one of the save's units.
    ahead
        Where the long axis of a base points that the save does not turn, degrees from +x.

    Raises
    ------
    ProblemsError
        If objects have no known base or no side: all of them at once.
    InputError
        If the text is too long, no save, or an option makes no sense.
    """
    check_sides(sides)
    check_positive("scale", scale)
    known = sizes or BaseSizes()
    notes: list[str] = []
    problems: list[InputError] = []
    found = figures(read_objects(text), notes)
    models = _with_bases(found, known, ask, problems)
    whose = {figure.key: side_of(figure, sides) for figure, _ in models}
    lost = Counter(figure.name for figure, _ in models if whose[figure.key] is None)
    for name, count in lost.items():
        wanted = "a rule that says whose it is (--side)"
        problems.append(InputError(_called(name, count), wanted, "none that fits"))
    if problems:
        raise ProblemsError(problems)
    if not 0 < len(models) <= MOST_MODELS:
        wanted = f"1 to {MOST_MODELS:,} objects whose names have a base"
        raise InputError("save", wanted, f"{len(models):,}")
    frame = Frame(table, scale, ahead)
    standing = _stood(models, frame, terrain, notes)
    units: list[Unit] = []
    ids: Counter[str] = Counter()
    for side in sides:
        for group in _groups([one for one in standing if whose[one.figure.key] == side]):
            units += _units(group, side, ids, known, notes)
    return Save(tuple(units), tuple(printable(note) for note in notes))


def _with_bases(
    found: Sequence[Figure],
    sizes: BaseSizes,
    ask: AskObject | None,
    problems: list[InputError],
) -> list[tuple[Figure, Base]]:
    """Return the models with their bases; names that have none are problems."""
    counts = Counter(figure.name for figure in found if figure.certain)
    bases: dict[str, Base | None] = {}
    for name in dict.fromkeys(figure.name for figure in found):
        is_known, base = sizes.of_object(name)
        if not is_known and name in counts and ask is not None:
            is_known, base = ask(name, counts[name])
            if is_known:
                sizes.remember(name, base)
        if not is_known and name in counts:
            wanted = f'a base, given as --base "{name}=32", or "{name}=none" if it is no model'
            problems.append(InputError(_called(name, counts[name]), wanted, "none"))
        bases[name] = base
    return [(one, base) for one in found if (base := bases[one.name]) is not None]


def _called(name: str, count: int) -> str:
    return f'object "{printable(name)}" ({count} of them)'


def _stood(
    models: Sequence[tuple[Figure, Base]],
    frame: Frame,
    terrain: Sequence[Feature],
    notes: list[str],
) -> list[_Standing]:
    """Return the models with their poses on the table; ``at`` is None beside it."""
    standing: list[_Standing] = []
    outside: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    up: Counter[str] = Counter()
    surface: float | None = None
    for figure, base in models:
        facing, at = frame.facing(figure.turn), frame.place(figure.x, figure.z)
        inside = nudged(at, base, facing, frame.table, NUDGE)
        outside[figure.name] += inside is None
        moved[figure.name] += inside is not None and inside != at
        if inside is not None:
            surface = figure.y if surface is None else min(surface, figure.y)
        standing.append(_Standing(figure, base, inside, facing, 0.0))
    for index, one in enumerate(standing):
        high = 0.0 if surface is None else (one.figure.y - surface) * frame.scale
        if one.at is not None and high > UP:
            floor = _floor(one.at, high, terrain)
            up[one.figure.name] += floor is None
            standing[index] = one._replace(z=floor or 0.0)
    for counts, what in (
        (outside, "beside the table"),
        (moved, f"over the table's edge, moved in by up to {NUDGE:g} inches"),
        (up, "above the table where no floor is known, read at its surface"),
    ):
        notes += [f"{name}: {count} {what}" for name, count in counts.items() if count]
    return standing


def _floor(at: Point, high: float, terrain: Sequence[Feature]) -> float | None:
    """Return the height of the floor that a model stands on, if there is one there."""
    point = ShapelyPoint(at)
    floors = [
        floor.z
        for feature in terrain
        for floor in feature.floors
        if abs(floor.z - high) <= 1.0 and ShapelyPolygon(floor.polygon).contains(point)
    ]
    return min(floors, key=lambda z: abs(z - high), default=None)


def _groups(standing: Sequence[_Standing]) -> list[list[_Standing]]:
    """Return the units of a side: models that share a unit's tag, else near ones of one name."""
    tagged: dict[str, list[_Standing]] = {}
    for one in standing:
        tag = next((tag for tag in one.figure.tags if tag.startswith(UNIT_TAG)), None)
        tagged.setdefault(f"tag {tag}" if tag else f"name {one.figure.name}", []).append(one)
    groups: list[list[_Standing]] = []
    for key, same in tagged.items():
        groups += [same] if key.startswith("tag ") else _clusters(same)
    return groups


def _clusters(same: Sequence[_Standing]) -> list[list[_Standing]]:
    """Return models in groups within coherency of each other, measured by the discs around them."""
    on_table = [one for one in same if one.at is not None]
    beside = [one for one in same if one.at is None]
    if not on_table:
        return [beside]
    clusters: list[list[_Standing]] = []
    places = np.array([one.at for one in on_table])
    tree, reach = cKDTree(places), COHERENT + 2.0 * widest(on_table[0].base)
    left = set(range(len(on_table)))
    while left:
        near, cluster = [min(left)], []
        left -= set(near)
        while near:
            cluster.append(near.pop())
            joining = left.intersection(tree.query_ball_point(places[cluster[-1]], reach))
            left -= joining
            near += joining
        clusters.append([on_table[k] for k in sorted(cluster)])
    return [*clusters, *([beside] if beside else ())]


def _units(
    group: Sequence[_Standing],
    side: str,
    ids: Counter[str],
    sizes: BaseSizes,
    notes: list[str],
) -> list[Unit]:
    """Return a group as a unit: on the table, or in reserve if all of it is beside the table."""
    name = Counter(one.figure.name for one in group).most_common(1)[0][0]
    slug = f"{side}-{plain(name).replace(' ', '-') or 'unit'}"
    ids[slug] += 1
    unit_id = slug if ids[slug] == 1 else f"{slug}-{ids[slug]}"
    there = [one for one in group if one.at is not None] or list(group)
    if len(there) < len(group):
        notes.append(
            f"{unit_id}: {len(group) - len(there)} of its models, beside the table, are left out"
        )
    if len(there) > LARGEST_UNIT:
        wanted = (
            f"at most {LARGEST_UNIT} models of one name together, or tags that begin {UNIT_TAG}"
        )
        raise InputError(unit_id, wanted, f"{len(there)}")
    models = tuple(
        Model(f"{unit_id}.{one.figure.key}", one.base, at=one.at, facing=one.facing, z=one.z)
        for one in there
    )
    move = sizes.move_of(name, name)
    status = UnitStatus(in_reserve=there[0].at is None)
    return [Unit(unit_id, side, models, move=move, status=status)]
