"""The engine over two pipes: one JSON object a line, as chess engines talk (UCI)."""

from __future__ import annotations

import threading
from io import RawIOBase
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import replace

from movesolver.engine.decoding import BadMessageError, request_of, scenario_of
from movesolver.engine.engine import Engine
from movesolver.engine.messages import (
    KINDS,
    Bye,
    Error,
    Go,
    Hello,
    Info,
    IsReady,
    Ok,
    Position,
    Quit,
    Reply,
    Request,
    SetOption,
    Stop,
    error_of,
    fault,
)
from movesolver.errors import InputError, MoveSolverError
from movesolver.formats.places import converted
from movesolver.table.scenario import Scenario

_CHUNK = 1 << 16
PATIENCE = 1.0
"""Seconds that questions have to be answered, with the best found, when a client leaves."""


class Session:
    """One client: its position and its options."""

    def __init__(self, engine: Engine, out: RawIOBase) -> None:
        self.engine = engine
        self.position: Scenario | None = None
        self.options: dict[str, Any] = {}
        self.gone = False
        """Whether nobody reads any more, or all is said."""
        self._out = out
        self._lock = threading.Lock()
        self._encoder = msgspec.json.Encoder()

    def send(self, reply: Reply, *, last: bool = False) -> None:
        """Write a reply as one line; nothing is written after the last one."""
        rest = memoryview(self._encoder.encode(reply) + b"\n")
        with self._lock:
            try:
                while rest and not self.gone:
                    rest = rest[self._out.write(rest) or 0 :]
            except (OSError, ValueError):
                self.gone = True
            self.gone |= last

    def handle(self, line: bytes) -> bool:
        """Answer one line; return whether to go on."""
        try:
            request = request_of(line)
        except BadMessageError as bad:
            self.send(error_of(bad.error, bad.id))
            return True
        try:
            self._answer(request)
        except InputError as error:
            self.send(error_of(error, request.id))
        except MoveSolverError as error:
            self.send(Error(id=request.id, code="UNSUPPORTED", text=str(error)))
        except Exception as error:
            self.send(fault(error, request.id))
        return not isinstance(request, Quit)

    def _answer(self, request: Request) -> None:
        if isinstance(request, Go):
            self._go(request)
        elif isinstance(request, Position):
            limits = self.engine.limits
            self.position = scenario_of(request.scenario, request.action, self.position, limits)
            self.send(Ok(id=request.id))
        elif isinstance(request, Stop):
            self.engine.pool.stop(request.go)
            self.send(Ok(id=request.id))
        elif isinstance(request, SetOption):
            self._set(request)
            self.send(Ok(id=request.id))
        elif isinstance(request, Hello):
            self.send(self.engine.greeting(request))
        elif isinstance(request, IsReady):
            # Not waited for: whoever asks may want to quit instead.
            engine, id = self.engine, request.id
            engine.when_ready(lambda: self.send(engine.readiness(id)))
        else:
            self.engine.pool.stop()
            self.engine.pool.finish(PATIENCE)
            self.send(Bye(id=request.id), last=True)

    def _go(self, go: Go) -> None:
        known = (*KINDS[go.kind], "short")
        budgeted = go.iterations is not None or go.time_ms is not None
        wanted = {
            name: value
            for name, value in self.options.items()
            if name in known
            and getattr(go, name) is None
            and not (budgeted and name in ("iterations", "time_ms"))
        }
        go = replace(go, **wanted) if wanted else go
        tell = None if go.info is False else self._tell
        refused = self.engine.ask(go, self.position, self.send, tell)
        if isinstance(refused, Error):
            self.send(refused)

    def _tell(self, info: Info) -> None:
        self.send(info)

    def _set(self, request: SetOption) -> None:
        if request.value is None:
            self.options.pop(request.name, None)
            return
        try:
            go = converted({request.name: request.value}, Go)
            self.engine.limits.check_go(go)
        except InputError as error:
            wanted = f"for {request.name} {error.wanted}"
            raise InputError("value", wanted, error.got) from None
        self.options[request.name] = getattr(go, request.name)


def serve_lines(engine: Engine, source: BinaryIO, out: RawIOBase) -> None:
    """Answer every line of a stream, until it ends or says quit.

    Parameters
    ----------
    engine
        Who answers.
    source
        The client's lines.
    out
        Where replies go, unbuffered.
    """
    session = Session(engine, out)
    most = engine.limits.message_bytes
    while not session.gone:
        line = source.readline(most + 1)
        if not line:
            engine.finish()
            return
        if len(line) > most and not line.endswith(b"\n"):
            # Never kept as a whole, however long it is.
            while line and not line.endswith(b"\n"):
                line = source.readline(_CHUNK)
            text = f"a message is at most {most:,} bytes"
            session.send(Error(code="TOO_LARGE", text=text))
        elif line.strip() and not session.handle(line.rstrip(b"\r\n")):
            return
    engine.pool.stop()
