"""``movesolver deployments``: the deployment maps by name."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_list
from movesolver.commands.verb import LEGAL, Verb


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.armies.command import list_deployments
    from movesolver.report import person

    list_deployments(arguments, person())
    return LEGAL


VERB = Verb(
    "deployments",
    "list the deployment maps",
    ("movesolver deployments --json",),
    add_list,
    _run,
)
