"""``movesolver deploy``: both armies set up by the solver."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_deploy
from movesolver.commands.kinds import file_name, whole
from movesolver.commands.problems import each_on_a_line
from movesolver.commands.verb import ILLEGAL, LEGAL, Verb
from movesolver.draw.suffixes import picture_file


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_deploy(parser, whole, file_name, picture_file)


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.armies.command import run_deploy
    from movesolver.report import person

    def run() -> int:
        return LEGAL if run_deploy(arguments, person(), Console(stderr=True)) else ILLEGAL

    return each_on_a_line(run)


VERB = Verb(
    "deploy",
    "set up two armies legally on a real table",
    (
        'movesolver deploy examples/red.txt examples/green.txt --layout "Disrupt vs Recon 01" '
        "--out game.json --draw game.svg",
    ),
    _add_options,
    _run,
)
