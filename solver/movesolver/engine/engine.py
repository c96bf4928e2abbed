"""What both carriers share: who the engine is, the pool, and when it is ready."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.metadata import version
from typing import get_args

from movesolver.engine.decoding import scenario_of
from movesolver.engine.limits import Limits
from movesolver.engine.messages import (
    KINDS,
    PROTOCOL,
    Error,
    Go,
    Greeting,
    Hello,
    Id,
    Info,
    OptionName,
    ReadyOk,
    Reply,
    fault,
)
from movesolver.engine.pool import Job, Pool
from movesolver.errors import InputError
from movesolver.formats.scenario import FORMAT, loads
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

OPTIONS: tuple[str, ...] = get_args(OptionName)

_SMALL = b"""
{"movesolver": 1, "table": {"width": 60, "height": 44},
 "terrain": [{"id": "wall", "category": "dense", "footprint": [[8, 16], [9, 16], [9, 19], [8, 19]],
   "walls": [{"polygon": [[8, 16], [9, 16], [9, 19], [8, 19]], "top": 5}]}],
 "units": [
   {"id": "a", "side": "a", "keywords": ["INFANTRY"], "move": 6, "models": [
     {"id": "a1", "base": {"round": 32}, "at": [10, 10]},
     {"id": "a2", "base": {"round": 32}, "at": [10, 12]}]},
   {"id": "b", "side": "b", "models": [{"id": "b1", "base": {"round": 32}, "at": [20, 20]}]}],
 "action": {"unit": "a", "move": "normal", "goal": [{"near": [16, 20]}]}}
"""
"""What is solved once to have the kernels loaded, or compiled the first time of all."""


@cache
def _version() -> str:
    """Return our version: slow to look up, so once."""
    return version("movesolver")


@dataclass(slots=True, eq=False)
class Engine:
    """The engine behind its carriers."""

    limits: Limits
    threads: int
    pool: Pool
    ready: threading.Event
    _fault: Exception | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _calls: list[Callable[[], None]] = field(default_factory=list)

    @classmethod
    def of(cls, limits: Limits, threads: int) -> Engine:
        """Return an engine that answers with so many threads."""
        return cls(limits, threads, Pool(limits, threads), threading.Event())

    def warm_up(self) -> None:
        """Load the kernels in the background."""
        threading.Thread(target=self._load, name="engine-warm", daemon=True).start()

    def _load(self) -> None:
        from movesolver.search.solve import solve

        try:
            solve(loads(_SMALL), iterations=1)
        except Exception as error:
            self._fault = error
        finally:
            self.become_ready()

    def become_ready(self) -> None:
        """Tell whoever waits that the kernels are loaded."""
        with self._lock:
            self.ready.set()
            while self._calls:
                self._calls.pop(0)()

    def when_ready(self, call: Callable[[], None]) -> None:
        """Call when the kernels are loaded; now if they are."""
        with self._lock:
            if not self.ready.is_set():
                self._calls.append(call)
                return
        call()

    def finish(self) -> None:
        """Wait until all that was asked has been answered."""
        with self._lock:
            waited_for = bool(self._calls)
        if waited_for:
            self.ready.wait()
            with self._lock:  # held until the last call is made
                pass
        self.pool.finish()

    def readiness(self, id: Id) -> Reply:
        """Return whether the kernels could be loaded, once it is known."""
        if self._fault is not None:
            return fault(self._fault, id)
        return ReadyOk(id=id)

    def greeting(self, request: Hello) -> Reply:
        """Return who answers.

        Raises
        ------
        InputError
            If the client speaks another version.
        """
        if request.protocol != PROTOCOL:
            raise InputError("protocol", str(PROTOCOL), shown(request.protocol))
        return Greeting(
            id=request.id,
            protocol=PROTOCOL,
            name="movesolver",
            version=_version(),
            format=FORMAT,
            kinds=KINDS,
            options=OPTIONS,
            limits={one.name: getattr(self.limits, one.name) for one in fields(self.limits)},
        )

    def ask(
        self,
        go: Go,
        known: Scenario | None,
        send: Callable[[Reply], None],
        tell: Callable[[Info], None] | None,
    ) -> Job | Error:
        """Put a question; its last reply is sent when there is one.

        Raises
        ------
        InputError
            If it is no question.
        """
        self.limits.check_go(go)
        scenario = scenario_of(go.scenario, go.action, known, self.limits)
        job = Job(go, scenario, send, tell)
        if self.pool.put(job):
            return job
        text = f"{self.limits.waiting} questions wait already; ask again later"
        return Error(id=go.id, code="BUSY", text=text)
