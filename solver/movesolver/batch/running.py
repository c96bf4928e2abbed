"""One question about all boards: cut into chunks, done by somebody, put together again."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import numpy as np

from movesolver.batch.answers import Answers, Failure
from movesolver.batch.arguments import flag, listed, path_of, whole
from movesolver.batch.boards import Boards
from movesolver.batch.driver import Driver, Unmakeable, is_lost
from movesolver.batch.executors import Crew, crew, sending
from movesolver.batch.folder import Folder, digest_of
from movesolver.batch.progress import Tell, check_progress, shown_bar
from movesolver.batch.ragged import Arrays
from movesolver.batch.stored import StoredBoards
from movesolver.batch.work import GIVEN, MISSING, VERBS, Task, run
from movesolver.errors import InputError
from movesolver.table.fields import shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import Scenario

Item = Scenario | str | bytes
Given = Boards | StoredBoards | Iterable[Item] | str | Path
"""Boards; the path of a file of such (npz); or scenarios, which may come one by one."""
Kind = TypeVar("Kind", bound=Answers)
COUNTED = 8192
"""So many boards of a file are read at once where only their models are counted."""


class Workers(TypedDict, total=False):
    """Who does the work of a batch, in what portions, and where it goes.

    Answers do not depend on any of it.
    """

    threads: int | None
    """Threads that share the boards: the default, with one a processor; 0 for that."""
    processes: int | None
    """Processes instead, 0 for one a processor; they are started by forkserver, so a script needs
    its ``if __name__ == "__main__":``."""
    executor: Any
    """Instead: any `concurrent.futures.Executor`; a function that makes one, and another when
    that breaks; or a `distributed.Client`."""
    chunk: int | None
    """Boards that are done, sent and written together."""
    window: int | None
    """Chunks that are in flight at once; two a worker by default."""
    folder: str | Path | None
    """Finished chunks are written there, and what an earlier run wrote is not done again."""
    gather: bool
    """False, with a folder: return the answers of no board, so that memory is bounded by the
    chunks in flight (`chunks_in` reads the folder); after an interrupt, once those in flight are
    written, `KeyboardInterrupt` is raised."""
    progress: Any
    """True for a bar on stderr; a rich console; or a function of how many more boards are done."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The keywords of `Workers`."""

    threads: int | None = None
    processes: int | None = None
    executor: Any = None
    chunk: int | None = None
    window: int | None = None
    folder: str | Path | None = None
    gather: bool = True
    progress: Any = False


def _plan(call: str, workers: Workers) -> _Plan:
    """Return the keywords of a call; Python's own error for one that is none, but of that call."""
    known = {one.name for one in fields(_Plan)}
    for name in workers:
        if name not in known:
            hint = did_you_mean(name, known)
            raise TypeError(f"{call}() got an unexpected keyword argument {name!r}{hint}")
    return _Plan(**workers)


def ask(
    verb: str,
    kind: type[Kind],
    boards: Given,
    workers: Workers,
    seed: int,
    given: Sequence[Any] | None,
    **options: Any,
) -> Kind:
    """Ask one question (`VERBS`) about all boards.

    Parameters
    ----------
    verb, kind
        What is asked, and what answers it.
    boards
        About which boards.
    workers
        Who does it.
    seed
        Of the batch.
    given
        What differs from board to board: a list of one entry each, or rows for the models of
        the units that move.
    **options
        What is the same for all boards.

    Raises
    ------
    InputError
        If an option makes no sense, the folder is that of another batch, or the file of boards is
        bad.
    """
    plan = _plan(f"{'check' if verb == 'ends' else verb}_many", workers)
    size = VERBS[verb].chunk if plan.chunk is None else whole("chunk", plan.chunk, 1)
    place = None if plan.folder is None else path_of("folder", plan.folder)
    gather = flag("gather", plan.gather)
    if place is None and not gather:
        raise InputError("gather", "true, where there is no folder", shown(gather))
    check_progress(plan.progress)
    asked = _Asked(verb, seed, options, given, size)
    source = _source(boards)
    if not isinstance(source, Iterator):
        _check_given(source, asked)
    hands = sending(crew(plan.threads, plan.processes, plan.executor), **options)
    window = 2 * hands.workers if plan.window is None else whole("window", plan.window, 1)
    folder = None if place is None else _folder(place, kind, source, asked)
    batch = _Batch(kind, folder, gather)
    total = None if isinstance(source, Iterator) else len(source)
    with shown_bar(plan.progress, verb, total) as tell:
        finished = _drive(_undone(_tasks(source, asked), batch, tell), hands, window, batch, tell)
    if not finished:
        batch.mark_undone(_left(source, asked, batch))
    return kind.join([kind(**batch.kept[index]) for index in sorted(batch.kept)])


@dataclass(frozen=True, slots=True)
class _Asked:
    verb: str
    seed: int
    options: Mapping[str, Any]
    given: Sequence[Any] | None
    chunk: int


@dataclass(slots=True)
class _Batch:
    """What is done, and where it goes."""

    kind: type[Answers]
    folder: Folder | None
    gather: bool
    kept: dict[int, Arrays] = field(default_factory=dict)
    begun: dict[int, Task] = field(default_factory=dict)
    """Drawn, and not done yet."""
    drawn: int = 0
    """How many chunks were."""
    unworked: set[int] = field(default_factory=set)
    """Chunks for which nobody was left to work: a later run does them."""

    def keep(self, task: Task, arrays: Arrays) -> None:
        """Keep a finished chunk, or one whose last boards were left undone."""
        left = (arrays["error"] == Failure.NOT_DONE).any() or task.index in self.unworked
        if self.folder is not None and not left:
            self.folder.write(task.index, task.boards, arrays)
        if self.gather:
            self.kept[task.index] = arrays
        self.begun.pop(task.index, None)

    def give_up(self, task: Task, error: BaseException) -> Arrays:
        """Return the answer of boards that nobody can work on, or for whom nobody is left."""
        if isinstance(error, Unmakeable):
            self.unworked.add(task.index)
        return task.failed(*failure_of(error))

    def mark_undone(self, left: Iterable[Task]) -> None:
        """Give what is not done its error code."""
        for task in [*self.begun.values(), *left]:
            if task.index not in self.kept and self.stored(task) is None:
                self.kept[task.index] = task.failed(Failure.NOT_DONE, "")

    def stored(self, task: Task) -> Arrays | None:
        """Return a chunk that is done already."""
        return None if self.folder is None else self.folder.read(task.index, task.boards)


def _drive(tasks: Iterator[Task], hands: Crew, window: int, batch: _Batch, tell: Tell) -> bool:
    """Do all tasks, or until an interrupt; return whether they are all done."""
    driver: Driver[Task, Arrays] = Driver(
        run if hands.stop is None else functools.partial(run, stop=hands.stop),
        hands.make,
        window=window,
        size=lambda task: len(task.boards),
        join=batch.kind.schema.joined,
        give_up=batch.give_up,
        keep=hands.keep,
        fault=hands.fault,
    )

    def take(answers: Iterator[tuple[Task, Arrays]]) -> None:
        for task, arrays in answers:
            batch.keep(task, arrays)
            tell(len(task.boards))

    try:
        take(driver.run(tasks))
        return True
    except KeyboardInterrupt:
        if hands.stop is not None:
            hands.stop.set()
        take(driver.settle())
        if not batch.gather:  # no answer that could say so
            raise
        return False
    finally:
        driver.close()


def _undone(tasks: Iterable[Task], batch: _Batch, tell: Tell) -> Iterator[Task]:
    """Yield what an earlier run has not done."""
    for task in tasks:
        batch.drawn = task.index + 1
        arrays = batch.stored(task)
        if arrays is None:
            batch.begun[task.index] = task
            yield task
            continue
        if batch.gather:
            batch.kept[task.index] = arrays
        tell(len(task.boards))


def _tasks(source: Boards | StoredBoards | Iterator[Item], asked: _Asked) -> Iterator[Task]:
    """Yield the chunks of a batch, in order."""
    low = models = 0
    for index, boards in enumerate(_chunks(source, asked.chunk)):
        high, given = low + len(boards), None
        if isinstance(asked.given, np.ndarray):
            movers = boards.movers
            # Of boards that come one by one there may be more than rows: the last have none.
            known = movers + models <= len(asked.given)
            parts = np.split(asked.given[models:], movers[1:])[: len(boards)]
            given = [p if fits else MISSING for p, fits in zip(parts, known[1:], strict=True)]
            models += int(movers[-1])
        elif asked.given is not None:
            given = [*asked.given[low:high]]
            given += [MISSING] * (len(boards) - len(given))
        yield Task(index, low, boards, asked.verb, asked.seed, asked.options, given)
        low = high
    if asked.given is not None and len(asked.given) > (models if _by_row(asked) else low):
        left = len(asked.given) - (models if _by_row(asked) else low)
        said = f"{GIVEN[asked.verb]}: {left} of {len(asked.given)} are for no board"
        warnings.warn(said, stacklevel=2)


def _by_row(asked: _Asked) -> bool:
    return isinstance(asked.given, np.ndarray)


def _check_given(source: Boards | StoredBoards, asked: _Asked) -> None:
    """Raise unless as much is given as there are boards, before any of them is worked on."""
    if asked.given is None:
        return
    count, what = len(source), "entries, one for each board"
    if _by_row(asked):
        what = "rows, one a model that moves, or a list by model id, one for each board"
        chunks = [source] if isinstance(source, Boards) else _chunks(source, COUNTED)
        count = sum(int(chunk.movers[-1]) for chunk in chunks)
    if len(asked.given) != count:
        raise InputError(GIVEN[asked.verb], f"{count} {what}", f"{len(asked.given)}")


def _left(
    source: Boards | StoredBoards | Iterator[Item], asked: _Asked, batch: _Batch
) -> Iterator[Task]:
    """Yield what was not drawn before an interrupt; of boards that come one by one, one chunk."""
    if not isinstance(source, Iterator):
        yield from (task for task in _tasks(source, asked) if task.index >= batch.drawn)
    elif len(boards := Boards.of(islice(source, asked.chunk))):
        yield Task(batch.drawn, 0, boards, asked.verb, asked.seed, asked.options)


def _chunks(source: Boards | StoredBoards | Iterator[Item], size: int) -> Iterator[Boards]:
    if isinstance(source, Iterator):
        while len(chunk := Boards.of(islice(source, size))):
            yield chunk
        return
    for low in range(0, len(source), size):
        yield source.cut(low, min(low + size, len(source)))


def _source(boards: Given) -> Boards | StoredBoards | Iterator[Item]:
    """Return boards that can be cut, or scenarios that come one by one."""
    if isinstance(boards, Boards | StoredBoards):
        return boards
    if isinstance(boards, str | os.PathLike):
        return StoredBoards(boards)
    items = listed("boards", "Boards, a file of such, or a list of scenarios", boards)
    return items if isinstance(items, Iterator) else Boards.of(items)


def _folder(
    path: Path,
    kind: type[Answers],
    source: Boards | StoredBoards | Iterator[Item],
    asked: _Asked,
) -> Folder:
    """Return the folder of a batch, after a look at what is in it."""
    one_by_one = isinstance(source, Iterator)
    run: dict[str, object] = {
        "asked": asked.verb,
        "seed": asked.seed,
        "options": digest_of(asked.options),
        "given": digest_of(asked.given),
        "chunk": asked.chunk,
        "boards": "one by one" if isinstance(source, Iterator) else source.digest(),
    }
    return Folder(path, kind, run, named_by_boards=one_by_one)


def failure_of(error: BaseException) -> tuple[Failure, str]:
    """Return why work was given up, and what to say of it."""
    lost = is_lost(error) or isinstance(error, Unmakeable)
    text = " ".join(str(error).split())
    return Failure.LOST if lost else Failure.CRASHED, f"{type(error).__name__}: {text}"[:300]
