"""``movesolver solve``: the best legal move."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.kinds import positive
from movesolver.commands.options import (
    add_input,
    add_out,
    add_picture,
    add_search,
    refuse_unused,
    search_of,
)
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.progress import Work
    from movesolver.search.result import Result
    from movesolver.table.scenario import Scenario


PROOF = ("gap", "proof_ms")
"""How far a proof goes, where one is asked for."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    add_search(parser)
    parser.add_argument(
        "--certify",
        choices=("grid", "all"),
        help="prove the best end on a grid of spots, or of all",
    )
    parser.add_argument(
        "--gap", type=positive, help="with --certify: a proof this close will do, points"
    )
    parser.add_argument(
        "--proof-ms",
        type=positive,
        help="with --certify: for so many milliseconds (default 2000)",
    )
    add_out(parser)
    add_picture(parser, "draw the move and its verdict")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply
    from movesolver.report import print_result
    from movesolver.search.solve import solve

    if arguments.certify is None:
        refuse_unused(arguments, PROOF, "--certify beside it", "none")
    given = {name: getattr(arguments, name) for name in ("certify", *PROOF)}
    proof = {name: value for name, value in given.items() if value is not None}

    def ask(scenario: Scenario, work: Work) -> Result:
        if arguments.time_ms is not None and not arguments.lines:
            solve(scenario, iterations=0)  # the time asked for is for searching, not for loading
        watch = work.watch if work.seen and not arguments.lines else None
        return solve(scenario, watch=watch, **search_of(arguments), **proof)

    return reply(
        arguments,
        ask,
        lambda result: result.solved,
        print_result,
        lambda _, result: keep_move(result, arguments),
        kernels=("check", "solve"),
    )


def keep_move(result: Result, arguments: argparse.Namespace) -> None:
    """Write and draw the move that a search answers with, where that is asked for."""
    from movesolver.commands.replies import save_picture
    from movesolver.formats.scenario import dump

    if arguments.out and result.moved is not None:
        dump(result.moved, arguments.out)
    if arguments.draw:
        save_picture(arguments.draw, result)


VERB = Verb(
    "solve",
    "find the best legal move for the goal in a file",
    (
        "movesolver solve examples/squad.json --out moved.json --draw moved.svg",
        "movesolver solve examples/squad.json --certify all --json",
    ),
    _add_options,
    _run,
)
