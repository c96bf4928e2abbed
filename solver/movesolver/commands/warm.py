"""``movesolver warm``: compile every kernel ahead."""

from __future__ import annotations

import argparse

from movesolver.commands.kinds import whole
from movesolver.commands.options import add_json
from movesolver.commands.verb import LEGAL, Verb


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.commands.replies import print_json
    from movesolver.report import person
    from movesolver.warm.command import print_warmed, warm_up

    warmed = warm_up(Console(stderr=True), arguments.processes)
    if arguments.json:
        print_json(warmed.to_json())
    else:
        print_warmed(warmed, person())
    return LEGAL


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--processes", type=whole, default=0, help="compile in so many (default: one a processor)"
    )
    add_json(parser)


VERB = Verb(
    "warm",
    "compile every kernel ahead, so that no first call has to wait",
    ("movesolver warm",),
    _add_options,
    _run,
)
