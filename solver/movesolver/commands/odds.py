"""``movesolver odds``: which roll does a move need?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.kinds import whole
from movesolver.commands.options import add_input, add_picture
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.search.odds import Odds
    from movesolver.table.scenario import Scenario


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    parser.add_argument("--seed", type=whole, default=0, help="seed of the search (default 0)")
    parser.add_argument("--iterations", type=whole, help="how many ruin-and-recreate rounds")
    parser.add_argument("--dice", metavar="2D6", help="the dice, where the rules name none (surge)")
    add_picture(parser, "draw the move")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply, save_picture
    from movesolver.report import print_odds
    from movesolver.search.odds import odds

    wanted = {name: getattr(arguments, name) for name in ("dice", "seed", "iterations")}

    def keep(_: Scenario, found: Odds) -> None:
        if arguments.draw:
            save_picture(arguments.draw, found)

    return reply(
        arguments,
        lambda scenario, _: odds(scenario, **wanted),
        lambda found: found.needed is not None,
        print_odds,
        keep,
        kernels=("check", "solve"),
    )


VERB = Verb(
    "odds",
    "what a move needs on the dice, how likely it is",
    ("movesolver odds examples/charge.json",),
    _add_options,
    _run,
)
