"""Options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from movesolver.commands.kinds import file_name, positive, whole
from movesolver.draw.suffixes import picture_file
from movesolver.errors import InputError


def refuse_unused(
    arguments: argparse.Namespace, names: Iterable[str], wanted: str, got: str = "both"
) -> None:
    """Raise if an option is given that nothing would be done with.

    Parameters
    ----------
    arguments
        What was typed; an option that was not is None, False or empty.
    names
        Of the options, as attributes.
    wanted
        What would have to be given instead, or beside them.
    got
        What was given.

    Raises
    ------
    InputError
        Naming the first such option.
    """
    for name in names:
        given = getattr(arguments, name)
        if given is not None and given is not False and given != []:
            dashes = "-" if len(name) == 1 else "--"
            raise InputError(f"{dashes}{name.replace('_', '-')}", wanted, got)


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the scenario that is asked about."""
    parser.add_argument("file", metavar="FILE", help="a scenario (docs/format.md), or -")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the choice of an answer for programs."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add one scenario or many, and the form of the answer."""
    add_file(parser)
    add_json(parser)
    parser.add_argument(
        "--lines", action="store_true", help="one scenario a line in, one JSON answer a line out"
    )


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add how long to search."""
    parser.add_argument("--seed", type=whole, default=0, help="seed of the search (default 0)")
    parser.add_argument("--iterations", type=whole, help="how many ruin-and-recreate rounds")
    parser.add_argument("--time-ms", type=positive, help="stop after so many milliseconds")


def search_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a search as the calls take them."""
    return {name: getattr(arguments, name) for name in ("seed", "iterations", "time_ms")}


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add where the move goes."""
    parser.add_argument(
        "--out", type=file_name, metavar="MOVED.json", help="write the scenario with its paths"
    )


def add_picture(parser: argparse.ArgumentParser, what: str) -> None:
    """Add where the picture goes."""
    parser.add_argument(
        "--draw", type=picture_file, metavar="FILE", help=f"{what} (.html, .svg, .png)"
    )
