"""Clients of the engine for tests: pipes and sockets within this process."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from movesolver.engine.engine import Engine
from movesolver.engine.limits import Limits
from movesolver.engine.stdio import serve_lines
from movesolver.engine.web import Server

ROOT = Path(__file__).parents[1]
Message = dict[str, Any]
FINAL = {"hello", "readyok", "ok", "bye", "bestmove", "answer", "error"}


def squad(**action: Any) -> Message:
    """Return the scenario of the examples, with another action if one is given."""
    document: Message = json.loads((ROOT / "examples" / "squad.json").read_text())
    document["action"] |= action
    return document


def charging() -> Message:
    """Return a charge that may need a roll of some height."""
    document = squad(move="charge", targets=["riders"], roll=None)
    document["phase"] = "charge"
    document["action"].pop("goal")
    return document


class Pipes:
    """A session over two pipes."""

    def __init__(self, limits: Limits | None = None) -> None:
        to_engine, self._to = os.pipe()
        self._from, from_engine = os.pipe()
        self.engine = Engine.of(limits or Limits(), 1)
        self.engine.become_ready()
        self._reading = os.fdopen(self._from, "rb")
        self._source, self._out = (
            os.fdopen(to_engine, "rb"),
            os.fdopen(from_engine, "wb", buffering=0),
        )
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with self._source, self._out:
            serve_lines(self.engine, self._source, self._out)

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data) :]

    def send(self, op: str, **fields: Any) -> None:
        self.write(json.dumps({"op": op, **fields}).encode() + b"\n")

    def read(self) -> Message:
        line = self._reading.readline()
        assert line, "the engine is gone"
        reply: Message = json.loads(line)
        return reply

    def final(self) -> Message:
        """Return the next reply that is no information."""
        while (reply := self.read())["op"] == "info":
            pass
        assert reply["op"] in FINAL
        return reply

    def ask(self, op: str, **fields: Any) -> Message:
        self.send(op, **fields)
        return self.final()

    def close(self) -> None:
        if self._to >= 0:
            os.close(self._to)
            self._to = -1

    def hang_up(self) -> None:
        """Read no more."""
        self._reading.close()

    def join(self) -> None:
        """Wait until the engine has ended by itself."""
        self._thread.join(30)
        assert not self._thread.is_alive()
        self.close()

    def end(self) -> list[Message]:
        """Close, and return all that was still said."""
        self.close()
        rest = [json.loads(line) for line in self._reading]
        self._reading.close()
        self._thread.join(30)
        assert not self._thread.is_alive()
        return rest


@contextmanager
def pipes(limits: Limits | None = None) -> Iterator[Pipes]:
    """Yield a session that ends with the block."""
    session = Pipes(limits)
    try:
        yield session
    finally:
        session.end()


@contextmanager
def serving(
    limits: Limits | None = None,
    *,
    threads: int = 2,
    origins: tuple[str, ...] = (),
    files: Mapping[str, bytes] | None = None,
) -> Iterator[Server]:
    """Yield an engine that answers over HTTP on some port of this machine."""
    engine = Engine.of(limits or Limits(), threads)
    engine.become_ready()
    with Server(engine, "127.0.0.1", 0, origins, files) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            engine.pool.stop()
            server.shutdown()
            thread.join()


class Wire:
    """A raw connection to a server."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=30)
        self._file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def post(self, body: bytes, *lines: str) -> None:
        head = "\r\n".join(["POST / HTTP/1.1", "Host: localhost", *lines])
        self.send(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)

    def ask(self, op: str, **fields: Any) -> tuple[int, Message]:
        self.post(json.dumps({"op": op, **fields}).encode())
        status, _, body = self.reply()
        return status, json.loads(body)

    def reply(self, *, bare: bool = False) -> tuple[int, dict[str, str], bytes]:
        """Return status, head and body of the next reply; one to HEAD is bare."""
        first = self._file.readline()
        assert first.startswith(b"HTTP/1.1 "), first
        head: dict[str, str] = {}
        while (line := self._file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            head[name.lower()] = value.strip()
        if bare:
            return int(first.split()[1]), head, b""
        if head.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(self._file.readline(), 16):
                body += self._file.read(size)
                self._file.readline()
            self._file.readline()
        else:
            body = self._file.read(int(head["content-length"]))
        return int(first.split()[1]), head, body

    def ended(self) -> bool:
        """Whether the server has hung up, after all it said was read."""
        return self._file.read(1) == b""

    def close(self) -> None:
        self._file.close()
        self.socket.close()


@contextmanager
def wire(server: Server) -> Iterator[Wire]:
    connection = Wire(server)
    try:
        yield connection
    finally:
        connection.close()
