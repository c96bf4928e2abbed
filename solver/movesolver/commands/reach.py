"""``movesolver reach``: where can the unit get to, or what can an army strike?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.options import add_input, add_picture
from movesolver.commands.verb import Verb
from movesolver.paths.options import add_options

if TYPE_CHECKING:
    from movesolver.paths.command import Answer
    from movesolver.table.scenario import Scenario


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    add_options(parser)
    add_picture(parser, "draw the region and path")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply, save_picture
    from movesolver.paths.command import ask
    from movesolver.report import print_reach

    def keep(_: Scenario, answer: Answer) -> None:
        if arguments.draw:
            save_picture(arguments.draw, answer)

    return reply(
        arguments,
        lambda scenario, _: ask(scenario, arguments),
        lambda answer: answer.reached,
        print_reach,
        keep,
    )


VERB = Verb(
    "reach",
    "show what the unit in a file can reach",
    (
        "movesolver reach examples/squad.json --draw reach.svg",
        "movesolver reach examples/squad.json --within 3 centre",
        "movesolver reach examples/squad.json --threat blue --plus 1",
    ),
    _add_options,
    _run,
)
