"""What there is to draw: every standing model, its place, its label, its part in the move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from movesolver.table.army import Model, Unit
from movesolver.table.scenario import Pose, Scenario


class ViolationLike(Protocol):
    """A broken rule, as far as a picture needs it."""

    @property
    def code(self) -> object:
        """Short name of the rule."""

    @property
    def models(self) -> Sequence[str]:
        """Ids of the models that break it."""

    @property
    def text(self) -> str:
        """The same in a sentence."""


class VerdictLike(Protocol):
    """A verdict, as far as a picture needs it."""

    @property
    def legal(self) -> bool:
        """Whether the move breaks no rule."""

    @property
    def violations(self) -> Sequence[ViolationLike]:
        """What it breaks."""


Role = Literal["mover", "friend", "enemy"]


@dataclass(frozen=True)
class Figure:
    """One model as drawn: where it stands once the move is made, and where it came from."""

    model: Model
    unit: Unit
    role: Role
    side: int
    """Index of its side; the mover's is 0."""
    label: str
    pose: Pose
    """Where it stands after the move, or now if it does not move."""
    start: Pose | None
    """Where it stood before, if it was on the table and has moved."""
    path: tuple[Pose, ...]
    """Poses passed through, the first being the start; empty if none is given."""
    key: str = ""
    """Its unit's letter and its number: unlike an id, never the same twice in a picture."""

    @property
    def travel(self) -> float:
        """Length of the path, inches: level legs plus climbs."""
        return sum(math.dist(p[:2], q[:2]) + abs(p[3] - q[3]) for p, q in self.steps)

    @property
    def steps(self) -> list[tuple[Pose, Pose]]:
        """The path step by step."""
        return list(zip(self.path, self.path[1:], strict=False))


@dataclass(frozen=True)
class Scene:
    """A scenario sorted for drawing."""

    figures: tuple[Figure, ...]
    letters: dict[str, str]
    """The letter of each unit on the table, by unit id."""
    sides: tuple[str, ...]
    """Names of the sides, the mover's first."""

    absent: tuple[str, ...]
    """Ids of the units of which nothing stands on the table."""

    def of(self, role: Role) -> tuple[Figure, ...]:
        """Return the figures that play this part."""
        return tuple(figure for figure in self.figures if figure.role == role)


def letters(index: int) -> str:
    """Return A to Z, then AA, AB, ..., for 0, 1, 2, ..."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def build_scene(scenario: Scenario) -> Scene:
    """Return every model to draw; the mover's unit comes first and is lettered A."""
    mover = scenario.mover
    sides = tuple(dict.fromkeys((mover.side, *(unit.side for unit in scenario.units))))
    ordered = [mover]
    for side in sides:
        ordered += [unit for unit in scenario.units if unit.side == side and unit.id != mover.id]
    figures: list[Figure] = []
    names: dict[str, str] = {}
    for unit in ordered:
        made = _mover_figures(scenario) if unit.id == mover.id else _standing_figures(unit, sides)
        if made:
            letter = names[unit.id] = letters(len(names))
            figures += [replace(figure, key=letter + figure.label) for figure in made]
    absent = tuple(unit.id for unit in ordered if unit.id not in names)
    return Scene(tuple(figures), names, sides, absent)


def _own_pose(model: Model) -> Pose | None:
    return None if model.at is None else (*model.at, model.facing, model.z)


def _standing_figures(unit: Unit, sides: tuple[str, ...]) -> list[Figure]:
    if not unit.on_table:
        return []
    role: Role = "friend" if unit.side == sides[0] else "enemy"
    side = sides.index(unit.side)
    return [
        Figure(model, unit, role, side, str(number), pose, None, ())
        for number, model in enumerate(unit.models, start=1)
        if not model.slain and (pose := _own_pose(model)) is not None
    ]


def _mover_figures(scenario: Scenario) -> list[Figure]:
    unit, action = scenario.mover, scenario.action
    figures = []
    for number, model in enumerate(unit.models, start=1):
        back = model.slain and model.id in (action.ends or {})
        if model.slain and not back:
            continue
        start = _own_pose(model) if unit.on_table and not back else None
        path = (action.paths or {}).get(model.id, ())
        end = path[-1] if path else (action.ends or {}).get(model.id, start)
        if end is None:
            continue
        ghost = start if start is not None and _moved(model, start, end, path) else None
        figures.append(Figure(model, unit, "mover", 0, str(number), end, ghost, path))
    return figures


def _moved(model: Model, start: Pose, end: Pose, path: tuple[Pose, ...]) -> bool:
    """Return whether the move shows: a round base that only turns looks as before."""
    seen = {(x, y, z, None if model.base.round is not None else facing % 360.0)
            for x, y, facing, z in (start, *path, end)}  # fmt: skip
    return len(seen) > 1
