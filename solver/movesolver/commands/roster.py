"""``movesolver roster``: an army list as units."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_roster
from movesolver.commands.problems import each_on_a_line
from movesolver.commands.verb import LEGAL, Verb


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.armies.command import show_roster
    from movesolver.report import person

    def show() -> int:
        show_roster(arguments, person(), Console(stderr=True))
        return LEGAL

    return each_on_a_line(show)


VERB = Verb(
    "roster",
    "read an army list: the bases and moves of its units",
    ("movesolver roster examples/red.txt",),
    add_roster,
    _run,
)
