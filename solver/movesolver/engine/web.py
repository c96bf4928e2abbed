"""The engine over HTTP: one message a POST, one reply back; or lines of progress before it.

Python's own server: it is as fast for local clients as the frameworks, needs nothing
installed, and lets every read have a deadline.
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import sys
import threading
from collections.abc import Mapping
from http.server import ThreadingHTTPServer
from typing import Any

from movesolver.engine.connection import Handler
from movesolver.engine.engine import Engine
from movesolver.engine.messages import Error
from movesolver.engine.wire import encode, is_loopback, response

CONNECTIONS = 128
"""Open at the same time; who comes then is told to come again."""
_PATIENCE = 0.25
"""Seconds to tell them."""


class Server(ThreadingHTTPServer):
    """A server of one engine."""

    daemon_threads = True
    request_queue_size = CONNECTIONS

    def __init__(
        self,
        engine: Engine,
        host: str,
        port: int,
        origins: tuple[str, ...] = (),
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        """``origins`` are pages of others that may ask, ``files`` whole replies by path: ours."""
        self.engine = engine
        self.origins = origins
        self.files: Mapping[str, bytes] = files or {}
        self._free = threading.BoundedSemaphore(CONNECTIONS)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)
        self.local = is_loopback(host)

    @property
    def url(self) -> str:
        """Where it listens."""
        host, port = self.server_address[:2]
        name = host.decode() if isinstance(host, bytes | bytearray) else str(host)
        return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"

    def server_bind(self) -> None:
        """Bind; not as HTTPServer does, which asks the name service for our own name."""
        socketserver.TCPServer.server_bind(self)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Let a connection in if there are not too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        text = f"{CONNECTIONS} connections are open already"
        request.settimeout(_PATIENCE)
        with contextlib.suppress(OSError):  # it may not even wait for that
            request.sendall(response(503, encode(Error(code="BUSY", text=text)), close=True))
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve one connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that are gone, everything of faults of ours."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)
