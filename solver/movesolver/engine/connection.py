"""One HTTP connection of an engine: each request a message, each reply one too."""

from __future__ import annotations

import io
import queue
import socket
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

from movesolver.engine.decoding import BadMessageError, request_of
from movesolver.engine.messages import (
    Error,
    Go,
    Hello,
    Info,
    IsReady,
    Ok,
    Reply,
    Request,
    Stop,
    error_of,
    fault,
)
from movesolver.engine.schema import schema
from movesolver.engine.wire import (
    READING,
    STATUS,
    Input,
    RefusedError,
    check_client,
    encode,
    length_of,
    refused,
    response,
)
from movesolver.errors import InputError, MoveSolverError

if TYPE_CHECKING:
    from movesolver.engine.web import Server

IDLE = 60.0
"""Seconds that a connection may say nothing between two requests."""
GRACE = 5.0
"""Seconds that a question may take beyond the time of its search."""
_POLL = 0.25
"""Seconds between two looks whether a client is still there."""
_LINGER = 1.0
"""Seconds for a client to read a refusal while what it sends is thrown away."""


class Handler(BaseHTTPRequestHandler):
    """One connection; `handle` of the base class calls for each request on it."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    _input: Input

    def setup(self) -> None:
        """Put a deadline on all that is read."""
        super().setup()
        self._input = Input(self.connection)
        self.rfile = io.BufferedReader(self._input, 1 << 16)

    def log_message(self, format: str, *args: object) -> None:
        """Keep still: an engine is asked thousands of times a minute."""

    def handle_one_request(self) -> None:
        """Read one request and answer it."""
        self.close_connection = True
        self.command, self.request_version = "", "HTTP/1.1"
        self._input.end = time.monotonic() + IDLE
        first = b""
        try:
            first = self.raw_requestline = self.rfile.readline(65537)
            self._input.end = time.monotonic() + READING
            if not first:
                return
            if len(first) > 65536:
                self.send_error(414)
                return
            if self.parse_request():
                self._respond()
        except TimeoutError:
            if first:
                slow = Error(code="TOO_SLOW", text=f"a request must be here in {READING:g} s")
                self._refuse(HTTPStatus.REQUEST_TIMEOUT, slow)
        except OSError:
            self.close_connection = True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is not even HTTP."""
        status = HTTPStatus(code)
        self._refuse(status, Error(code="BAD_INPUT", text=message or status.phrase))

    def handle_expect_100(self) -> bool:
        """Ask for the body only if it will be read."""
        try:
            self._length()
        except RefusedError as error:
            self._refuse(error.status, error.error)
            return False
        return super().handle_expect_100()

    def _refuse(self, status: HTTPStatus, error: Error) -> None:
        """Send a refusal, and let the client read it though it may still be sending."""
        self.close_connection = True
        self._write(response(status, encode(error), close=True, extra=self._allowing()))
        try:
            self.connection.shutdown(socket.SHUT_WR)
            self._input.end = time.monotonic() + _LINGER
            while self.rfile.read1(1 << 16):
                pass
        except OSError:
            pass  # it has hung up, or had its time

    def _write(self, data: bytes) -> bool:
        """Send; return whether the client took it.  A reply to HEAD is a head (RFC 9110, 9.3.2)."""
        if self.command == "HEAD":
            data = data[: data.index(b"\r\n\r\n") + 4]
        self.connection.settimeout(READING)
        try:
            self.connection.sendall(data)
        except OSError:
            self.close_connection = True
            return False
        return True

    def _send(self, reply: Reply, status: HTTPStatus | None = None) -> None:
        if status is None:
            status = STATUS[reply.code] if isinstance(reply, Error) else HTTPStatus.OK
        close = self.close_connection
        self._write(response(status, encode(reply), close=close, extra=self._allowing()))

    def _respond(self) -> None:
        try:
            server = self.server
            host = self._host()
            # A page of ours is one that came from where it now asks.
            origins = (*server.origins, f"http://{host}") if server.files else server.origins
            path = "/" if self.path in server.files else self.path
            check_client(self.headers, path, origins, local=server.local)
            if self.command == "POST" and path == self.path:
                body = self.rfile.read(self._length())
                if len(body) < self._length():
                    raise refused(HTTPStatus.BAD_REQUEST, "the body ended too soon")
                self._post(body)
            elif self.headers.get("Content-Length", "0") != "0":
                raise refused(HTTPStatus.BAD_REQUEST, "a body comes with POST only")
            elif self.command == "OPTIONS":
                self._preflight()
            elif self.command in ("GET", "HEAD"):
                self._get()
            else:
                text = f"{self.command[:20]!r}: wanted POST to / (or GET)"
                raise refused(HTTPStatus.METHOD_NOT_ALLOWED, text, "REFUSED")
        except RefusedError as error:
            self._refuse(error.status, error.error)

    def _host(self) -> str:
        """Return what the client calls us; only HTTP/1.0 may leave it out (RFC 9112, 3.2)."""
        named = self.headers.get_all("Host", [])
        if len(named) > 1 or (not named and self.request_version != "HTTP/1.0"):
            raise refused(HTTPStatus.BAD_REQUEST, "Host: wanted exactly one")
        return named[0].strip() if named else ""

    def _allowing(self) -> str:
        origin = self.headers.get("Origin") if hasattr(self, "headers") else None
        if origin is None or origin not in self.server.origins:
            return ""
        return f"Access-Control-Allow-Origin: {origin}\r\nVary: Origin\r\n"

    def _preflight(self) -> None:
        extra = self._allowing() + (
            "Access-Control-Allow-Methods: POST, GET\r\n"
            "Access-Control-Allow-Headers: Content-Type\r\n"
        )
        self._write(response(200, b"{}", close=self.close_connection, extra=extra))

    def _length(self) -> int:
        return length_of(self.headers, self.server.engine.limits.message_bytes)

    def _get(self) -> None:
        file = self.server.files.get(self.path)
        if file is not None:
            if self.close_connection:
                file = file.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            self._write(file)
            return
        if self.path == "/":
            self._send(self.server.engine.greeting(Hello()))
            return
        kind = "schema+json"
        body = encode(schema())
        self._write(response(200, body, close=self.close_connection, kind=kind))

    def _post(self, body: bytes) -> None:
        try:
            request = request_of(body)
        except BadMessageError as bad:
            self._send(error_of(bad.error, bad.id))
            return
        try:
            self._answer(request)
        except InputError as error:
            self._send(error_of(error, request.id))
        except MoveSolverError as error:
            self._send(Error(id=request.id, code="UNSUPPORTED", text=str(error)))
        except OSError:
            raise
        except Exception as error:
            self._send(fault(error, request.id))

    def _answer(self, request: Request) -> None:
        engine = self.server.engine
        if isinstance(request, Go):
            self._go(request)
        elif isinstance(request, Hello):
            self._send(engine.greeting(request))
        elif isinstance(request, Stop):
            if request.go is None:
                raise InputError("go", "the id of the question to end", "none")
            engine.pool.stop(request.go)
            self._send(Ok(id=request.id))
        elif isinstance(request, IsReady):
            if engine.ready.wait(engine.limits.time_ms / 1000):
                self._send(engine.readiness(request.id))
            else:
                text = "kernels are still being compiled; ask again later"
                self._send(Error(id=request.id, code="BUSY", text=text))
        else:
            wanted = "hello, isready, go (with its scenario) or stop: HTTP has no memory"
            raise InputError("op", wanted, str(request.__struct_config__.tag))

    def _go(self, go: Go) -> None:
        """Ask, and send what comes: the last reply, or all of them as lines."""
        engine = self.server.engine
        seconds = engine.limits.time_ms / 1000 + GRACE
        end = time.monotonic() + seconds
        streaming = bool(go.info) and self.request_version == "HTTP/1.1"
        replies: queue.SimpleQueue[Reply] = queue.SimpleQueue()
        job = engine.ask(go, None, replies.put, replies.put if streaming else None)
        if isinstance(job, Error):
            self._send(job)
            return
        begun = False
        while True:
            try:
                reply = replies.get(timeout=_POLL)
            except queue.Empty:
                if self._hung_up():
                    job.stopped = self.close_connection = True
                    return
                if time.monotonic() < end:
                    continue
                job.stopped = True
                text = f"no answer in {seconds:g} seconds"
                reply = Error(id=go.id, code="TOO_SLOW", text=text)
            if not streaming:
                self._send(reply)
                return
            if not begun:
                begun = True
                self._begin_lines()
            line = encode(reply) + b"\n"
            last = b"" if isinstance(reply, Info) else b"0\r\n\r\n"
            if not self._write(b"%x\r\n%b\r\n%b" % (len(line), line, last)):
                job.stopped = True
                return
            if last:
                return

    def _begin_lines(self) -> None:
        closing = "Connection: close\r\n" if self.close_connection else ""
        self._write(
            f"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n{self._allowing()}"
            f"Cache-Control: no-store\r\n{closing}Transfer-Encoding: chunked\r\n\r\n".encode()
        )

    def _hung_up(self) -> bool:
        """Return whether the client has closed the connection."""
        self.connection.settimeout(0.0)
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
