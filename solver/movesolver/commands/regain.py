"""``movesolver regain``: which models to lose to be coherent again?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.options import add_input, add_picture
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.search.regain import Regained
    from movesolver.table.scenario import Scenario


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    add_picture(parser, "draw who is lost")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply, save_picture
    from movesolver.report import print_regained
    from movesolver.search.regain import regain

    def keep(_: Scenario, answer: Regained) -> None:
        if arguments.draw:
            save_picture(arguments.draw, answer)

    return reply(
        arguments, lambda scenario, _: regain(scenario), lambda answer: True, print_regained, keep
    )


VERB = Verb(
    "regain",
    "which models to lose to be coherent again",
    ("movesolver regain examples/squad.json",),
    _add_options,
    _run,
)
