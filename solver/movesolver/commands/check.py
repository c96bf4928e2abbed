"""``movesolver check``: is the move in a file legal?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from movesolver.commands.options import add_input, add_picture
from movesolver.commands.verb import Verb

if TYPE_CHECKING:
    from movesolver.checking.reached import Reached
    from movesolver.referee.verdict import Verdict
    from movesolver.table.scenario import Scenario


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_input(parser)
    parser.add_argument(
        "--reach", action="store_true", help="also ask whether each of the ends can be reached"
    )
    add_picture(parser, "draw the move and its verdict")


def _run(arguments: argparse.Namespace) -> int:
    from movesolver.commands.replies import reply, save_picture
    from movesolver.report import print_verdict

    def keep(scenario: Scenario, answer: Verdict | Reached) -> None:
        if arguments.draw:
            save_picture(arguments.draw, scenario, answer)

    return reply(
        arguments,
        lambda scenario, _: _judged(scenario, arguments.reach),
        lambda answer: answer.legal,
        lambda answer, console: print_verdict(_verdict(answer), console),
        keep,
    )


def _judged(scenario: Scenario, reach: bool) -> Verdict | Reached:
    from movesolver.checking.check import check, has_a_move

    has_a_move(scenario)
    if reach and scenario.action.ends is not None:
        from movesolver.checking.reached import check_reach

        return check_reach(scenario)
    return check(scenario)


def _verdict(answer: Verdict | Reached) -> Verdict:
    from movesolver.referee.verdict import Verdict

    return answer if isinstance(answer, Verdict) else answer.verdict


VERB = Verb(
    "check",
    "judge the paths or ends in a scenario file",
    ("movesolver check moved.json", "movesolver check moved.json --json --draw verdict.svg"),
    _add_options,
    _run,
)
