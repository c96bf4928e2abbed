"""``movesolver regain``: which models to lose to be coherent again?"""

from __future__ import annotations

import argparse

from movesolver.commands.options import add_input
from movesolver.commands.verb import Verb


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply
    from movesolver.report import print_regained
    from movesolver.search.regain import regain

    return reply(
        arguments, lambda scenario, _: regain(scenario), lambda answer: True, print_regained
    )


VERB = Verb(
    "regain",
    "which models to lose to be coherent again",
    ("movesolver regain examples/squad.json",),
    add_input,
    _run,
)
