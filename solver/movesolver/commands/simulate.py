"""``movesolver simulate``: many games between two policies."""

from __future__ import annotations

import argparse

from movesolver.commands.options import refuse_unused
from movesolver.commands.problems import each_on_a_line, interrupted
from movesolver.commands.verb import ILLEGAL, LEGAL, Verb
from movesolver.simulate.options import add_options


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.report import person
    from movesolver.simulate.command import run_command

    if arguments.board is not None:
        refuse_unused(arguments, ("rosters", "layout"), "rosters and a layout, so no --board")

    def run() -> int:
        summary = run_command(arguments, person(), Console(stderr=True))
        if summary.interrupted:
            return interrupted(f"{summary.unplayed:,} games not played")
        return ILLEGAL if summary.illegal or summary.failed else LEGAL

    return each_on_a_line(run)


VERB = Verb(
    "simulate",
    "play many games between two policies",
    ("movesolver simulate --games 4 --rounds 2 --page games.html",),
    add_options,
    _run,
)
