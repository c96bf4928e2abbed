"""The options of ``movesolver bench``, apart: every command builds them, few import the rest."""

from __future__ import annotations

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--quick",
        action="store_true",
        help="units of 10, batches of 1, 1,000 and 100,000 (the default): one to two minutes",
    )
    size.add_argument(
        "--full", action="store_true", help="all sizes, batches from 1 to 1,000,000: an hour or two"
    )
    parser.add_argument(
        "--check", metavar="NAME", action="append", help="only this check; may be repeated"
    )
    parser.add_argument("--seed", type=int, help="seed of the boards (default 0)")
    parser.add_argument("--threads", type=int, help="threads (default 0: all cores)")
    parser.add_argument("--seconds", type=float, help="time for each line of the table")
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write the run as JSON; print it if no FILE",
    )
    parser.add_argument("--markdown", metavar="FILE", help="write the run as Markdown")
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("OLD.json", "NEW.json"),
        help="measure nothing, compare two runs",
    )
