"""HTTP on the wire: what is let in, deadlines for reading it, replies as bytes."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import time
from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message
from http import HTTPStatus
from typing import Any

import msgspec

from movesolver.engine.messages import Code, Error

READING = 10.0
"""Seconds that a request may take to arrive, and a reply to leave."""

STATUS = {
    "BAD_INPUT": HTTPStatus.BAD_REQUEST,
    "UNSUPPORTED": HTTPStatus.UNPROCESSABLE_ENTITY,
    "TOO_LARGE": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "TOO_SLOW": HTTPStatus.GATEWAY_TIMEOUT,
    "BUSY": HTTPStatus.SERVICE_UNAVAILABLE,
    "STOPPED": HTTPStatus.CONFLICT,
    "REFUSED": HTTPStatus.FORBIDDEN,
    "INTERNAL": HTTPStatus.INTERNAL_SERVER_ERROR,
}
encode = msgspec.json.Encoder().encode
_HOST = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(:[0-9]*)?")
"""A name or an address and perhaps a port (RFC 9110, 7.2)."""


@dataclass(frozen=True, slots=True)
class RefusedError(Exception):
    """A request that is not let in."""

    status: HTTPStatus
    error: Error


def refused(status: HTTPStatus, text: str, code: Code = "BAD_INPUT") -> RefusedError:
    """Return why a request is not let in."""
    return RefusedError(status, Error(code=code, text=text))


class Input(io.RawIOBase):
    """What a connection sends, until a deadline, however slowly it comes."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.end = time.monotonic() + READING

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what there is, waiting for it until the deadline; raise a TimeoutError then."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches a host name or address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def response(
    status: int, body: bytes, *, close: bool = False, extra: str = "", kind: str = "json"
) -> bytes:
    """Return a reply with its head as bytes; ``extra`` are further lines of the head."""
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/{kind}\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        f"{extra}Content-Length: {len(body) + 1}\r\n"
        f"{'Connection: close' + chr(13) + chr(10) if close else ''}\r\n"
    )
    return head.encode("latin-1") + body + b"\n"


def check_client(headers: Message, path: str, origins: Collection[str], *, local: bool) -> None:
    """Raise if a request is for something else, or a page of somebody else's may be behind it.

    Raises
    ------
    RefusedError
        With the status to send.
    """
    origin, host = headers.get("Origin"), headers.get("Host", "")
    if origin is not None and origin not in origins:
        text = "pages in a browser may ask only if the engine was started with --allow-origin"
        raise refused(HTTPStatus.FORBIDDEN, text, "REFUSED")
    named = _HOST.fullmatch(host)
    if local and host and not (named and is_loopback(named[1].strip("[]").lower())):
        # Else a page could reach us by a name of its own that leads to this machine.
        raise refused(HTTPStatus.FORBIDDEN, "Host: wanted localhost or its address", "REFUSED")
    if path not in ("/", "/schema"):
        raise refused(HTTPStatus.NOT_FOUND, "the engine is at /, its schema at /schema", "REFUSED")


def length_of(headers: Message, most: int) -> int:
    """Return how long a body is, by its one Content-Length.

    Raises
    ------
    RefusedError
        If that is not said, not plain, or more than ``most``.
    """
    if headers.get("Transfer-Encoding") is not None:
        text = "Transfer-Encoding: wanted a body with its Content-Length"
        raise refused(HTTPStatus.LENGTH_REQUIRED, text)
    said = set(headers.get_all("Content-Length", []))
    if not said:
        raise refused(HTTPStatus.LENGTH_REQUIRED, "Content-Length: it is needed")
    text = said.pop()
    if said or not (text.isascii() and text.isdigit()):
        raise refused(HTTPStatus.BAD_REQUEST, "Content-Length: wanted one whole number")
    if len(text) > 18 or int(text) > most:
        large = f"a message is at most {most:,} bytes"
        raise refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, large, "TOO_LARGE")
    return int(text)
