"""Threads that answer questions, in the order in which these were put."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from movesolver.engine.asking import Question, answer
from movesolver.engine.limits import Limits
from movesolver.engine.messages import (
    Answer,
    BestMove,
    Error,
    Go,
    Id,
    Info,
    Reply,
    error_of,
    fault,
)
from movesolver.errors import InputError, MoveSolverError
from movesolver.paths.pausing import LeftError, left_by
from movesolver.table.scenario import Scenario

BEST = "solve"
"""What is not left when it is stopped or out of time: it ends with the best so far."""


@dataclass(slots=True, eq=False)
class Job:
    """A question on its way to its answer."""

    go: Go
    scenario: Scenario
    send: Callable[[Reply], None]
    """Takes the last reply."""
    tell: Callable[[Info], None] | None = None
    stopped: bool = False
    late: bool = False
    """Whether it had to wait for others."""

    def reply(self, limits: Limits) -> Reply:
        """Return the last reply to the question, whatever happens."""
        go = self.go
        if self.stopped and self.late:
            text = "stopped before its turn came"
            return Error(id=go.id, code="STOPPED", text=text)
        question = Question(go, self.scenario, limits, lambda: self.stopped, self.tell)
        try:
            with left_by(self._leaver(limits)):
                found = answer(question)
        except LeftError as error:
            return Error(id=go.id, code="STOPPED" if self.stopped else "TOO_SLOW", text=str(error))
        except InputError as error:
            return error_of(error, go.id)
        except MoveSolverError as error:
            return Error(id=go.id, code="UNSUPPORTED", text=str(error))
        except Exception as error:
            return fault(error, go.id)
        match go.kind:
            case "solve" | "propose" | "snap" as kind:
                return BestMove(id=go.id, kind=kind, answer=found)
            case kind:
                return Answer(id=go.id, kind=kind, answer=found)

    def _leaver(self, limits: Limits) -> Callable[[], None]:
        """Return what leaves work that has no best answer so far: when stopped, or out of time."""
        end = time.monotonic() + limits.time_ms / 1000
        # These end by themselves when it is over, with what they have.
        has_its_own = self.go.time_ms is not None or self.go.kind == "mask"

        def look() -> None:
            if self.go.kind == BEST:
                return
            if self.stopped:
                raise LeftError("stopped before its end")
            if not has_its_own and time.monotonic() > end:
                raise LeftError(f"no answer in {limits.time_ms:g} ms")

        return look


@dataclass(slots=True, eq=False)
class Pool:
    """So many threads and one queue."""

    limits: Limits
    threads: int
    _queue: queue.SimpleQueue[Job] = field(default_factory=queue.SimpleQueue)
    _open: set[Job] = field(default_factory=set)
    """Asked and not answered yet."""
    _sending: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        for number in range(self.threads):
            # Daemons: a question that nobody waits for any more does not keep the process.
            threading.Thread(target=self._work, name=f"engine-{number}", daemon=True).start()

    def put(self, job: Job) -> bool:
        """Take a question on, if not too many wait already."""
        with self._changed:
            if len(self._open) >= self.threads + self.limits.waiting:
                return False
            job.late = len(self._open) >= self.threads
            self._open.add(job)
        self._queue.put(job)
        return True

    def stop(self, ids: Id = None) -> None:
        """End every question, or those with an id, with the best found until now."""
        with self._changed:
            for job in self._open:
                if ids is None or (job.go.id == ids and type(job.go.id) is type(ids)):
                    job.stopped = True

    def finish(self, seconds: float | None = None) -> bool:
        """Wait until all is answered; return whether it is."""
        end = None if seconds is None else time.monotonic() + seconds

        def left() -> float | None:
            return None if end is None else max(0.0, end - time.monotonic())

        with self._changed:
            return self._changed.wait_for(lambda: not (self._open or self._sending), left())

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            reply = job.reply(self.limits)
            with self._changed:
                # Before it is sent: who has an answer may ask again at once.
                self._open.discard(job)
                self._sending += 1
            try:
                job.send(reply)
            finally:
                with self._changed:
                    self._sending -= 1
                    self._changed.notify_all()
