"""What ``movesolver serve`` does."""

from __future__ import annotations

import argparse
import os
import sys
import threading

import msgspec

from movesolver.engine.engine import Engine
from movesolver.engine.limits import Limits
from movesolver.engine.options import PORT
from movesolver.engine.schema import schema_text
from movesolver.engine.stdio import PATIENCE, serve_lines
from movesolver.errors import InputError

_WEB_ONLY = ("host", "port", "allow_origin", "threads")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client or the user has enough; return the exit code.

    Raises
    ------
    InputError
        If options do not go together, or there is nowhere to listen.
    """
    if arguments.schema:
        sys.stdout.write(schema_text())
        return 0
    limits = Limits() if arguments.max_ms is None else Limits(time_ms=float(arguments.max_ms))
    if arguments.no_open and not arguments.page:
        raise InputError("--no-open", "--page beside it", "none")
    if arguments.http or arguments.page:
        return _serve_web(arguments, limits)
    for name in _WEB_ONLY:
        if getattr(arguments, name) is not None:
            raise InputError(f"--{name.replace('_', '-')}", "--http or --page beside it", "none")
    return _serve_pipes(limits)


def _serve_pipes(limits: Limits) -> int:
    if sys.stdin is None:
        raise InputError("-", "messages on standard input", "a closed stream")
    sys.stdout.flush()
    # The protocol alone may write to where stdout leads; whatever else prints, goes to stderr.
    with open(os.dup(1), "wb", buffering=0) as out:
        os.dup2(2, 1)
        engine = Engine.of(limits, 1)
        engine.warm_up()
        serve_lines(engine, sys.stdin.buffer, out)
    _leave(engine)
    return 0


def _leave(engine: Engine) -> None:
    """End the process now if threads are still at work that nobody waits for."""
    if not (engine.ready.is_set() and engine.pool.finish(0.0)):
        sys.stderr.flush()
        os._exit(0)


def _open(url: str) -> None:
    """Show the page; a browser may take its time, or not be there."""
    import webbrowser

    if not webbrowser.open(url):
        sys.stderr.write(f"movesolver: found no browser; open {url} in one\n")


def _serve_web(arguments: argparse.Namespace, limits: Limits) -> int:
    from movesolver.engine.page import page_files
    from movesolver.engine.web import Server
    from movesolver.engine.wire import is_loopback

    host = arguments.host or "127.0.0.1"
    port = PORT if arguments.port is None else arguments.port
    threads = arguments.threads or max(2, os.cpu_count() or 1)
    if arguments.page and not is_loopback(host):
        raise InputError("--host", "127.0.0.1, ::1 or localhost with --page", host)
    engine = Engine.of(limits, threads)
    files = page_files() if arguments.page else None
    try:
        server = Server(engine, host, port, tuple(arguments.allow_origin or ()), files)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            "--host, --port", "somewhere to listen", f"{host}:{port}: {reason}"
        ) from None
    engine.warm_up()
    with server:
        if not is_loopback(host):
            sys.stderr.write(
                "movesolver: anyone who reaches this address can use the engine: "
                "there is no password and no encryption\n"
            )
        sys.stdout.write(
            msgspec.json.encode({"op": "listening", "url": server.url}).decode() + "\n"
        )
        sys.stdout.flush()
        if arguments.page:
            sys.stderr.write(f"movesolver: the page is at {server.url} (Ctrl+C ends it)\n")
            if not arguments.no_open:
                threading.Thread(target=_open, args=(server.url,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            engine.pool.stop()
    engine.pool.finish(PATIENCE)
    _leave(engine)
    return 0
