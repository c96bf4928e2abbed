"""The work on one chunk of boards: a pure function of arrays, options, seed and board number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np

from movekernels.arrays import Floats
from movesolver.batch.answers import (
    LIMITS,
    SLACKS,
    STATUSES,
    Answers,
    Checked,
    Failure,
    Masked,
    Proposed,
    Reaching,
    Solved,
    bits_of,
)
from movesolver.batch.arguments import whole
from movesolver.batch.boards import Boards
from movesolver.batch.ragged import Arrays, letters_of, offsets_of
from movesolver.errors import InputError, MoveSolverError, UnsupportedError
from movesolver.search.result import Limit, Result
from movesolver.search.valued import RAISED
from movesolver.table.scenario import Scenario

MISSING = ...
"""What is given for boards that come one by one and are more than that was given for."""
GIVEN = {"snap": "wished", "mask": "places"}
"""What is given board by board, by verb."""


@dataclass(frozen=True, slots=True)
class Task:
    """A chunk of boards and what is asked about them."""

    index: int
    """Which chunk of the batch it is."""
    low: int
    """Number of its first board in the batch."""
    boards: Boards
    verb: str
    """One of `VERBS`."""
    seed: int
    """Of the whole batch."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The same for all boards."""
    given: Sequence[Any] | None = None
    """What differs from board to board."""

    def part(self, low: int, high: int) -> Task:
        """Return the task of some of its boards."""
        given = None if self.given is None else self.given[low:high]
        boards = self.boards.cut(low, high)
        place = self.low + low
        return Task(self.index, place, boards, self.verb, self.seed, self.options, given)

    def failed(self, error: Failure, message: str) -> Arrays:
        """Return the answer that none of its boards has one."""
        counts = np.diff(self.boards.movers)
        return VERBS[self.verb].kind.failed(counts, error, message, _wide(self.options))


def seed_of(root: int, board: int) -> int:
    """Return the seed of a board of a batch, whatever chunk it is in.

    Parameters
    ----------
    root
        The seed of the batch.
    board
        The number of the board in it.

    Raises
    ------
    InputError
        If one is no whole number, 0 or more.
    """
    key = (whole("board", board),)
    return int(np.random.SeedSequence(whole("root", root), spawn_key=key).generate_state(1)[0])


def run(task: Task, stop: Event | None = None) -> Arrays:
    """Return the answers of a chunk; boards that come after ``stop`` is set are not done."""
    verb = VERBS[task.verb]
    if verb.at_once is not None:
        return verb.at_once(task)
    counts = np.diff(task.boards.movers)
    rules = task.options.get("rules")
    parts: list[Arrays] = []
    for board in range(len(task.boards)):
        if stop is not None and stop.is_set():
            wide = _wide(task.options)
            parts.append(verb.kind.failed(counts[board:], Failure.NOT_DONE, "", wide))
            break
        try:
            scenario = task.boards.scenario(board, rules=rules)
            seed = seed_of(task.seed, task.low + board) if verb.seeded else 0
            given = None if task.given is None else task.given[board]
            if given is MISSING:
                name = GIVEN[task.verb]
                raise InputError(name, "as much as there are boards", "less")
            parts.append(verb.answer(scenario, seed, given, **task.options))
        except UnsupportedError as error:
            parts.append(_failed(task, counts, board, Failure.UNSUPPORTED, str(error)))
        except MoveSolverError as error:
            parts.append(_failed(task, counts, board, Failure.BAD_INPUT, str(error)))
        except Exception as error:  # one board must not cost the others their answers
            parts.append(_failed(task, counts, board, *_raised(error)))
    return verb.kind.schema.joined(parts)


def _raised(error: Exception) -> tuple[Failure, str]:
    """Return whose fault an error is, and what to say of it."""
    text = f"{type(error).__name__}: {error}"
    for note in getattr(error, "__notes__", ()):
        if note.startswith(RAISED):
            place = note.removeprefix(RAISED)
            return Failure.BAD_INPUT, f"{place}: wanted a function that answers, got {text}"
    return Failure.CRASHED, text


def _failed(task: Task, counts: Any, board: int, error: Failure, message: str) -> Arrays:
    line = " ".join(message.split())[:500]
    kind = VERBS[task.verb].kind
    return kind.failed(counts[board : board + 1], error, line, _wide(task.options))


def _wide(options: Mapping[str, Any]) -> dict[str, int]:
    """Return how wide the columns are whose width is that of the question."""
    points = options.get("points")
    if points is None:
        return {}
    return {"lengths": len(points), "reached": len(points) if options["ends"] else 0}


def _good(kind: type[Answers]) -> Arrays:
    return kind.schema.empty(1)


def _check(scenario: Scenario, seed: int, given: None, **options: Any) -> Arrays:
    from movesolver.checking.check import check

    verdict = check(scenario, **options)
    arrays = _good(Checked)
    arrays["legal"][0] = verdict.legal
    arrays["codes"][0] = bits_of([str(code) for code in verdict.codes])
    arrays["slack"][0] = [verdict.slack.get(name, np.nan) for name in SLACKS]
    return arrays


def _check_ends(task: Task) -> Arrays:
    from movesolver.batch.layout import judged_ends

    arrays = Checked.schema.empty(len(task.boards))
    codes, bad = judged_ends(task.boards, task.options.get("rules"))
    messages: dict[int, str] = {}
    for one in bad:
        arrays["error"][one.which] = Failure.BAD_INPUT
        codes[one.which] = 0
        messages.update(dict.fromkeys(one.which.tolist(), one.message))
    arrays["codes"], arrays["legal"] = codes, (codes == 0) & (arrays["error"] == 0)
    arrays["slack"][:] = np.nan
    if messages:
        every = [messages.get(board, "") for board in range(len(task.boards))]
        arrays["first_letter"], arrays["letters"] = letters_of(every)
    return arrays


def _reach(
    scenario: Scenario,
    seed: int,
    given: None,
    *,
    points: Floats,
    ends: bool,
    areas: bool,
    **options: Any,
) -> Arrays:
    from movesolver.paths.reach import reach

    answer = reach(scenario, **options)
    ids = [model.id for model in scenario.mover.models]
    shape = (len(ids), len(points))
    lengths, area = np.full(shape, np.nan), np.full(len(ids), np.nan)
    reached = np.zeros(shape if ends else (len(ids), 0), np.bool_)
    for name in answer.models:
        row = ids.index(name)
        if len(points):
            lengths[row] = answer.lengths(name, points[:, :2])
        for k, (x, y) in enumerate(points.tolist() if ends else ()):
            reached[row, k] = answer.to(x, y, model=name)[name].reached
        if areas:
            area[row] = answer.region(name).area
    arrays = _good(Reaching)
    arrays.update(lengths=lengths, reached=reached, area=area)
    arrays["allowed"][0] = not answer.reasons
    arrays["first_model"] = offsets_of([len(ids)])
    return arrays


def _solve(scenario: Scenario, seed: int, given: None, **options: Any) -> Arrays:
    from movesolver.search.solve import solve

    return solved(scenario, solve(scenario, seed=seed, **options))


def _snap(scenario: Scenario, seed: int, given: Any, **options: Any) -> Arrays:
    from movesolver.search.snap import snap

    wished = _wishes(scenario, given) if isinstance(given, np.ndarray) else given
    return solved(scenario, snap(scenario, wished, seed=seed, **options))


def _wishes(scenario: Scenario, rows: Floats) -> dict[str, list[float]]:
    """Return the wishes of rows by model of the unit, nan where there is none."""
    models = scenario.mover.models
    if len(rows) != len(models):
        raise InputError("wished", f"{len(models)} rows, one a model", f"{len(rows)}")
    wishes = {}
    for model, row in zip(models, rows.tolist(), strict=True):
        numbers = [value for value in row if value == value]
        if numbers and row[: len(numbers)] != numbers:
            raise InputError(f"wished.{model.id}", "numbers before nan", "nan before numbers")
        if numbers:
            wishes[model.id] = numbers
    return wishes


def solved(scenario: Scenario, result: Result) -> Arrays:
    """Return the answer of a search as arrays of one board."""
    arrays = _good(Solved)
    ids = [model.id for model in scenario.mover.models]
    late = result.limit == Limit.TIME and not result.solved
    arrays["error"][0] = Failure.TIMED_OUT if late else Failure.NONE
    if late:
        said = "no legal end was found in the time given"
        arrays["first_letter"], arrays["letters"] = letters_of([said])
    arrays["status"][0] = STATUSES.index(str(result.status))
    arrays["limit"][0] = 0 if result.limit is None else LIMITS.index(str(result.limit))
    arrays["objective"][0] = np.nan if result.objective is None else result.objective
    arrays["bound"][0] = np.nan if result.bound is None else result.bound
    arrays["iterations"][0] = result.iterations
    arrays["reasons"][0] = bits_of(result.reasons)
    arrays["first_model"] = offsets_of([len(ids)])
    arrays.update(_moved(ids, result))
    order = [(ids.index(name), pose) for name, pose in result.order or ()]
    arrays["first_turn"] = offsets_of([len(order)])
    arrays["order"] = np.array(order, np.int64).reshape(-1, 2)
    return arrays


def _moved(ids: Sequence[str], result: Result) -> Arrays:
    """Return ends, lengths and paths of all models of a unit."""
    nowhere = (np.nan,) * 4
    paths = [result.paths.get(name, ()) for name in ids]
    return {
        "ends": np.array([result.ends.get(name, nowhere) for name in ids], np.float64),
        "lengths": np.array([result.lengths.get(name, np.nan) for name in ids], np.float64),
        "first_pose": offsets_of([len(path) for path in paths]),
        "paths": np.array([p for path in paths for p in path], np.float64).reshape(-1, 4),
    }


def _propose(scenario: Scenario, seed: int, given: None, *, k: int, **options: Any) -> Arrays:
    from movesolver.search.propose import propose

    answer = propose(scenario, k, seed=seed, **options)
    ids = [model.id for model in scenario.mover.models]
    arrays = _good(Proposed)
    arrays["reasons"][0] = bits_of(answer.reasons)
    moves = answer.moves
    arrays["first_move"] = offsets_of([len(moves)])
    arrays["status"] = np.array([STATUSES.index(str(m.status)) for m in moves], np.uint8)
    for name in ("objective", "bound"):
        numbers = [getattr(move, name) for move in moves]
        arrays[name] = np.array([np.nan if n is None else n for n in numbers], np.float64)
    arrays["first_model"] = offsets_of([len(ids)] * len(moves))
    tables = [_moved(ids, move) for move in moves]
    for name in ("ends", "lengths", "paths") if tables else ():
        arrays[name] = np.concatenate([table[name] for table in tables])
    counts = [np.diff(table["first_pose"]) for table in tables]
    arrays["first_pose"] = offsets_of(np.concatenate(counts) if counts else [])
    return arrays


def _mask(
    scenario: Scenario,
    seed: int,
    given: Any,
    *,
    time_ms: float,
    places: Floats | None = None,
    **options: Any,
) -> Arrays:
    from movesolver.referee.pack import pack
    from movesolver.search.masking import mask

    if places is not None:  # the same for every model
        ids = pack(scenario, rules=options.get("rules")).ids
        given = dict.fromkeys(ids, places.tolist())
    answer = mask(scenario, given, seconds=time_ms / 1000, **options)
    every = [model.id for model in scenario.mover.models]
    none = np.zeros(0, np.bool_)
    arrays = _good(Masked)
    allowed = [answer.allowed.get(name, none) for name in every]
    undecided = [answer.undecided.get(name, none) for name in every]
    arrays["first_model"] = offsets_of([len(every)])
    arrays["first_place"] = offsets_of([len(row) for row in allowed])
    arrays["allowed"], arrays["undecided"] = np.concatenate(allowed), np.concatenate(undecided)
    if not answer.decided:
        arrays["error"][0] = Failure.TIMED_OUT
        said = "not all places were decided in the time given"
        arrays["first_letter"], arrays["letters"] = letters_of([said])
    return arrays


@dataclass(frozen=True, slots=True)
class Verb:
    """A question that is asked about every board."""

    kind: type[Answers]
    answer: Callable[..., Arrays]
    chunk: int
    """Boards in a chunk unless asked otherwise: some tenth of a second of work or more."""
    seeded: bool = True
    at_once: Callable[[Task], Arrays] | None = None
    """Answers for a whole chunk, in the place of ``answer``."""


VERBS: dict[str, Verb] = {
    "check": Verb(Checked, _check, 256, seeded=False),
    "ends": Verb(Checked, _check, 8192, seeded=False, at_once=_check_ends),
    "reach": Verb(Reaching, _reach, 64, seeded=False),
    "solve": Verb(Solved, _solve, 16),
    "snap": Verb(Solved, _snap, 32),
    "propose": Verb(Proposed, _propose, 8),
    "mask": Verb(Masked, _mask, 32, seeded=False),
}
