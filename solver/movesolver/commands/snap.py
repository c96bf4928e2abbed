"""``movesolver snap``: the legal move nearest to wished places."""

from __future__ import annotations

import argparse

from movesolver.commands.options import add_input, add_out, add_picture, add_search, search_of
from movesolver.commands.solve import keep_move
from movesolver.commands.verb import Verb


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    add_search(parser)
    add_out(parser)
    add_picture(parser, "draw the move")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply
    from movesolver.report import print_result
    from movesolver.search.snap import snap

    return reply(
        arguments,
        lambda scenario, _: snap(scenario, **search_of(arguments)),
        lambda result: result.solved,
        print_result,
        lambda _, result: keep_move(result, arguments),
        kernels=("check", "solve"),
    )


VERB = Verb(
    "snap",
    "find the legal move nearest to the goal's wishes",
    ("movesolver snap examples/wishes.json --out snapped.json",),
    _add_options,
    _run,
)
