"""The options of ``movesolver serve``, apart: every command builds them, few import the rest."""

from __future__ import annotations

import argparse

PORT = 8740


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--http", action="store_true", help="answer HTTP requests instead of lines on stdin"
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="the same, and a page to try it in, on this machine only",
    )
    parser.add_argument("--no-open", action="store_true", help="with --page: do not open a browser")
    parser.add_argument(
        "--host", metavar="NAME", help="with --http or --page: where to listen (default 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=_port, metavar="N", help=f"with --http or --page: default {PORT}; 0 for any"
    )
    parser.add_argument(
        "--allow-origin",
        action="append",
        metavar="ORIGIN",
        help="with --http: let pages of this origin ask, as http://localhost:3000",
    )
    parser.add_argument(
        "--threads",
        type=_count,
        metavar="N",
        help="with --http or --page: how many answers at a time",
    )
    parser.add_argument(
        "--max-ms",
        type=_count,
        metavar="MS",
        help="the longest that one question may take (default 60000)",
    )
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of the messages instead"
    )


def _port(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"wanted a number from 0 to 65535, got {text!r}")
    return value


def _count(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 10**9:
        raise argparse.ArgumentTypeError(f"wanted a whole number, 1 or more, got {text!r}")
    return value
