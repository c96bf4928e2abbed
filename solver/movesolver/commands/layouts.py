"""``movesolver layouts``: the terrain layouts by name."""

from __future__ import annotations

import argparse

from movesolver.armies.options import add_list
from movesolver.commands.verb import LEGAL, Verb


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.armies.command import list_layouts
    from movesolver.report import person

    list_layouts(arguments, person())
    return LEGAL


VERB = Verb(
    "layouts",
    "list the terrain layouts of real tables",
    ("movesolver layouts recon",),
    add_list,
    _run,
)
