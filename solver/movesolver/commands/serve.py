"""``movesolver serve``: the engine for programs in other languages."""

from __future__ import annotations

import argparse

from movesolver.commands.verb import Verb
from movesolver.engine.options import add_options


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.engine.command import run

    return run(arguments)


VERB = Verb(
    "serve",
    "answer messages of other programs (docs/engine.md)",
    ("movesolver serve --schema", "movesolver serve --http --port 8740"),
    add_options,
    _run,
)
