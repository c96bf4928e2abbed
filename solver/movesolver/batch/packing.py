"""Scenarios to arrays and back.

What boards of a batch have in common is kept once, as text: the ground (table, terrain, markers,
zones, rules), units without their places, questions without their paths.  What differs from
board to board is numbers: where models stand, who is slain, paths and ends.  Structs made from the
same text, or from the same text and numbers, are the same object, so that whatever is worked out
about them (`movesolver.referee.board`) is worked out once a process.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec.structs import force_setattr, replace

from movesolver.batch.fit import check_numbers
from movesolver.batch.ragged import BOARD, Array, Arrays, Column, Schema, offsets_of
from movesolver.errors import InputError
from movesolver.formats.references import fitted
from movesolver.formats.scenario import loads
from movesolver.rules.ruleset import RuleSet
from movesolver.table.army import Model, Unit
from movesolver.table.fields import shown
from movesolver.table.scenario import (
    Action,
    Marker,
    Phase,
    Pose,
    RulesChoice,
    Scenario,
    Table,
    Zone,
)
from movesolver.table.terrain import Feature

NOTHING, ENDS, PATHS = 0, 1, 2
"""What a question says of the move: nothing, where its models end, or their paths."""

BOARDS = Schema(
    {
        "ground": Column(BOARD, np.int64),
        "question": Column(BOARD, np.int64),
        "fault": Column(BOARD, np.int64),
        "asked": Column(BOARD, np.uint8),
        "unit": Column("unit", np.int64),
        "x": Column("model", np.float64),
        "y": Column("model", np.float64),
        "facing": Column("model", np.float64),
        "z": Column("model", np.float64),
        "slain": Column("model", np.bool_),
        "walker": Column("walk", np.int64),
        "pose": Column("pose", np.float64, 4),
    },
    {"unit": BOARD, "model": "unit", "walk": BOARD, "pose": "walk"},
)
"""The arrays of `Boards`; ``ground``, ``question``, ``unit`` and ``fault`` number texts, the last
-1 where nothing is wrong."""
TEXTS = ("ground", "question", "unit", "fault")


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands still, and by which rules."""

    table: Table
    rules: RulesChoice = RulesChoice()
    terrain: tuple[Feature, ...] = ()
    markers: tuple[Marker, ...] = ()
    zones: tuple[Zone, ...] = ()


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked, but for paths and ends."""

    action: Action
    round: int = 1
    active_side: str | None = None
    phase: Phase | None = None


Rows = dict[str, list[Any]]
Counts = dict[str, list[int]]
Kept = TypeVar("Kept", bound=msgspec.Struct)
_STANDING = {"at": None, "facing": 0.0, "z": 0.0, "slain": False}


class Packer:
    """Makes arrays of scenarios, one after the other."""

    def __init__(self) -> None:
        self.texts: dict[bytes, int] = {}
        self._known: dict[tuple[int, ...], tuple[object, Any]] = {}
        self._rows: dict[str, list[Any]] = {name: [] for name in BOARDS.columns}
        self._counts: dict[str, list[int]] = {axis: [] for axis in BOARDS.above}

    def add(self, item: object) -> None:
        """Add a board: a scenario, or the JSON of one; one that is none is kept as a fault."""
        try:
            scenario = loads(item) if isinstance(item, str | bytes) else item
            if not isinstance(scenario, Scenario):
                raise InputError("scenario", "a Scenario, or its JSON", shown(item))
            found = self._packed(scenario)
        except InputError as error:
            found = self._faulty(error)
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            # Built in Python of other things than a file could hold.
            wanted = "one that could be a file"
            found = self._faulty(InputError("scenario", wanted, str(error)[:200]))
        rows, counts = found
        for name, values in rows.items():
            self._rows[name] += values
        for axis, numbers in counts.items():
            self._counts[axis] += numbers

    def arrays(self) -> Arrays:
        """Return the arrays of all boards added."""
        found: Arrays = {f"first_{axis}": offsets_of(self._counts[axis]) for axis in BOARDS.above}
        for name, column in BOARDS.columns.items():
            rows = self._rows[name]
            if name in ("x", "y", "facing", "z", "slain"):
                found[name] = np.concatenate(rows) if rows else np.zeros(0, column.dtype)
            else:
                shape = (-1,) if column.width is None else (-1, column.width)
                found[name] = np.array(rows, column.dtype).reshape(shape)
        return found

    def _text(self, raw: bytes) -> int:
        return self.texts.setdefault(raw, len(self.texts))

    def _faulty(self, error: InputError) -> tuple[Rows, Counts]:
        said = [part.encode(errors="replace").decode() for part in error.__reduce__()[1]]
        rows = {"ground": [-1], "question": [-1], "asked": [NOTHING]}
        fault = self._text(_json.encode(said))
        return {**rows, "fault": [fault]}, {"unit": [0], "walk": [0]}

    def _packed(self, scenario: Scenario) -> tuple[Rows, Counts]:
        parts = (scenario.table, scenario.rules, scenario.terrain, scenario.markers, scenario.zones)
        ground = self._once(parts, lambda: self._text(_json.encode(Ground(*parts))))
        action = scenario.action
        question = Question(action, scenario.round, scenario.active_side, scenario.phase)
        if action.paths is not None or action.ends is not None:
            # The order of moving goes with paths that a file may not have without them: it stays.
            bare = copy.copy(action)
            force_setattr(bare, "paths", None)
            force_setattr(bare, "ends", None)
            question = Question(bare, scenario.round, scenario.active_side, scenario.phase)
        rows: dict[str, list[Any]] = {
            "ground": [ground],
            "question": [self._text(_json.encode(question))],
            "fault": [-1],
            "asked": [NOTHING],
        }
        shells = [
            self._once((unit,), lambda unit=unit: self._shell(unit)) for unit in scenario.units
        ]
        rows["unit"] = [shell for shell, _ in shells]
        for k, name in enumerate(("x", "y", "facing", "z", "slain")):
            rows[name] = [numbers[k] for _, numbers in shells]
        counts = {"unit": [len(shells)], "model": [len(n[0]) for _, n in shells]}
        walks, asked = _walks(action)
        rows["asked"] = [asked]
        ids = {model.id: k for k, model in enumerate(scenario.mover.models)} if walks else {}
        strangers = [name for name in walks if name not in ids]
        if strangers:
            raise InputError("action", "paths or ends of models of the unit", shown(strangers[0]))
        rows["walker"] = [ids[name] for name in walks]
        rows["pose"] = [pose for path in walks.values() for pose in path]
        counts["walk"] = [len(walks)]
        counts["pose"] = [len(path) for path in walks.values()]
        return rows, counts

    def _once(self, things: tuple[object, ...], make: Any) -> Any:
        """Return what is made of these very things, which are held as long as this packer."""
        key = tuple(map(id, things))
        if key not in self._known:
            self._known[key] = things, make()
        return self._known[key][1]

    def _shell(self, unit: Unit) -> tuple[int, tuple[Array, ...]]:
        """Return the text of a unit without places, and the places."""
        models = []
        places = np.empty((4, len(unit.models)))
        for k, model in enumerate(unit.models):
            at = (np.nan, np.nan) if model.at is None else model.at
            places[:, k] = (*at, model.facing, model.z)
            bare = copy.copy(model)
            for name, value in _STANDING.items():
                force_setattr(bare, name, value)
            models.append(bare)
        shell = copy.copy(unit)
        force_setattr(shell, "models", tuple(models))
        slain = np.array([model.slain for model in unit.models], np.bool_)
        return self._text(_json.encode(shell)), (*places, slain)


_json = msgspec.json.Encoder()


def _walks(action: Action) -> tuple[Mapping[str, Sequence[Pose]], int]:
    if action.paths is not None:
        return action.paths, PATHS
    if action.ends is not None:
        return {name: (pose,) for name, pose in action.ends.items()}, ENDS
    return {}, NOTHING


@lru_cache(maxsize=512)
def kept(text: bytes, kind: type[Kept]) -> Kept:
    """Return the struct that a text holds, the same one each time.

    Raises
    ------
    InputError
        If the text is of no such thing.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        cause = error.__cause__
        if isinstance(cause, InputError):
            raise cause from None
        raise InputError(kind.__name__.lower(), "the JSON of one", str(error)[:120]) from None


@lru_cache(maxsize=1024)
def placed(text: bytes, places: bytes, slain: bytes) -> Unit:
    """Return a unit with its models where the numbers (float64, shape (4, n)) say."""
    shell: Unit = kept(text, Unit)
    numbers = np.frombuffer(places).reshape(4, -1).T.tolist()
    if len(numbers) != len(shell.models):
        raise InputError("unit", f"{len(shell.models)} models", f"{len(numbers)}")
    models: list[Model] = []
    for bare, (x, y, facing, z), dead in zip(shell.models, numbers, slain, strict=True):
        model = copy.copy(bare)
        force_setattr(model, "at", None if x != x and y != y else (x, y))
        force_setattr(model, "facing", facing)
        force_setattr(model, "z", z)
        force_setattr(model, "slain", bool(dead))
        models.append(model)
    unit = copy.copy(shell)
    force_setattr(unit, "models", tuple(models))
    return unit


class Unpacker:
    """Makes scenarios of the arrays of one table of boards."""

    def __init__(
        self,
        arrays: Mapping[str, Array],
        texts: Sequence[bytes],
        trusted: bool,
        rules: RuleSet | None = None,
    ) -> None:
        self._arrays, self._texts, self._trusted, self._rules = arrays, texts, trusted, rules

    def scenario(self, board: int) -> Scenario:
        """Return the scenario of a board.

        Raises
        ------
        InputError
            If the board is a bad one: why.
        """
        arrays = self._arrays
        fault = int(arrays["fault"][board])
        if fault >= 0:
            raise _fault_of(self._texts[fault])
        # Whoever wrote them may have divided by zero.
        check_numbers(arrays, board, steps=int(arrays["asked"][board]) == PATHS)
        ground = kept(self._texts[int(arrays["ground"][board])], Ground)
        question = kept(self._texts[int(arrays["question"][board])], Question)
        units = tuple(self._unit(u) for u in range(*arrays["first_unit"][board : board + 2]))
        action = question.action
        asked = int(arrays["asked"][board])
        if asked != NOTHING:
            action = self._asking(action, units, board, asked)
        scenario = Scenario(
            movesolver=1,
            table=ground.table,
            units=units,
            action=action,
            rules=ground.rules,
            round=question.round,
            active_side=question.active_side,
            phase=question.phase,
            terrain=ground.terrain,
            markers=ground.markers,
            zones=ground.zones,
        )
        return scenario if self._trusted else fitted(scenario, self._rules)

    def _unit(self, u: int) -> Unit:
        arrays = self._arrays
        low, high = arrays["first_model"][u : u + 2].tolist()
        places = np.stack([arrays[name][low:high] for name in ("x", "y", "facing", "z")])
        text = self._texts[int(arrays["unit"][u])]
        unit: Unit = placed(text, places.tobytes(), arrays["slain"][low:high].tobytes())
        return unit

    def _asking(self, action: Action, units: tuple[Unit, ...], board: int, asked: int) -> Action:
        arrays = self._arrays
        mover = next((unit for unit in units if unit.id == action.unit), None)
        if mover is None:
            raise InputError("action.unit", "a unit of the board", shown(action.unit))
        paths: dict[str, tuple[Pose, ...]] = {}
        for w in range(*arrays["first_walk"][board : board + 2]):
            low, high = arrays["first_pose"][w : w + 2].tolist()
            who = int(arrays["walker"][w])
            if not 0 <= who < len(mover.models) or high == low:
                raise InputError("action", "poses of models of the unit", f"model {who}")
            poses = arrays["pose"][low:high].tolist()
            paths[mover.models[who].id] = tuple((x, y, f, z) for x, y, f, z in poses)
        if asked == PATHS:
            return _with(action, "paths", paths) if self._trusted else replace(action, paths=paths)
        ends = {name: path[-1] for name, path in paths.items()}
        return _with(action, "ends", ends) if self._trusted else replace(action, ends=ends)


def _fault_of(text: bytes) -> InputError:
    try:
        return InputError(*msgspec.json.decode(text, type=tuple[str, str, str]))
    except msgspec.MsgspecError:
        return InputError("fault", "why a board is bad", "something else")


def _with(action: Action, name: str, value: object) -> Action:
    other = copy.copy(action)
    force_setattr(other, name, value)
    return other
