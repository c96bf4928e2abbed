"""``movesolver propose``: several good moves that differ."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.kinds import not_negative, whole
from movesolver.commands.options import add_input, add_picture, add_search, search_of
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.search.proposals import Proposals
    from movesolver.table.scenario import Scenario


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    add_search(parser)
    parser.add_argument("-k", type=whole, default=4, help="how many moves (default 4)")
    parser.add_argument("--apart", type=not_negative, help="how far apart they end, inches a model")
    add_picture(parser, "draw them, in one .html or numbered")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply, save_picture
    from movesolver.report import print_proposals
    from movesolver.search.propose import propose

    def keep(_: Scenario, found: Proposals) -> None:
        if arguments.draw:
            save_picture(arguments.draw, found)

    return reply(
        arguments,
        lambda s, _: propose(s, arguments.k, apart=arguments.apart, **search_of(arguments)),
        lambda found: bool(found.moves),
        print_proposals,
        keep,
        kernels=("check", "solve"),
    )


VERB = Verb(
    "propose",
    "find several good and different legal moves",
    ("movesolver propose examples/squad.json -k 3 --apart 1.5",),
    _add_options,
    _run,
)
