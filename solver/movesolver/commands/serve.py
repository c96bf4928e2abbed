"""``movesolver serve``: the engine for programs in other languages."""

from __future__ import annotations

import argparse

from movesolver.commands.options import refuse_unused
from movesolver.commands.verb import Verb
from movesolver.engine.options import add_options

SERVING = ("http", "page", "no_open", "host", "port", "allow_origin", "threads", "max_ms")
"""Options of an engine that is started."""


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.engine.command import run

    if arguments.schema:
        refuse_unused(arguments, SERVING, "an engine, so no --schema")
    return run(arguments)


VERB = Verb(
    "serve",
    "answer messages of other programs (docs/engine.md)",
    ("movesolver serve --schema", "movesolver serve --http --port 8740"),
    add_options,
    _run,
)
