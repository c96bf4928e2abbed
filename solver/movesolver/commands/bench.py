"""``movesolver bench``: the rule checks beside other ways to do them."""

from __future__ import annotations

import argparse

from movesolver.bench.options import add_options
from movesolver.commands.options import refuse_unused
from movesolver.commands.verb import ILLEGAL, LEGAL, Verb

MEASURING = ("quick", "full", "check", "seed", "threads", "seconds", "json", "markdown")
"""Options of a run; two runs that are compared have had theirs."""


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from movesolver.bench.command import run_command
    from movesolver.report import person

    if arguments.compare:
        refuse_unused(arguments, MEASURING, "two files and nothing else with --compare")
    return LEGAL if run_command(arguments, person(), Console(stderr=True)) else ILLEGAL


VERB = Verb(
    "bench",
    "measure the rule checks beside other ways",
    ("movesolver bench --check coherency --seconds 0.01",),
    add_options,
    _run,
)
